import type { OrderRow } from '../../db/rows.ts'
import type { Deps, ProviderDispute, ProviderRefund } from '../../deps.ts'
import { countRefunds, findRefund, findRefundByReference, insertRefundMadeThere } from '../orders/index.ts'
import { requireStripe } from './checkouts.ts'
import { noteDispute, settleDifference, settleRefundDifferences, touchOrder } from './differences.store.ts'
import { findOrderById, findOrderByPayment, notePayment } from './payments.store.ts'
import { takeInRefund } from './refunds.ts'
import { asked, settlePaid } from './settle-payment.ts'

/** What happened at the provider, whoever did it and however we heard: a message, or the nightly walk through its lists. */

/** A payment that we may not have heard of, by the page that it was made on; false where it was made on none. */
export const applyPayment = async (payment: string, deps: Deps) => {
  const checkout = await requireStripe(deps).checkoutOf(payment)
  if (checkout === null || !checkout.isPaid) return false
  await settlePaid(checkout, asked(checkout), deps)
  return true
}

/** The order's own payment, asked for where it was never noted. */
export const withPayment = async (order: OrderRow, deps: Deps): Promise<OrderRow> => {
  if (order.payment !== null || order.paymentReference === null) return order
  const payment = (await requireStripe(deps).readCheckout(order.paymentReference))?.payment ?? ''
  if (payment === '') return order
  await notePayment(deps.db, order.id, payment)
  return { ...order, payment }
}

/**
 * The order that a payment is for; null for the payments of others, who may share the account. `isAsked`: what the rows
 * do not know is not asked for either.
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
  // A refund may be told before the payment that it is of.
  if (isUnpaid(order)) await applyPayment(refund.payment, deps)
  const standing = await findOrderById(deps.db, order.id)
  const isOwn = standing?.payment === refund.payment
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

/** All refunds of a payment, as they stand now. */
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
