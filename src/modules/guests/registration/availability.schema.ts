import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../../kernel/lazy.ts'
import { MAX_PARTY_SIZE } from '../../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, wholeNumber } from '../../../kernel/wire.ts'

export const AvailabilityQuery = lazy(() =>
  z.object({
    ticketId: z.string().max(100).optional().describe('May be left out where there is one to choose'),
    quantity: wholeNumber(1, MAX_PARTY_SIZE).default(1).describe('How many together, ten at most'),
    couponCode: z.string().trim().max(100).optional().describe('As a registration would give it'),
    at: InstantInput().optional().describe('As it would be at that instant, with the seats of now'),
  }),
)

export const Availability = lazy(() =>
  z
    .object({
      available: z.boolean().describe('Whether a registration of that quantity would be given its places at once'),
      maximum: z.int().describe('The largest quantity that would be'),
      limits: z.array(
        z.object({
          kind: z.string().meta({
            description:
              'STATUS, WINDOW, PAUSED, EVENT_CAPACITY, TICKET_CAPACITY, UNPAID, OFFERED, LINE, COUPON or PER_ORDER; more may be added',
          }),
          ticketId: z.string().nullable().describe('Where it is of that ticket alone'),
          of: z.int().nullable(),
          used: z.int().nullable(),
          blocks: z.boolean(),
          until: InstantOutput().nullable(),
        }),
      ),
      nextChangeAt: InstantOutput().nullable().describe('When the clock alone changes something of it'),
    })
    .meta({ id: 'Availability' }),
)
export type AvailabilityOutput = SchemaOutput<typeof Availability>
