import type { Deps } from '../../deps.ts'
import { describeError } from '../../kernel/log.ts'
import { listToWake, noteAwake } from './read-checkins.store.ts'

const EVENTS_A_MINUTE = 200

/**
 * Wakes event objects from an earlier version, in which the object itself accepted or refused check-ins and stored
 * them. When woken, an object copies its rows to D1. No new entries are added to the list `events_to_wake`. Once it is
 * empty in every database, delete this function and `src/platform/event-ledger.store.ts`.
 */
export const wakeEvents = async ({ db, atEvent, log }: Deps) => {
  const awake: string[] = []
  for (const { eventId } of await listToWake(db, EVENTS_A_MINUTE)) {
    try {
      await atEvent.wake(eventId)
      awake.push(eventId)
    } catch (error) {
      log.warn('an event could not be woken; the schedule will retry', { eventId, ...describeError(error) })
    }
  }
  if (awake.length > 0) await noteAwake(db, awake)
}
