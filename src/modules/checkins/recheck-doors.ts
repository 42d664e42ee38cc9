import type { Deps } from '../../deps.ts'
import { describeError } from '../../kernel/log.ts'
import { openDoorsOf } from './read-checkins.store.ts'

const MAX_DOORS = 20

/**
 * Closes the live sockets of a revoked credential at the open doors of a calendar. Sockets of other events close when
 * the event's object next checks its sockets, which it does every 30 seconds (`Watchers`).
 */
export const recheckDoors = (calendarId: string, { db, atEvent, clock, later, log }: Deps) => {
  const recheck = async () => {
    const doors = await openDoorsOf(db, calendarId, clock(), MAX_DOORS)
    await Promise.all(doors.map(({ id }) => atEvent.recheckWatchers(id)))
  }
  later(
    recheck().catch((error: unknown) =>
      log.warn('the live sockets of a revoked credential close up to 30 seconds late', describeError(error)),
    ),
  )
}
