import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import { orders } from '../../db/schema.ts'
import type { PaymentState } from '../../kernel/vocabulary.ts'
import { HOUR_MS, type Instant } from '../../kernel/time.ts'
import { CHECKOUT_MS, deadlineAt, PROMOTED_ORDER_MS } from './order-deadlines.store.ts'
import {
  chargeable,
  deadlineOf,
  isOnlineOrder,
  stepOfTicket,
  type Deadlines,
  type OrderingMove,
  type OrderSource,
} from './order-prices.store.ts'
import { feeOfSeat } from './sums.store.ts'

export const newOrderId = sql.raw(`'ord_' || lower(hex(randomblob(16)))`)

const SETTLED = sql.raw(`('PAID', 'PARTIALLY_REFUNDED')`)

/** True if the share paid for seat `alias` in a party's order has been refunded, or its refund is pending. */
export const hasGoneBack = (alias: string): SQL => {
  const seat = sql.raw(alias)
  return sql`exists (select 1 from refunds r, json_each(r.guest_ids) i
    where r.order_id = ${seat}.order_id and r.status <> 'FAILED' and r.payment is null and i.value = ${seat}.guest_id)`
}

/**
 * The settled order that paid for the seat of guest `alias`: their own order or a party's. A guest who gets that seat
 * back doesn't pay twice.
 */
export const paidOrderOf = (alias: string): SQL => {
  const g = sql.raw(alias)
  return sql`coalesce((select o.id from orders o
    where o.guest_id = ${g}.id and o.party_id is null and o.ticket_id = ${g}.ticket_id and o.status in ${SETTLED}
    order by o.created_at desc limit 1), (select o.id from order_seats s join orders o on o.id = s.order_id
    where s.guest_id = ${g}.id and s.ticket_id = ${g}.ticket_id and o.status in ${SETTLED} and not ${hasGoneBack('s')}
    order by o.created_at desc limit 1))`
}

/** The `PENDING` order of a party that includes a seat for guest `alias`, whatever the guest's current status. */
export const openSeatOf = (alias: string) =>
  sql.raw(
    `(select o.id from order_seats s join orders o on o.id = s.order_id where s.guest_id = ${alias}.id and o.status = 'PENDING')`,
  )

/**
 * The `PENDING` order in which guest `g` still owes for a seat. `g.order_id` alone is not enough: a party's order may
 * have dropped the guest's seat, so that only the other members owe it.
 */
export const openOrderOf = sql`coalesce((select o.id from orders o
  where o.id = g.order_id and o.status = 'PENDING' and o.party_id is null), ${openSeatOf('g')})`

/** Condition on `guests`: true if the guest has a seat in the order. */
export const isOfOrder = (id: string) => sql`id in (
  select o.guest_id from orders o where o.id = ${id} union all select s.guest_id from order_seats s where s.order_id = ${id})`

/** True if the guest of seat `s` still holds it, either as a member of the party or as the receiver of a transfer. */
export const isHeldSeat = sql.raw(
  `exists (select 1 from guests g where g.id = s.guest_id and g.order_id = s.order_id and g.holds_seat = 1)`,
)

/** True if an order of a party includes a seat that its guest has given up. */
export const hasVacantSeat = sql`exists (select 1 from order_seats s where s.order_id = orders.id and not ${isHeldSeat})`

const param = paramsOf<OrderingMove & Deadlines>()

/**
 * Creates an order for each guest who got a seat and an `order_id` in the move `moveId` (one change of guests). An
 * order with nothing to pay is `PAID` immediately. Any other order is `PENDING` until `expiresAt`; null means no
 * deadline.
 */
export const openOrders = (
  { moveId, now, payBy }: OrderingMove,
  expiresAt: Instant | null,
  onlineExpiresAt: Instant | null = expiresAt,
) => ordersOfMove({ moveId, now, payBy, expiresAt, onlineExpiresAt })

const soldToOne: OrderSource = {
  calendarId: 'p.calendar_id',
  eventId: 'p.event_id',
  currency: sql.raw('p.currency'),
  chooser: sql.raw('h.guest_id = p.guest_id'),
}

const ordersOfMove = preparedStatement<OrderingMove & Deadlines, unknown>(() =>
  statement(sql`
    insert into orders (id, number, calendar_id, event_id, guest_id, buyer_guest_id, ticket_id, ticket_name, status, buyer_first_name,
      buyer_last_name, buyer_email, currency, subtotal, discount, total, fee, coupon_id, coupon_code, provider, effect,
      expires_at, paid_at, created_at, updated_at)
    select p.order_id, upper(hex(randomblob(6))), p.calendar_id, p.event_id, p.guest_id, p.guest_id, p.ticket_id, p.ticket_name,
      case when p.discount = p.price then 'PAID' else 'PENDING' end, p.first_name, p.last_name, p.email,
      case when p.price = 0 then null else p.currency end, p.price + p.fee, p.discount, p.price - p.discount + p.fee, p.fee, p.coupon_id, p.coupon_code,
      case when p.discount = p.price then 'FREE' when ${isOnlineOrder(soldToOne)} then 'STRIPE' else 'OFFLINE' end,
      case when p.discount < p.price and ${isOnlineOrder(soldToOne)} then 'INTENDED' end,
      case when p.discount < p.price then ${deadlineOf(soldToOne)} end, case when p.discount = p.price then ${param('now')} end, ${param('now')}, ${param('now')}
    from (select d.*, ${feeOfSeat('(d.price - d.discount)', { eventId: 'd.event_id', currency: 'd.currency', step: 'd.step' })} as fee from (
      select g.order_id, g.calendar_id, g.event_id, g.id as guest_id, t.id as ticket_id, t.name as ticket_name, g.first_name,
        g.last_name, g.email, t.currency, ${stepOfTicket} as step, t.price, ${chargeable} as discount, c.id as coupon_id, c.code as coupon_code
      from guests g join tickets t on t.id = g.ticket_id left join coupons c on c.id = g.coupon_id
      where g.move_id = ${param('moveId')} and g.holds_seat = 1 and g.order_id is not null
        and not exists (select 1 from orders o where o.id = g.order_id)
    ) d) p`),
)

/**
 * Redeems the coupon of the guests in the move `moveId`. The redemption is stored under the id of the order or, for a
 * guest who is still waiting for a seat, under the guest's id.
 */
export const redeemCoupon = (moveId: string, now: Instant) =>
  statement(sql`
    insert into coupon_redemptions (coupon_id, order_id, created_at)
    select g.coupon_id, coalesce(g.order_id, g.id), ${now} from guests g where g.move_id = ${moveId} and g.coupon_id is not null
    on conflict do nothing`)

/** Transfers the redemption of a guest who was waiting to the order created in the move `moveId`. */
export const handOverRedemptions = (moveId: string) =>
  statement(sql`
    update coupon_redemptions set order_id = (select g.order_id from guests g where g.id = coupon_redemptions.order_id)
    where order_id in (select g.id from guests g where g.move_id = ${moveId} and g.coupon_id is not null and g.order_id is not null
      and g.holds_seat = 1)`)

/** Cancels the `PENDING` orders of guests who lost their seats in the move `moveId`, and releases their coupons. */
export const closeOrders = (moveId: string, now: Instant) => [
  statement(sql`
    update orders set status = 'CANCELLED', cancelled_at = ${now}, updated_at = ${now}
    where status = 'PENDING' and party_id is null and guest_id in (select g.id from guests g where g.move_id = ${moveId} and g.holds_seat = 0)`),
  releaseCoupons(moveId),
]

const releaseCoupons = (moveId: string) =>
  statement(sql`
    delete from coupon_redemptions where order_id in (
      select o.id from orders o join guests g on g.id = o.guest_id where g.move_id = ${moveId} and o.status in ('CANCELLED', 'EXPIRED')
      union all
      select g.id from guests g where g.move_id = ${moveId} and g.status in ('CANCELLED', 'DECLINED'))`)

/**
 * How long an order that is past `expires_at` may stay `PENDING` while its checkout page is still open (`SENT`,
 * `KNOWN`). The guest may have paid in time on that page, so `endCheckouts` asks Stripe first.
 */
const PROVIDER_GRACE_MS = HOUR_MS

/** `PENDING` orders past `expires_at`, the longest overdue first. */
export const listOverdue = (db: Database, now: Instant, limit: number) =>
  db
    .select({
      id: orders.id,
      calendarId: orders.calendarId,
      eventId: orders.eventId,
      state: sql<PaymentState | null>`(select z.payment_state from order_terms z where z.order_id = orders.id)`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'PENDING'),
        sql`${orders.expiresAt} <= ${now}`,
        sql`not exists (select 1 from calendars c where c.id = ${orders.calendarId} and c.erase_at is not null)`,
        sql`(${orders.expiresAt} <= ${now - PROVIDER_GRACE_MS} or coalesce(effect, '') not in ('SENT', 'KNOWN'))`,
      ),
    )
    .orderBy(orders.expiresAt)
    .limit(limit)

/** True if a moderator confirmed a guest of this unpaid order. */
const isWaived = sql.raw(`exists (select 1 from guests g where g.order_id = orders.id
  and (g.id = orders.guest_id or g.id in (select s.guest_id from order_seats s where s.order_id = orders.id))
  and g.status in ('CONFIRMED', 'CHECKED_IN'))`)

/**
 * Expires the order only if it is still `PENDING`, so one paid in the meantime stays `PAID`. If a moderator has
 * confirmed the guest, the order becomes `OFFLINE` with no deadline instead, but only once the guest can no longer pay
 * at the provider (`effect = 'SETTLED'`).
 */
export const expireOrder = (id: string, now: Instant) => {
  const isExpired = sql`id = ${id} and status = 'PENDING' and expires_at <= ${now}`
  return [
    statement(sql`
      update orders set provider = 'OFFLINE', payment_reference = null, payment_url = null, expires_at = null, updated_at = ${now}
      where ${isExpired} and ${isWaived} and (provider = 'OFFLINE' or effect = 'SETTLED')`),
    statement(sql`update order_terms set method = 'HAND' where order_id = ${id} and changes() = 1`),
    statement(sql`update orders set status = 'EXPIRED', updated_at = ${now} where ${isExpired} and not ${isWaived}`),
    statement(sql`update order_terms set payment_state = 'OVERDUE'
      where order_id = ${id} and payment_state = 'PROCESSING' and changes() = 1`),
  ]
}

/** True if order `o` has expired, or if `expireOrder` turned it into an `OFFLINE` order with no deadline. */
export const isOverdue = sql.raw(`(o.status = 'EXPIRED' or (o.status = 'PENDING' and o.expires_at is null))`)

/** Sets `expires_at` to now. The regular expiry does the rest. */
export const endOrderNow = (id: string, now: Instant) =>
  statement(sql`update orders set expires_at = ${now} where id = ${id} and status = 'PENDING'`)

/**
 * Stores the order's checkout page if it has none yet. Includes `EXPIRED` and `CANCELLED` orders, because
 * `endCheckouts` must then close the page. If a guest left while the page was being opened, `payment_url` stays null, so
 * that the page is replaced and no one pays there.
 */
export const noteCheckout = (db: Database, id: string, checkout: { sessionId: string; url: string }, now: Instant) =>
  rowsOf(
    orders,
    db
      .update(orders)
      .set({
        paymentReference: checkout.sessionId,
        paymentUrl: sql`case when ${hasVacantSeat} then null else ${checkout.url} end`,
        effect: 'KNOWN',
        effectRequest: null,
        updatedAt: now,
      })
      .where(
        and(
          eq(orders.id, id),
          sql`payment_reference is null`,
          inArray(orders.status, ['PENDING', 'EXPIRED', 'CANCELLED']),
        ),
      )
      .returning(),
  )

/** True if the event is cancelled, so its orders must not be paid. */
export const isCalledOff = sql.raw(
  `exists (select 1 from events e where e.id = orders.event_id and e.status = 'CANCELLED')`,
)

/** True if the buyer has finished the order's checkout page, and the bank has not confirmed the payment yet. */
const IS_PROCESSING =
  "exists (select 1 from order_terms z where z.order_id = orders.id and z.payment_state = 'PROCESSING')"

/**
 * True if the order's checkout page charges for a seat that a guest has given up. `shrinkPartyOrders` then removes the
 * URL, and `endCheckouts` replaces the page.
 */
export const isToReplacePage = sql.raw(
  `(orders.status = 'PENDING' and orders.payment_reference is not null and orders.payment_url is null and not ${IS_PROCESSING})`,
)

/**
 * Forgets a checkout page that has ended, so that the order gets another one. Does nothing if the order has expired. The
 * buyer gets at least 30 minutes to pay, and the 24 hours of a link sent by email, counted from the order's creation but
 * limited by `latestDeadline`: no guest can extend the deadline by leaving.
 */
export const forgetCheckout = (id: string, sessionId: string, now: Instant) =>
  statement<{ id: string }>(sql`
    update orders set effect = 'INTENDED', effect_request = null, effect_at = ${now}, payment_reference = null,
      page_number = page_number + 1, expires_at = ${deadlineAt(sql.raw('orders.event_id'), sql`max(orders.expires_at, orders.created_at + ${PROMOTED_ORDER_MS}, ${now} + ${CHECKOUT_MS})`, now)}, updated_at = ${now}
    where id = ${id} and ${isToReplacePage} and payment_reference = ${sessionId} and expires_at > ${now} and not ${isCalledOff}
    returning id`)

/**
 * `STRIPE` orders that have no checkout page yet. Either their guests were promoted from the waiting list, or a crash
 * happened before the page was opened.
 */
export const listWithoutCheckout = (db: Database, now: Instant, restMs: number, limit: number) => {
  const before = now - restMs
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, 'PENDING'),
        eq(orders.provider, 'STRIPE'),
        sql`${orders.expiresAt} > ${now}`,
        sql`${orders.paymentReference} is null`,
        sql`${orders.createdAt} <= ${before}`,
        sql`(effect_at is null or effect_at <= ${before})`,
        sql`not ${isCalledOff}`,
      ),
    )
    .orderBy(orders.effectAt)
    .limit(limit)
}
