import { reply, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { afterLeaving, mailOfMove, newMove, PROMOTED_MAIL } from '../guests/index.ts'
import type { NewRefund, OrderParams } from './order-operations.schema.ts'
import { findOrderOf } from './order-reading.store.ts'
import { toOrder } from './orders.ts'
import { requireProvider, sendRefund } from './send-refund.ts'
import { countRefund, findRefund, insertRefund, leaveRefunded, tellBuyer } from './settle.store.ts'

type Refunding = Call<Parsed<typeof OrderParams>, unknown, Parsed<typeof NewRefund>, 'event'>

const BY_HAND = 'The refund is noted; the service moves no money here, so a person must pay it out to the buyer.'
const ON_ITS_WAY = 'The payment provider has not confirmed the refund yet; it is followed up.'

const refuse = async ({ event, params, body }: Refunding, deps: Deps): Promise<never> => {
  const found = await findOrderOf(deps.db, event.id, params.orderId)
  if (found === null) throw notFound()
  const { order } = found
  const rest = order.total - order.refunded
  if ((order.status === 'PAID' || order.status === 'PARTIALLY_REFUNDED') && rest > 0) {
    throw refusal('refund_exceeds_remaining', {
      says: `Only ${rest} of this order can still be refunded.`,
      fields: [{ field: 'amount', message: `must be at most ${rest}` }],
    })
  }
  const why = order.total === 0 ? 'of nothing' : `that is ${order.status}`
  throw refusal('order_not_refundable', {
    says: `An order ${why} cannot be refunded${body.amount === undefined ? '' : ' any more'}.`,
  })
}

const answer = async (refundId: string, { calendar, event, params }: Refunding, deps: Deps) => {
  const found = await findOrderOf(deps.db, event.id, params.orderId)
  const order = found === null ? null : toOrder(found.order, calendar.slug, found.refunds)
  const refund = order?.refunds.find(({ id }) => id === refundId)
  if (found === null || order === null || refund === undefined) throw notFound()
  if (found.order.provider === 'OFFLINE') return reply({ refund, order }, { message: BY_HAND })
  return refund.status === 'PENDING' ? reply({ refund, order }, { message: ON_ITS_WAY }) : { refund, order }
}

export const refundOrder = async (call: Refunding, deps: Deps) => {
  const { calendar, event, params, body } = call
  const seen = await findOrderOf(deps.db, event.id, params.orderId)
  if (seen === null) throw notFound()
  requireProvider(seen.order, deps)
  if (body.currency !== undefined && body.currency !== seen.order.currency) {
    throw refusal('currency_mismatch', {
      fields: [{ field: 'currency', message: `must be ${seen.order.currency ?? 'absent'}` }],
    })
  }
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const refund = {
    id: deps.newId('rfd'),
    orderId: params.orderId,
    eventId: event.id,
    amount: body.amount ?? null,
    reason: body.reason ?? null,
    notifyBuyer: body.notifyBuyer ?? true,
    now: left.now,
  }
  const [made, , told] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [
      insertRefund(refund),
      countRefund(refund),
      tellBuyer(refund.id, refund.now),
      ...(body.cancelGuests === true ? [leaveRefunded(refund, left), ...afterLeaving(event.id, left, promoted)] : []),
    ],
    mails: [
      mailOfMove({ CANCELLED: 'cancelled' }, left.moveId, { reason: 'refunded' }),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
    effectId: refund.id,
  })
  if (made.length === 0) return refuse(call, deps)
  deps.tell({ mails: told.map(({ id }) => id) })
  if (seen.order.provider === 'STRIPE') await sendRefund(refund.id, deps)
  return answer(refund.id, call, deps)
}

export const recoverRefund = async (effectId: string, call: Refunding, deps: Deps) => {
  const known = await findRefund(deps.db, effectId)
  if (known === null) return null
  if (known.refund.status === 'PENDING') await sendRefund(effectId, deps)
  return answer(effectId, call, deps)
}
