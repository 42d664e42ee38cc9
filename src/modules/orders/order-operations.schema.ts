import * as z from 'zod'
import { lazily } from '../../kernel/lazily.ts'
import { ORDER_STATUSES } from '../../kernel/vocabulary.ts'
import { Currency, Email, InstantInput, oneLine, PageQuery } from '../../kernel/wire.ts'
import { Order, Refund } from './orders.schema.ts'

const Money = lazily(() => z.int().min(0))

export const OrderParams = lazily(() => z.object({ eventId: z.string(), orderId: z.string() }))

export const OrderListQuery = lazily(() =>
  PageQuery().extend({
    status: z.enum(ORDER_STATUSES).optional(),
    email: Email().optional(),
    updatedSince: InstantInput().optional(),
  }),
)

export const NewRefund = lazily(() =>
  z.object({
    /** In minor units; left out, all that remains. */
    amount: z.int().min(1).max(1_000_000_000_000).optional(),
    /** Only to be sure: a refund is always in the currency of its order. */
    currency: Currency().optional(),
    reason: oneLine(500).nullable().optional(),
    notifyBuyer: z.boolean().optional(),
    cancelGuests: z.boolean().optional(),
  }),
)

export const Refunded = lazily(() => z.object({ refund: Refund(), order: Order() }).meta({ id: 'RefundedOrder' }))

const Sums = lazily(() =>
  z.object({
    currency: z.string().nullable(),
    paidOrders: z.int(),
    pendingOrders: z.int(),
    subtotal: Money(),
    discount: Money(),
    gross: Money(),
    refunded: Money(),
    net: Money(),
    pending: Money(),
  }),
)

/** What came in, per ticket and currency, and per currency in all; currencies are never added together. */
export const SalesReport = lazily(() =>
  z
    .object({
      eventId: z.string(),
      totals: z.array(Sums()),
      byTicket: z.array(Sums().extend({ ticketId: z.string(), ticketName: z.string() })),
    })
    .meta({ id: 'SalesReport' }),
)
