import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { DifferenceRow, OrderRow, OrderSeatRow, RefundRow } from '../../db/rows.ts'
import { inList, inOneBatch, onlyRow, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import { orders, orderSeats, paymentDifferences, refunds } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import type { Instant } from '../../kernel/time.ts'
import type { OrderStatus } from '../../kernel/vocabulary.ts'
import { hasGoneBack } from './orders.store.ts'

const ofEvent = (eventId: string, id: string) => and(eq(orders.eventId, eventId), eq(orders.id, id))

const refundsOf = (orderIds: string[]) =>
  rowsOf(
    refunds,
    new QueryBuilder()
      .select()
      .from(refunds)
      .where(
        and(
          sql`${refunds.orderId} in ${inList(orderIds)}`,
          // A refund with `refunds.payment` returned a second payment, so it isn't a refund of the order itself.
          isNull(refunds.payment),
        ),
      )
      .orderBy(refunds.createdAt, refunds.id),
  )

const disputesOf = (orderIds: string[]) =>
  rowsOf(
    paymentDifferences,
    new QueryBuilder()
      .select()
      .from(paymentDifferences)
      .where(and(sql`${paymentDifferences.orderId} in ${inList(orderIds)}`, eq(paymentDifferences.kind, 'DISPUTED')))
      .orderBy(paymentDifferences.noticedAt),
  )

const seatsOf = (orderIds: string[]) =>
  rowsOf(
    orderSeats,
    new QueryBuilder()
      .select()
      .from(orderSeats)
      .where(sql`${orderSeats.orderId} in ${inList(orderIds)}`)
      .orderBy(orderSeats.orderId, orderSeats.position),
  )

export const withSeats = async (db: Database, order: OrderRow) => ({
  refunds: [],
  disputes: [],
  seats: order.partyId === null ? [] : (await inOneBatch(db, [seatsOf([order.id])]))[0],
})

const MAX_DIFFERENCES = 100

/** Unsettled rows of `payment_differences`, newest first. */
export const differencesOf = (eventId: string) =>
  rowsOf(
    paymentDifferences,
    new QueryBuilder()
      .select()
      .from(paymentDifferences)
      .where(and(eq(paymentDifferences.eventId, eventId), sql`settled_at is null`))
      .orderBy(desc(paymentDifferences.noticedAt))
      .limit(MAX_DIFFERENCES),
  )

export interface OrderDetails {
  refunds: RefundRow[]
  disputes: DifferenceRow[]
  seats: OrderSeatRow[]
}

export const orderDetailsOf = ({ id }: OrderRow, many: OrderDetails): OrderDetails => ({
  refunds: many.refunds.filter(({ orderId }) => orderId === id),
  disputes: many.disputes.filter(({ orderId }) => orderId === id),
  seats: many.seats.filter(({ orderId }) => orderId === id),
})

export const orderView = (eventId: string, id: string) => ({
  order: rowsOf(orders, new QueryBuilder().select().from(orders).where(ofEvent(eventId, id)).limit(1)),
  refunds: refundsOf([id]),
  disputes: disputesOf([id]),
  seats: seatsOf([id]),
})

export const findOrderOf = async (db: Database, eventId: string, id: string) => {
  const view = await inOneBatch(db, orderView(eventId, id))
  const [order] = view.order
  return order === undefined ? null : { ...view, order }
}

export const ordersNamed = (calendarId: string, ids: readonly string[]) => {
  const wanted = sql`${orders.id} in ${inList(ids)} and ${orders.calendarId} = ${calendarId}`
  return {
    orders: rowsOf(orders, new QueryBuilder().select().from(orders).where(wanted)),
    refunds: refundsOf([...ids]),
    disputes: disputesOf([...ids]),
    seats: seatsOf([...ids]),
  }
}

export const refundsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    refunds,
    new QueryBuilder()
      .select()
      .from(refunds)
      .where(
        sql`${refunds.id} in ${inList(ids)} and ${refunds.payment} is null and exists (
          select 1 from orders o where o.id = ${refunds.orderId} and o.calendar_id = ${calendarId})`,
      ),
  )

export interface PaidBefore {
  amount: number
  currency: string
}

/**
 * What the owner of this address has paid at the event for seats that were cancelled and not refunded. Only the owner of
 * the address or of the order may learn it, so it belongs in emails to that address, never in a response to a form.
 */
export const findPaidBefore = async (db: Database, eventId: string, email: string): Promise<PaidBefore | null> => {
  const left = sql`guests x where x.event_id = ${eventId} and x.email = ${email} and x.status in ('CANCELLED', 'DECLINED')
    and x.erased_at is null`
  const [found] = await rowsFrom(
    db,
    statement<PaidBefore>(sql`
      select p.currency, sum(p.amount) as amount from (
        select o.currency, o.total - o.refunded as amount from (select x.id from ${left}) x
          join orders o on o.guest_id = x.id and o.party_id is null
        where o.buyer_email = ${email} and o.status in ('PAID', 'PARTIALLY_REFUNDED')
        union all
        select o.currency, s.price - s.discount from (select x.id from ${left}) x join order_seats s on s.guest_id = x.id
          join orders o on o.id = s.order_id
        where o.buyer_email = ${email} and o.status in ('PAID', 'PARTIALLY_REFUNDED') and not ${hasGoneBack('s')}
      ) p where p.amount > 0 group by p.currency order by amount desc limit 1`),
  )
  return found ?? null
}

interface OrderFilter extends PageRequest {
  status?: OrderStatus | undefined
  email?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
}

/**
 * Reads the event's orders along `orders_event`. SQLite's `lower()` folds only ASCII, so the search text of the guest
 * who placed the order finds other letters, such as Zoë as `zoe`. Bank statements often break a number into groups, so
 * numbers and references match without spaces and hyphens.
 */
const isFound = (q: string) => {
  const number = q.replaceAll(/[\s-]/g, '').toLowerCase()
  const named = sql`instr(lower(${orders.buyerFirstName} || ' ' || ${orders.buyerLastName} || ' ' || ${orders.buyerEmail}), ${q.toLowerCase()}) > 0
    or exists (select 1 from guests g where g.id = ${orders.buyerGuestId} and instr(g.search_text, ${foldForSearch(q)}) > 0)`
  return number === ''
    ? sql`(${named})`
    : sql`(${named} or instr(lower(${orders.number}), ${number}) > 0
      or instr(lower(replace(replace(coalesce(${orders.paymentReference}, ''), ' ', ''), '-', '')), ${number}) > 0)`
}

export const listOrdersOf = async (db: Database, eventId: string, filter: OrderFilter) => {
  const wanted = and(
    eq(orders.eventId, eventId),
    filter.status === undefined ? undefined : eq(orders.status, filter.status),
    filter.email === undefined ? undefined : eq(orders.buyerEmail, filter.email),
    filter.q === undefined || filter.q === '' ? undefined : isFound(filter.q),
    filter.updatedSince === undefined ? undefined : gte(orders.updatedAt, filter.updatedSince),
  )
  const { rows, counted } = await inOneBatch(db, {
    rows: rowsOf(
      orders,
      db
        .select()
        .from(orders)
        .where(wanted)
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(filter.limit)
        .offset(offsetOf(filter)),
    ),
    counted: statement<{ total: number }>(sql`select count(*) as total from orders where ${wanted}`),
  })
  return { rows: await withDetails(db, rows), total: onlyRow(counted).total }
}

const withDetails = async (db: Database, rows: readonly OrderRow[]) => {
  const ids = rows.filter(({ total, partyId }) => total > 0 || partyId !== null).map(({ id }) => id)
  const details =
    ids.length === 0
      ? { refunds: [], disputes: [], seats: [] }
      : await inOneBatch(db, { refunds: refundsOf(ids), disputes: disputesOf(ids), seats: seatsOf(ids) })
  return rows.map((order) => ({ order, ...orderDetailsOf(order, details) }))
}

/**
 * Orders with a price, newest first. Reads by key from the index `orders_priced`, which has no free orders: an import of
 * thousands of guests doesn't slow it down. Reads one row more than it returns, to know whether there are more.
 */
export const listPricedOrders = async (
  db: Database,
  calendarId: string,
  { before, limit }: { before?: string | undefined; limit: number },
) => {
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.calendarId, calendarId),
        sql`total > 0`,
        before === undefined
          ? undefined
          : sql`(${orders.createdAt}, ${orders.id}) < (select b.created_at, b.id from orders b where b.id = ${before} and b.calendar_id = ${calendarId})`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit + 1)
  return { rows: await withDetails(db, rows.slice(0, limit)), hasMore: rows.length > limit }
}

export interface SalesTotal {
  currency: string | null
  paidOrders: number
  pendingOrders: number
  subtotal: number
  discount: number
  gross: number
  refunded: number
  pending: number
}

interface SalesLine extends SalesTotal {
  ticketId: string
  ticketName: string
}

const sumOf = (column: string, isPaid: boolean) =>
  sql.raw(
    `sum(case when a.status ${isPaid ? `in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')` : `= 'PENDING'`} then a.${column} else 0 end)`,
  )

const sums = sql`${sumOf('orders', true)} as paidOrders, ${sumOf('orders', false)} as pendingOrders,
  ${sumOf('subtotal', true)} as subtotal, ${sumOf('discount', true)} as discount, ${sumOf('total', true)} as gross,
  ${sumOf('refunded', true)} as refunded, ${sumOf('total', false)} as pending`

/**
 * One row per currency, because amounts in different currencies must not be added. An order with several tickets counts
 * once.
 */
export const salesTotalsOf = (eventId: string) =>
  statement<SalesTotal>(sql`
    select nullif(a.currency, '') as currency, ${sums} from order_activity a where a.event_id = ${eventId}
    group by a.currency having sum(a.orders) > 0 order by a.currency = '', a.currency`)

/**
 * Corrects `order_activity` for orders with more than one ticket. The counters there book a whole order under its first
 * ticket. The query subtracts these few orders from the counters and adds each of them back seat by seat. A refund by
 * amount (no `guest_ids`) stays with the first ticket, unless the order is refunded in full.
 */
const ofSeveralTickets = (eventId: string) => sql`
  mixed as materialized (
    select o.* from orders o where o.event_id = ${eventId} and o.party_id is not null
      and exists (select 1 from order_seats s where s.order_id = o.id and s.ticket_id <> o.ticket_id)
  ), sold as materialized (
    select mixed.id, s.ticket_id, coalesce(mixed.currency, '') as currency, mixed.status, s.price, s.discount,
      case when mixed.refunded >= mixed.total or exists (
        select 1 from refunds r, json_each(r.guest_ids) i where r.order_id = mixed.id and r.status <> 'FAILED' and i.value = s.guest_id
      ) then s.price - s.discount else 0 end as refunded
    from mixed cross join order_seats s on s.order_id = mixed.id
  )`

/**
 * Reads `order_activity`, which triggers keep up to date. That table grows with the number of hours in which orders are
 * placed, not with the number of orders.
 */
export const salesOf = (eventId: string) =>
  statement<SalesLine>(sql`
    with ${ofSeveralTickets(eventId)}, a as (
      select ticket_id, currency, status, orders, subtotal, discount, total, refunded from order_activity where event_id = ${eventId}
      union all
      select ticket_id, coalesce(currency, ''), status, -1, -subtotal, -discount, -total,
        -(select sum(sold.refunded) from sold where sold.id = mixed.id) from mixed
      union all
      select ticket_id, currency, status, 1, sum(price), sum(discount), sum(price - discount), sum(refunded)
      from sold group by id, ticket_id
    )
    select a.ticket_id as ticketId, coalesce(t.name, '') as ticketName, nullif(a.currency, '') as currency,
      ${sums}
    from a left join tickets t on t.id = a.ticket_id
    group by a.ticket_id, a.currency
    having sum(a.orders) > 0 order by min(coalesce(t.sort_order, 0)), a.ticket_id, a.currency`)
