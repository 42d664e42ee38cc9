import { sql, type SQL } from 'drizzle-orm'
import type { OutgoingMail } from '../../db/outgoing.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { OrderRow, RefundRow } from '../../db/rows.ts'
import { statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { hasGoneBack } from './orders.store.ts'
import { paidForSeat, priceOfOrderAddons, refundOfSeatIn, refundOfSingle } from './sums.store.ts'

interface RefundValues extends Record<string, unknown> {
  id: string
  orderId: string
  eventId: string
  /** JSON array of the guests whose seats are refunded. Null for a refund by amount. */
  guestIds: string | null
  /** Null refunds everything not yet refunded. */
  amount: number | null
  /** Null accepts any currency. */
  currency: string | null
  reason: string | null
  notifyBuyer: number
  /** 1 if a person has already refunded it at the provider. */
  byHand: number
  now: Instant
}

const param = paramsOf<RefundValues>()
const REMAINDER = sql.raw('(o.total - o.refunded)')
const isRefundedSeat = (alias: string) =>
  sql`${sql.raw(alias)}.guest_id in (select value from json_each(${param('guestIds')}))`
/** Seats of order `o` that stay after the refund. The add-ons of the whole order go back with the last seat. */
const seatLeft = sql`exists (select 1 from order_seats s where s.order_id = o.id and not ${isRefundedSeat('s')} and not ${hasGoneBack('s')})`
/** The sum of the refunded seats. An order without a party has only one seat. */
const SEAT_SHARES = sql`(case when o.party_id is null then ${refundOfSingle('o')}
  else (select coalesce(sum(${refundOfSeatIn('o', 's')}), 0) from order_seats s where s.order_id = o.id and ${isRefundedSeat('s')})
    + case when ${seatLeft} then 0 else ${priceOfOrderAddons('o.id')} end end)`
const REFUND_AMOUNT = sql`(case when ${param('guestIds')} is not null then ${SEAT_SHARES} else coalesce(${param('amount')}, ${REMAINDER}) end)`

/** Index of the first of `guestIds` who isn't a guest of order `o`, or null. */
const firstForeignGuest = sql`(select min(i.key) from json_each(${param('guestIds')}) i where not (
  (o.party_id is null and i.value = o.guest_id)
  or exists (select 1 from order_seats s where s.order_id = o.id and s.guest_id = i.value)))`

/** True if a dispute of order `o` is open or lost, so its money is with the buyer or may go there. */
const isDisputed = sql.raw(`exists (select 1 from payment_differences d where d.order_id = o.id and d.kind = 'DISPUTED'
  and d.settled_at is null)`)

/** Conditions on order `o`. A refund never exceeds the amount paid. */
export const mayRefund = guard([
  unless('currency_mismatch', sql`${param('currency')} is null or o.currency is ${param('currency')}`, {
    field: { field: 'currency', message: sql`'must be ' || coalesce(o.currency, 'omitted')` },
  }),
  unless('order_not_refundable', sql`o.status in ('PAID', 'PARTIALLY_REFUNDED') and ${REMAINDER} > 0`, {
    says: sql`case when o.total = 0 then 'A free order' else 'An order with status ' || o.status end || ' cannot be refunded'
      || case when o.refunded = 0 then '.' else ' again.' end`,
  }),
  unless('order_disputed', sql`not ${isDisputed}`),
  unless('validation_failed', sql`${param('guestIds')} is null or ${firstForeignGuest} is null`, {
    field: { field: sql`'items.' || ${firstForeignGuest} || '.guestId'`, message: 'isn’t a guest of this order' },
  }),
  unless(
    'seat_refunded',
    sql`${param('guestIds')} is null or not exists (select 1 from (select o.id as order_id, value as guest_id from json_each(${param('guestIds')})) s
      where ${hasGoneBack('s')})`,
  ),
  unless('refund_exceeds_remaining', sql`${param('guestIds')} is null or ${SEAT_SHARES} between 1 and ${REMAINDER}`, {
    says: sql`'Only ' || ${REMAINDER} || ' of this order can still be refunded.'`,
    field: { field: 'items', message: sql`'must total at most ' || ${REMAINDER}` },
  }),
  unless('refund_exceeds_remaining', sql`coalesce(${param('amount')}, 1) between 1 and ${REMAINDER}`, {
    says: sql`'Only ' || ${REMAINDER} || ' of this order can still be refunded.'`,
    field: { field: 'amount', message: sql`'must be at most ' || ${REMAINDER}` },
  }),
])

const theOrder = sql`orders o where o.id = ${param('orderId')} and o.event_id = ${param('eventId')}`

export const whyNotRefunded = preparedStatement<RefundValues, Judged>(() =>
  statement(sql`select ${mayRefund.why} as why from ${theOrder}`),
)

const isSent = sql`o.provider = 'STRIPE' and not ${param('byHand')}`

/**
 * An `OFFLINE` refund, and one that a person made at Stripe, is `SUCCEEDED` immediately. A `STRIPE` refund is first stored as `PENDING` and `INTENDED`, and
 * then sent to Stripe.
 */
const refundInsert = (holds: SQL) =>
  preparedStatement<RefundValues, { status: RefundRow['status'] }>(() =>
    statement(sql`
      insert into refunds (id, order_id, amount, currency, reason, notify_buyer, guest_ids, status, effect, created_at, completed_at)
      select ${param('id')}, o.id, ${REFUND_AMOUNT}, o.currency, ${param('reason')},
        ${param('notifyBuyer')}, ${param('guestIds')}, case when ${isSent} then 'PENDING' else 'SUCCEEDED' end,
        case when ${isSent} then 'INTENDED' end, ${param('now')}, case when ${isSent} then null else ${param('now')} end
      from ${theOrder} and ${holds}
      returning status`),
  )

export const insertRefund = refundInsert(mayRefund.holds)

/** True if the payment of order `o` was recorded in this same batch. */
const justPaid = sql`o.paid_at = ${param('now')}`
/** Guests `g` who have a seat through order `o`. */
const seatedByOrder = sql`guests g where g.order_id = o.id and g.status in ('CONFIRMED', 'CHECKED_IN')
  and g.id in (select o.guest_id union all select s.guest_id from order_seats s where s.order_id = o.id)`

/** Refunds a late payment, unless a guest of the order has a seat. */
export const insertLateRefund = refundInsert(
  sql`${mayRefund.holds} and ${justPaid} and not exists (select 1 from ${seatedByOrder})`,
)

/** Seats `s` of order `o` that the payment did not confirm and that cost something. */
const unconfirmedSeats = sql`order_seats s where s.order_id = o.id and s.price + s.extras > s.discount and not exists (
  select 1 from ${seatedByOrder} and g.id = s.guest_id)`

/**
 * Refunds the seats that a payment paid for but did not confirm: their guests left before the checkout page ended.
 * `insertLateRefund` refunds an order none of whose guests has a seat.
 */
export const insertSeatRefund = preparedStatement<
  Pick<RefundValues, 'id' | 'orderId' | 'eventId' | 'reason' | 'now'>,
  { id: string }
>(() =>
  statement(sql`
    insert into refunds (id, order_id, amount, currency, reason, notify_buyer, guest_ids, status, effect, created_at)
    select ${param('id')}, o.id, (select sum(${paidForSeat('s')}) from ${unconfirmedSeats}), o.currency, ${param('reason')}, 1,
      (select json_group_array(s.guest_id) from ${unconfirmedSeats}), 'PENDING', 'INTENDED', ${param('now')}
    from ${theOrder} and o.provider = 'STRIPE' and o.status = 'PAID' and ${justPaid} and exists (select 1 from ${seatedByOrder})
      and exists (select 1 from ${unconfirmedSeats})
    returning id`),
)

/**
 * The sum of pending and successful refunds, capped at `total`. Stripe never refunds more than was paid, but our
 * pending refunds can add up to more for a while.
 */
export const REFUNDED = sql.raw(`min(total, (select coalesce(sum(r.amount), 0) from refunds r
  where r.order_id = orders.id and r.payment is null and r.status <> 'FAILED'))`)

/**
 * Recalculates `orders.refunded` from `refunds`. Must directly follow the statement that changed a refund, in the same
 * batch, because it checks `changes() = 1`.
 */
export const countRefunds = (orderId: string, now: Instant) =>
  statement(sql`
    update orders set refunded = ${REFUNDED}, updated_at = ${now},
      status = case when ${REFUNDED} >= total then 'REFUNDED' when ${REFUNDED} > 0 then 'PARTIALLY_REFUNDED' else 'PAID' end
    where id = ${orderId} and changes() = 1 and status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')`)

/** Cancels the guests whose seats were refunded, except those who are `CHECKED_IN` or have a seat in another order. */
export const leaveRefunded = (
  { id, orderId }: Pick<RefundValues, 'id' | 'orderId'>,
  { moveId, now }: { moveId: string; now: Instant },
) =>
  statement<{ id: string }>(sql`
    update guests set status = 'CANCELLED', cancelled_at = ${now}, coupon_id = null, move_id = ${moveId}, updated_at = ${now}
    where id in (
        select coalesce(i.value, s.guest_id, o.guest_id) from orders o join refunds r on r.order_id = o.id
          left join order_seats s on s.order_id = o.id and r.guest_ids is null left join json_each(r.guest_ids) i
        where o.id = ${orderId} and r.id = ${id})
      and status in ('PENDING', 'CONFIRMED', 'WAITLISTED') and erased_at is null and coalesce(order_id, ${orderId}) = ${orderId}
    returning id`)

/**
 * Emails the buyer once, when the refund has `SUCCEEDED`. The query reads `orders.buyer_email`, so the email goes to
 * the buyer's current address.
 */
export const mailOfRefund = (
  { id, eventId, guestId, partyId, buyerGuestId }: OrderRow,
  refundId: string,
): OutgoingMail => ({
  kind: 'refund',
  cause: refundId,
  recipient: sql`(select o.buyer_email from orders o where o.id = ${id})`,
  eventId,
  // Any member of the party will do: the first guest's seat may belong to someone outside the party by now.
  guestId:
    partyId === null ? (buyerGuestId ?? guestId) : sql`(select min(m.id) from guests m where m.party_id = ${partyId})`,
  data: { orderId: id, refundId },
  when: sql`exists (select 1 from refunds r join orders o on o.id = r.order_id
    where r.id = ${refundId} and r.status = 'SUCCEEDED' and r.notify_buyer = 1
      and o.buyer_email not like '%@erased.invalid')`,
})
