import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, statement } from '../../db/statement.ts'
import { orders } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { isOfOrder } from './orders.store.ts'

interface Move {
  moveId: string
  now: Instant
}

/** Marks the order `PAID` if it is still `PENDING`. If a payment and an expiry overlap, the first one wins. */
export const markPaidStatement = (db: Database, orderId: string, where: SQL, { now }: Move) =>
  rowsOf(
    orders,
    db
      .update(orders)
      .set({
        status: 'PAID',
        paidAt: now,
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
