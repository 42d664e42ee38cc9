import { edit } from '../../db/edit.ts'
import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentMessage, ProviderCheckout } from '../../kernel/payment-provider.ts'
import { unavailable } from '../../kernel/failure.ts'
import {
  confirmPaid,
  countRefunds,
  insertLateRefund,
  insertSeatRefund,
  insertSecondRefund,
  markPaidStatement,
} from '../orders/index.ts'
import { noteDifference } from './differences.store.ts'
import {
  findPaidOrder,
  isPaymentInTime,
  markPaidLate,
  noteEvent,
  noteSession,
  readmit,
  redeemAgain,
} from './payments.store.ts'
import type { PaymentSource } from './provider-of.ts'
import { sendRefund } from './refunds.ts'
import { mailOfMove, newMove } from '../seats/index.ts'

type PaidOrder = NonNullable<Awaited<ReturnType<typeof findPaidOrder>>>
type EventRef = Pick<PaymentMessage, 'id' | 'type'>

/** Stands in for a webhook event when we found the payment by asking Stripe. */
export const polledEvent = ({ sessionId }: ProviderCheckout): EventRef => ({ id: `asked:${sessionId}`, type: 'asked' })

const SEAT_GIVEN_UP = 'The seat was given up before the payment arrived.'

const seatRefundOf = ({ id, eventId }: OrderRow, { now }: { now: number }, deps: Deps) => ({
  id: deps.newId('rfd'),
  orderId: id,
  eventId,
  reason: SEAT_GIVEN_UP,
  now,
})

/**
 * Settles a payment on an order that can still be paid, and refunds the seats that nobody holds any longer. Returns null if the order is no longer `PENDING`, its amount
 * has changed, or its event is cancelled.
 */
const settleInTime = async ({ order }: PaidOrder, checkout: ProviderCheckout, event: EventRef, deps: Deps) => {
  const move = newMove(deps)
  const refund = seatRefundOf(order, move, deps)
  const { paid, refunded } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: {
      paid: markPaidStatement(deps.db, order.id, isPaymentInTime(checkout), move),
      confirmed: confirmPaid(order.id, move),
      refunded: insertSeatRefund(refund),
      counted: countRefunds(order.id, move.now),
      session: noteSession(order.id, checkout),
      event: noteEvent(event, order.id, move.now),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  if (refunded.length > 0) await sendRefund(refund.id, deps)
  return paid[0] ?? null
}

/**
 * Records a payment that arrived after the order had expired or its event was cancelled. If a seat is free, the same
 * batch gives the guest a seat and redeems the coupon again. Otherwise it creates a full refund.
 */
const settleLate = async ({ order, isOff }: PaidOrder, checkout: ProviderCheckout, event: EventRef, deps: Deps) => {
  const move = newMove(deps)
  const refund = {
    id: deps.newId('rfd'),
    orderId: order.id,
    eventId: order.eventId,
    guestIds: null,
    amount: null,
    currency: null,
    reason: isOff === 1 ? 'The event is cancelled.' : 'The payment arrived too late, and the seat was given away.',
    notifyBuyer: 1,
    byHand: 0,
    now: move.now,
  }
  const seats = seatRefundOf(order, move, deps)
  const { paid } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: {
      paid: markPaidLate(deps.db, order, checkout, move.now),
      // A party doesn't get its seats back. Its late payment is refunded in full.
      seated:
        order.status === 'EXPIRED' && order.partyId === null ? [readmit(order, move), redeemAgain(order.id, move)] : [],
      refund: insertLateRefund(refund),
      counted: countRefunds(order.id, move.now),
      seats: insertSeatRefund(seats),
      seatsCounted: countRefunds(order.id, move.now),
      session: noteSession(order.id, checkout),
      event: noteEvent(event, order.id, move.now),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  for (const { id } of [refund, seats]) await sendRefund(id, deps)
  return paid[0] ?? null
}

/** Handles a payment for an order already paid through another checkout page: the second payment is refunded. */
const settleSecond = async (order: OrderRow, checkout: ProviderCheckout, event: EventRef, deps: Deps) => {
  const now = deps.clock()
  const { sessionId, payment, amount, currency } = checkout
  const refund = { id: deps.newId('rfd'), payment: payment || sessionId, amount, currency, now }
  const { made } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: {
      made: insertSecondRefund(order.id, refund),
      noted: noteDifference({ id: refund.payment, kind: 'PAID_TWICE', order, amount, currency, status: 'paid', now }),
      event: noteEvent(event, order.id, now),
    },
  })
  if (made.length === 0) return
  deps.log.error('an order was paid twice; the second payment is refunded', { orderId: order.id, payment })
  await sendRefund(refund.id, deps)
}

const noteMisfit = async (order: OrderRow, checkout: ProviderCheckout, deps: Deps) => {
  const { sessionId, payment, amount, currency } = checkout
  deps.log.error("a payment doesn't match its order", { orderId: order.id, payment, sessionId })
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: [
      noteDifference({
        id: payment || sessionId,
        kind: 'PAYMENT_DIFFERS',
        order,
        amount,
        currency,
        status: 'paid',
        now: deps.clock(),
      }),
    ],
  })
}

/**
 * Settles a payment according to the order's status. If the status changes concurrently, `edit` reads the order again
 * and retries.
 */
export const settlePaid = async (checkout: ProviderCheckout, event: EventRef, source: PaymentSource, deps: Deps) => {
  const settled = await edit(
    () => findPaidOrder(deps.db, source, checkout),
    async (found): Promise<'done' | { misfit: OrderRow } | null> => {
      if (found === null) return 'done'
      const { order, fits } = found
      const isOpen = order.status === 'PENDING' && found.isOff === 0
      if (order.status === 'PENDING' || order.status === 'EXPIRED' || order.status === 'CANCELLED') {
        if (fits === 0) return { misfit: order }
        return (await (isOpen ? settleInTime : settleLate)(found, checkout, event, deps)) === null ? null : 'done'
      }
      if (order.provider !== 'STRIPE') return { misfit: order }
      if (order.paymentReference !== checkout.sessionId) await settleSecond(order, checkout, event, deps)
      return 'done'
    },
  )
  // The 503 makes Stripe retry the webhook. The retry then finds the order in its new status.
  if (settled === null) throw unavailable('Another request is changing this payment’s order. Try again.')
  if (settled !== 'done') await noteMisfit(settled.misfit, checkout, deps)
}
