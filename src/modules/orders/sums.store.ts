import { sql, type SQL } from 'drizzle-orm'

/** SQL sums of seats and orders, for all statements that need them. `alias` is the alias of the row. */

/** The service fee of event `eventId` as JSON: its own, or the calendar's. Null if there is none. */
const feeRuleOf = (eventId: string) =>
  `(select coalesce(v.service_fee, w.service_fee) from events v join calendars w on w.id = v.calendar_id where v.id = ${eventId})`

/** The fee of a seat that costs `paid` after its discount. `serviceFeeOf` computes the same amount. */
export const feeOfSeat = (
  paid: string,
  { eventId, currency, step }: Record<'eventId' | 'currency' | 'step', string>,
): SQL => {
  const wanted = `((2 * ${paid} * (x.rule ->> 'percent') + 10000) / 20000
    + case when x.rule ->> 'currency' = ${currency} then x.rule ->> 'fixed' else 0 end)`
  const capped = `(case when x.rule ->> 'currency' = ${currency} and x.rule ->> 'cap' is not null
    then min(x.rule ->> 'cap', ${wanted}) else ${wanted} end)`
  return sql.raw(`(case when ${paid} = 0 then 0 else coalesce((select (${capped} + ${step} - 1) / ${step} * ${step}
    from (select ${feeRuleOf(eventId)} as rule) x where x.rule is not null), 0) end)`)
}

/** The price of seat `alias` of a party, with its add-ons and its fee. */
export const paidForSeat = (alias: string) =>
  sql.raw(`(${alias}.price - ${alias}.discount + ${alias}.extras + ${alias}.fee)`)

/** True if refunds of seats in order `alias` include the service fee. */
const isFeeRefunded = (alias: string) =>
  `(exists (select 1 from order_terms f where f.order_id = ${alias}.id and f.is_fee_refundable = 1)
    or exists (select 1 from events f where f.id = ${alias}.event_id and f.status = 'CANCELLED'))`

/** The refund of seat `seat` in order `order`. */
export const refundOfSeatIn = (order: string, seat: string) =>
  sql.raw(
    `(${seat}.price - ${seat}.discount + ${seat}.extras + case when ${seat}.fee > 0 and ${isFeeRefunded(order)} then ${seat}.fee else 0 end)`,
  )

/** The refund of the only seat of order `order`, which has no party. */
export const refundOfSingle = (order: string) =>
  sql.raw(`(${order}.total - case when ${order}.fee > 0 and not ${isFeeRefunded(order)} then ${order}.fee else 0 end)`)

/** The price of the add-ons of order `order` with `per` ORDER. `order_seats.extras` has the others. */
export const priceOfOrderAddons = (order: string) =>
  sql.raw(
    `(select coalesce(sum(x.quantity * x.price), 0) from order_addons x where x.order_id = ${order} and x.per = 'ORDER')`,
  )

/** The sums of a party's order over its seats `alias`, which the query groups by order. */
export const sumsOfSeats = (alias: string): SQL => {
  const ofOrder = priceOfOrderAddons(`${alias}.order_id`)
  return sql`sum(${sql.raw(`${alias}.price + ${alias}.extras + ${alias}.fee`)}) + ${ofOrder} as subtotal,
    sum(${sql.raw(`${alias}.discount`)}) as discount, sum(${sql.raw(`${alias}.fee`)}) as fee,
    sum(${paidForSeat(alias)}) + ${ofOrder} as total`
}
