import type { Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, refusal } from '../../kernel/failure.ts'
import { cancelled } from './cancel-event.ts'
import { editEvent, type Edit } from './edit-event.ts'
import { changesBetween, movesTimeOrPlace, raisesSequence, type FieldChange } from './event-changes.ts'
import { mergeEvent } from './event-fields.ts'
import type { EventChangesInput } from './event-input.schema.ts'
import { refuseMove, timesOf } from './events.ts'
import type { Guard } from './events.store.ts'

const guardFor = (before: EventRow, after: EventRow): Guard | undefined => {
  if (before.status === 'PUBLISHED' && after.status === 'DRAFT') {
    return {
      noGuests: true,
      refusal: refusal('event_has_guests', { says: 'An event that has, or had, guests cannot become a draft again.' }),
    }
  }
  if (after.capacity === null || after.capacity === before.capacity) return undefined
  return {
    capacity: after.capacity,
    refusal: refusal('capacity_exceeded', { says: 'More places are taken than the capacity asked for.' }),
  }
}

const toldOfUpdate = (after: EventRow, changes: FieldChange[]) => ({
  type: 'event.updated' as const,
  eventId: after.id,
  data: {
    eventId: after.id,
    eventSlug: after.slug,
    eventTitle: after.title,
    ...timesOf(after),
    timezone: after.timezone,
    changes,
  },
})

const decideOn =
  (body: EventChangesInput, deps: Deps) =>
  (before: EventRow, now: number): Edit | null => {
    const { status = before.status, suppressNotifications = false, ...given } = body
    refuseMove(before.status, status)
    const { fields, faults } = mergeEvent(given, before, deps.newId)
    if (faults.length > 0) throw invalidFields(faults)
    const after: EventRow = { ...before, ...fields, status, updatedAt: Math.max(now, before.updatedAt) }
    const changes = changesBetween(before, after)
    if (changes.length === 0) return null
    if (raisesSequence(changes)) after.sequence += 1
    if (status === 'PUBLISHED') after.publishedAt ??= now
    const guard = guardFor(before, after)
    if (status === 'CANCELLED' && before.status !== 'CANCELLED') {
      return cancelled({ ...after, sequence: before.sequence }, { now, suppressNotifications })
    }
    if (status !== 'PUBLISHED') return { after, ...(guard && { guard }) }
    return {
      after,
      ...(guard && { guard }),
      events: [toldOfUpdate(after, changes)],
      ...(before.status === 'PUBLISHED' && movesTimeOrPlace(changes) && !suppressNotifications
        ? { mail: { kind: 'event.changed', data: { changes } } }
        : {}),
    }
  }

export const updateEvent = async (call: Call<unknown, unknown, EventChangesInput, 'event'>, deps: Deps) =>
  editEvent(call, deps, decideOn(call.body, deps))
