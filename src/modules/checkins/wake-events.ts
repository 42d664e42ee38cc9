import type { Deps } from '../../deps.ts'
import { describeError } from '../../kernel/log.ts'
import { listToWake, noteAwake } from './read-checkins.store.ts'

const EVENTS_A_MINUTE = 200

/**
 * Objects of events that a version made in which they decided who is in: each is woken once, and tells D1 what it still
 * holds as it wakes. The list only gets shorter: where `events_to_wake` is empty in every database, this goes, and
 * `src/platform/event-ledger.store.ts` with it.
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
