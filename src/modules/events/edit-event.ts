import type { Call } from '../../operation/operation.ts'
import type { DomainEvent, OutgoingMail } from '../../db/commit.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { isNullViolation } from '../../kernel/violations.ts'
import { promotionInto } from '../guests/index.ts'
import { answerWith } from './read-event.ts'
import { findEvent, guardOf, mailToGuests, replaceEvent, viewOf, type Guard } from './events.store.ts'

export interface Edit {
  after: EventRow
  guard?: Guard
  events?: DomainEvent[]
  /** What the guests are told, and why they are told once. */
  mail?: { kind: 'event.changed' | 'event.cancelled'; data: Record<string, unknown> }
}

const TRIES = 6

const stale = () => refusal('precondition_failed', { says: 'The event has changed since it was read.' })

const mailOf = ({ after, mail }: Edit, causeId: string): OutgoingMail[] =>
  mail === undefined ? [] : [mailToGuests(after.id, mail.kind, `${mail.kind}:${causeId}`, mail.data)]

/** Whether people who wait for a place may have one now. */
const hasMoreSeats = (before: EventRow, after: EventRow) => (after.capacity ?? Infinity) > (before.capacity ?? Infinity)

const store = async (calendar: CalendarRow, before: EventRow, edit: Edit, deps: Deps) => {
  const promotion = hasMoreSeats(before, edit.after) ? promotionInto(before.id, deps) : { statements: [], mails: [] }
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [
      replaceEvent(deps.db, edit.after, before.revision, guardOf(before.id, edit.guard)),
      ...promotion.statements,
    ],
    events: edit.events ?? [],
    mails: [...mailOf(edit, `${before.id}:${before.revision + 1}`), ...promotion.mails],
  })
  return rows[0] ?? null
}

/**
 * Decides on the event as it is and writes only over that: where someone else was quicker it decides again
 * on what they left, and with `If-Match` it refuses. `decide` gives null where nothing is to be changed.
 */
export const editEvent = async (
  call: Pick<Call<unknown, unknown, unknown, 'event'>, 'calendar' | 'event' | 'ifMatch' | 'surface'>,
  deps: Deps,
  decide: (before: EventRow, now: number) => Edit | null,
) => {
  const { calendar, ifMatch } = call
  let before: EventRow | null = call.event
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (before === null) throw notFound()
    if (ifMatch !== null && ifMatch !== String(before.revision)) throw stale()
    const edit = decide(before, deps.clock())
    if (edit === null) return answerWith(await viewOf(deps.db, calendar, before), call, deps)
    try {
      const stored = await store(calendar, before, edit, deps)
      if (stored === null) throw notFound()
      return answerWith(await viewOf(deps.db, calendar, stored), call, deps)
    } catch (error) {
      if (!isNullViolation(error, 'events.revision')) throw error
      const now: EventRow | null = await findEvent(deps.db, calendar.id, before.id)
      if (now?.revision === before.revision) throw edit.guard?.refusal ?? error
      before = now
    }
  }
  throw refusal('conflicting_edits', { says: 'Others are changing this event just now; try again.' })
}
