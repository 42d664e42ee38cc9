import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { orders } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { isCalledOff } from '../orders/index.ts'
import { isDue } from './effects.store.ts'

// Said beside what follows from it: SQLite takes a partial index only where its condition is said again.
const IN_ORDERS_EFFECT = sql.raw(`effect in ('INTENDED', 'SENT', 'KNOWN')`)

/**
 * Also while somebody is in who has not paid: they owe it by hand once the page has ended. With the sign no index of states
 * is taken, in which every order that ever ended stands.
 */
const isOver = (now: Instant) =>
  sql`(+status in ('EXPIRED', 'CANCELLED') or (+status = 'PENDING' and (expires_at <= ${now} or ${isCalledOff})))`

/** Orders that are over, or of an event that was cancelled, with a page at the provider that may still be open. */
export const listToEnd = (db: Database, now: Instant, most: number) =>
  db
    .select()
    .from(orders)
    .where(and(IN_ORDERS_EFFECT, sql`effect <> 'INTENDED'`, isOver(now), isDue(now)))
    // First what is to expire next minute: it may have been paid in time.
    .orderBy(sql`not (status = 'PENDING' and expires_at <= ${now})`, orders.effectAt)
    .limit(most)

/** What was never sent needs no end. */
export const settleNeverSent = (db: Database, now: Instant, most: number) =>
  db.run(sql`
    update orders set effect = 'SETTLED' where id in (
      select id from orders where ${IN_ORDERS_EFFECT} and effect = 'INTENDED'
        and (+status in ('EXPIRED', 'CANCELLED') or (+status = 'PENDING' and expires_at <= ${now})) limit ${most})`)

/** Not where it was paid meanwhile: that settled it. */
export const settleCheckout = (db: Database, orderId: string, now: Instant) =>
  db
    .update(orders)
    .set({ effect: 'SETTLED', effectRequest: null })
    .where(and(eq(orders.id, orderId), isOver(now)))
