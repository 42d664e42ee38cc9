import { wordsOf } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import type { DoorApi } from './door-api.ts'
import { createSheet } from './sheet.ts'
import type { Found } from './wire.ts'

const AFTER_TYPING_MS = 220
const LEAST_LETTERS = 2

const NOT_LET_IN: Readonly<Record<string, { text: string; tone: string }>> = {
  PENDING: { text: 'Not confirmed', tone: 'warn' },
  WAITLISTED: { text: 'Waiting list', tone: 'warn' },
  OFFERED: { text: 'Offered a place', tone: 'warn' },
  INVITED: { text: 'Invited', tone: 'warn' },
}
const NOT_COMING = { text: 'Not coming', tone: 'bad' }

/** At the door that is asked: a guest may be in the house and not yet in the room. */
const stateOf = ({ status, alreadyCheckedIn, direction }: Found) => {
  const mayPass = status === 'CONFIRMED' || status === 'CHECKED_IN'
  if (!mayPass) return NOT_LET_IN[status] ?? NOT_COMING
  if (alreadyCheckedIn) return { text: 'In', tone: 'good' }
  return direction === 'OUT' ? { text: 'Out', tone: 'accent' } : { text: 'Expected', tone: 'accent' }
}

/** For guests without their code: a name, or part of one. */
export const createSearchSheet = (api: DoorApi, isUp: () => boolean, onChoice: (found: Found) => void) => {
  const field = element('input', {
    type: 'search',
    id: 'guest-name',
    autocomplete: 'off',
    autocapitalize: 'words',
    spellcheck: 'false',
    enterkeyhint: 'search',
    placeholder: 'Name or e-mail',
  })
  const list = element('ul', { class: 'rows' })
  const said = element('p', { class: 'quiet', role: 'status' })
  const sheet = createSheet(
    'Find a guest',
    element('div', { class: 'field' }, element('label', { for: 'guest-name' }, 'Name or e-mail'), field),
    said,
    list,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  const row = (found: Found) => {
    const { text, tone } = stateOf(found)
    const choose = () => {
      sheet.close()
      onChoice(found)
    }
    return element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'row-button', onclick: choose },
        element(
          'span',
          { class: 'who' },
          element('strong', {}, found.name || 'No name yet'),
          element('small', {}, found.ticketName),
        ),
        element('span', { class: `tag ${tone}` }, text),
      ),
    )
  }

  const search = async () => {
    const text = field.value.trim()
    const turn = (asked += 1)
    if (text.length < LEAST_LETTERS) {
      show(list)
      said.textContent = 'Two letters are enough to begin with.'
      return
    }
    try {
      if (!isUp()) throw new TypeError('offline')
      const found = await api.search(text)
      if (turn !== asked) return
      show(list, found.map(row))
      said.textContent = found.length === 0 ? `Nobody here is called “${text}”.` : `${found.length} found`
    } catch (error) {
      if (turn !== asked) return
      show(list)
      said.textContent = isUp()
        ? wordsOf(error)
        : 'Names are not kept on this device. They can be found when the service answers again.'
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), AFTER_TYPING_MS)
  })
  return {
    open: () => {
      field.value = ''
      void search()
      sheet.open()
      field.focus()
    },
    remove: sheet.remove,
  }
}
