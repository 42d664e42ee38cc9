import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { OrderRow } from '../../db/rows.ts'
import { calendars, events, orders, orderTerms, paymentEvents } from '../../db/schema.ts'
import type { ProviderCheckout } from '../../kernel/payment-provider.ts'
import type { Instant } from '../../kernel/time.ts'
import { isCalledOff } from '../orders/index.ts'
import { hasRoom, seat, type Move } from '../seats/index.ts'
import { isOrderOf } from './accounts.store.ts'
import type { PaymentSource } from './provider-of.ts'

export const isKnownEvent = async (db: Database, id: string) => {
  const rows = await db.select({ id: paymentEvents.id }).from(paymentEvents).where(eq(paymentEvents.id, id))
  return rows.length > 0
}

/**
 * Marks the webhook event as processed, but only once the order is paid. Otherwise, a retry after an interruption would
 * be skipped.
 */
export const noteEvent = (event: { id: string; type: string }, orderId: string, now: Instant) =>
  statement(sql`
    insert into payment_events (id, type, received_at) select ${event.id}, ${event.type}, ${now}
    where exists (select 1 from orders where id = ${orderId} and status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'))
    on conflict (id) do nothing`)

export const dropEventsBefore = (db: Database, before: Instant, limit: number) =>
  db.run(
    sql`delete from payment_events where id in (select id from payment_events where received_at < ${before} limit ${limit})`,
  )

/** When the event starts, and whether its buyers may use methods whose money arrives days later. */
export const findDelays = async (db: Database, eventId: string) => {
  const [row] = await db
    .select({ startAt: events.startAt, ofEvent: events.delayedPayments, ofCalendar: calendars.delayedPayments })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))
    .where(eq(events.id, eventId))
    .limit(1)
  return { startAt: row?.startAt ?? 0, delayed: row?.ofEvent ?? row?.ofCalendar ?? 'HOLD' }
}

/** Returns null for orders of other accounts, whatever a message from this one says. */
export const findOrderFrom = async (db: Database, { accountId }: Pick<PaymentSource, 'accountId'>, id: string) => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isOrderOf(accountId)))
    .limit(1)
  return row ?? null
}

/** True if the checkout's session, amount and currency match the order. */
const isPaymentFor = ({ sessionId, amount, currency }: ProviderCheckout) => sql`
  provider = 'STRIPE' and total = ${amount} and currency = ${currency}
  and (payment_reference is null or payment_reference = ${sessionId})`

export const isPaymentInTime = (checkout: ProviderCheckout) => sql`${isPaymentFor(checkout)} and not ${isCalledOff}`

/** The order of a checkout, with `fits` (the payment matches the order) and `isOff` (the event is cancelled). */
export const findPaidOrder = async (db: Database, { accountId }: PaymentSource, checkout: ProviderCheckout) => {
  const [found] = await db
    .select({
      order: orders,
      fits: sql<0 | 1>`(${isPaymentFor(checkout)}) is true`,
      isOff: sql<0 | 1>`${isCalledOff}`,
    })
    .from(orders)
    .where(and(eq(orders.id, checkout.orderId), isOrderOf(accountId)))
    .limit(1)
  return found ?? null
}

export const findOrderByPayment = async (db: Database, { accountId }: PaymentSource, payment: string) => {
  const [row] = await db
    .select()
    .from(orders)
    // Looks redundant, but SQLite uses the partial index `orders_payment` only with the second condition.
    .where(and(eq(orders.payment, payment), sql`payment is not null`, isOrderOf(accountId)))
    .limit(1)
  return row ?? null
}

export const noteSession = (orderId: string, { sessionId, payment }: ProviderCheckout) =>
  statement(sql`
    update orders set payment_reference = coalesce(payment_reference, ${sessionId}), payment = coalesce(payment, nullif(${payment}, ''))
    where id = ${orderId} and (payment_reference is null or payment_reference = ${sessionId})
      and provider = 'STRIPE' and status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')`)

export const findApplicationFee = async (db: Database, orderId: string) => {
  const [row] = await db
    .select({ fee: orderTerms.applicationFee })
    .from(orderTerms)
    .where(eq(orderTerms.orderId, orderId))
    .limit(1)
  return row?.fee ?? 0
}

/** Stores the operator's fee of `request`, if that is the request of the order's current checkout page. */
export const fixApplicationFee = (orderId: string, fee: number, request: string) =>
  statement(sql`
    update order_terms set application_fee = ${fee} where order_id = ${orderId}
      and exists (select 1 from orders o where o.id = ${orderId} and o.effect_request = ${request})`)

export const notePayment = (db: Database, orderId: string, payment: string) =>
  db
    .update(orders)
    .set({ payment })
    .where(and(eq(orders.id, orderId), sql`payment is null`))

/** Marks an order `PAID` although it has expired or been cancelled, because we have received the money. */
export const markPaidLate = (db: Database, order: OrderRow, paid: ProviderCheckout, now: Instant) =>
  db
    .update(orders)
    .set({
      status: 'PAID',
      paidAt: now,
      expiresAt: null,
      cancelledAt: null,
      effect: 'SETTLED',
      effectRequest: null,
      updatedAt: now,
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status), isPaymentFor(paid)))
    .returning({ id: orders.id })

const justPaid = (orderId: string, now: Instant) =>
  sql`exists (select 1 from orders o where o.id = ${orderId} and o.status = 'PAID' and o.paid_at = ${now})`

/**
 * True if the order's coupon can be redeemed again. The order released the coupon along with the seat, so other guests
 * may have used it since.
 */
const couponIsLeft = (orderId: string) => sql`not exists (select 1 from orders o join coupons k on k.id = o.coupon_id
  where o.id = ${orderId} and k.redeemed_count >= k.max_redemptions)`

/** Redeems the order's coupon again if `readmit` gave the guest a seat. Must follow `readmit` in the same batch. */
export const redeemAgain = (orderId: string, { moveId, now }: Move) =>
  statement(sql`
    insert into coupon_redemptions (coupon_id, order_id, created_at)
    select o.coupon_id, o.id, ${now} from orders o join coupons k on k.id = o.coupon_id join guests g on g.id = o.guest_id
    where o.id = ${orderId} and g.move_id = ${moveId} on conflict do nothing`)

/** Gives the guest a seat again if one is free and the same person has not registered again. */
export const readmit = (order: OrderRow, move: Move) =>
  seat({
    ...move,
    where: sql`g.id = ${order.guestId} and g.status = 'CANCELLED' and g.erased_at is null and e.status = 'PUBLISHED'
      and ${hasRoom} and ${couponIsLeft(order.id)} and ${justPaid(order.id, move.now)}
      and not exists (select 1 from guests o where o.event_id = g.event_id and o.email = g.email and o.id <> g.id
        and g.email_is_buyers = 0 and o.email_is_buyers = 0 and o.status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN'))`,
  })

/** The checkout page expired without a payment. Sets `expires_at` to now, so that the order expires too. */
export const endOrderOf = (orderId: string, sessionId: string, now: Instant) =>
  statement(sql`
    update orders set effect = 'SETTLED', effect_request = null,
      expires_at = case when status = 'PENDING' then ${now} else expires_at end,
      updated_at = case when status = 'PENDING' then ${now} else updated_at end
    where id = ${orderId} and status in ('PENDING', 'EXPIRED', 'CANCELLED') and provider = 'STRIPE'
      and payment_reference = ${sessionId}`)

/**
 * The buyer has finished the checkout page, and the money arrives later. Written only from `OPEN`, so that a late or
 * repeated message doesn't undo a payment or extend the hold. Orders from before `order_terms` get their row here.
 */
export const holdProcessing = (checkout: ProviderCheckout, holdUntil: Instant, now: Instant) => [
  statement(sql`
    insert into order_terms (order_id, method, payment_state) select id, 'ONLINE', 'OPEN' from orders
    where id = ${checkout.orderId} and provider = 'STRIPE' on conflict do nothing`),
  statement(sql`
    update order_terms set payment_state = 'PROCESSING', hold_until = ${holdUntil}
    where order_id = ${checkout.orderId} and payment_state = 'OPEN' and exists (select 1 from orders
      where id = ${checkout.orderId} and status = 'PENDING' and ${isPaymentInTime(checkout)})`),
  statement(sql`
    update orders set expires_at = ${holdUntil}, payment_reference = ${checkout.sessionId}, payment_url = null, effect = 'KNOWN',
      effect_request = null, terms_revision = terms_revision + 1, updated_at = ${now}
    where id = ${checkout.orderId} and changes() = 1`),
]

/** The bank has refused the payment. `endOrderOf` must follow in the same batch. */
export const failPayment = ({ orderId, sessionId }: ProviderCheckout) =>
  statement(sql`
    update order_terms set payment_state = 'FAILED' where order_id = ${orderId} and payment_state in ('OPEN', 'PROCESSING')
      and exists (select 1 from orders where id = ${orderId} and status = 'PENDING' and payment_reference = ${sessionId})`)

/** True if order `orderId` is held for a payment that the bank still has to confirm. */
export const isHeldForBank = (orderId: string) => sql`exists (
  select 1 from orders o join order_terms t on t.order_id = o.id
  where o.id = ${orderId} and o.status = 'PENDING' and t.payment_state = 'PROCESSING')`
