import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { mailOfMove, newMove } from '../guests/index.ts'
import { readOrder } from './list-orders.ts'
import type { OrderParams } from './order-operations.schema.ts'
import { confirmPaid, isOfflineOrderOf, markPaid as mark } from './settle.store.ts'

/** A person has seen the money. Saying so again changes nothing. */
export const markPaid = async (call: Call<Parsed<typeof OrderParams>, unknown, unknown, 'event'>, deps: Deps) => {
  const { calendar, event, params } = call
  const move = newMove(deps)
  await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [mark(deps.db, params.orderId, isOfflineOrderOf(event.id), move), confirmPaid(params.orderId, move)],
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
    effectId: params.orderId,
  })
  const order = await readOrder(call, deps)
  if (order.payment.provider !== 'OFFLINE' || order.status !== 'PAID') {
    throw refusal('invalid_transition', {
      says: `An order that is ${order.status} by ${order.payment.provider} cannot be marked paid.`,
      data: {
        status: order.status,
      },
    })
  }
  return order
}
