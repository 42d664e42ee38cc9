import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { iso } from '../../kernel/time.ts'
import { checkInWindowOf, timesOf } from '../events/index.ts'

/** What a scanner says about itself: of which event, since when, and by whose leave. */
export const readDoor = async ({ event, calendar, actor }: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const { opensAt, closesAt } = checkInWindowOf(event)
  return {
    eventId: event.id,
    eventSlug: event.slug,
    title: event.title,
    calendarSlug: calendar.slug,
    calendarName: calendar.name,
    status: event.status,
    ...timesOf(event),
    allDay: event.allDay,
    timezone: event.timezone,
    checkInOpensAt: iso(opensAt),
    checkInClosesAt: iso(closesAt),
    now: iso(deps.clock()),
    questions: event.registrationQuestions.flatMap(({ label, showAtDoor }) => (showAtDoor === true ? [label] : [])),
    pass:
      actor.kind === 'pass'
        ? { id: actor.passId, label: actor.label, gate: actor.gate, expiresAt: iso(actor.expiresAt) }
        : null,
  }
}
