import type { Deps } from '../../deps.ts'
import type { ProviderCheckout } from '../../kernel/payment-provider.ts'
import { holdOf } from '../../kernel/payment-methods.ts'
import { mailOfOrder } from '../seats/index.ts'
import { endOrderOf, failPayment, findOrderFrom, holdProcessing, isHeldForBank } from './payments.store.ts'
import type { PaymentSource } from './provider-of.ts'

/** The bank refused the payment. The order expires now, and the schedule cancels and emails its guests. */
export const settleFailed = async (checkout: ProviderCheckout, source: PaymentSource, deps: Deps) => {
  const { orderId, sessionId } = checkout
  const order = await findOrderFrom(deps.db, source, orderId)
  if (order === null) return
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: [failPayment(checkout), endOrderOf(orderId, sessionId, deps.clock())],
  })
}

/**
 * The buyer has finished the page with a method whose money arrives days later: holds the seats for as long as that
 * method may take. Reads the payment, because a message doesn't name its method and may arrive after the failure.
 */
export const settleProcessing = async (checkout: ProviderCheckout, source: PaymentSource, deps: Deps) => {
  const order = await findOrderFrom(deps.db, source, checkout.orderId)
  if (order?.status !== 'PENDING') return
  const { method, hasFailed } = await source.stripe.delayedPayment(checkout.payment)
  if (hasFailed) return settleFailed(checkout, source, deps)
  const now = deps.clock()
  const cause = `processing:${checkout.sessionId}`
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: holdProcessing(checkout, now + holdOf(method), now),
    mails: [mailOfOrder({ PENDING: 'payment-processing' }, order.id, cause, isHeldForBank(order.id))],
  })
}
