import { billingWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound, refusal } from '../../kernel/failure.ts'
import { stepOf } from '../../kernel/money.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { both, dashboard, one, operation, reply, v1 } from '../../operation/operation.ts'
import { isAccountGone, requireSource, sendRefund } from './index.ts'
import { afterLeaving, mailOfMove, newMove, PROMOTED_MAIL } from '../seats/index.ts'
import {
  confirmPaid,
  countRefunds,
  findOrderOf,
  findRefund,
  insertRefund,
  isOfflineOrderOf,
  leaveRefunded,
  mailOfRefund,
  markPaidStatement as mark,
  mayRefund,
  mayReopen,
  NewRefund,
  Order,
  orderDeadlines,
  orderView,
  Payment,
  Refunded,
  takeBackPayment,
  toOrder,
  whyNotRefunded,
} from '../orders/index.ts'

/** Idempotent: a second call returns the paid order. */
export const markPaid = operation({
  id: 'orders.markPaid',
  effects: ['mails', 'money'],
  summary: 'Mark an order as paid',
  description:
    'Confirms and emails the guests of an OFFLINE order. Marking it again has no effect: the first date and note stay.',
  subject: 'event',
  access: billingWrite,
  routes: both('POST /events/:eventId/orders/:orderId/mark-paid'),
  body: Payment,
  answer: one(Order),
  refusals: ['invalid_transition'],
  async run({ calendar, event, params: { orderId }, body }, deps) {
    const move = newMove(deps)
    const today = dateOf(move.now, event.timezone)
    const paidOn = body.paidOn ?? today
    if (paidOn > today) throw invalid('paidOn', 'must not be in the future')
    const { view } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        paid: mark(deps.db, orderId, isOfflineOrderOf(event.id), move, { paidOn, paidNote: body.note ?? null }),
        confirmed: confirmPaid(orderId, move),
        view: orderView(event.id, orderId),
      },
      mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
    })
    const [order] = view.order
    if (order === undefined) throw notFound()
    const { status, provider } = order
    if (provider !== 'OFFLINE' || status !== 'PAID') {
      const says = `An order with status ${status} and provider ${provider} can’t be marked as paid.`
      return refusal('invalid_transition', { says, data: { status } })
    }
    return toOrder(order, calendar.slug, view)
  },
})

export const markUnpaid = operation({
  id: 'orders.markUnpaid',
  effects: ['mails', 'money'],
  summary: 'Mark an order as unpaid',
  description:
    'Undoes the payment of an OFFLINE order that was marked as paid by mistake. The order is PENDING again for 72 hours, at most until the start or the end of registration, and at least for 30 minutes. Its guests are PENDING again and get an email. Marking an unpaid order again has no effect.',
  subject: 'event',
  access: billingWrite,
  routes: both('POST /events/:eventId/orders/:orderId/mark-unpaid'),
  answer: one(Order),
  refusals: ['invalid_transition', 'payment_in_use'],
  async run({ calendar, event, params: { orderId } }, deps) {
    const move = newMove(deps)
    const [expiresAt] = orderDeadlines(move.now, false)
    const { change, view } = await deps.commit({
      calendarId: calendar.id,
      atEvent: event.id,
      seenBy: 'visitors',
      statements: {
        change: takeBackPayment({ orderId, eventId: event.id, expiresAt, ...move }),
        view: orderView(event.id, orderId),
      },
      mails: [mailOfMove({ PENDING: 'pending' }, move.moveId, { isTakenBack: true })],
    })
    const [order] = view.order
    if (order === undefined) throw notFound()
    const refused = mayReopen.refusal(change.why[0])
    const isUnpaid = order.status === 'PENDING' && order.provider === 'OFFLINE'
    return refused === null || isUnpaid ? toOrder(order, calendar.slug, view) : refused
  },
})

const BY_HAND = 'The refund is recorded, but the service transfers no money. Pay it out to the buyer yourself.'
const MUST_BE_SENT = 'is only possible for orders whose payment account was disconnected'
const IN_FLIGHT = 'The payment provider hasn’t confirmed the refund yet. The service keeps checking.'

interface Refunding {
  calendarSlug: string
  eventId: string
  orderId: string
}

const answerOf = async (refundId: string, { calendarSlug, eventId, orderId }: Refunding, deps: Deps) => {
  const found = await findOrderOf(deps.db, eventId, orderId)
  if (found === null) throw notFound()
  const order = toOrder(found.order, calendarSlug, found)
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (refund === undefined) throw notFound()
  if (found.order.provider === 'OFFLINE') return reply({ refund, order }, { message: BY_HAND })
  return refund.status === 'PENDING' ? reply({ refund, order }, { message: IN_FLIGHT }) : { refund, order }
}

export const refundOrder = operation({
  id: 'orders.refund',
  effects: ['mails', 'money', 'cancels'],
  goesOn: true,
  summary: 'Refund an order',
  description:
    'Refunds the given amount or seats or, without either, the full remainder. OFFLINE refunds are only recorded: a person must pay them out.',
  subject: 'event',
  access: billingWrite,
  routes: [
    v1('POST /events/:eventId/orders/:orderId/refund', {
      current: 'POST /events/:eventId/orders/:orderId/refund',
    }),
    dashboard('POST /events/:eventId/orders/:orderId/refund', {
      successor: '/v1/events/:eventId/orders/:orderId/refund',
    }),
  ],
  body: NewRefund,
  answer: one(Refunded),
  refusals: [
    'order_not_refundable',
    'order_disputed',
    'payment_account_gone',
    'refund_exceeds_remaining',
    'currency_mismatch',
    'seat_refunded',
  ],
  async recover(effectId, { calendar, event, params }, deps) {
    const known = await findRefund(deps.db, effectId)
    if (known === null) return null
    await sendRefund(effectId, deps)
    return answerOf(effectId, { calendarSlug: calendar.slug, eventId: event.id, orderId: params.orderId }, deps)
  },
  async run({ calendar, event, params: { orderId }, body }, deps) {
    if (body.items !== undefined && body.amount !== undefined) throw invalid('amount', 'isn’t allowed with `items`')
    const seen = await findOrderOf(deps.db, event.id, orderId)
    if (seen === null) throw notFound()
    // A Stripe payment can be refunded only through Stripe. If Stripe isn't configured, the request fails here, before
    // a refund is stored.
    if (seen.order.provider === 'STRIPE') {
      const isGone = await isAccountGone(orderId, deps)
      if (isGone && body.byHand !== true) return refusal('payment_account_gone')
      if (!isGone && body.byHand === true) throw invalid('byHand', MUST_BE_SENT)
      if (!isGone) await requireSource(orderId, deps)
      const step = stepOf(seen.order.currency)
      if ((body.amount ?? 0) % step !== 0) throw invalid('amount', `must be a multiple of ${step}`)
    } else if (body.byHand === true) throw invalid('byHand', MUST_BE_SENT)
    const [left, promoted] = [newMove(deps), newMove(deps)]
    const refund = {
      id: deps.newId('rfd'),
      orderId,
      eventId: event.id,
      amount: body.amount ?? null,
      guestIds:
        body.items === undefined ? null : JSON.stringify([...new Set(body.items.map(({ guestId }) => guestId))]),
      currency: body.currency ?? null,
      reason: body.reason ?? null,
      notifyBuyer: Number(body.notifyBuyer ?? true),
      byHand: Number(body.byHand ?? false),
      now: left.now,
    }
    const { why, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        why: whyNotRefunded(refund),
        made: insertRefund(refund),
        counted: countRefunds(orderId, left.now),
        left:
          body.cancelGuests === true
            ? [leaveRefunded(refund, left), ...afterLeaving(seen.order.eventId, left, promoted)]
            : [],
      },
      mails: [
        mailOfRefund(seen.order, refund.id),
        mailOfMove({ CANCELLED: 'cancelled' }, left.moveId, { reason: 'refunded' }),
        mailOfMove(PROMOTED_MAIL, promoted.moveId),
      ],
      effectId: rowIn('refunds', refund.id),
    })
    const [judged] = why
    if (judged === undefined) throw notFound()
    const refused = mayRefund.refusal(judged)
    if (refused !== null) return refused
    if (onlyRow(made).status === 'PENDING') await sendRefund(refund.id, deps)
    return answerOf(refund.id, { calendarSlug: calendar.slug, eventId: event.id, orderId }, deps)
  },
})
