export { followUpRefunds, openCheckout, openWaitingCheckouts, requireStripe, sendRefund } from './ask-stripe.ts'
export { dropOldPaymentEvents } from './hear-stripe.ts'
