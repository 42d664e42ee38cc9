import { sql, type SQL } from 'drizzle-orm'
import { statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { MAX_PARTY_SIZE, type PayBy } from '../../kernel/vocabulary.ts'
import { deadlineOf, isOnlineOrder, leastOfTicket, seatPriceOf, stepOfTicket } from './order-prices.store.ts'
import { hasVacantSeat, isHeldSeat } from './orders.store.ts'
import { feeOfSeat, sumsOfSeats } from './sums.store.ts'

/** Orders of parties. Each party has one order, and its discount is split among the seats. */

const maxDiscountedSeats = sql.raw(`coalesce(c.max_discounted_seats, ${MAX_PARTY_SIZE})`)
const isFixed = (alias: string) =>
  `not exists (select 1 from tickets x where x.id = ${alias}.ticket_id and x.price_mode = 'CHOSEN')`
/**
 * True if coupon `c` applies to the ticket of seat `alias`. A coupon without `ticket_ids` applies to every ticket, except
 * to those whose price the buyer chooses.
 */
const isCovered = (alias: string) =>
  sql.raw(`(c.id is not null and (json_array_length(c.ticket_ids) = 0
    or ${alias}.ticket_id in (select value from json_each(c.ticket_ids))) and ${isFixed(alias)})`)
/** Covered seats before others, seats with a price before free ones, then by `position`. */
const DISCOUNT_ORDER = 'order by not is_covered, price = 0, position'

/** The discount of coupon `c` on `base`, the total price of the discounted seats, rounded down to `step`. */
const discountOf = (base: string, step: string, currency: string) => {
  const fullDiscount = `(case when c.id is null then 0 when c.discount_type = 'PERCENT' then ${base} * c.percent_off / 100
    when c.currency <> ${currency} then 0 else min(c.amount_off, ${base}) end)`
  return sql.raw(`(case when ${fullDiscount} = ${base} then ${base} else ${fullDiscount} / ${step} * ${step} end)`)
}

/**
 * The discount of order `b` for a card payment: it leaves either 0 or at least `least_of_order`, the minimum charge.
 */
const orderDiscount = discountOf('b.base', 'b.step', 'b.currency')
const chargeable = sql`(case when ${orderDiscount} = b.subtotal then b.subtotal else max(0, min(${orderDiscount}, b.subtotal - b.least_of_order)) end)`

/**
 * What all `seats` cost with coupon `c`, which discounts only the seats that it covers. `seats` is a query that returns
 * `ticket_id`, `price`, `currency`, `step` and `position`.
 */
export const totalOfParty = (seats: SQL) => sql`(
  select s.subtotal - ${discountOf('s.base', 's.step', 's.currency')} from (
    select coalesce(sum(price), 0) as subtotal, max(step) as step, max(case when price > 0 then currency end) as currency,
      coalesce(sum(case when is_covered and turn <= ${maxDiscountedSeats} then price else 0 end), 0) as base
    from (select price, currency, step, is_covered, row_number() over (${sql.raw(DISCOUNT_ORDER)}) as turn
      from (select v.*, ${isCovered('v')} as is_covered from (${seats}) v))) s)`

/** The coupon that party `y` has redeemed but not yet used in an order. It can be used in only one order. */
export const couponHeldBy = sql.raw('(select r.coupon_id from coupon_redemptions r where r.order_id = y.id limit 1)')
/** True if coupon `k` covers the ticket of guest `alias`. */
const coversGuest = (alias: string) =>
  sql.raw(
    `((json_array_length(k.ticket_ids) = 0 or ${alias}.ticket_id in (select value from json_each(k.ticket_ids))) and ${isFixed(alias)})`,
  )
/** True if the coupon that party `y` holds covers the seat of one of these guests `m`. */
export const couponCovers = (members: SQL) =>
  sql`exists (select 1 from coupons k join ${members} where k.id = ${couponHeldBy} and ${coversGuest('m')})`
/**
 * The coupon for the order of guest `g` of party `y`: null if it covers none of the order's seats. If a move (one change
 * of guests) seats several members who wait separately, the first covered one in `waitlist_seq` gets it.
 */
const couponOfOrder = sql`(select k.id from coupons k where k.id = ${couponHeldBy}
  and exists (select 1 from guests m where m.move_id = g.move_id and m.order_id = g.order_id and ${coversGuest('m')})
  and not exists (select 1 from guests l where l.move_id = g.move_id and l.party_id = g.party_id and l.waitlist_seq < g.waitlist_seq
    and ${coversGuest('l')} and not exists (select 1 from orders d where d.id = l.order_id)))`

type Ordering = {
  moveId: string
  now: Instant
  payBy: PayBy
  expiresAt: Instant | null
  onlineExpiresAt: Instant | null
}
const param = paramsOf<Ordering>()

/**
 * Inserts the seats that parties got in the move `moveId`, each with its share of the discount. Shares are rounded
 * down. The remainder goes to the first seat, up to its price, and then to the next.
 */
const insertSeats = preparedStatement<Ordering, unknown>(() =>
  statement(sql`
    insert into order_seats (order_id, guest_id, position, ticket_id, ticket_name, price, discount, fee)
    with seats as (
      select g.order_id, g.event_id, g.id as guest_id, row_number() over (partition by g.order_id order by g.rowid) as position, t.id as ticket_id,
        t.name as ticket_name, ${seatPriceOf('g')} as price, t.currency as priced_in, ${stepOfTicket} as step, ${leastOfTicket('y.calendar_id')} as least, ${couponOfOrder} as coupon_id
      from guests g join parties y on y.id = g.party_id and y.event_id = g.event_id join tickets t on t.id = g.ticket_id
      where g.move_id = ${param('moveId')} and g.holds_seat = 1 and g.order_id is not null
        and not exists (select 1 from orders o where o.id = g.order_id)
    ), covered as (
      select a.*, ${isCovered('a')} as is_covered, ${maxDiscountedSeats} as most from seats a left join coupons c on c.id = a.coupon_id
    ), discountable as (
      select *, is_covered and row_number() over (partition by order_id ${sql.raw(DISCOUNT_ORDER)}) <= most as is_discounted from covered
    ), of_orders as (
      select *, sum(case when is_discounted then price else 0 end) over (partition by order_id) as base,
        sum(price) over (partition by order_id) as subtotal, max(least) over (partition by order_id) as least_of_order,
        max(case when price > 0 then priced_in end) over (partition by order_id) as currency
      from discountable
    ), discounted as (
      select b.*, ${chargeable} as discount from of_orders b left join coupons c on c.id = b.coupon_id
    ), shares as (
      select *, case when not is_discounted or base = 0 then 0 when discount = base then price
        else discount * price / base / step * step end as share
      from discounted
    ), rests as (
      select *, discount - sum(share) over (partition by order_id) as rest, case when is_discounted then price - share else 0 end as slack
      from shares
    ), in_turn as (
      select *, coalesce(sum(slack) over (partition by order_id order by position rows between unbounded preceding and 1 preceding), 0) as slack_before
      from rests
    ), settled as (
      select *, share + max(0, min(slack, rest - slack_before)) as own_discount from in_turn
    )
    select order_id, guest_id, position, ticket_id, ticket_name, price, own_discount,
      ${feeOfSeat('(price - own_discount)', { eventId: 'event_id', currency: 'priced_in', step: 'step' })} from settled`),
)

/**
 * Inserts the add-ons that guests with a new seat chose. A trigger leaves out those that are sold out by now, which can
 * only happen to guests who waited. Must run between `insertSeats` and `insertOrder`.
 */
const insertAddons = preparedStatement<Ordering, unknown>(() =>
  statement(sql`
    insert into order_addons (order_id, guest_id, addon_id, per, name, quantity, price)
    select s.order_id, s.guest_id, k.id, k.per, k.name, w.value ->> 'quantity', k.price
    from guests g join guest_choices c on c.guest_id = g.id join order_seats s on s.order_id = g.order_id and s.guest_id = g.id
      join json_each(c.addons) w join addons k on k.id = w.value ->> 'addonId' and k.event_id = g.event_id
    where g.move_id = ${param('moveId')} and g.holds_seat = 1 and c.addons is not null
      and not exists (select 1 from orders o where o.id = g.order_id)
      and (k.price = 0 or not exists (select 1 from order_seats p join tickets t on t.id = p.ticket_id
        where p.order_id = s.order_id and p.price > 0 and t.currency <> k.currency))
    order by g.rowid, k.sort_order`),
)

/** Confirms guests who owe nothing, because all that they would have paid for is sold out. */
const confirmUnowing = preparedStatement<Ordering, unknown>(() =>
  statement(sql`
    update guests set status = 'CONFIRMED' where move_id = ${param('moveId')} and status = 'PENDING' and party_id is not null
      and exists (select 1 from guest_choices c where c.guest_id = guests.id and c.addons is not null)
      and exists (select 1 from orders o where o.id = guests.order_id and o.status = 'PAID' and o.total = 0)`),
)

const currencyOfOrder = sql.raw(`(select t.currency from order_seats p join tickets t on t.id = p.ticket_id
  where p.order_id = s.order_id and p.price > 0 union all select k.currency from order_addons x join addons k on k.id = x.addon_id
  where x.order_id = s.order_id and x.price > 0 limit 1)`)

const soldToParty = {
  calendarId: 'y.calendar_id',
  eventId: 'y.event_id',
  currency: currencyOfOrder,
  chooser: sql.raw('h.guest_id = f.guest_id'),
}

const insertOrder = preparedStatement<Ordering, unknown>(() =>
  statement(sql`
    insert into orders (id, number, calendar_id, event_id, guest_id, party_id, quantity, buyer_guest_id, ticket_id, ticket_name,
      status, buyer_first_name, buyer_last_name, buyer_email, currency, subtotal, discount, total, fee, coupon_id, coupon_code,
      provider, effect, expires_at, paid_at, created_at, updated_at)
    select s.order_id, upper(hex(randomblob(6))), y.calendar_id, y.event_id, f.guest_id, y.id, s.quantity, y.id, f.ticket_id,
      f.ticket_name, case when s.total = 0 then 'PAID' else 'PENDING' end, y.buyer_first_name, y.buyer_last_name, y.buyer_email,
      case when s.subtotal = 0 then null else ${currencyOfOrder} end,
      s.subtotal, s.discount, s.total, s.fee, c.id, c.code,
      case when s.total = 0 then 'FREE' when ${isOnlineOrder(soldToParty)} then 'STRIPE' else 'OFFLINE' end,
      case when s.total > 0 and ${isOnlineOrder(soldToParty)} then 'INTENDED' end,
      case when s.total > 0 then ${deadlineOf(soldToParty)} end, case when s.total = 0 then ${param('now')} end, ${param('now')}, ${param('now')}
    from (
      select p.order_id, count(*) as quantity, ${sumsOfSeats('p')}
      from order_seats p where p.order_id in (select g.order_id from guests g where g.move_id = ${param('moveId')})
        and not exists (select 1 from orders o where o.id = p.order_id)
      group by p.order_id
    ) s join order_seats f on f.order_id = s.order_id and f.position = 1 join guests g on g.id = f.guest_id
      join parties y on y.id = g.party_id left join coupons c on c.id = ${couponOfOrder}`),
)

/** Creates one order for each party that got seats in the move `moveId`. Must run before `openOrders`. */
export const openPartyOrder = (
  { moveId, now, payBy }: Pick<Ordering, 'moveId' | 'now' | 'payBy'>,
  expiresAt: Instant | null,
  onlineExpiresAt: Instant | null = expiresAt,
) => {
  const ordering = { moveId, now, payBy, expiresAt, onlineExpiresAt }
  return [
    insertSeats(ordering),
    insertAddons(ordering),
    insertOrder(ordering),
    confirmUnowing(ordering),
    handOverOfParty(moveId),
  ]
}

/**
 * Redeems the party's coupon once. The redemption is stored under the party's id until an order uses it. Must run
 * before `openPartyOrder`.
 */
export const redeemForParty = (partyId: string, now: Instant) =>
  statement(sql`
    insert into coupon_redemptions (coupon_id, order_id, created_at)
    select y.coupon_id, y.id, ${now} from parties y where y.id = ${partyId} and y.coupon_id is not null
    on conflict do nothing`)

const handOverOfParty = (moveId: string) =>
  statement(sql`
    update coupon_redemptions set order_id = (select o.id from orders o where o.party_id = coupon_redemptions.order_id
      and o.coupon_id is not null order by o.created_at desc limit 1)
    where order_id in (select o.party_id from guests g join orders o on o.id = g.order_id
      where g.move_id = ${moveId} and o.coupon_id is not null)`)

/** Ids of the orders in which guests gave up seats in the move `moveId`, plus the order `orderId`. */
const affectedOrders = (moveId: string, orderId: string | null) => sql`
  select s.order_id from order_seats s join guests g on g.id = s.guest_id where g.move_id = ${moveId} and g.holds_seat = 0
  union all select ${orderId}`

/** True if the amount of order `alias` can change: no checkout page shows it. */
const isAdjustable = (alias: string) =>
  sql.raw(`(${alias}.provider = 'OFFLINE' or (${alias}.provider = 'STRIPE' and ${alias}.effect = 'INTENDED'))`)

/**
 * Updates a party's orders after guests gave up seats. Removes their unpaid seats from the order, and cancels an order
 * with no seats left. An order whose checkout page may be open keeps its amount, because a person may be paying it right
 * now. It loses `payment_url` instead, and `endCheckouts` replaces the page. Guests who now owe nothing are `CONFIRMED`
 * in the move `confirmedBy`.
 */
export const shrinkPartyOrders = (
  { moveId, now }: { moveId: string; now: Instant },
  confirmedBy: string,
  orderId: string | null,
) => {
  const affected = affectedOrders(moveId, orderId)
  const isDropped = sql`s.order_id in (${affected}) and not ${isHeldSeat} and exists (
    select 1 from orders o where o.id = s.order_id
      and ((o.status = 'PENDING' and ${isAdjustable('o')}) or (o.total = 0 and o.paid_at = ${now} and o.created_at < ${now})))`
  return [
    statement(sql`
      update orders set quantity = p.quantity, subtotal = p.subtotal, discount = p.discount, total = p.total, fee = p.fee, updated_at = ${now},
        guest_id = p.first, ticket_id = p.ticket_id, ticket_name = p.ticket_name, status = case when p.total = 0 then 'PAID' else orders.status end,
        paid_at = case when p.total = 0 then ${now} end, expires_at = case when p.total = 0 then null else orders.expires_at end,
        provider = case when p.total = 0 then 'FREE' else orders.provider end,
        effect = case when p.total > 0 then orders.effect when orders.effect is not null then 'SETTLED' end,
        effect_at = case when orders.effect is not null then ${now} end
      from (
        select s.order_id, s.guest_id as first, s.ticket_id, s.ticket_name, min(s.position), count(*) as quantity,
          ${sumsOfSeats('s')}
        from order_seats s where s.order_id in (${affected}) and ${isHeldSeat} group by s.order_id
      ) p where orders.id = p.order_id and ${isAdjustable('orders')} and orders.status = 'PENDING' and orders.quantity <> p.quantity`),
    statement(sql`
      update guests set status = 'CONFIRMED', move_id = ${confirmedBy}, updated_at = ${now} where status = 'PENDING' and order_id in (${affected}) and id in (
        select s.guest_id from order_seats s join orders o on o.id = s.order_id
        where s.order_id in (${affected}) and o.total = 0 and o.status = 'PAID' and o.paid_at = ${now})`),
    statement(sql`
      update orders set status = 'CANCELLED', cancelled_at = ${now}, updated_at = ${now}
      where id in (${affected}) and status = 'PENDING' and party_id is not null
        and not exists (select 1 from order_seats s where s.order_id = orders.id and ${isHeldSeat})`),
    statement(sql`
      delete from order_addons where per = 'SEAT' and (order_id, guest_id) in (select s.order_id, s.guest_id from order_seats s where ${isDropped})`),
    statement(sql`delete from order_seats as s where ${isDropped}`),
    statement(sql`
      update orders set payment_url = null, updated_at = ${now}
      where id in (${affected}) and status = 'PENDING' and provider = 'STRIPE' and payment_url is not null and ${hasVacantSeat}`),
    statement(sql`
      delete from coupon_redemptions where order_id in (
        select o.id from orders o where o.id in (${affected}) and o.status in ('CANCELLED', 'EXPIRED')
        union all
        select g.party_id from guests g where g.move_id = ${moveId} and g.party_id is not null and g.status in ('CANCELLED', 'DECLINED')
          and not exists (select 1 from guests o where o.party_id = g.party_id and o.status in ('PENDING', 'WAITLISTED', 'CONFIRMED')))`),
  ]
}
