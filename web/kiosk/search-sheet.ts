import { element, show } from '../shared/element.ts'
import type { DoorApi } from './door-api.ts'
import { othersOf } from './party.ts'
import { createRows } from './rows.ts'
import { createSheet } from './sheet.ts'
import type { Found } from './wire.ts'
import { troubleOf } from './trouble.ts'
import { words } from './words.ts'

const DEBOUNCE_MS = 220
const MIN_QUERY_LENGTH = 2

const REFUSED_STATUSES: Readonly<Record<string, 'notConfirmed' | 'waiting' | 'offered' | 'invited'>> = {
  PENDING: 'notConfirmed',
  WAITLISTED: 'waiting',
  OFFERED: 'offered',
  INVITED: 'invited',
}

/**
 * Returns the guest's state at this device's door. A guest who is checked in at the main door may still be expected at
 * a checkpoint.
 */
const stateOf = ({ status, alreadyCheckedIn, direction }: Found) => {
  const mayPass = status === 'CONFIRMED' || status === 'CHECKED_IN'
  const said = words().search
  const why = REFUSED_STATUSES[status]
  if (!mayPass) return why === undefined ? { text: said.notComing, tone: 'bad' } : { text: said[why], tone: 'warn' }
  if (alreadyCheckedIn) return { text: said.isIn, tone: 'good' }
  return { text: direction === 'OUT' ? said.isOut : said.expected, tone: 'accent' }
}

export const createSearchSheet = (api: DoorApi, isUp: () => boolean, onChoice: (found: Found) => void) => {
  const field = element('input', {
    type: 'search',
    id: 'guest-name',
    autocomplete: 'off',
    autocapitalize: 'words',
    spellcheck: 'false',
    enterkeyhint: 'search',
    placeholder: words().search.field,
  })
  const list = element('ul', { class: 'rows' })
  const said = element('p', { class: 'quiet', role: 'status' })
  const sheet = createSheet(
    'find',
    words().search.title,
    element('div', { class: 'field' }, element('label', { for: 'guest-name' }, words().search.field), field),
    said,
    list,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let latestTurn = 0

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
          element('strong', {}, found.name || words().search.noName),
          element(
            'small',
            {},
            [found.ticketName ?? [], ...othersOf(found, found.alreadyCheckedIn).lines].flat().join(' · '),
          ),
        ),
        element('span', { class: `tag ${tone}` }, text),
      ),
    )
  }

  const rows = createRows((found: Found) => ({ view: row(found) }))

  const search = async () => {
    const text = field.value.trim()
    const turn = (latestTurn += 1)
    if (text.length < MIN_QUERY_LENGTH) {
      show(list)
      said.textContent = words().search.twoLetters
      return
    }
    try {
      if (!isUp()) throw new TypeError('offline')
      const found = await api.search(text)
      if (turn !== latestTurn) return
      show(list, rows(found))
      said.textContent = found.length === 0 ? words().search.nobody(text) : words().search.found(found.length)
    } catch (error) {
      if (turn !== latestTurn) return
      show(list)
      said.textContent = isUp() ? troubleOf(error) : words().search.notKept
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), DEBOUNCE_MS)
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
