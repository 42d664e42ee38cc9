export { dropOldPaymentEvents } from './drop-old-events.ts'
export { openCheckout, openWaitingCheckouts } from './open-checkout.ts'
