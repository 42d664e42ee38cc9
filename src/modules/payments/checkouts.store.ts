import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { orders } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { isCalledOff, isToReplacePage } from '../orders/index.ts'
import { inList } from '../../db/statement.ts'
import { isDue } from './effects.store.ts'

// SQLite uses the partial index `orders_effect` only if the query repeats its condition, even where `effect = 'INTENDED'`
// already implies it.
const IN_ORDERS_EFFECT = sql.raw(`effect in ('INTENDED', 'SENT', 'KNOWN')`)

/**
 * True for expired, cancelled and overdue orders, including those whose guest a moderator has confirmed: that guest
 * pays by hand once the page is closed. The unary `+` keeps SQLite from using `orders_due`, which contains every order
 * that ever expired.
 */
const isOver = (now: Instant) =>
  sql`(+status in ('EXPIRED', 'CANCELLED') or (+status = 'PENDING' and (expires_at <= ${now} or ${isCalledOff})))`

/**
 * Expired or cancelled orders, orders of a cancelled event and orders that lost a seat, whose checkout page may still be
 * open.
 */
export const listToEnd = (db: Database, now: Instant, limit: number) =>
  db
    .select()
    .from(orders)
    .where(and(IN_ORDERS_EFFECT, sql`effect <> 'INTENDED'`, sql`(${isOver(now)} or ${isToReplacePage})`, isDue(now)))
    // Orders that `expireOrder` is about to expire come first, because their guests may have paid in time.
    .orderBy(sql`not (status = 'PENDING' and expires_at <= ${now})`, orders.effectAt)
    .limit(limit)

/** Orders with a seat of these guests whose checkout page has to end: cancelled, or to be replaced. */
export const listLeft = (db: Database, guestIds: readonly string[]) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.effect, 'KNOWN'),
        sql`(+status = 'CANCELLED' or ${isToReplacePage})`,
        sql`id in (select o.id from orders o where o.guest_id in ${inList(guestIds)}
          union all select s.order_id from order_seats s where s.guest_id in ${inList(guestIds)})`,
      ),
    )

export const listOverduePagesOf = (db: Database, accountId: string, now: Instant) =>
  db
    .select()
    .from(orders)
    .where(
      sql`id in (select z.order_id from order_terms z where z.account_id = ${accountId}) and status = 'PENDING'
        and expires_at <= ${now} and effect in ('SENT', 'KNOWN')`,
    )

/**
 * Settles expired and cancelled orders that are still `INTENDED`. The service never sent a checkout for them, so there
 * is none to close.
 */
export const settleNeverSent = (db: Database, now: Instant, limit: number) =>
  db.run(sql`
    update orders set effect = 'SETTLED' where id in (
      select id from orders where ${IN_ORDERS_EFFECT} and effect = 'INTENDED'
        and (+status in ('EXPIRED', 'CANCELLED') or (+status = 'PENDING' and expires_at <= ${now})) limit ${limit})`)

/** Does nothing if the order has been paid in the meantime, because the payment has already set `SETTLED`. */
export const settleCheckout = (db: Database, orderId: string, now: Instant) =>
  db
    .update(orders)
    .set({ effect: 'SETTLED', effectRequest: null })
    .where(and(eq(orders.id, orderId), isOver(now)))
