import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { written } from '../../db/statement.ts'
import type { RefundRow } from '../../db/rows.ts'
import { orders, refunds } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { OrderStatus } from '../../kernel/vocabulary.ts'

const ofEvent = (eventId: string, id: string) => and(eq(orders.eventId, eventId), eq(orders.id, id))

const refundsOf = (db: Database, orderIds: string[]) =>
  db
    .select()
    .from(refunds)
    .where(sql`${refunds.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`)
    .orderBy(refunds.createdAt, refunds.id)

const orderQuery = (db: Database, eventId: string, id: string) =>
  db.select().from(orders).where(ofEvent(eventId, id)).limit(1)

const refundsQuery = (db: Database, orderId: string) => refundsOf(db, [orderId])

/** An order of the event with its refunds. */
export const findOrderOf = async (db: Database, eventId: string, id: string) => {
  const [rows, refundRows] = await db.batch([orderQuery(db, eventId, id), refundsQuery(db, id)])
  return rows[0] === undefined ? null : { order: rows[0], refunds: refundRows }
}

interface Sought extends PageRequest {
  status?: OrderStatus | undefined
  email?: string | undefined
  updatedSince?: Instant | undefined
}

export const listOrdersOf = async (db: Database, eventId: string, sought: Sought) => {
  const wanted = and(
    eq(orders.eventId, eventId),
    sought.status === undefined ? undefined : eq(orders.status, sought.status),
    sought.email === undefined ? undefined : eq(orders.buyerEmail, sought.email),
    sought.updatedSince === undefined ? undefined : gte(orders.updatedAt, sought.updatedSince),
  )
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(orders)
      .where(wanted)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(sought.limit)
      .offset(offsetOf(sought)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(orders)
      .where(wanted),
  ])
  const byOrder = new Map<string, RefundRow[]>()
  const hasRefunds = rows.some(({ refunded, total }) => refunded > 0 || total > 0)
  for (const refund of hasRefunds
    ? await refundsOf(
        db,
        rows.map(({ id }) => id),
      )
    : []) {
    byOrder.set(refund.orderId, [...(byOrder.get(refund.orderId) ?? []), refund])
  }
  return {
    rows: rows.map((order) => ({ order, refunds: byOrder.get(order.id) ?? [] })),
    total: counts[0]?.total ?? 0,
  }
}

export interface SalesLine {
  ticketId: string
  ticketName: string
  currency: string | null
  paidOrders: number
  pendingOrders: number
  subtotal: number
  discount: number
  gross: number
  refunded: number
  pending: number
}

const sumOf = (column: string, isPaid: boolean) =>
  sql.raw(
    `sum(case when a.status ${isPaid ? `in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')` : `= 'PENDING'`} then a.${column} else 0 end)`,
  )

/** From the numbers that triggers keep: their rows grow with the hours of sale, not with the orders. */
export const salesOf = (eventId: string) =>
  written<SalesLine>(sql`
    select a.ticket_id as ticketId, coalesce(t.name, '') as ticketName, nullif(a.currency, '') as currency,
      ${sumOf('orders', true)} as paidOrders, ${sumOf('orders', false)} as pendingOrders, ${sumOf('subtotal', true)} as subtotal,
      ${sumOf('discount', true)} as discount, ${sumOf('total', true)} as gross, ${sumOf('refunded', true)} as refunded,
      ${sumOf('total', false)} as pending
    from order_activity a left join tickets t on t.id = a.ticket_id
    where a.event_id = ${eventId} group by a.ticket_id, a.currency
    having sum(a.orders) > 0 order by min(coalesce(t.sort_order, 0)), a.ticket_id, a.currency`)
