import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { ORDER_STATUSES } from '../../kernel/vocabulary.ts'
import { DEFAULT_LIMIT, MAXIMUM_LIMIT } from '../../kernel/page.ts'
import { Currency, Email, InstantInput, PageQuery, wholeNumber } from '../../kernel/wire.ts'
import { Order } from './orders.schema.ts'

const SearchText = lazy(() =>
  z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Part of the order number, the buyer’s name or email address, or the payment reference.'),
)

export const OrderListQuery = lazy(() =>
  PageQuery().extend({
    status: z.enum(ORDER_STATUSES).optional(),
    email: Email().optional(),
    q: SearchText(),
    updatedSince: InstantInput().optional(),
  }),
)

/** Orders older than `before`, so that new orders don't move the pages. */
export const CalendarOrdersQuery = lazy(() =>
  z.object({
    before: z.string().max(100).optional().describe('Id of an order. Returns only orders older than this one.'),
    q: SearchText(),
    status: z.enum(ORDER_STATUSES).optional(),
    provider: z.enum(['OFFLINE', 'STRIPE']).optional().describe('How the order is paid: OFFLINE or STRIPE.'),
    currency: Currency().optional().describe('Currency of the order, such as EUR.'),
    limit: wholeNumber(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT),
  }),
)

export const CalendarOrders = lazy(() =>
  z
    .object({ data: z.array(Order()), meta: z.object({ hasMore: z.boolean() }).meta({ id: 'CalendarOrdersMeta' }) })
    .meta({ id: 'CalendarOrders' }),
)
