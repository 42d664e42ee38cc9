import { element, show } from '../shared/element.ts'
import type { KeptConflict } from './outbox.ts'
import { createRows } from './rows.ts'
import { createSheet } from './sheet.ts'
import { timeAt } from './verdict.ts'
import { words } from './words.ts'

const WHY: Readonly<Record<string, 'otherEvent' | 'notConfirmed' | 'cancelled' | 'notOpenYet' | 'closed'>> = {
  not_found: 'otherEvent',
  guest_not_confirmed: 'notConfirmed',
  event_cancelled: 'cancelled',
  checkin_not_open: 'notOpenYet',
  checkin_closed: 'closed',
}

const reasonOf = ({ kind, code, first }: KeptConflict, timezone: string, now: number) => {
  const said = words().conflicts
  if (kind === 'REFUSED') return said[WHY[code ?? ''] ?? 'notTaken']
  if (first === null) return said.somebodyElse
  return said.sameCode(timeAt(first.checkedInAt, timezone, now), first.gate, first.checkedInByLabel)
}

export const createConflictsSheet = (timezone: () => string, now: () => number, onSeen: (id: string) => void) => {
  const list = element('ul', { class: 'rows' })
  const sheet = createSheet(
    'conflicts',
    words().conflicts.title,
    element('p', { class: 'quiet' }, words().conflicts.lead),
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
        element('small', {}, words().conflicts.letInHere(timeAt(conflict.scannedAt, timezone(), now()))),
        element('small', {}, reasonOf(conflict, timezone(), now())),
      ),
      element(
        'button',
        {
          type: 'button',
          class: 'button plain',
          'aria-label': words().conflicts.seenOf(conflict.shownAs),
          onclick: () => onSeen(conflict.id),
        },
        words().conflicts.seen,
      ),
    )
  // The key includes the formatted time, because its text changes when the door's time zone becomes known and again
  // when the day ends.
  const saidOf = (conflict: KeptConflict) => JSON.stringify([conflict, timeAt(conflict.scannedAt, timezone(), now())])
  const rows = createRows((conflict: KeptConflict) => ({ view: row(conflict) }), saidOf)
  return {
    open: sheet.open,
    remove: sheet.remove,
    render: (conflicts: readonly KeptConflict[]) => {
      show(list, rows(conflicts))
      if (conflicts.length === 0) sheet.close()
    },
  }
}
