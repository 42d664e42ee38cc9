import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, written } from '../../db/statement.ts'
import type { RefundRow } from '../../db/rows.ts'
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

export interface RefundWanted {
  id: string
  orderId: string
  eventId: string
  /** Null: all that remains. */
  amount: number | null
  reason: string | null
  notifyBuyer: boolean
  now: Instant
  /** What else must hold, over order `o`. */
  when?: SQL
}

/** The one guard against refunding more than was paid. An OFFLINE refund is done when it is noted. */
export const insertRefund = (refund: RefundWanted) =>
  written<{ id: string }>(sql`
    insert into refunds (id, order_id, amount, currency, reason, notify_buyer, status, created_at, completed_at)
    select ${refund.id}, o.id, coalesce(${refund.amount}, o.total - o.refunded), o.currency, ${refund.reason},
      ${refund.notifyBuyer ? 1 : 0}, case o.provider when 'STRIPE' then 'PENDING' else 'SUCCEEDED' end, ${refund.now},
      case o.provider when 'STRIPE' then null else ${refund.now} end
    from orders o
    where o.id = ${refund.orderId} and o.event_id = ${refund.eventId} and o.status in ('PAID', 'PARTIALLY_REFUNDED')
      and o.refunded < o.total and coalesce(${refund.amount}, 1) between 1 and o.total - o.refunded
      and ${refund.when ?? sql`1`}
    returning id`)

const madeIn = (refundId: string) =>
  sql`exists (select 1 from refunds r where r.id = ${refundId} and r.order_id = orders.id)`

const statusAfter = (refunded: SQL) => sql`case when ${refunded} >= total then 'REFUNDED'
  when ${refunded} > 0 then 'PARTIALLY_REFUNDED' else 'PAID' end`

const amountOf = (refundId: string) => sql`(select r.amount from refunds r where r.id = ${refundId})`

/** Right after `insertRefund`, in the same batch: what it made counts as refunded. */
export const countRefund = ({ id, orderId, now }: RefundWanted) =>
  written(sql`
    update orders set refunded = refunded + ${amountOf(id)}, status = ${statusAfter(sql`refunded + ${amountOf(id)}`)}, updated_at = ${now}
    where id = ${orderId} and ${madeIn(id)}`)

/** Takes the guest of a refunded order off the list; who is inside already stays. */
export const leaveRefunded = ({ id, orderId }: RefundWanted, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set status = 'CANCELLED', cancelled_at = ${now}, coupon_id = null, move_id = ${moveId}, updated_at = ${now}
    where id = (select o.guest_id from orders o join refunds r on r.order_id = o.id where o.id = ${orderId} and r.id = ${id})
      and status in ('PENDING', 'CONFIRMED', 'WAITLISTED') and erased_at is null
    returning id`)

/** The buyer hears of a refund once it has succeeded, and only once. */
export const tellBuyer = (refundId: string, now: Instant) =>
  written<{ id: string }>(sql`
    insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
    select 'mail_' || lower(hex(randomblob(16))), o.calendar_id, o.event_id, o.guest_id, 'refund', o.buyer_email,
      json_object('orderId', o.id, 'refundId', r.id), r.id, 'pending', ${now}, ${now}
    from refunds r join orders o on o.id = r.order_id
    where r.id = ${refundId} and r.status = 'SUCCEEDED' and r.notify_buyer = 1 and o.buyer_email not like '%@erased.invalid'
    on conflict (cause) do nothing returning id`)

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
) =>
  [
    rowsOf(
      refunds,
      db
        .update(refunds)
        .set({ status: outcome.status, reference: outcome.reference, completedAt: now })
        .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'PENDING')))
        .returning(),
    ),
    written(
      outcome.status === 'SUCCEEDED'
        ? sql`update orders set updated_at = ${now} where id = ${refund.orderId} and changes() = 1`
        : sql`
        update orders set refunded = refunded - ${amountOf(refund.id)}, updated_at = ${now},
          status = ${statusAfter(sql`refunded - ${amountOf(refund.id)}`)}
        where id = ${refund.orderId} and changes() = 1`,
    ),
    tellBuyer(refund.id, now),
  ] as const

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
