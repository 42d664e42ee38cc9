import type { Deps } from './deps.ts'
import { describeError } from './kernel/log.ts'
import { dropOldChanges } from './modules/changes/index.ts'
import { wakeEvents } from './modules/checkins/index.ts'
import { sweepCommunications } from './modules/communications/index.ts'
import { deliveryOutbox, dropOldDeliveries } from './modules/deliveries/index.ts'
import { dropExpiredFiles, runOutbox, startDueExports } from './modules/exports/index.ts'
import { expireUnpaidOrders } from './modules/guests/index.ts'
import { mailOutbox } from './modules/mails/index.ts'
import { dropOldPaymentEvents, followUpRefunds, openWaitingCheckouts } from './modules/payments/index.ts'
import { dropOldClaims } from './operation/idempotency.store.ts'

const CLAIMS_A_MINUTE = 5_000

/** What runs every minute, and once when the single machine starts: small, bounded, and safe to run twice. */
export const schedule: readonly { name: string; run(deps: Deps): Promise<unknown> }[] = [
  { name: 'tell the queue of waiting deliveries', run: deliveryOutbox.sweep },
  { name: 'tell the queue of waiting mails', run: mailOutbox.sweep },
  { name: 'wake events of an earlier version', run: wakeEvents },
  { name: 'drop old deliveries', run: dropOldDeliveries },
  { name: 'drop old changes', run: dropOldChanges },
  { name: 'expire unpaid orders', run: expireUnpaidOrders },
  { name: 'open checkouts that wait', run: openWaitingCheckouts },
  { name: 'drop old payment messages', run: dropOldPaymentEvents },
  { name: 'follow up refunds on their way', run: followUpRefunds },
  { name: 'remind guests and go on with letters', run: sweepCommunications },
  { name: 'start exports that are due', run: startDueExports },
  { name: 'tell the queue of waiting exports', run: runOutbox.sweep },
  { name: 'drop files whose links are over', run: dropExpiredFiles },
  { name: 'drop old idempotency keys', run: (deps) => dropOldClaims(deps.db, deps.clock(), CLAIMS_A_MINUTE) },
]

export const runSchedule = async (deps: Deps) => {
  for (const { name, run } of schedule) {
    try {
      await run(deps)
    } catch (error) {
      deps.log.error(`what the schedule calls '${name}' failed`, describeError(error))
    }
  }
}
