export { endCheckouts, endPagesOf, openCheckout, openWaitingCheckouts, requireStripe } from './checkouts.ts'
export { dropOldPaymentEvents } from './hear-stripe.ts'
export { reconcilePayments } from './reconcile.ts'
export { followUpRefunds, sendRefund } from './refunds.ts'
