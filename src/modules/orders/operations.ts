import { billingRead } from '../../access/demands.ts'
import { inOneBatch } from '../../db/statement.ts'
import { notFound } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { bare, both, dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { listOrdersOf, listPricedOrders } from './order-lists.store.ts'
import { differencesOf, findOrderOf } from './order-reading.store.ts'
import { salesOf, salesTotalsOf } from './sales.store.ts'
import { toDifference, toOrder, withNet } from './orders.ts'
import { CalendarOrders, CalendarOrdersQuery, OrderListQuery } from './order-lists.schema.ts'
import { Order, SalesReport } from './orders.schema.ts'

export const listOrders = operation({
  id: 'orders.list',
  summary: 'List orders',
  description: 'Newest first.',
  subject: 'event',
  access: billingRead,
  routes: [
    v1('GET /events/:eventId/orders', { current: 'GET /events/:eventId/orders' }),
    dashboard('GET /events/:eventId/orders', { successor: '/v1/events/:eventId/orders' }),
  ],
  query: OrderListQuery,
  answer: pageOf(Order),
  async run({ event, calendar, query }, deps) {
    const { rows, total } = await listOrdersOf(deps.db, event.id, query)
    return pageOfItems(
      query,
      rows.map((view) => toOrder(view.order, calendar.slug, view)),
      total,
    )
  },
})

export const listCalendarOrders = operation({
  id: 'orders.listOfCalendar',
  summary: 'List a calendar’s orders',
  description: 'Returns the orders with a price, of all events, newest first. Free orders are left out.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/orders'),
  query: CalendarOrdersQuery,
  answer: bare(CalendarOrders),
  async run({ calendar, query }, deps) {
    const { rows, hasMore } = await listPricedOrders(deps.db, calendar.id, query)
    return { data: rows.map((view) => toOrder(view.order, calendar.slug, view)), meta: { hasMore } }
  },
})

export const readOrder = operation({
  id: 'orders.read',
  summary: 'Get an order',
  description: 'Includes its refunds.',
  subject: 'event',
  access: billingRead,
  routes: both('GET /events/:eventId/orders/:orderId'),
  answer: one(Order),
  async run({ event, calendar, params }, deps) {
    const found = await findOrderOf(deps.db, event.id, params.orderId)
    if (found === null) throw notFound()
    return toOrder(found.order, calendar.slug, found)
  },
})

export const reportSales = operation({
  id: 'orders.sales',
  summary: 'Get a sales report',
  description: 'Returns totals per ticket and currency.',
  subject: 'event',
  access: billingRead,
  routes: both('GET /events/:eventId/sales'),
  answer: one(SalesReport),
  async run({ event }, deps) {
    const { lines, totals, differences } = await inOneBatch(deps.db, {
      lines: salesOf(event.id),
      totals: salesTotalsOf(event.id),
      differences: differencesOf(event.id),
    })
    return {
      eventId: event.id,
      unreconciled: differences.map(toDifference),
      totals: totals.map(withNet),
      byTicket: lines.map(withNet),
    }
  },
})
