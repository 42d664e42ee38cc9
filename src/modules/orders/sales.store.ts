import { sql } from 'drizzle-orm'
import { statement } from '../../db/statement.ts'
import { paidForSeat, priceOfOrderAddons, refundOfSeatIn } from './sums.store.ts'

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
 * amount (no `guest_ids`) stays with the first ticket, unless the order is refunded in full. So do add-ons of the order.
 */
const ofSeveralTickets = (eventId: string) => sql`
  mixed as materialized (
    select o.*, ${priceOfOrderAddons('o.id')} as of_order from orders o where o.event_id = ${eventId} and o.party_id is not null
      and exists (select 1 from order_seats s where s.order_id = o.id and s.ticket_id <> o.ticket_id)
  ), sold as materialized (
    select mixed.id, s.ticket_id, coalesce(mixed.currency, '') as currency, mixed.status, s.price + s.extras + s.fee as price, s.discount,
      case when mixed.refunded >= mixed.total then ${paidForSeat('s')} when exists (
        select 1 from refunds r, json_each(r.guest_ids) i where r.order_id = mixed.id and r.status <> 'FAILED' and i.value = s.guest_id
      ) then ${refundOfSeatIn('mixed', 's')} else 0 end as refunded
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
      select ticket_id, coalesce(currency, ''), status, -1, of_order - subtotal, -discount, of_order - total,
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
