import type { OrderRow } from '../../db/rows.ts'
import type { Deps, PaymentMessage } from '../../deps.ts'
import { mailOfMove, newMove } from '../guests/index.ts'
import {
  concludeRefund,
  confirmPaid,
  countRefund,
  findRefund,
  insertRefund,
  markPaid,
  sendRefund,
} from '../orders/index.ts'
import {
  endCheckout,
  findOrderById,
  hasNoSeat,
  isPaymentFor,
  markPaidLate,
  noteEvent,
  noteSession,
  readmit,
} from './settle.store.ts'

type Checkout = Exclude<PaymentMessage, { kind: 'refund' }>

const TRIES = 3

/** True when the order took the payment; false when it is not PENDING any more, or the payment is not for it. */
const settleInTime = async (order: OrderRow, message: Checkout, deps: Deps) => {
  const move = newMove(deps)
  const [paid] = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: [
      markPaid(deps.db, order.id, isPaymentFor(message), move),
      confirmPaid(order.id, move),
      noteSession(order.id, message.sessionId),
      noteEvent(message, order.id, move.now),
    ],
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  return paid.length > 0
}

/** After the end of the order: a free seat is given back, else the money is, in the same batch that takes it in. */
const settleLate = async (order: OrderRow, message: Checkout, deps: Deps) => {
  const move = newMove(deps)
  const refund = {
    id: deps.newId('rfd'),
    orderId: order.id,
    eventId: order.eventId,
    amount: null,
    reason: 'The payment came after its time, and the place was given away.',
    notifyBuyer: true,
    now: move.now,
    when: hasNoSeat(move.now),
  }
  const [paid] = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: [
      markPaidLate(deps.db, order, message, move.now),
      ...(order.status === 'EXPIRED' ? [readmit(order, move)] : []),
      insertRefund(refund),
      countRefund(refund),
      noteSession(order.id, message.sessionId),
      noteEvent(message, order.id, move.now),
    ],
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  await sendRefund(refund.id, deps)
  return paid.length > 0
}

const settlePaid = async (message: Checkout, deps: Deps) => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const order = await findOrderById(deps.db, message.orderId)
    if (order === null) return
    if (order.status === 'PENDING' && (await settleInTime(order, message, deps))) return
    const isOver = order.status === 'EXPIRED' || order.status === 'CANCELLED'
    if (isOver && (await settleLate(order, message, deps))) return
    if (!isOver && order.status !== 'PENDING') return
  }
  deps.log.error('a payment does not fit its order', { orderId: message.orderId, messageId: message.id })
}

const settleEnded = async ({ orderId, sessionId }: Checkout, deps: Deps) => {
  const order = await findOrderById(deps.db, orderId)
  if (order === null) return
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: [endCheckout(orderId, sessionId, deps.clock())],
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
