import { dropOverdue } from './db/personal/retention.ts'
import type { Deps } from './deps.ts'
import { describeError } from './kernel/log.ts'
import { archiveOutbox, dropExpiredArchives, dropExpiredUploads, restoreOutbox } from './modules/archives/index.ts'
import { dropOldChanges } from './modules/changes/index.ts'
import { wakeEvents } from './modules/checkins/index.ts'
import { sweepCommunications } from './modules/communications/index.ts'
import { deliveryOutbox } from './modules/deliveries/index.ts'
import { dropExpiredFiles, runOutbox, startDueExports } from './modules/exports/index.ts'
import { eraseBuyersOfDocuments } from './modules/documents/index.ts'
import { runErasures } from './modules/erasures/index.ts'
import { expireOffers } from './modules/guests/index.ts'
import { sweepImages } from './modules/images/index.ts'
import { mailOutbox, sweepLetters } from './modules/mails/index.ts'
import { deleteUnpolledWebhooks, disableExpiredWebhooks, resealSecrets } from './modules/webhooks/index.ts'
import {
  dropOldPaymentEvents,
  endCheckouts,
  followUpRefunds,
  openWaitingCheckouts,
  reconcilePayments,
} from './modules/payments/index.ts'
import { eraseUnneededKeys, resealAccountKeys } from './modules/payment-accounts/index.ts'
import { recoveryOutbox } from './modules/recoveries/index.ts'
import { makeDueDates } from './modules/series/index.ts'
import { wakeDevices } from './modules/wallet/index.ts'
import { dropOldRecipientCounts, expireUnpaidOrders } from './modules/seats/index.ts'

/** Maximum number of rows deleted per table and run. */
const MAX_ROWS_PER_RUN = 5_000
const MAX_COUNTS_PER_RUN = 1_000

/**
 * Jobs that run every minute, and once when the single machine starts. Each is small, bounded and idempotent. A sandbox
 * skips the minutes in which none has anything to do: `src/sandbox/next-at.store.ts` must say when each is due.
 */
export const schedule = [
  { name: 'requeue pending deliveries', run: deliveryOutbox.sweep },
  { name: 'requeue recoveries', run: recoveryOutbox.sweep },
  { name: 'requeue pending emails', run: mailOutbox.sweep },
  { name: 'wake events of an earlier version', run: wakeEvents },
  { name: 'deactivate webhooks whose key has expired', run: disableExpiredWebhooks },
  { name: 'delete webhooks that no program polls', run: deleteUnpolledWebhooks },
  { name: 'drop old changes', run: dropOldChanges },
  { name: 'expire offers', run: expireOffers },
  { name: 'open pending checkouts', run: openWaitingCheckouts },
  { name: 'expire checkouts of closed orders', run: endCheckouts },
  // Runs after `endCheckouts`, which asks Stripe for the state of the payment. An order that was paid in time thus
  // keeps its seat even if the webhook was lost.
  { name: 'expire unpaid orders', run: expireUnpaidOrders },
  { name: 'drop old payment messages', run: dropOldPaymentEvents },
  { name: 'follow up pending refunds', run: followUpRefunds },
  { name: 'reconcile payments with the provider', run: reconcilePayments },
  { name: 'send reminders and continue announcements', run: sweepCommunications },
  { name: 'continue messages about changes', run: sweepLetters },
  { name: 'start due exports', run: startDueExports },
  { name: 'requeue pending exports', run: runOutbox.sweep },
  { name: 'drop files whose links are over', run: dropExpiredFiles },
  { name: 'requeue archives', run: archiveOutbox.sweep },
  { name: 'requeue restores', run: restoreOutbox.sweep },
  { name: 'drop expired archives', run: dropExpiredArchives },
  { name: 'drop uploads that are no longer needed', run: dropExpiredUploads },
  { name: 'drop images that nothing shows', run: sweepImages },
  { name: 're-encrypt data sealed with an older key', run: resealSecrets },
  { name: 're-encrypt keys of payment accounts', run: resealAccountKeys },
  { name: 'erase keys of disconnected payment accounts', run: eraseUnneededKeys },
  { name: 'drop what is kept no longer', run: (deps) => dropOverdue(deps.db, deps.clock(), MAX_ROWS_PER_RUN) },
  {
    name: 'drop old counts of recipients',
    run: (deps) => dropOldRecipientCounts(deps.db, deps.clock(), MAX_COUNTS_PER_RUN),
  },
  { name: 'erase buyers in documents', run: (deps) => eraseBuyersOfDocuments(deps.db, deps.clock(), MAX_ROWS_PER_RUN) },
  { name: 'erase events, calendars and accounts', run: runErasures },
  { name: 'create the next dates of series', run: makeDueDates },
  { name: 'notify devices of changed passes', run: wakeDevices },
] as const satisfies readonly { name: string; run(deps: Deps): Promise<unknown> }[]

export type ChoreName = (typeof schedule)[number]['name']

export const runSchedule = async (deps: Deps) => {
  for (const { name, run } of schedule) {
    try {
      await run(deps)
    } catch (error) {
      deps.log.error(`what the schedule calls '${name}' failed`, describeError(error))
    }
  }
}
