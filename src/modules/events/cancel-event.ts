import { eventsWrite } from '../../access/demands.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { editEvent } from './edit-event.ts'
import { cancelled } from './event-changes.ts'
import { moveRefusal } from './events.ts'
import { Cancellation, Event } from './events.schema.ts'

/** Cancelling a cancelled event changes nothing and notifies no one. */
export const cancelEvent = operation({
  id: 'events.cancel',
  effects: ['mails', 'cancels'],
  summary: 'Cancel an event',
  description: 'Emails the guests unless `suppressNotifications` is true. Cancelling again has no effect.',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/cancel'),
  body: Cancellation,
  answer: one(Event),
  revised: true,
  ifMatch: true,
  refusals: ['precondition_failed', 'invalid_transition', 'conflicting_edits'],
  run: ({ calendar, event, ifMatch, body: { reason = null, suppressNotifications = false } }, deps) =>
    editEvent({ calendar, event, ifMatch }, deps, (before, now) => {
      if (before.status === 'CANCELLED') return null
      return moveRefusal(before.status, 'CANCELLED') ?? cancelled(before, { now, reason, suppressNotifications })
    }),
})
