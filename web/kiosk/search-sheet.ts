import { element, show } from '../shared/element.ts'
import { isOutage, type DoorApi } from './door-api.ts'
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

interface Ports {
  api: DoorApi
  isUp: () => boolean
  /** Returns null if this device has no list to search. */
  searchOffline: (text: string) => Promise<Found[] | null>
  onChoice: (found: Found) => void
}

export const createSearchSheet = ({ api, isUp, searchOffline, onChoice }: Ports) => {
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
    const tell = (found: readonly Found[] | null, hint = '') => {
      if (turn !== latestTurn) return
      show(list, rows(found ?? []))
      const { nobody, found: count, notKept } = words().search
      said.textContent =
        found === null ? notKept : [found.length === 0 ? nobody(text) : count(found.length), hint].join(' ').trim()
    }
    const tellOffline = async () => tell(await searchOffline(text), words().search.offline)
    if (!isUp()) return tellOffline()
    try {
      tell(await api.search(text))
    } catch (error) {
      if (isOutage(error)) return tellOffline()
      tell([])
      if (turn === latestTurn) said.textContent = troubleOf(error)
    }
    return undefined
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
