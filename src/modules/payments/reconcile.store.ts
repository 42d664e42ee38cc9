import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../../db/rows.ts'
import { orders, paymentDifferences, paymentReconciliations, refunds } from '../../db/schema.ts'
import { inList, inOneBatch, rowsFrom, statement } from '../../db/statement.ts'
import type { ProviderMovement } from '../../kernel/payment-provider.ts'
import type { Instant } from '../../kernel/time.ts'
import { isOrderOf } from './accounts.store.ts'
import type { PaymentSource } from './provider-of.ts'
import { missingSeats, SEAT_MISSING } from './differences.store.ts'

export type Reconciliation = typeof paymentReconciliations.$inferSelect

/** Returns open runs in random order, so that failing runs don't block the others. */
export const listOpenRuns = (db: Database, limit: number): Promise<Reconciliation[]> =>
  db
    .select()
    .from(paymentReconciliations)
    .where(isNull(paymentReconciliations.endedAt))
    .orderBy(sql`random()`)
    .limit(limit)

/** Run ids are `<day>:<account>`, or `<day>` for the deployment's account, which is null. */
export const accountOfRun = ({ id }: Pick<Reconciliation, 'id'>) => id.split(':')[1] ?? null

/** Inserts the runs that don't exist yet, and deletes those that started before `since`. */
export const beginRuns = async (db: Database, ids: readonly string[], since: Instant, now: Instant) => {
  const begun = await rowsFrom(
    db,
    statement<{ id: string }>(sql`
      insert into payment_reconciliations (id, phase, cursor, since, started_at)
      select value, 'PAYMENTS', null, ${since}, ${now} from json_each(${JSON.stringify(ids)}) where true
      on conflict (id) do nothing returning id`),
  )
  if (begun.length > 0) await db.run(sql`delete from payment_reconciliations where started_at < ${since}`)
}

export const saveRun = (db: Database, { id, phase, cursor, endedAt }: Reconciliation) =>
  db.update(paymentReconciliations).set({ phase, cursor, endedAt }).where(eq(paymentReconciliations.id, id))

export const findOrdersById = (
  db: Database,
  { accountId }: PaymentSource,
  ids: readonly string[],
): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(sql`${orders.id} in ${inList(ids)} and ${isOrderOf(accountId)}`)

/**
 * Returns pending and successful refunds that have a `reference`, which Stripe issues. Leaves out refunds of second
 * payments (`payment` isn't null).
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

/** Returns the payments that are already in `refunds` or `payment_differences` and need no further action. */
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

const postingsOf = ({ reference, isPayout, amount, currency, fees, payment, method, createdAt }: ProviderMovement) => [
  ...(isPayout
    ? [{ id: `${reference}:PAYOUT`, type: 'PAYOUT', amount, currency, payment, method, at: createdAt }]
    : []),
  ...fees.map((fee, index) => ({
    id: `${reference}:${index}`,
    type: fee.isOfPlatform ? 'PLATFORM_FEE' : 'FEE',
    amount: -fee.amount,
    currency,
    payment,
    method,
    at: createdAt,
  })),
]

/** The id of the order that movement `x` belongs to, if it is an order of payment account `account`. */
const orderOfMovement = (account: 'a' | 'b') =>
  sql.raw(`(select o.id from orders o join order_terms z on z.order_id = o.id
    where o.payment = x.value ->> 'payment' and o.calendar_id = ${account}.calendar_id and z.account_id = ${account}.id)`)

/**
 * True if movement `x` belongs in the books of another calendar. Two calendars can use the same Stripe account. A
 * movement is posted to the calendar of its order, or without an order to the calendar that connected the account first.
 */
const belongsToOtherCalendar = sql`exists (select 1 from payment_accounts b
  where b.stripe_account = a.stripe_account and b.mode = a.mode and b.id <> a.id and ${orderOfMovement('a')} is null
    and (${orderOfMovement('b')} is not null or (b.created_at, b.id) < (a.created_at, a.id)))`

/** Posts the fees and payouts of the account. Existing postings don't change. */
export const postMovements = (db: Database, accountId: string, movements: readonly ProviderMovement[]) => {
  const rows = movements.flatMap(postingsOf).filter(({ amount }) => amount !== 0)
  return inOneBatch(db, [
    statement(sql`
      insert into provider_postings (id, calendar_id, account_id, order_id, type, method, amount, currency, at)
      select a.id || ':' || (x.value ->> 'id'), a.calendar_id, a.id, ${orderOfMovement('a')},
        x.value ->> 'type', x.value ->> 'method', x.value ->> 'amount', x.value ->> 'currency', x.value ->> 'at'
      from json_each(${JSON.stringify(rows)}) x join payment_accounts a on a.id = ${accountId}
      where not ${belongsToOtherCalendar} on conflict (id) do nothing`),
  ])
}

const MAX_MISSING = 500

/** True if order `o` is paid into the account. */
const isAccountOf = (accountId: string | null) =>
  sql`(select z.account_id from order_terms z where z.order_id = o.id) is ${accountId}`

/** Records a difference for each paid `STRIPE` order whose payment never appeared in Stripe's list. */
export const noteMissing = (db: Database, accountId: string | null, from: Instant, until: Instant, now: Instant) =>
  rowsFrom(
    db,
    statement<{ id: string }>(sql`
      insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
      select o.id, 'PAYMENT_MISSING', o.event_id, o.id, o.total, o.currency, 'missing', ${now} from orders o
      where o.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') and o.provider = 'STRIPE' and o.paid_at >= ${from}
        and o.paid_at < ${until} and o.reconciled_at is null and ${isAccountOf(accountId)}
      limit ${MAX_MISSING}
      on conflict (id) do nothing returning id`),
  )

/** Records a difference for each paid order with seats that no guest got, and settles those that are resolved. */
export const compareSeats = (db: Database, accountId: string | null, from: Instant, until: Instant, now: Instant) =>
  inOneBatch(db, [
    statement(sql`
      insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
      select o.id || ':seats', 'PAYMENT_DIFFERS', o.event_id, o.id, ${missingSeats}, o.currency, ${SEAT_MISSING}, ${now} from orders o
      where o.status in ('PAID', 'PARTIALLY_REFUNDED') and o.provider = 'STRIPE' and o.paid_at >= ${from} and o.paid_at < ${until}
        and ${isAccountOf(accountId)} and exists ${missingSeats}
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
