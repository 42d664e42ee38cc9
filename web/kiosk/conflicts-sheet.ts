import { element, show } from '../shared/element.ts'
import type { KeptConflict } from './outbox.ts'
import { createSheet } from './sheet.ts'
import { timeAt } from './verdict.ts'

const WHY: Readonly<Record<string, string>> = {
  not_found: 'The code is of another event, or of none.',
  guest_not_confirmed: 'The guest was not confirmed.',
  event_cancelled: 'The event is cancelled.',
  checkin_not_open: 'The door was not open yet.',
  checkin_closed: 'The door was closed.',
}

const reasonOf = ({ kind, code, first }: KeptConflict, timezone: string, now: number) => {
  if (kind === 'REFUSED') return WHY[code ?? ''] ?? 'The service did not take this scan.'
  if (first === null) return 'Somebody else came in with the same code.'
  const at = timeAt(first.checkedInAt, timezone, now)
  const gate = first.gate === null ? '' : ` at gate ${first.gate}`
  const by = first.checkedInByLabel === null ? '' : ` by ${first.checkedInByLabel}`
  return `The same code was let in${gate} at ${at}${by}.`
}

/** Guests who were let in here while the service was silent, and should not have been. */
export const createConflictsSheet = (timezone: () => string, now: () => number, onSeen: (id: string) => void) => {
  const list = element('ul', { class: 'rows' })
  const sheet = createSheet(
    'Conflicts',
    element(
      'p',
      { class: 'quiet' },
      'Guests let in here while the service did not answer, whose records there disagree.',
    ),
    list,
  )
  const row = (conflict: KeptConflict) =>
    element(
      'li',
      { class: 'conflict' },
      element(
        'span',
        { class: 'who' },
        element('strong', {}, conflict.shownAs),
        element('small', {}, `Let in here at ${timeAt(conflict.scannedAt, timezone(), now())}.`),
        element('small', {}, reasonOf(conflict, timezone(), now())),
      ),
      element(
        'button',
        {
          type: 'button',
          class: 'button plain',
          'aria-label': `Seen: ${conflict.shownAs}`,
          onclick: () => onSeen(conflict.id),
        },
        'Seen',
      ),
    )
  return {
    open: sheet.open,
    remove: sheet.remove,
    render: (conflicts: readonly KeptConflict[]) => {
      show(list, conflicts.map(row))
      if (conflicts.length === 0) sheet.close()
    },
  }
}
