import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, written, writtenOnce } from '../../db/statement.ts'
import type { OutgoingMail } from '../../db/commit.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { OrderRow, RefundRow } from '../../db/rows.ts'
import { orders, refunds } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'

interface Move {
  moveId: string
  now: Instant
}

/** The guard is the status: of a payment and an expiry only the first takes place. */
export const markPaid = (db: Database, orderId: string, where: SQL, { now }: Move) =>
  rowsOf(
    orders,
    db
      .update(orders)
      .set({ status: 'PAID', paidAt: now, expiresAt: null, updatedAt: now })
      .where(and(eq(orders.id, orderId), eq(orders.status, 'PENDING'), where))
      .returning(),
  )

export const isOfflineOrderOf = (eventId: string) => sql`event_id = ${eventId} and provider = 'OFFLINE'`

/** Who waited for this payment has the seat for good. */
export const confirmPaid = (orderId: string, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set status = 'CONFIRMED', move_id = ${moveId}, updated_at = ${now}
    where status = 'PENDING' and order_id = ${orderId}
      and id = (select o.guest_id from orders o where o.id = ${orderId} and o.status = 'PAID' and o.paid_at = ${now})
    returning id`)

interface RefundWanted extends Record<string, unknown> {
  id: string
  orderId: string
  eventId: string
  /** Null: all that remains. */
  amount: number | null
  /** Null: whatever the order is in. */
  currency: string | null
  reason: string | null
  notifyBuyer: number
  now: Instant
}

const [AMOUNT, CURRENCY, NOW] = [sql.placeholder('amount'), sql.placeholder('currency'), sql.placeholder('now')]
const REST = sql.raw('(o.total - o.refunded)')

/** Over order `o`. No more goes back than was paid. */
export const mayRefund = guard([
  unless('currency_mismatch', sql`${CURRENCY} is null or o.currency is ${CURRENCY}`, {
    field: { field: 'currency', message: sql`'must be ' || coalesce(o.currency, 'absent')` },
  }),
  unless('order_not_refundable', sql`o.status in ('PAID', 'PARTIALLY_REFUNDED') and ${REST} > 0`, {
    says: sql`'An order ' || case when o.total = 0 then 'of nothing' else 'that is ' || o.status end || ' cannot be refunded'
      || case when ${AMOUNT} is null then '.' else ' any more.' end`,
  }),
  unless('refund_exceeds_remaining', sql`coalesce(${AMOUNT}, 1) between 1 and ${REST}`, {
    says: sql`'Only ' || ${REST} || ' of this order can still be refunded.'`,
    field: { field: 'amount', message: sql`'must be at most ' || ${REST}` },
  }),
])

const theOrder = sql`orders o where o.id = ${sql.placeholder('orderId')} and o.event_id = ${sql.placeholder('eventId')}`

export const whyNotRefunded = writtenOnce<RefundWanted, Judged>(() =>
  written(sql`select ${mayRefund.why} as why from ${theOrder}`),
)

/** An OFFLINE refund is done when it is noted. */
const refunding = (holds: SQL) =>
  writtenOnce<RefundWanted, { status: RefundRow['status'] }>(() =>
    written(sql`
      insert into refunds (id, order_id, amount, currency, reason, notify_buyer, status, created_at, completed_at)
      select ${sql.placeholder('id')}, o.id, coalesce(${AMOUNT}, ${REST}), o.currency, ${sql.placeholder('reason')},
        ${sql.placeholder('notifyBuyer')}, case o.provider when 'STRIPE' then 'PENDING' else 'SUCCEEDED' end, ${NOW},
        case o.provider when 'STRIPE' then null else ${NOW} end
      from ${theOrder} and ${holds}
      returning status`),
  )

export const insertRefund = refunding(mayRefund.holds)

/** Of a payment that came late and was taken in by this very batch, where nobody has a seat for it. */
export const insertLateRefund = refunding(sql`${mayRefund.holds} and o.paid_at = ${NOW}
  and not exists (select 1 from guests g where g.order_id = o.id and g.status in ('CONFIRMED', 'CHECKED_IN'))`)

const madeIn = (refundId: string) =>
  sql`exists (select 1 from refunds r where r.id = ${refundId} and r.order_id = orders.id)`

const statusAfter = (refunded: SQL) => sql`case when ${refunded} >= total then 'REFUNDED'
  when ${refunded} > 0 then 'PARTIALLY_REFUNDED' else 'PAID' end`

const amountOf = (refundId: string) => sql`(select r.amount from refunds r where r.id = ${refundId})`

/** Right after `insertRefund`, in the same batch: what it made counts as refunded. */
export const countRefund = ({ id, orderId, now }: Pick<RefundWanted, 'id' | 'orderId' | 'now'>) =>
  written(sql`
    update orders set refunded = refunded + ${amountOf(id)}, status = ${statusAfter(sql`refunded + ${amountOf(id)}`)}, updated_at = ${now}
    where id = ${orderId} and ${madeIn(id)}`)

/** Takes the guest of a refunded order off the list; who is inside already stays. */
export const leaveRefunded = ({ id, orderId }: Pick<RefundWanted, 'id' | 'orderId'>, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set status = 'CANCELLED', cancelled_at = ${now}, coupon_id = null, move_id = ${moveId}, updated_at = ${now}
    where id = (select o.guest_id from orders o join refunds r on r.order_id = o.id where o.id = ${orderId} and r.id = ${id})
      and status in ('PENDING', 'CONFIRMED', 'WAITLISTED') and erased_at is null
    returning id`)

/** The buyer hears of a refund once it has succeeded, and only once. */
export const mailOfRefund = (
  { id, eventId, guestId, buyerGuestId, buyerEmail }: OrderRow,
  refundId: string,
): OutgoingMail => ({
  kind: 'refund',
  cause: refundId,
  recipient: buyerEmail,
  eventId,
  guestId: buyerGuestId ?? guestId,
  data: { orderId: id, refundId },
  when: sql`exists (select 1 from refunds r join orders o on o.id = r.order_id
    where r.id = ${refundId} and r.status = 'SUCCEEDED' and r.notify_buyer = 1 and o.buyer_email = ${buyerEmail}
      and o.buyer_email not like '%@erased.invalid')`,
})

export interface RefundOutcome {
  status: 'SUCCEEDED' | 'FAILED'
  reference: string | null
}

/** A refund is settled once; one that failed gives its amount back. */
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
      .set({ status: outcome.status, reference: outcome.reference, completedAt: now })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'PENDING')))
      .returning(),
  ),
  counted: written(
    outcome.status === 'SUCCEEDED'
      ? sql`update orders set updated_at = ${now} where id = ${refund.orderId} and changes() = 1`
      : sql`
        update orders set refunded = refunded - ${amountOf(refund.id)}, updated_at = ${now},
          status = ${statusAfter(sql`refunded - ${amountOf(refund.id)}`)}
        where id = ${refund.orderId} and changes() = 1`,
  ),
})

export const noteReference = (db: Database, refundId: string, reference: string) =>
  db
    .update(refunds)
    .set({ reference })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'PENDING')))

/** Refunds whose outcome nobody knows yet, oldest first. */
export const listPendingRefunds = (db: Database, before: Instant, most: number) =>
  db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(sql`${refunds.status} = 'PENDING'`, sql`${refunds.createdAt} <= ${before}`))
    .orderBy(refunds.createdAt)
    .limit(most)

export const findRefund = async (db: Database, id: string) => {
  const [row] = await db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.id, id))
    .limit(1)
  return row ?? null
}
