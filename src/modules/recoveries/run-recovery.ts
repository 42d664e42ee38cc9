import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import { deliverNow } from '../deliveries/index.ts'
import { endTurn, recoveryOutbox, takeNext, takeTurn, type RecoveryRow } from './recoveries.store.ts'

/** To one endpoint: between two turns lies a second. */
const MAX_DELIVERIES_PER_SECOND = 10
/** With an attempt that hangs to its end still within what may follow the hearing of a message. */
const TURN_MS = 8 * SECOND_MS

/**
 * What the queue `jobs` wakes: a turn, one delivery after the other so that they come in their order; the next by another
 * message. Where a crash breaks it off, the lease ends and the sweep wakes it again: what was picked waits as any delivery does.
 */
export const runRecovery = async (id: string, deps: Deps) => {
  const begunAt = deps.clock()
  const taken = await takeTurn(deps.db, id, begunAt)
  if (taken === null) return
  let held: RecoveryRow | null = taken
  for (let sent = 0; held !== null && sent < MAX_DELIVERIES_PER_SECOND && deps.clock() < begunAt + TURN_MS; sent += 1) {
    const next = await takeNext(deps.db, held, deps.clock())
    held = next.held
    if (next.id === null) break
    await deliverNow(next.id, deps)
  }
  recoveryOutbox.tellOf(await rowsFrom(deps.db, endTurn(taken, held, deps.clock())), deps)
}
