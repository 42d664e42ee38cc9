import { eventsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { editEvent, type Edit } from './edit-event.ts'
import { moveRefusal } from './events.ts'
import { Cancellation, Event } from './events.schema.ts'

interface Circumstances {
  now: Instant
  reason?: string | null
  suppressNotifications: boolean
}

/** The event called off: a new version for agendas, a word to subscribers and to every guest concerned. */
export const cancelled = (event: EventRow, { now, reason = null, suppressNotifications }: Circumstances): Edit => {
  const after: EventRow = {
    ...event,
    status: 'CANCELLED',
    cancelledAt: now,
    cancellationReason: reason === '' ? null : reason,
    sequence: event.sequence + 1,
    updatedAt: Math.max(now, event.updatedAt),
  }
  const data = { reason: after.cancellationReason, cancelledAt: iso(now) }
  return {
    after,
    events: [
      {
        type: 'event.cancelled',
        eventId: after.id,
        data: { eventId: after.id, eventSlug: after.slug, eventTitle: after.title, ...data },
      },
    ],
    ...(suppressNotifications ? {} : { letter: { kind: 'event.cancelled', data: { reason: data.reason } } }),
  }
}

/** Cancelling what is cancelled already changes nothing and tells nobody. */
export const cancelEvent = operation({
  id: 'events.cancel',
  summary: 'Cancel an event and tell its guests',
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
