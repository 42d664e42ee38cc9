import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { ADDON_UNITS } from '../../kernel/vocabulary.ts'
import { Currency, InstantOutput, oneLine } from '../../kernel/wire.ts'

const Money = lazy(() => z.int().min(0))

export const Refund = lazy(() =>
  z
    .object({
      id: z.string(),
      orderId: z.string(),
      amount: Money(),
      currency: z.string(),
      reason: z.string().nullable(),
      guestIds: z
        .array(z.string())
        .nullable()
        .describe(
          'Guests of the refunded seats, as in `items` of the order. For a transferred seat, the new guest. Null if an amount was refunded.',
        ),
      status: z.string(),
      createdAt: InstantOutput(),
      completedAt: InstantOutput().nullable(),
      paidOutAt: InstantOutput()
        .nullable()
        .describe('When a refund by bank transfer left the account. Null for any other.'),
    })
    .meta({ id: 'Refund' }),
)

export const Order = lazy(() =>
  z
    .object({
      id: z.string(),
      number: z.string(),
      eventId: z.string(),
      calendarSlug: z.string(),
      partyId: z.string().nullable(),
      status: z
        .string()
        .meta({ description: 'Order status: PENDING, PAID, EXPIRED, CANCELLED, PARTIALLY_REFUNDED or REFUNDED.' }),
      buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      currency: z.string().nullable(),
      subtotal: Money(),
      discount: Money(),
      total: Money(),
      fee: Money().describe('Service fee of all seats. `subtotal` and `total` include it.'),
      refunded: Money(),
      net: Money(),
      items: z.array(
        z.object({
          ticketId: z.string(),
          ticketName: z.string(),
          quantity: z.int(),
          unitPrice: Money(),
          discount: Money(),
          total: Money(),
          guestIds: z.array(z.string()),
        }),
      ),
      addons: z
        .array(
          z
            .object({
              addonId: z.string(),
              name: z.string(),
              per: z.enum(ADDON_UNITS),
              guestId: z.string().nullable().describe('Guest of the seat. Null for an add-on of the whole order.'),
              quantity: z.int(),
              unitPrice: Money(),
              total: Money(),
            })
            .meta({ id: 'OrderAddon' }),
        )
        .describe('Add-ons, as sold. `subtotal` and `total` include them.'),
      taxes: z
        .array(
          z
            .object({
              name: z.string(),
              rate: z.int().describe('Hundredths of a percent: 1900 is 19 %.'),
              category: z.string().describe('Category of EN 16931, such as S.'),
              gross: Money(),
              net: Money(),
              tax: Money(),
              refundedTax: Money().describe('Tax returned by refunds, of `tax`.'),
            })
            .meta({ id: 'OrderTax' }),
        )
        .describe('Tax by rate, included in `total`. Empty without a tax rate.'),
      coupon: z.object({ id: z.string(), code: z.string() }).nullable(),
      payment: z.object({
        provider: z.string().meta({ description: 'Payment provider: FREE, OFFLINE or STRIPE.' }),
        method: z
          .string()
          .nullable()
          .meta({ description: 'How the buyer pays: ONLINE, BANK or HAND. Null if the order costs nothing.' }),
        account: z
          .string()
          .nullable()
          .describe('Id of the calendar’s payment account that receives the money. Null for the deployment’s own.'),
        reference: z
          .string()
          .nullable()
          .describe('Reference at the payment provider. For BANK, the ISO 11649 reference that the buyer states.'),
        bank: z
          .object({ holder: z.string(), iban: z.string(), bic: z.string().nullable() })
          .meta({ id: 'OrderBankAccount' })
          .nullable()
          .describe('Account to transfer the money to. Only the buyer sees it, while a BANK order is unpaid.'),
        received: Money().describe(
          'What bank transfers have paid so far. An unpaid order still owes `total` − `received`.',
        ),
        status: z.string().meta({
          description:
            'Payment status: PENDING, PROCESSING, PAID or CANCELLED. PROCESSING: the buyer has finished the checkout page, and their bank confirms the payment within days.',
        }),
        url: z.string().nullable(),
        paidOn: z
          .string()
          .nullable()
          .describe('Date on which the money arrived, such as 2027-05-01. Null unless the order was marked as paid.'),
        note: z.string().nullable().describe('Note by the person who marked the order as paid.'),
        dispute: z
          .object({
            status: z.string(),
            reason: z.string().nullable().describe('Reason in Stripe’s terms, such as `fraudulent`.'),
            dueBy: InstantOutput().nullable().describe('Time until which you can answer at Stripe.'),
            amount: Money(),
          })
          .nullable()
          .describe('The buyer’s dispute of this payment at their bank. Null if there is none.'),
      }),
      refunds: z.array(Refund()),
      documents: z
        .array(
          z
            .object({ id: z.string(), number: z.string(), kind: z.string(), issuedAt: InstantOutput() })
            .meta({ id: 'DocumentOfOrder' }),
        )
        .describe(
          'Documents of kind INVOICE or CREDIT_NOTE, oldest first. Empty for guests, who list theirs with the manage link.',
        ),
      expiresAt: InstantOutput().nullable(),
      paidAt: InstantOutput().nullable(),
      cancelledAt: InstantOutput().nullable(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Order' }),
)
export type OrderOutput = SchemaOutput<typeof Order>

export const Payment = lazy(() =>
  z.object({
    paidOn: z.iso
      .date()
      .optional()
      .describe('Date on which the money arrived, in the event’s time zone. Not in the future. Default: today.'),
    note: oneLine(200).nullable().optional().describe('Note about the payment, which only the team sees.'),
  }),
)

export const NewRefund = lazy(() =>
  z.object({
    /** Amount in minor units. If omitted, everything not yet refunded is refunded. */
    amount: z.int().min(1).max(1_000_000_000_000).optional(),
    /** Only a safety check: a refund always uses the currency of its order. */
    currency: Currency().optional(),
    reason: oneLine(500).nullable().optional(),
    notifyBuyer: z.boolean().optional(),
    byHand: z
      .boolean()
      .optional()
      .describe(
        'Whether a person has already refunded it at Stripe. Only for orders whose payment account was disconnected. The service records the refund and moves no money. Default: false.',
      ),
    cancelGuests: z
      .boolean()
      .optional()
      .describe(
        'Whether to also cancel the guests in `items`, or all guests of the order if `items` is omitted, regardless of the amount. Default: false.',
      ),
    items: z
      .array(z.object({ guestId: z.string().max(100) }))
      .min(1)
      .max(100)
      .optional()
      .describe('Seats to refund, each with its share of the price. Not allowed with `amount`.'),
  }),
)

export const Refunded = lazy(() => z.object({ refund: Refund(), order: Order() }).meta({ id: 'RefundedOrder' }))

const Sums = lazy(() =>
  z.object({
    currency: z.string().nullable(),
    paidOrders: z.int(),
    pendingOrders: z.int(),
    subtotal: Money(),
    discount: Money(),
    gross: Money(),
    refunded: Money(),
    /**
     * Can be negative: a refund by amount is booked under the first ticket of its order, and may exceed that ticket's
     * own sales.
     */
    net: z.int(),
    pending: Money(),
  }),
)

/** A mismatch between Stripe and our orders, or a dispute. `reference` is the provider's id. */
const Difference = lazy(() =>
  z
    .object({
      reference: z.string(),
      kind: z.string().meta({
        description:
          'Type of difference: DISPUTED, PAID_TWICE, PAYMENT_DIFFERS, PAYMENT_MISSING, REFUND_DIFFERS or REFUND_FAILED.',
      }),
      orderId: z.string(),
      amount: Money(),
      currency: z.string(),
      status: z.string().meta({ description: 'Status at the payment provider.' }),
      noticedAt: InstantOutput(),
    })
    .meta({ id: 'PaymentDifference' }),
)

/** Sales per ticket and currency, and totals per currency. Currencies are never added together. */
export const SalesReport = lazy(() =>
  z
    .object({
      eventId: z.string(),
      unreconciled: z.array(Difference()),
      totals: z.array(Sums()),
      byTicket: z.array(Sums().extend({ ticketId: z.string(), ticketName: z.string() })),
    })
    .meta({ id: 'SalesReport' }),
)
