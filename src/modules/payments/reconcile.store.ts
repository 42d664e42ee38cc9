import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../../db/rows.ts'
import { orders, paymentDifferences, paymentReconciliations, refunds } from '../../db/schema.ts'
import { inList, inOneBatch, rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { missingSeats, SEAT_MISSING } from './differences.store.ts'

export type Reconciliation = typeof paymentReconciliations.$inferSelect

export const findOpenRun = async (db: Database): Promise<Reconciliation | null> => {
  const [row] = await db.select().from(paymentReconciliations).where(isNull(paymentReconciliations.endedAt)).limit(1)
  return row ?? null
}

/** Starts the run for one day, or returns null if that run exists. Deletes runs from before `since`. */
export const beginRun = async (
  db: Database,
  day: string,
  since: Instant,
  now: Instant,
): Promise<Reconciliation | null> => {
  const [inserted] = await db
    .insert(paymentReconciliations)
    .values({ id: day, phase: 'PAYMENTS', cursor: null, since, startedAt: now })
    .onConflictDoNothing()
    .returning()
  if (inserted !== undefined) await db.run(sql`delete from payment_reconciliations where started_at < ${since}`)
  return inserted ?? null
}

export const keepRun = (db: Database, { id, phase, cursor, endedAt }: Reconciliation) =>
  db.update(paymentReconciliations).set({ phase, cursor, endedAt }).where(eq(paymentReconciliations.id, id))

export const findOrdersById = (db: Database, ids: readonly string[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(sql`${orders.id} in ${inList(ids)}`)

/**
 * Pending and successful refunds of the orders' own payments. Includes only those for which Stripe has issued a
 * `reference`.
 */
export const refundsKnownOf = (db: Database, orderIds: readonly string[]) =>
  db
    .select({ orderId: refunds.orderId, reference: refunds.reference, amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(
      and(
        sql`${refunds.orderId} in ${inList(orderIds)}`,
        isNull(refunds.payment),
        inArray(refunds.status, ['PENDING', 'SUCCEEDED']),
        sql`${refunds.reference} > ''`,
      ),
    )

/** Payments that need no further action, because a row in `refunds` or `payment_differences` has their id. */
export const paymentsNoted = async (db: Database, payments: readonly string[]) => {
  const paymentList = inList(payments)
  const noted = await rowsFrom(
    db,
    statement<{ payment: string }>(sql`
      select payment from refunds where payment in ${paymentList} union select id from payment_differences where id in ${paymentList}`),
  )
  return noted.map(({ payment }) => payment)
}

/**
 * Marks the orders whose payments appeared in Stripe's list. Settles their `PAYMENT_MISSING` differences, and their
 * `REFUND_DIFFERS` differences if the amounts agree again.
 */
export const noteReconciled = (db: Database, orderIds: readonly string[], now: Instant) => {
  const ids = inList(orderIds)
  return inOneBatch(db, [
    statement(sql`update orders set reconciled_at = ${now} where reconciled_at is null and id in ${ids}`),
    statement(sql`
      update payment_differences set settled_at = ${now}, status = 'found'
      where kind = 'PAYMENT_MISSING' and settled_at is null and order_id in ${ids}`),
    statement(sql`
      update payment_differences set settled_at = ${now}, status = 'agrees'
      where kind = 'REFUND_DIFFERS' and settled_at is null and order_id in ${ids}
        and amount = (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = payment_differences.order_id
          and r.payment is null and r.reference > '' and r.status <> 'FAILED')`),
  ])
}

const MAX_MISSING = 500

/** Records a difference for each paid `STRIPE` order whose payment never appeared in Stripe's list. */
export const noteMissing = (db: Database, from: Instant, until: Instant, now: Instant) =>
  rowsFrom(
    db,
    statement<{ id: string }>(sql`
      insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
      select o.id, 'PAYMENT_MISSING', o.event_id, o.id, o.total, o.currency, 'missing', ${now} from orders o
      where o.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') and o.provider = 'STRIPE' and o.paid_at >= ${from}
        and o.paid_at < ${until} and o.reconciled_at is null
      limit ${MAX_MISSING}
      on conflict (id) do nothing returning id`),
  )

/** Records a difference for each paid order with seats that no guest got, and settles those that are resolved. */
export const compareSeats = (db: Database, from: Instant, until: Instant, now: Instant) =>
  inOneBatch(db, [
    statement(sql`
      insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
      select o.id || ':seats', 'PAYMENT_DIFFERS', o.event_id, o.id, ${missingSeats}, o.currency, ${SEAT_MISSING}, ${now} from orders o
      where o.status in ('PAID', 'PARTIALLY_REFUNDED') and o.provider = 'STRIPE' and o.paid_at >= ${from} and o.paid_at < ${until}
        and exists ${missingSeats}
      limit ${MAX_MISSING}
      on conflict (id) do nothing`),
    statement(sql`
      update payment_differences set settled_at = ${now}, status = 'agrees'
      where status = ${SEAT_MISSING} and settled_at is null
        and not exists (select 1 from orders o where o.id = payment_differences.order_id and exists ${missingSeats})`),
  ])

const MAX_REPORTED = 100

export const listOpenDifferences = (db: Database) =>
  db.select().from(paymentDifferences).where(isNull(paymentDifferences.settledAt)).limit(MAX_REPORTED)
