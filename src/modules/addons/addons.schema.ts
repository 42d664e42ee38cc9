import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { ADDON_UNITS, TICKET_STATUSES } from '../../kernel/vocabulary.ts'
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
import { MAX_PRICE } from '../tickets/index.ts'

export const MAX_ADDONS = 50
const MAX_STOCK = 1_000_000
const MAX_QUANTITY = 100

export const Addon = lazy(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      key: z
        .string()
        .nullable()
        .describe('Your own name for the add-on, unique within the event. Null if it has none.'),
      name: z.string(),
      description: z.string().nullable(),
      translations: translationsOutputOf({ name: z.string().nullable(), description: z.string().nullable() }),
      price: z.int().describe('Price of one unit, in minor units.'),
      currency: z.string().nullable(),
      per: z.enum(ADDON_UNITS).describe('SEAT: each attendee can have it. ORDER: the buyer adds it once for everyone.'),
      ticketIds: z.array(z.string()).describe('Tickets that it can be added to. Empty for all tickets.'),
      stock: z.int().nullable().describe('Units for sale. Null for no limit.'),
      sold: z.int().describe('Units of guests who hold a seat.'),
      available: z.int().nullable().describe('Units left. Null for no limit.'),
      maxQuantity: z.int().describe('Highest quantity for one seat, or for one order.'),
      salesStartAt: InstantOutput().nullable(),
      salesEndAt: InstantOutput().nullable(),
      taxRateId: z.string().nullable().describe('Tax rate of the calendar. Null means the calendar’s default.'),
      sortOrder: z.int(),
      status: z.enum(TICKET_STATUSES),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Addon' }),
)
export type AddonOutput = SchemaOutput<typeof Addon>

export const AddonWithTax = lazy(() => Addon().extend(priceParts()).meta({ id: 'AddonWithTax' }))

export const AddonChanges = lazy(() =>
  z
    .object({
      key: Key()
        .nullable()
        .describe('Your own name for the add-on, unique within the event. Can’t be changed once set.'),
      name: oneLine(120),
      description: manyLines(2_000).nullable(),
      translations: translationsOf({ name: oneLine(120).nullable(), description: manyLines(2_000).nullable() }),
      price: z.int().min(0).max(MAX_PRICE).describe('Price of one unit, in minor units. Default: 0.'),
      currency: Currency().nullable().describe('Required with a price. The same as that of the tickets.'),
      per: z.enum(ADDON_UNITS).describe('SEAT or ORDER. Can’t be changed later. Default: SEAT.'),
      ticketIds: z
        .array(z.string().max(100))
        .max(50)
        .transform((ids) => [...new Set(ids)])
        .describe('Tickets that it can be added to. Default: all tickets.'),
      stock: z.int().min(0).max(MAX_STOCK).nullable().describe('Units for sale. Null means no limit, the default.'),
      maxQuantity: z
        .int()
        .min(1)
        .max(MAX_QUANTITY)
        .describe('Highest quantity for one seat, or for one order. Default: 10.'),
      salesStartAt: LocalOrInstant().nullable(),
      salesEndAt: LocalOrInstant().nullable(),
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
      sortOrder: z.int().min(-10_000).max(10_000),
      status: z.enum(['ON_SALE', 'PAUSED']).describe('PAUSED stops sales, and ON_SALE resumes them.'),
    })
    .partial(),
)
export type AddonChangesInput = SchemaOutput<typeof AddonChanges>

export const NewAddon = lazy(() =>
  AddonChanges()
    .extend({ name: oneLine(120) })
    .meta({ id: 'NewAddon', examples: [{ name: 'T-shirt', price: 1_500, currency: 'EUR', stock: 50 }] }),
)
