import type { Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import { editEvent, type Edit } from './edit-event.ts'
import type { CancellationInput } from './event-input.schema.ts'
import { refuseMove } from './events.ts'

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
    ...(suppressNotifications ? {} : { mail: { kind: 'event.cancelled', data } }),
  }
}

/** Cancelling what is cancelled already changes nothing and tells nobody. */
export const cancelEvent = async (call: Call<unknown, unknown, CancellationInput, 'event'>, deps: Deps) => {
  const { reason = null, suppressNotifications = false } = call.body
  return editEvent(call, deps, (before, now) => {
    if (before.status === 'CANCELLED') return null
    refuseMove(before.status, 'CANCELLED')
    return cancelled(before, { now, reason, suppressNotifications })
  })
}
