import type { OrderRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { endOrderNow, expireOrder, listOverdue } from '../../orders/index.ts'
import { mailOfMove } from '../guest-mails.store.ts'
import { newMove, PROMOTED_MAIL } from '../moves.ts'
import { afterLeaving, leaveUnpaid } from './seats.store.ts'

const ORDERS_A_MINUTE = 500

/** Unpaid orders whose time is over: the order expires, its guest leaves, the first in line moves up. */
export const expireUnpaidOrders = async (deps: Deps) => {
  for (const order of await listOverdue(deps.db, deps.clock(), ORDERS_A_MINUTE)) {
    const [left, promoted] = [newMove(deps), newMove(deps)]
    await deps.commit({
      calendarId: order.calendarId,
      atEvent: order.eventId,
      seenBy: 'visitors',
      statements: [
        expireOrder(order.id, left.now),
        leaveUnpaid(order, order.id, left),
        ...afterLeaving(order.eventId, left, promoted),
      ],
      mails: [
        mailOfMove({ CANCELLED: 'cancelled' }, left.moveId, { reason: 'unpaid' }),
        mailOfMove(PROMOTED_MAIL, promoted.moveId),
      ],
    })
  }
}

/** Takes back an order that nobody can pay: the seat is free at once. */
export const withdrawOrder = async (order: OrderRow, deps: Deps) => {
  const [left, promoted] = [newMove(deps), newMove(deps)]
  await deps.commit({
    calendarId: order.calendarId,
    atEvent: order.eventId,
    seenBy: 'visitors',
    statements: [
      endOrderNow(order.id, left.now),
      expireOrder(order.id, left.now),
      leaveUnpaid(order, order.id, left),
      ...afterLeaving(order.eventId, left, promoted),
    ],
    mails: [mailOfMove(PROMOTED_MAIL, promoted.moveId)],
  })
}
