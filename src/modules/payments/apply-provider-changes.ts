import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderDispute, ProviderRefund } from '../../kernel/payment-provider.ts'
import {
  adoptRefundByHand,
  countRefunds,
  findRefund,
  findRefundByReference,
  insertRefundMadeThere,
} from '../orders/index.ts'
import { mailToOwnersOf } from './accounts.store.ts'
import {
  countDisputed,
  noteDispute,
  settleDifference,
  settleRefundDifferences,
  touchOrder,
} from './differences.store.ts'
import { findOrderFrom, findOrderByPayment, notePayment } from './payments.store.ts'
import type { PaymentSource } from './provider-of.ts'
import { takeInRefund } from './refunds.ts'
import { polledEvent, settlePaid } from './settle-payment.ts'

/** Applies payments, refunds and disputes at Stripe, whether a webhook or the nightly reconciliation reported them. */

/**
 * Settles a payment whose webhook may not have arrived. Returns false if the payment is unpaid or has no checkout page.
 */
export const applyPayment = async (payment: string, source: PaymentSource, deps: Deps) => {
  const checkout = await source.stripe.checkoutOf(payment)
  if (checkout === null || !checkout.isPaid) return false
  await settlePaid(checkout, polledEvent(checkout), source, deps)
  return true
}

/** Returns the order with its payment id. If the order has none yet, reads the id from Stripe and stores it. */
export const withPayment = async (order: OrderRow, { stripe }: PaymentSource, deps: Deps): Promise<OrderRow> => {
  if (order.payment !== null || order.paymentReference === null) return order
  const payment = (await stripe.readCheckout(order.paymentReference))?.payment ?? ''
  if (payment === '') return order
  await notePayment(deps.db, order.id, payment)
  return { ...order, payment }
}

/**
 * Returns the order of a payment. Null for payments of other systems that share the Stripe account. With `isAsked`,
 * searches only the database and doesn't call Stripe.
 */
const orderOf = async (
  payment: string,
  { orderId, isAsked }: { orderId?: string; isAsked: boolean },
  source: PaymentSource,
  deps: Deps,
) => {
  if (payment === '') return null
  const known = await findOrderByPayment(deps.db, source, payment)
  if (known !== null || isAsked) return known
  const id = orderId || (await source.stripe.orderOf(payment))
  const order = id === '' ? null : await findOrderFrom(deps.db, source, id)
  return order === null ? null : withPayment(order, source, deps)
}

const isUnpaid = ({ status }: OrderRow) => status === 'PENDING' || status === 'EXPIRED' || status === 'CANCELLED'

const adoptProviderRefund = async (order: OrderRow, refund: ProviderRefund, source: PaymentSource, deps: Deps) => {
  const now = deps.clock()
  // The webhook of a refund may arrive before that of its payment.
  if (isUnpaid(order)) await applyPayment(refund.payment, source, deps)
  const current = await findOrderFrom(deps.db, source, order.id)
  const isOwn = current?.payment === refund.payment
  const id = deps.newId('rfd')
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: isOwn
      ? {
          adopted: adoptRefundByHand(order.id, refund),
          made: insertRefundMadeThere(order.id, { ...refund, id, now }),
          counted: countRefunds(order.id, now),
          settled: settleRefundDifferences({ id, orderId: order.id }, now),
        }
      : { settled: refund.status === 'SUCCEEDED' ? settleDifference(refund.payment, 'refunded', now) : [] },
  })
}

export const applyRefund = async (
  refund: ProviderRefund,
  source: PaymentSource,
  deps: Deps,
  { isAsked } = { isAsked: false },
) => {
  const ours = refund.refundId === '' ? null : await findRefund(deps.db, refund.refundId)
  const known = ours ?? (await findRefundByReference(deps.db, refund.reference))
  if (known !== null) {
    const isOwn = (await findOrderFrom(deps.db, source, known.refund.orderId)) !== null
    return isOwn ? takeInRefund(known, refund, deps) : undefined
  }
  const order = await orderOf(refund.payment, { isAsked }, source, deps)
  if (order !== null && refund.status !== 'FAILED') await adoptProviderRefund(order, refund, source, deps)
}

/** Reads all refunds of a payment from Stripe and applies them. */
export const applyRefundsOf = async (
  { payment, orderId }: { payment: string; orderId: string },
  source: PaymentSource,
  deps: Deps,
) => {
  if ((await orderOf(payment, { orderId, isAsked: false }, source, deps)) === null) return
  for (const refund of await source.stripe.refundsOf(payment)) await applyRefund(refund, source, deps)
}

const mailOfDispute = (
  { id, number, calendarId }: OrderRow,
  { reference, payment, amount, currency, dueBy }: ProviderDispute,
) =>
  mailToOwnersOf({ calendarId }, 'dispute', `dispute:${reference}`, {
    orderId: id,
    number,
    amount: String(amount),
    currency,
    payment,
    dueBy: dueBy === null ? '' : String(dueBy),
  })

export const applyDispute = async (
  dispute: ProviderDispute,
  { isAsked }: { isAsked: boolean },
  source: PaymentSource,
  deps: Deps,
) => {
  const order = await orderOf(dispute.payment, { isAsked }, source, deps)
  if (order === null) return
  const now = deps.clock()
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: {
      touched: touchOrder(order.id, dispute, { isAsked, now }),
      noted: noteDispute(order, dispute, { isAsked, now }),
      lost: countDisputed(order.id),
    },
    // The cause is the dispute, so that later messages about it send nothing.
    mails: dispute.isSettled ? [] : [mailOfDispute(order, dispute)],
  })
  if (noted.length === 0) return
  const { reference, status } = dispute
  deps.log.warn('a payment is disputed at the provider', { orderId: order.id, reference, status })
}
