import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { rowsOf, statement } from '../../db/statement.ts'
import { orders } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { deadlineAt } from './order-deadlines.store.ts'
import { isOfOrder } from './orders.store.ts'

interface Move {
  moveId: string
  now: Instant
}

/** Marks the order `PAID` if it is still `PENDING`. If a payment and an expiry overlap, the first one wins. */
export const markPaidStatement = (
  db: Database,
  orderId: string,
  where: SQL,
  { now }: Move,
  { paidOn = null, paidNote = null }: { paidOn?: string | null; paidNote?: string | null } = {},
) =>
  rowsOf(
    orders,
    db
      .update(orders)
      .set({
        status: 'PAID',
        paidAt: now,
        paidOn,
        paidNote,
        expiresAt: null,
        effect: sql`case when effect is not null then 'SETTLED' end`,
        effectRequest: null,
        updatedAt: now,
      })
      .where(and(eq(orders.id, orderId), eq(orders.status, 'PENDING'), where))
      .returning(),
  )

export const isOfflineOrderOf = (eventId: string) => sql`event_id = ${eventId} and provider = 'OFFLINE'`

/** Confirms the order's `PENDING` guests, provided this batch marked it `PAID`. */
export const confirmPaid = (orderId: string, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'CONFIRMED', move_id = ${moveId}, updated_at = ${now}
    where ${isOfOrder(orderId)} and status = 'PENDING' and order_id = ${orderId}
      and exists (select 1 from orders o where o.id = ${orderId} and o.status = 'PAID' and o.paid_at = ${now})
    returning id`)

/** Guests `g` of order `o`, whether or not they still have their seat. */
const guestsOfOrder = sql`guests g where g.id in (
  select o.guest_id where o.party_id is null union all select s.guest_id from order_seats s where s.order_id = o.id)`

/**
 * True if the event of order `o` isn't cancelled, the payment has no document, and no guest has left or used the seat.
 */
export const isPaymentUnused = sql`(exists (select 1 from events e where e.id = o.event_id and e.status <> 'CANCELLED')
  and not exists (select 1 from documents d where d.order_id = o.id)
  and not exists (select 1 from ${guestsOfOrder} and (g.status <> 'CONFIRMED' or g.order_id <> o.id))
  and not exists (select 1 from ${guestsOfOrder} and exists (select 1 from checkpoint_scans c where c.guest_id = g.id
    and c.checkin_id is null and c.undone_at is null and c.created_at >= o.paid_at)))`

/** True if a line of a bank statement paid order `o`. An undo of the payment undoes the line. */
const isPaidByLine = sql`exists (select 1 from bank_lines l, json_each(l.orders) x where l.calendar_id = o.calendar_id
  and l.state in ('MATCHED', 'UNDERPAID', 'OVERPAID', 'LATE') and x.value ->> 'orderId' = o.id)`

/** Conditions on order `o`. Once something depends on the payment, only a refund can return it. */
export const mayReopen = guard([
  unless('invalid_transition', sql`o.provider = 'OFFLINE' and o.status = 'PAID'`, {
    says: sql`'An order with status ' || o.status || ' and provider ' || o.provider || ' can’t become unpaid.'`,
    data: sql`json_object('status', o.status)`,
  }),
  unless('payment_in_use', sql`not ${isPaidByLine}`, {
    says: 'A bank line paid this order. Take back the bank line instead.',
  }),
  unless('payment_in_use', isPaymentUnused),
])

interface TakingBack extends Move {
  orderId: string
  eventId: string
  /** When the order expires, unless the event limits it further. */
  expiresAt: Instant
}

/** Makes a paid `OFFLINE` order `PENDING` again, and its guests with it. The order gets a new deadline. */
export const takeBackPayment = ({ orderId, eventId, expiresAt, moveId, now }: TakingBack) => {
  const theOrder = sql`orders o where o.id = ${orderId} and o.event_id = ${eventId}`
  return {
    why: statement<Judged>(sql`select ${mayReopen.why} as why from ${theOrder}`),
    reopened: statement(sql`
      update orders set status = 'PENDING', paid_at = null, paid_on = null, paid_note = null, updated_at = ${now},
        expires_at = ${deadlineAt(sql.raw('orders.event_id'), sql`${expiresAt}`, now)}
      where id in (select o.id from ${theOrder} and ${mayReopen.holds})`),
    waiting: statement<{ id: string }>(sql`
      update guests set status = 'PENDING', move_id = ${moveId}, updated_at = ${now}
      where changes() = 1 and ${isOfOrder(orderId)} and order_id = ${orderId}
      returning id`),
  }
}
