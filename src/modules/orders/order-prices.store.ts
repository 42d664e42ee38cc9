import { sql, type SQL } from 'drizzle-orm'
import { unless } from '../../db/guard.ts'
import { paramsOf } from '../../db/statement.ts'
import { LEAST_BY_CARD, STEPS } from '../../kernel/money.ts'
import type { Instant } from '../../kernel/time.ts'
import type { PayBy } from '../../kernel/vocabulary.ts'
import { bankDeadline } from './bank-orders.store.ts'
import { deadlineAt } from './order-deadlines.store.ts'

/** Prices of tickets, with coupons, and how their orders are paid. */

/** The values that a statement which creates orders needs. */
export type OrderingMove = {
  moveId: string
  now: Instant
  payBy: PayBy
}

export type Deadlines = { expiresAt: Instant | null; onlineExpiresAt: Instant | null }

const param = paramsOf<OrderingMove & Deadlines & { couponCode: string | null }>()

const byCurrency = (table: Readonly<Record<string, number>>, otherwise: number) =>
  `(case t.currency ${Object.entries(table)
    .map(([currency, amount]) => `when '${currency}' then ${amount}`)
    .join(' ')} else ${otherwise} end)`

/** The smallest unit in which amounts in `t.currency` can be paid (`STEPS`). */
export const stepOfTicket = sql.raw(byCurrency(STEPS, 1))
/**
 * True if new orders of calendar `calendarId` are paid at the provider: into the calendar's own account, or into the
 * deployment's. Decided in the statement that creates the order, because an account may be connected at any time.
 */
const isPaidOnline = (calendarId: string) =>
  sql`(${param('payBy')} = 'STRIPE' or (${param('payBy')} = 'OFFLINE' and exists (
    select 1 from payment_accounts u where u.calendar_id = ${sql.raw(calendarId)} and u.is_default = 1)))`
/** The minimum charge for ticket `t`: `LEAST_BY_CARD` for `STRIPE`, 0 for `OFFLINE`. */
export const leastOfTicket = (calendarId: string) =>
  sql`(case when ${isPaidOnline(calendarId)} then ${sql.raw(byCurrency(LEAST_BY_CARD, 0))} else 0 end)`
export interface OrderSource {
  calendarId: string
  eventId: string
  currency: SQL
  /** Condition on `guest_choices` alias `h`: the choice of a guest of the order. */
  chooser: SQL
}

const bankOf = ({ calendarId, eventId, currency }: OrderSource) =>
  bankDeadline({ calendarId: sql.raw(calendarId), eventId: sql.raw(eventId), currency }, param('now'))

/**
 * True if the order is paid at the provider. A guest who had to wait for a place or an approval keeps their choice of a
 * transfer, unless transfers have closed.
 */
export const isOnlineOrder = (source: OrderSource) =>
  sql`(${isPaidOnline(source.calendarId)} and not (exists (
    select 1 from guest_choices h where ${source.chooser} and h.pay_by = 'BANK') and ${bankOf(source)} is not null))`

/** The deadline of an order with something to pay, by the way in which it is paid. */
export const deadlineOf = (source: OrderSource) => {
  const at = (expiresAt: ReturnType<typeof param>) => deadlineAt(sql.raw(source.eventId), expiresAt, param('now'))
  return sql`(case when ${isOnlineOrder(source)} then ${at(param('onlineExpiresAt'))} when ${param('expiresAt')} is not null
    then coalesce(${bankOf(source)}, ${at(param('expiresAt'))}) end)`
}
const fullDiscount = sql.raw(`(case when c.id is null or t.price_mode = 'CHOSEN' then 0
  when c.discount_type = 'PERCENT' then t.price * c.percent_off / 100 when c.currency <> t.currency then 0
  else min(c.amount_off, t.price) end)`)
/** The discount of coupon `c` on ticket `t`, rounded down to `stepOfTicket` unless it covers the whole price. */
const discount = sql`(case when ${fullDiscount} = t.price then t.price else ${fullDiscount} / ${stepOfTicket} * ${stepOfTicket} end)`
/**
 * The amount due for an `OFFLINE` order. For `STRIPE` it only shows whether anything is due at all, because the
 * discount in `chargeable` may be lower.
 */
export const totalToPay = sql`(t.price - ${discount})`
/** The discount for a card payment: it leaves either 0 or at least `leastOfTicket`, the provider's minimum charge. */
export const chargeable = sql`(case when ${discount} = t.price then t.price else max(0, min(${discount}, t.price - ${leastOfTicket('g.calendar_id')})) end)`

/** What the seat of guest `alias` with ticket `t` costs: the price that the guest chose, or the ticket's. */
export const seatPriceOf = (alias: string) =>
  sql.raw(
    `(case when t.price_mode = 'CHOSEN' then coalesce((select k.price from guest_choices k where k.guest_id = ${alias}.id), t.price) else t.price end)`,
  )

const hasNoCoupon = sql`${param('couponCode')} is null`

/**
 * Conditions for redeeming coupon `c` (named by `couponCode`) for ticket `t` of event `e`. Every guard that redeems a
 * coupon includes them.
 */
export const mayBeRedeemed = [
  unless(
    'coupon_invalid',
    sql`${hasNoCoupon} or (c.is_active = 1 and (c.event_id is null or c.event_id = e.id)
      and (json_array_length(c.ticket_ids) = 0 or exists (select 1 from json_each(c.ticket_ids) where value = t.id)) and t.price_mode is not 'CHOSEN'
      and (c.valid_from is null or c.valid_from <= ${param('now')}) and (c.valid_until is null or c.valid_until > ${param('now')})
      and (c.discount_type = 'PERCENT' or t.currency is null or c.currency = t.currency))`,
    { field: { field: 'couponCode', message: 'isn’t valid for this registration' } },
  ),
  unless('coupon_exhausted', sql`${hasNoCoupon} or c.max_redemptions is null or c.redeemed_count < c.max_redemptions`),
] as const
