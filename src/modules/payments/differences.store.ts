import { sql } from 'drizzle-orm'
import type { OrderRow, RefundRow } from '../../db/rows.ts'
import { statement } from '../../db/statement.ts'
import type { ProviderDispute } from '../../kernel/payment-provider.ts'
import type { Instant } from '../../kernel/time.ts'
import type { DifferenceKind } from '../../kernel/vocabulary.ts'
import { hasGoneBack, mayBecome, paidForSeat, type RefundOutcome } from '../orders/index.ts'

interface Difference {
  /** The provider's id of the payment, refund or dispute. */
  id: string
  kind: DifferenceKind
  order: Pick<OrderRow, 'id' | 'eventId'>
  amount: number
  currency: string
  status: string
  now: Instant
}

/** Inserts a difference only once, and never reopens a settled one. Returns a row only if the difference is new. */
export const noteDifference = ({ id, kind, order, amount, currency, status, now }: Difference) =>
  statement<{ id: string }>(sql`
    insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
    values (${id}, ${kind}, ${order.eventId}, ${order.id}, ${amount}, ${currency}, ${status}, ${now})
    on conflict (id) do nothing returning id`)

export const settleDifference = (id: string, status: string, now: Instant) =>
  statement(
    sql`update payment_differences set settled_at = ${now}, status = ${status} where id = ${id} and settled_at is null`,
  )

/**
 * Records that a refund failed for good. Must precede `settleRefund` in the same batch, because the refund may have
 * `SUCCEEDED` since it was read. It covers refunds that had `SUCCEEDED` before, and refunds whose guest no longer has a
 * seat. The response to the refund request reports every other failure.
 */
export const noteRefundLost = (
  { refund, order }: { refund: Pick<RefundRow, 'id'>; order: Pick<OrderRow, 'eventId'> },
  outcome: RefundOutcome,
  now: Instant,
) =>
  statement<{ id: string }>(sql`
    insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
    select ${outcome.reference ?? refund.id}, 'REFUND_FAILED', ${order.eventId}, r.order_id, r.amount, r.currency, 'failed', ${now} from refunds r
    where r.id = ${refund.id} and ${mayBecome(outcome)} and (r.status = 'SUCCEEDED'
      or (r.payment is null and not exists (
        select 1 from guests g where g.order_id = r.order_id and g.status in ('CONFIRMED', 'CHECKED_IN') and g.id in (
          select value from json_each(r.guest_ids) union all select o.guest_id from orders o where o.id = r.order_id and r.guest_ids is null
          union all select s.guest_id from order_seats s where s.order_id = r.order_id and r.guest_ids is null))))
    on conflict (id) do nothing returning id`)

/**
 * The paid seats of order `o` whose guests had left before the payment, minus what was refunded for them. Returns no row
 * if nothing is missing. A guest who cancels after paying is not counted: the organiser decides about that refund.
 */
export const missingSeats = sql`(
  select sum(coalesce(${paidForSeat('s')}, o.total)) - (select coalesce(sum(r.amount), 0) from refunds r
    where r.order_id = o.id and r.guest_ids is null and r.payment is null and r.status <> 'FAILED') as amount
  from orders x left join order_seats s on s.order_id = x.id join guests g on g.id = coalesce(s.guest_id, x.guest_id)
  where x.id = o.id and o.status in ('PAID', 'PARTIALLY_REFUNDED') and g.status in ('CANCELLED', 'DECLINED')
    and g.cancelled_at < o.paid_at and (s.guest_id is null or not ${hasGoneBack('s')})
  having amount > 0)`

/** Status of the difference that `missingSeats` reports. Its id is that of the order with this suffix. */
export const SEAT_MISSING = 'seat_missing'

/**
 * Settles the differences that a successful refund resolves: that of the payment it refunds, that of an earlier failed
 * refund of the same order, and that of the refunded seats.
 */
export const settleRefundDifferences = ({ id, orderId }: Pick<RefundRow, 'id' | 'orderId'>, now: Instant) =>
  statement(sql`
    update payment_differences set settled_at = ${now}, status = 'refunded'
    where settled_at is null and order_id = ${orderId} and exists (
      select 1 from refunds r join orders o on o.id = r.order_id
      where r.id = ${id} and r.status = 'SUCCEEDED' and (r.payment = payment_differences.id
        or (payment_differences.kind = 'REFUND_FAILED' and r.payment is null and o.refunded >= payment_differences.amount)
        or (payment_differences.status = ${SEAT_MISSING} and not exists ${missingSeats})))`)

/**
 * Dispute statuses in the order in which they occur. Webhooks can arrive out of order, and an earlier status must not
 * overwrite a later one.
 */
const STAGES: Readonly<Record<string, number>> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  needs_response: 2,
  under_review: 3,
  warning_closed: 4,
  prevented: 4,
  lost: 4,
  appeal_needs_response: 5,
  appeal_under_review: 6,
  won: 7,
}
const stageOf = sql.raw(
  `(case payment_differences.status ${Object.entries(STAGES)
    .map(([status, stage]) => `when '${status}' then ${stage}`)
    .join(' ')} else 0 end)`,
)

interface Hearing {
  isAsked: boolean
  now: Instant
}

/** Condition: the stored dispute has another status, and no later one unless it was just read from the provider. */
const isOlder = (status: string, isAsked: boolean) =>
  sql`(${Number(isAsked)} or ${stageOf} <= ${STAGES[status] ?? 0}) and payment_differences.status <> ${status}`

/**
 * Updates `orders.updated_at`, so that readers of the change feed see the order again. Must precede `noteDispute`, whose
 * webhooks have the number of this change.
 */
export const touchOrder = (orderId: string, { reference, status }: ProviderDispute, { isAsked, now }: Hearing) =>
  statement(sql`update orders set updated_at = max(${now}, updated_at + 1) where id = ${orderId} and not exists (
    select 1 from payment_differences where id = ${reference} and not (${isOlder(status, isAsked)}))`)

/**
 * Inserts or updates a dispute. With `isAsked`, the data was just read from the provider, so it replaces the stored
 * status even if that is a later one.
 */
export const noteDispute = (
  order: Pick<OrderRow, 'id' | 'eventId'>,
  { reference, amount, currency, status, reason, dueBy, isSettled }: ProviderDispute,
  { isAsked, now }: Hearing,
) =>
  statement<{ id: string }>(sql`
    insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, reason, due_by, noticed_at, settled_at)
    values (${reference}, 'DISPUTED', ${order.eventId}, ${order.id}, ${amount}, ${currency}, ${status}, ${reason}, ${dueBy}, ${now},
      ${isSettled ? now : null})
    on conflict (id) do update set amount = excluded.amount, status = excluded.status, settled_at = excluded.settled_at,
      reason = coalesce(excluded.reason, reason), due_by = excluded.due_by
      where ${isOlder(status, isAsked)}
    returning id`)

/** Stores how much of the order's money lost disputes took back. */
export const countDisputed = (orderId: string) =>
  statement(sql`
    update order_terms set disputed = (select coalesce(sum(d.amount), 0) from payment_differences d
      where d.order_id = ${orderId} and d.kind = 'DISPUTED' and d.status = 'lost') where order_id = ${orderId}`)
