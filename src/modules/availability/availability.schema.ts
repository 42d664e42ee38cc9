import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, wholeNumber } from '../../kernel/wire.ts'

export const AvailabilityQuery = lazy(() =>
  z.object({
    ticketId: z.string().max(100).optional().describe('Ticket id. Optional if the event has only one visible ticket.'),
    quantity: wholeNumber(1, MAX_PARTY_SIZE).default(1).describe('Number of seats, at most 10. Default: 1.'),
    couponCode: z.string().trim().max(100).optional().describe('Coupon code to apply.'),
    at: InstantInput()
      .optional()
      .describe(
        'Time at which to evaluate registration and sales rules, with the seats that are free now. Default: now.',
      ),
  }),
)

export const Availability = lazy(() =>
  z
    .object({
      available: z.boolean().describe('Whether a registration for this quantity would get seats immediately.'),
      maximum: z.int().describe('Largest quantity available.'),
      limits: z.array(
        z.object({
          kind: z.string().meta({
            description:
              'Type of limit: STATUS, WINDOW, PAUSED, EVENT_CAPACITY, TICKET_CAPACITY, UNPAID, OFFERED, LINE, COUPON or PER_ORDER. More may be added.',
          }),
          ticketId: z
            .string()
            .nullable()
            .describe('Ticket the limit applies to. Null if it applies to the whole event.'),
          of: z.int().nullable(),
          used: z.int().nullable(),
          blocks: z.boolean(),
          until: InstantOutput().nullable(),
        }),
      ),
      nextChangeAt: InstantOutput()
        .nullable()
        .describe(
          'Next time a limit changes without a new registration, such as the start of sales or the expiry of an unpaid order. Null if there is none.',
        ),
    })
    .meta({ id: 'Availability' }),
)
export type AvailabilityOutput = SchemaOutput<typeof Availability>
