import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderDispute, ProviderRefund } from '../../kernel/payment-provider.ts'
import { countRefunds, findRefund, findRefundByReference, insertRefundMadeThere } from '../orders/index.ts'
import { noteDispute, settleDifference, settleRefundDifferences, touchOrder } from './differences.store.ts'
import { findOrderById, findOrderByPayment, notePayment } from './payments.store.ts'
import { requireStripe } from './provider-of.ts'
import { takeInRefund } from './refunds.ts'
import { polledEvent, settlePaid } from './settle-payment.ts'

/** Applies payments, refunds and disputes at Stripe, whether a webhook or the nightly reconciliation reported them. */

/**
 * Settles a payment whose webhook may not have arrived. Returns false if the payment is unpaid or has no checkout page.
 */
export const applyPayment = async (payment: string, deps: Deps) => {
  const checkout = await requireStripe(deps).checkoutOf(payment)
  if (checkout === null || !checkout.isPaid) return false
  await settlePaid(checkout, polledEvent(checkout), deps)
  return true
}

/** Returns the order with its payment id. If the order has none yet, reads the id from Stripe and stores it. */
export const withPayment = async (order: OrderRow, deps: Deps): Promise<OrderRow> => {
  if (order.payment !== null || order.paymentReference === null) return order
  const payment = (await requireStripe(deps).readCheckout(order.paymentReference))?.payment ?? ''
  if (payment === '') return order
  await notePayment(deps.db, order.id, payment)
  return { ...order, payment }
}

/**
 * Returns the order of a payment. Null for payments of other systems that share the Stripe account. With `isAsked`,
 * searches only the database and doesn't call Stripe.
 */
const orderOf = async (payment: string, { orderId, isAsked }: { orderId?: string; isAsked: boolean }, deps: Deps) => {
  if (payment === '') return null
  const known = await findOrderByPayment(deps.db, payment)
  if (known !== null || isAsked) return known
  const id = orderId || (await requireStripe(deps).orderOf(payment))
  const order = id === '' ? null : await findOrderById(deps.db, id)
  return order === null ? null : withPayment(order, deps)
}

const isUnpaid = ({ status }: OrderRow) => status === 'PENDING' || status === 'EXPIRED' || status === 'CANCELLED'

const adoptProviderRefund = async (order: OrderRow, refund: ProviderRefund, deps: Deps) => {
  const now = deps.clock()
  // The webhook of a refund may arrive before that of its payment.
  if (isUnpaid(order)) await applyPayment(refund.payment, deps)
  const current = await findOrderById(deps.db, order.id)
  const isOwn = current?.payment === refund.payment
  const id = deps.newId('rfd')
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: isOwn
      ? {
          made: insertRefundMadeThere(order.id, { ...refund, id, now }),
          counted: countRefunds(order.id, now),
          settled: settleRefundDifferences({ id, orderId: order.id }, now),
        }
      : { settled: refund.status === 'SUCCEEDED' ? settleDifference(refund.payment, 'refunded', now) : [] },
  })
}

export const applyRefund = async (refund: ProviderRefund, deps: Deps, { isAsked } = { isAsked: false }) => {
  const ours = refund.refundId === '' ? null : await findRefund(deps.db, refund.refundId)
  const known = ours ?? (await findRefundByReference(deps.db, refund.reference))
  if (known !== null) return takeInRefund(known, refund, deps)
  const order = await orderOf(refund.payment, { isAsked }, deps)
  if (order !== null && refund.status !== 'FAILED') await adoptProviderRefund(order, refund, deps)
}

/** Reads all refunds of a payment from Stripe and applies them. */
export const applyRefundsOf = async ({ payment, orderId }: { payment: string; orderId: string }, deps: Deps) => {
  if ((await orderOf(payment, { orderId, isAsked: false }, deps)) === null) return
  for (const refund of await requireStripe(deps).refundsOf(payment)) await applyRefund(refund, deps)
}

export const applyDispute = async (dispute: ProviderDispute, { isAsked }: { isAsked: boolean }, deps: Deps) => {
  const order = await orderOf(dispute.payment, { isAsked }, deps)
  if (order === null) return
  const now = deps.clock()
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: { noted: noteDispute(order, dispute, { isAsked, now }), touched: touchOrder(order.id, now) },
  })
  if (noted.length === 0) return
  const { reference, status } = dispute
  deps.log.warn('a payment is disputed at the provider', { orderId: order.id, reference, status })
}
