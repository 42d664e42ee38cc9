import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { RefundPolicy, RefundPolicyInput } from '../../kernel/refund-policy.ts'
import { MAX_PARTY_SIZE, PRICE_MODES, TICKET_STATUSES, TICKET_TYPES } from '../../kernel/vocabulary.ts'
import {
  Currency,
  InstantOutput,
  Key,
  LocalOrInstant,
  manyLines,
  oneLine,
  translationsOf,
  translationsOutputOf,
} from '../../kernel/wire.ts'
import { priceParts } from '../tax-rates/index.ts'

export const MAX_TICKETS = 50
const MAX_SEATS = 1_000_000
export const MAX_PRICE = 100_000_000

export const Seats = lazy(() => z.int().min(1).max(MAX_SEATS))

const Price = lazy(() => z.int().min(0).max(MAX_PRICE))

const PerOrder = lazy(() => z.int().min(1).max(MAX_PARTY_SIZE))

const Translations = lazy(() =>
  translationsOf({ name: oneLine(120).nullable(), description: manyLines(2_000).nullable() }),
)
const TranslationsOutput = lazy(() =>
  translationsOutputOf({ name: z.string().nullable(), description: z.string().nullable() }),
)

export const Ticket = lazy(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      key: z
        .string()
        .nullable()
        .describe('Your own name for the ticket, unique within the event. Null if it has none.'),
      name: z.string(),
      description: z.string().nullable(),
      translations: TranslationsOutput(),
      type: z.enum(TICKET_TYPES),
      price: z.int(),
      fee: z.int().describe('Service fee that the buyer pays on top of `price`. 0 if there is none.'),
      currency: z.string().nullable(),
      priceMode: z.enum(PRICE_MODES).describe('FIXED, or CHOSEN if the buyer sets the price.'),
      minPrice: z.int().nullable().describe('Lowest price that a buyer can choose. Null for FIXED.'),
      suggestedPrice: z.int().nullable().describe('Price that the order form suggests. Null if there is none.'),
      maxPrice: z.int().nullable().describe('Highest price that a buyer can choose. Null for FIXED.'),
      taxRateId: z.string().nullable().describe('Tax rate of the calendar. Null means the calendar’s default.'),
      refundPolicy: RefundPolicy().nullable().describe('Refunds for guests who cancel. Null means the event’s policy.'),
      capacity: z.int().nullable(),
      minPerOrder: z.int(),
      maxPerOrder: z.int(),
      sold: z.int(),
      available: z.int().nullable(),
      salesStartAt: InstantOutput().nullable(),
      salesEndAt: InstantOutput().nullable(),
      requiresApproval: z.boolean(),
      isHidden: z.boolean(),
      sortOrder: z.int(),
      status: z.enum(TICKET_STATUSES),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Ticket' }),
)
export type TicketOutput = SchemaOutput<typeof Ticket>

export const TicketWithTax = lazy(() => Ticket().extend(priceParts()).meta({ id: 'TicketWithTax' }))

export const TicketChanges = lazy(() =>
  z
    .object({
      key: Key()
        .nullable()
        .describe('Your own name for the ticket, unique within the event. Can’t be changed once set.'),
      name: oneLine(120),
      description: manyLines(2_000).nullable(),
      translations: Translations(),
      type: z.enum(TICKET_TYPES),
      price: Price(),
      currency: Currency().nullable(),
      priceMode: z.enum(PRICE_MODES).describe('FIXED, or CHOSEN to let each buyer set the price.'),
      minPrice: Price().describe('Lowest price that a buyer can choose. Only with CHOSEN. Default: 0.'),
      suggestedPrice: Price().nullable().describe('Price that the order form suggests. Only with CHOSEN.'),
      maxPrice: Price()
        .nullable()
        .describe(`Highest price that a buyer can choose. Only with CHOSEN. Default: ${MAX_PRICE}.`),
      taxRateId: z
        .string()
        .max(100)
        .nullable()
        .describe('Tax rate of the calendar. Null means the calendar’s default.'),
      priceIsNet: z
        .boolean()
        .describe(
          'Whether the prices in this request exclude tax. They are stored including the tax of `taxRateId`, or of the calendar’s default rate. Default: false.',
        ),
      refundPolicy: RefundPolicyInput().nullable(),
      capacity: Seats().nullable(),
      minPerOrder: PerOrder().describe('Minimum quantity per order.'),
      maxPerOrder: PerOrder().describe('Maximum quantity per order.'),
      salesStartAt: LocalOrInstant().nullable(),
      salesEndAt: LocalOrInstant().nullable(),
      requiresApproval: z.boolean(),
      isHidden: z.boolean(),
      sortOrder: z.int().min(-10_000).max(10_000),
      status: z.enum(['ON_SALE', 'PAUSED']).describe('PAUSED stops sales, and ON_SALE resumes them.'),
    })
    .partial(),
)
export type TicketChangesInput = SchemaOutput<typeof TicketChanges>

const Named = lazy(() => TicketChanges().extend({ name: oneLine(120) }))

/** A ticket that is created together with its event. Its tax rate can be set later, and its prices include tax. */
export const NewTicket = lazy(() => Named().omit({ taxRateId: true, priceIsNet: true }))
export const AddedTicket = lazy(() => Named())
export type NewTicketInput = SchemaOutput<typeof NewTicket>
