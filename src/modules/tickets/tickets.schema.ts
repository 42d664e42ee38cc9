import * as z from 'zod'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { MOST_OF_A_PARTY, TICKET_STATUSES, TICKET_TYPES } from '../../kernel/vocabulary.ts'
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

export const MOST_TICKETS = 50
const MOST_SEATS = 1_000_000
const HIGHEST_PRICE = 100_000_000

export const Seats = lazily(() => z.int().min(1).max(MOST_SEATS))

const PerOrder = lazily(() => z.int().min(1).max(MOST_OF_A_PARTY))

const Translations = lazily(() =>
  translationsOf({ name: oneLine(120).nullable(), description: manyLines(2_000).nullable() }),
)
const TranslationsOutput = lazily(() =>
  translationsOutputOf({ name: z.string().nullable(), description: z.string().nullable() }),
)

export const Ticket = lazily(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      key: z.string().nullable().describe('Your own name for it, unique in the event'),
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
export type TicketOutput = Parsed<typeof Ticket>

export const TicketChanges = lazily(() =>
  z
    .object({
      key: Key().nullable().describe('Your own name for it, unique in the event; kept once it is set'),
      name: oneLine(120),
      description: manyLines(2_000).nullable(),
      translations: Translations(),
      type: z.enum(TICKET_TYPES),
      price: z.int().min(0).max(HIGHEST_PRICE),
      currency: Currency().nullable(),
      capacity: Seats().nullable(),
      minPerOrder: PerOrder().describe('How many one order takes of it, at least'),
      maxPerOrder: PerOrder().describe('And at most'),
      salesStartAt: LocalOrInstant().nullable(),
      salesEndAt: LocalOrInstant().nullable(),
      requiresApproval: z.boolean(),
      isHidden: z.boolean(),
      sortOrder: z.int().min(-10_000).max(10_000),
      status: z.enum(['ON_SALE', 'PAUSED']).describe('PAUSED stops the sale; ON_SALE takes it up again'),
    })
    .partial(),
)
export type TicketChangesInput = Parsed<typeof TicketChanges>

export const NewTicket = lazily(() => TicketChanges().extend({ name: oneLine(120) }))
export type NewTicketInput = Parsed<typeof NewTicket>
