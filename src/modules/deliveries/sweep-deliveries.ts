import type { Deps } from '../../deps.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import { listDue } from './claims.store.ts'
import { dropDeliveriesBefore } from './deliveries.store.ts'

/** A little further than the next sweep, so that nothing falls between two. */
const AHEAD_MS = MINUTE_MS + 5 * SECOND_MS
const MOST_RUNG = 2_000

const KEPT_MS = 30 * DAY_MS
const MOST_DROPPED = 2_000

/** Rings again for all that is due before the next sweep: bells get lost, rows do not. */
export const sweepDeliveries = async (deps: Deps) => {
  const now = deps.clock()
  const due = await listDue(deps.db, now + AHEAD_MS, MOST_RUNG)
  deps.tell({
    deliveries: due.map(({ id, dueAt }) => ({ id, inSeconds: Math.max(0, Math.ceil((dueAt - now) / SECOND_MS)) })),
  })
}

export const dropOldDeliveries = (deps: Deps) => dropDeliveriesBefore(deps.db, deps.clock() - KEPT_MS, MOST_DROPPED)
