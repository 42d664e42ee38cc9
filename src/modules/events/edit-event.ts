import { edit } from '../../db/edit.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { namesRevision } from '../../kernel/etags.ts'
import { Failure, notFound, refusal, type Code } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import { isNullViolation } from '../../kernel/violations.ts'
import { movesDeadlines, movesTheLine, type Edit } from './event-changes.ts'
import { findEvent, replaceEvent, loadEventView, whileThere } from './events.store.ts'
import { eventReply } from './read-events.ts'
import { shortenDeadlines } from '../orders/index.ts'
import { promotionInto } from '../seats/index.ts'
import { withoutRetiredRate } from '../tax-rates/index.ts'

const store = async (before: EventRow, change: Edit<Code>, deps: Deps) => {
  const promotion = movesTheLine(before, change.after) ? promotionInto(before.id, deps) : { statements: [], mails: [] }
  const now = deps.clock()
  const { stored } = await deps.commit({
    calendarId: before.calendarId,
    atEvent: before.id,
    seenBy: 'visitors',
    statements: {
      stored: replaceEvent(deps.db, change.after, before.revision, change.guard?.holds),
      deadlines: movesDeadlines(before, change.after) ? shortenDeadlines([before.id], now) : [],
      promotion: promotion.statements,
      fee: withoutRetiredRate(before.calendarId, change.after.serviceFee),
    },
    events: (change.events ?? []).map(whileThere),
    mails: promotion.mails,
    letters: change.letter === undefined ? [] : [{ ...change.letter, eventId: before.id }],
  })
  const [row] = stored
  if (row === undefined) throw notFound()
  return row
}

interface Edited {
  calendar: CalendarRow
  event: EventRow
  ifMatch: string | null
}

/**
 * Calls `decide` with the revision that was read, and writes only if the event is still at that revision. If another
 * edit changes the event in between, calls `decide` again with the new revision, or returns `precondition_failed` if
 * the request has `If-Match`. `decide` returns null if nothing changes.
 */
export const editEvent = async <C extends Code>(
  { calendar, event, ifMatch }: Edited,
  deps: Deps,
  decide: (before: EventRow, now: Instant) => Edit<C> | Failure<C> | null,
) => {
  const answerWith = async (row: EventRow) => eventReply(await loadEventView(deps.db, calendar, row), deps)
  let current: EventRow | null = event
  const done = await edit(
    async () => {
      if (current === null) throw notFound()
      return current
    },
    async (before) => {
      if (ifMatch !== null && !namesRevision(ifMatch, before.revision)) {
        return refusal('precondition_failed', {
          says: 'The event has changed since you read it. Read it again and repeat your change.',
        })
      }
      const change = decide(before, deps.clock())
      if (change === null) return answerWith(before)
      if (change instanceof Failure) return change
      try {
        return await answerWith(await store(before, change, deps))
      } catch (error) {
        if (!isNullViolation(error, 'events.revision')) throw error
        current = await findEvent(deps.db, calendar.id, event.id)
        if (current?.revision !== before.revision) return null
        // The revision is unchanged, so it was the guard that failed the batch.
        if (change.guard === undefined) throw error
        return change.guard.refusal
      }
    },
  )
  return (
    done ?? refusal('conflicting_edits', { says: 'Another request changed this event at the same time. Try again.' })
  )
}
