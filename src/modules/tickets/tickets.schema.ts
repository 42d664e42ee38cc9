import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { MAX_PARTY_SIZE, TICKET_STATUSES, TICKET_TYPES } from '../../kernel/vocabulary.ts'
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

export const MAX_TICKETS = 50
const MAX_SEATS = 1_000_000
const MAX_PRICE = 100_000_000

export const Seats = lazy(() => z.int().min(1).max(MAX_SEATS))

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
      currency: z.string().nullable(),
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
      price: z.int().min(0).max(MAX_PRICE),
      currency: Currency().nullable(),
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

export const NewTicket = lazy(() => TicketChanges().extend({ name: oneLine(120) }))
export type NewTicketInput = SchemaOutput<typeof NewTicket>
