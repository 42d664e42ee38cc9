import { edit } from '../../db/edit.ts'
import type { OrderRow } from '../../db/rows.ts'
import type { Deps, PaymentMessage } from '../../deps.ts'
import { mailOfMove, newMove } from '../guests/index.ts'
import { confirmPaid, countRefund, findRefund, insertLateRefund, markPaid } from '../orders/index.ts'
import { concludeRefund, sendRefund } from './ask-stripe.ts'
import {
  endCheckout,
  findOrderById,
  isPaymentFor,
  markPaidLate,
  noteEvent,
  noteSession,
  readmit,
} from './payments.store.ts'

type Checkout = Exclude<PaymentMessage, { kind: 'refund' }>

/** Null when the order is not PENDING any more, or the payment is not for it. */
const settleInTime = async (order: OrderRow, message: Checkout, deps: Deps) => {
  const move = newMove(deps)
  const { paid } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: {
      paid: markPaid(deps.db, order.id, isPaymentFor(message), move),
      confirmed: confirmPaid(order.id, move),
      session: noteSession(order.id, message.sessionId),
      heard: noteEvent(message, order.id, move.now),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  return paid[0] ?? null
}

/** After the end of the order: a free seat is given back, else the money is, in the same batch that takes it in. */
const settleLate = async (order: OrderRow, message: Checkout, deps: Deps) => {
  const move = newMove(deps)
  const refund = {
    id: deps.newId('rfd'),
    orderId: order.id,
    eventId: order.eventId,
    amount: null,
    currency: null,
    reason: 'The payment came after its time, and the place was given away.',
    notifyBuyer: 1,
    now: move.now,
  }
  const { paid } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: {
      paid: markPaidLate(deps.db, order, message, move.now),
      seated: order.status === 'EXPIRED' ? [readmit(order, move)] : [],
      refund: insertLateRefund(refund),
      counted: countRefund(refund),
      session: noteSession(order.id, message.sessionId),
      heard: noteEvent(message, order.id, move.now),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  await sendRefund(refund.id, deps)
  return paid[0] ?? null
}

/** As the order stands; where it has moved on in the meantime, as it stands then. */
const settlePaid = async (message: Checkout, deps: Deps) => {
  const settled = await edit(
    () => findOrderById(deps.db, message.orderId),
    async (order) => {
      if (order?.status === 'PENDING') return settleInTime(order, message, deps)
      if (order?.status === 'EXPIRED' || order?.status === 'CANCELLED') return settleLate(order, message, deps)
      return 'nothing is owed'
    },
  )
  if (settled === null) {
    deps.log.error('a payment does not fit its order', { orderId: message.orderId, messageId: message.id })
  }
}

const settleEnded = async ({ orderId, sessionId }: Checkout, deps: Deps) => {
  const order = await findOrderById(deps.db, orderId)
  if (order === null) return
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: { ended: endCheckout(orderId, sessionId, deps.clock()) },
  })
}

const settleRefund = async (message: Extract<PaymentMessage, { kind: 'refund' }>, deps: Deps) => {
  const known = await findRefund(deps.db, message.refundId)
  if (known === null || message.status === 'PENDING') return
  await concludeRefund(known, { status: message.status, reference: message.reference }, deps)
}

/** Every step is guarded by the state that it leaves, so messages may come in any order and more than once. */
export const settle = async (message: PaymentMessage, deps: Deps) => {
  if (message.kind === 'refund') await settleRefund(message, deps)
  if (message.kind === 'paid') await settlePaid(message, deps)
  if (message.kind === 'ended') await settleEnded(message, deps)
}
