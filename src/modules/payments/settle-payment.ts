import { edit } from '../../db/edit.ts'
import type { OrderRow } from '../../db/rows.ts'
import type { Deps, PaymentMessage, ProviderCheckout } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { confirmPaid, countRefunds, insertLateRefund, insertSecondRefund, markPaidStatement } from '../orders/index.ts'
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
import { sendRefund } from './refunds.ts'
import { mailOfMove, newMove } from '../seats/index.ts'

type Paid = NonNullable<Awaited<ReturnType<typeof findPaidOrder>>>
type Heard = Pick<PaymentMessage, 'id' | 'type'>

/** For what nobody told, and we found by asking. */
export const asked = ({ sessionId }: ProviderCheckout): Heard => ({ id: `asked:${sessionId}`, type: 'asked' })

/** Null when the order is not PENDING any more, or asks for something else by now, or its event is cancelled. */
const settleInTime = async ({ order }: Paid, checkout: ProviderCheckout, heard: Heard, deps: Deps) => {
  const move = newMove(deps)
  const { paid } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: {
      paid: markPaidStatement(deps.db, order.id, isPaymentInTime(checkout), move),
      confirmed: confirmPaid(order.id, move),
      session: noteSession(order.id, checkout),
      heard: noteEvent(heard, order.id, move.now),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  return paid[0] ?? null
}

/** After the end of the order or of its event: a free seat is given back, and its coupon is redeemed again, else the money goes back, in the same batch that takes it in. */
const settleLate = async ({ order, isOff }: Paid, checkout: ProviderCheckout, heard: Heard, deps: Deps) => {
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
    now: move.now,
  }
  const { paid } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: {
      paid: markPaidLate(deps.db, order, checkout, move.now),
      // A party's places are not looked for one by one: what came too late for all goes back.
      seated:
        order.status === 'EXPIRED' && order.partyId === null ? [readmit(order, move), redeemAgain(order.id, move)] : [],
      refund: insertLateRefund(refund),
      counted: countRefunds(order.id, move.now),
      session: noteSession(order.id, checkout),
      heard: noteEvent(heard, order.id, move.now),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  await sendRefund(refund.id, deps)
  return paid[0] ?? null
}

/** The order was paid already, on another page: what came second goes back. */
const settleSecond = async (order: OrderRow, checkout: ProviderCheckout, heard: Heard, deps: Deps) => {
  const now = deps.clock()
  const { sessionId, payment, amount, currency } = checkout
  const refund = { id: deps.newId('rfd'), payment: payment || sessionId, amount, currency, now }
  const { made } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: {
      made: insertSecondRefund(order.id, refund),
      noted: noteDifference({ id: refund.payment, kind: 'PAID_TWICE', order, amount, currency, status: 'paid', now }),
      heard: noteEvent(heard, order.id, now),
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

/** As the order stands; where it has moved on in the meantime, as it stands then. */
export const settlePaid = async (checkout: ProviderCheckout, heard: Heard, deps: Deps) => {
  const settled = await edit(
    () => findPaidOrder(deps.db, checkout),
    async (found): Promise<'done' | { misfit: OrderRow } | null> => {
      if (found === null) return 'done'
      const { order, fits } = found
      const isOpen = order.status === 'PENDING' && found.isOff === 0
      if (order.status === 'PENDING' || order.status === 'EXPIRED' || order.status === 'CANCELLED') {
        if (fits === 0) return { misfit: order }
        return (await (isOpen ? settleInTime : settleLate)(found, checkout, heard, deps)) === null ? null : 'done'
      }
      if (order.provider !== 'STRIPE') return { misfit: order }
      if (order.paymentReference !== checkout.sessionId) await settleSecond(order, checkout, heard, deps)
      return 'done'
    },
  )
  // Told again, it finds the order as the others have left it.
  if (settled === null) throw unavailable('Another request is changing the order of this payment. Try again.')
  if (settled !== 'done') await noteMisfit(settled.misfit, checkout, deps)
}
