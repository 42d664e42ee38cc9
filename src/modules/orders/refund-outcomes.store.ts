import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { RefundRow } from '../../db/rows.ts'
import { orders, refunds } from '../../db/schema.ts'
import { rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { countRefunds } from './refunds.store.ts'

/** Reports of the payment provider about refunds. */

export interface RefundOutcome {
  status: 'SUCCEEDED' | 'FAILED'
  /** Null if the provider has no such refund. */
  reference: string | null
}

/**
 * Status changes that the provider may report. `SUCCEEDED` may become `FAILED` days later. `FAILED` is final if the
 * provider reported it. If we set `FAILED` ourselves because the provider's list lacked the refund (no `reference`),
 * any status that comes with a `reference` replaces it.
 */
export const mayBecome = ({ status, reference }: RefundOutcome) => sql`(status = 'PENDING'
  or (status = 'SUCCEEDED' and ${status} = 'FAILED' and reference = ${reference})
  or (status = 'FAILED' and coalesce(reference, '') = '' and ${reference} is not null))
  and (coalesce(reference, '') = '' or reference is ${reference})`

export const settleRefund = (
  db: Database,
  refund: Pick<RefundRow, 'id' | 'orderId'>,
  outcome: RefundOutcome,
  now: Instant,
) => ({
  settled: rowsOf(
    refunds,
    db
      .update(refunds)
      .set({ ...outcome, effect: 'SETTLED', effectRequest: null, completedAt: now })
      .where(and(eq(refunds.id, refund.id), mayBecome(outcome)))
      .returning(),
  ),
  counted: countRefunds(refund.orderId, now),
})

/** Stores the provider's reference. Once a refund has one, the service only reads it and never sends it again. */
export const noteReference = (
  db: Database,
  refund: Pick<RefundRow, 'id' | 'orderId'>,
  reference: string,
  now: Instant,
) => ({
  noted: rowsOf(
    refunds,
    db
      .update(refunds)
      .set({ reference, status: 'PENDING', completedAt: null, effect: 'KNOWN', effectRequest: null })
      .where(
        and(
          eq(refunds.id, refund.id),
          sql`coalesce(reference, '') = ''`,
          sql`(status = 'PENDING' or status = 'FAILED')`,
        ),
      )
      .returning(),
  ),
  counted: countRefunds(refund.orderId, now),
})

interface ProviderMadeRefund {
  id: string
  reference: string
  amount: number
  status: RefundRow['status']
  now: Instant
}

/**
 * Gives a refund that a person recorded by hand the provider's reference, once the provider reports it. So it isn't
 * counted twice if the account is connected again.
 */
export const adoptRefundByHand = (
  orderId: string,
  { reference, amount }: Pick<ProviderMadeRefund, 'reference' | 'amount'>,
) =>
  statement(sql`
    update refunds set reference = ${reference}, effect = 'SETTLED' where id = (
      select r.id from refunds r join orders o on o.id = r.order_id where r.order_id = ${orderId} and r.amount = ${amount}
        and r.status = 'SUCCEEDED' and r.reference is null and r.payment is null and r.effect is null and o.provider = 'STRIPE'
      order by r.created_at limit 1)
      and not exists (select 1 from refunds r where r.reference = ${reference})`)

/**
 * Inserts a refund that someone made directly at Stripe. It counts like any other refund. The buyer gets no email from
 * us, because Stripe has already sent one.
 */
export const insertRefundMadeThere = (orderId: string, { id, reference, amount, status, now }: ProviderMadeRefund) =>
  statement<{ id: string }>(sql`
    insert into refunds (id, order_id, amount, currency, reason, notify_buyer, status, reference, effect, created_at, completed_at)
    select ${id}, o.id, ${amount}, o.currency, 'Refunded at the payment provider.', 0, ${status}, ${reference},
      ${status === 'PENDING' ? 'KNOWN' : 'SETTLED'}, ${now}, ${status === 'PENDING' ? null : now}
    from orders o where o.id = ${orderId} and o.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')
      and not exists (select 1 from refunds r where r.reference = ${reference})
    returning id`)

/**
 * Refunds the second payment of an order that was already paid. The refund is in full, and is created only once per
 * payment.
 */
export const insertSecondRefund = (
  orderId: string,
  {
    id,
    payment,
    amount,
    currency,
    now,
  }: { id: string; payment: string; amount: number; currency: string; now: Instant },
) =>
  statement<{ id: string }>(sql`
    insert into refunds (id, order_id, amount, currency, reason, notify_buyer, status, payment, effect, created_at)
    select ${id}, o.id, ${amount}, ${currency}, 'The order was paid twice.', 1, 'PENDING', ${payment}, 'INTENDED', ${now}
    from orders o where o.id = ${orderId} and o.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')
      and not exists (select 1 from refunds r where r.payment = ${payment})
    returning id`)

const withOrder = (db: Database) =>
  db.select({ refund: refunds, order: orders }).from(refunds).innerJoin(orders, eq(orders.id, refunds.orderId))

export type KnownRefund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

/** `PENDING` refunds. Those with the oldest `effect_at` come first. */
export const listPendingRefunds = (db: Database, isDue: SQL, before: Instant, limit: number) =>
  withOrder(db)
    .where(
      and(
        sql`${refunds.status} = 'PENDING'`,
        sql`${refunds.createdAt} <= ${before}`,
        sql`${refunds.id} in (select id from refunds where status = 'PENDING' and ${isDue})`,
      ),
    )
    .orderBy(refunds.effectAt, refunds.createdAt)
    .limit(limit)

export const findRefund = async (db: Database, id: string) => {
  const [row] = await withOrder(db).where(eq(refunds.id, id)).limit(1)
  return row ?? null
}

export const findRefundByReference = async (db: Database, reference: string) => {
  const [row] = await withOrder(db).where(eq(refunds.reference, reference)).limit(1)
  return row ?? null
}
