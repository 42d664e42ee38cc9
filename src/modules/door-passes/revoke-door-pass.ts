import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { describeError } from '../../kernel/log.ts'
import type { DoorPassParams } from './door-passes.schema.ts'
import { revokePass } from './door-passes.store.ts'

/** Stays listed; no request that starts after the answer gets in with it, and its live sockets are closed. */
export const revokeDoorPass = async (
  { calendar, event, params }: Call<Parsed<typeof DoorPassParams>, unknown, unknown, 'event'>,
  deps: Deps,
) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [revokePass(deps.db, event.id, params.passId, deps.clock())],
  })
  if (rows.length === 0) throw notFound()
  try {
    await deps.desk.recheckWatchers(event.id)
  } catch (error) {
    deps.log.warn('the live sockets of a revoked pass close a minute late', describeError(error))
  }
  return deleted(params.passId)
}
