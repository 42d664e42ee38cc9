import { rowsFrom } from '../../db/statement.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { OrderListQuery, OrderParams } from './order-operations.schema.ts'
import { findOrderOf, listOrdersOf, salesOf } from './order-reading.store.ts'
import { toOrder } from './orders.ts'
import { salesTotals, withNet } from './sales.ts'

export const listOrders = async (
  { event, calendar, query }: Call<unknown, Parsed<typeof OrderListQuery>, unknown, 'event'>,
  deps: Deps,
) => {
  const { rows, total } = await listOrdersOf(deps.db, event.id, query)
  return pageOfItems(
    query,
    rows.map(({ order, refunds }) => toOrder(order, calendar.slug, refunds)),
    total,
  )
}

export const readOrder = async (
  { event, calendar, params }: Call<Parsed<typeof OrderParams>, unknown, unknown, 'event'>,
  deps: Deps,
) => {
  const found = await findOrderOf(deps.db, event.id, params.orderId)
  if (found === null) throw notFound()
  return toOrder(found.order, calendar.slug, found.refunds)
}

export const reportSales = async ({ event }: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const lines = await rowsFrom(deps.db, salesOf(event.id))
  return { eventId: event.id, totals: salesTotals(lines), byTicket: lines.map(withNet) }
}
