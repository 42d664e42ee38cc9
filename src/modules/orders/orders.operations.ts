import { billingRead, billingWrite } from '../../access/demands.ts'
import { both, dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { listOrders, readOrder, reportSales } from './list-orders.ts'
import { markPaid } from './mark-paid.ts'
import { NewRefund, OrderListQuery, Refunded, SalesReport } from './order-operations.schema.ts'
import { Order } from './orders.schema.ts'
import { recoverRefund, refundOrder } from './refund-order.ts'

export const orderOperations = [
  operation({
    id: 'orders.list',
    summary: 'List the orders of an event, newest first',
    subject: 'event',
    access: billingRead,
    routes: [
      v1('GET /events/:eventId/orders', { badge: 'divergent', current: 'GET /events/:eventId/orders' }),
      dashboard('GET /events/:eventId/orders', { badge: 'divergent', successor: '/v1/events/:eventId/orders' }),
    ],
    query: OrderListQuery,
    answer: pageOf(Order),
    run: listOrders,
  }),
  operation({
    id: 'orders.read',
    summary: 'Read an order with its refunds',
    subject: 'event',
    access: billingRead,
    routes: both('GET /events/:eventId/orders/:orderId'),
    answer: one(Order),
    run: readOrder,
  }),
  operation({
    id: 'orders.markPaid',
    summary: 'Say that an order was paid by hand, and so confirm its guest',
    subject: 'event',
    access: billingWrite,
    routes: both('POST /events/:eventId/orders/:orderId/mark-paid'),
    answer: one(Order),
    refusals: ['invalid_transition'],
    run: markPaid,
  }),
  operation({
    id: 'orders.refund',
    summary: 'Refund an order in part or whole',
    description: 'Without an amount all that remains is refunded. OFFLINE refunds are noted and paid out by a person.',
    subject: 'event',
    access: billingWrite,
    routes: [
      v1('POST /events/:eventId/orders/:orderId/refund', {
        badge: 'divergent',
        current: 'POST /events/:eventId/orders/:orderId/refund',
      }),
      dashboard('POST /events/:eventId/orders/:orderId/refund', {
        badge: 'divergent',
        successor: '/v1/events/:eventId/orders/:orderId/refund',
      }),
    ],
    body: NewRefund,
    answer: one(Refunded),
    refusals: ['order_not_refundable', 'refund_exceeds_remaining', 'currency_mismatch'],
    recover: recoverRefund,
    run: refundOrder,
  }),
  operation({
    id: 'orders.sales',
    summary: 'Report the sales of an event per ticket and currency',
    subject: 'event',
    access: billingRead,
    routes: both('GET /events/:eventId/sales'),
    answer: one(SalesReport),
    run: reportSales,
  }),
]
