import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import { deliverNow } from '../deliveries/index.ts'
import { endTurn, recoveryOutbox, takeNext, takeTurn, type RecoveryRow } from './recoveries.store.ts'

/** Limit per endpoint, because turns at one endpoint are 1 second apart. */
const MAX_DELIVERIES_PER_SECOND = 10
/** Short enough to fit one hanging attempt into the time limit for a queue message. */
const TURN_MS = 8 * SECOND_MS

/**
 * Handles a message from the queue `jobs`: one turn, which sends deliveries one after another to keep their order. The
 * next turn gets its own message. If the worker crashes, the lease expires and the sweep queues the recovery again. A
 * delivery that had already been picked is retried like any other.
 */
export const runRecovery = async (id: string, deps: Deps) => {
  const begunAt = deps.clock()
  const leased = await takeTurn(deps.db, id, begunAt)
  if (leased === null) return
  let held: RecoveryRow | null = leased
  for (let sent = 0; held !== null && sent < MAX_DELIVERIES_PER_SECOND && deps.clock() < begunAt + TURN_MS; sent += 1) {
    const next = await takeNext(deps.db, held, deps.clock())
    held = next.held
    if (next.id === null) break
    await deliverNow(next.id, deps)
  }
  recoveryOutbox.tellOf(await rowsFrom(deps.db, endTurn(leased, held, deps.clock())), deps)
}
