import * as z from 'zod'
import { lazy } from './lazy.ts'
import { CHANGE_OBJECTS } from './vocabulary.ts'

const count = (description: string) => z.int().min(0).describe(description)

const Quote = lazy(() =>
  z
    .object({
      token: z
        .string()
        .describe('Send it as the header `Quote` with the same request to carry out exactly this. Single use.'),
      expiresAt: z.iso.datetime().describe('When the token expires: 5 minutes after the quote.'),
      people: z.object({
        count: count('Number of email addresses that the write concerns.'),
        mailed: count('Number of email addresses that get an email.'),
        list: z
          .array(z.string())
          .nullable()
          .describe('The first 1,000 addresses, in alphabetical order. Null if the caller may not read guests.'),
        next: z
          .string()
          .nullable()
          .describe('Send `Dry-Run: after=<next>` for the next addresses. Null on the last page.'),
      }),
      money: z
        .array(
          z.object({
            currency: z.string(),
            refunded: count('Amount to be refunded, in minor units.'),
            charged: count('Total of new orders, in minor units.'),
          }),
        )
        .describe('Amounts by currency. Empty if no money moves.'),
      changes: z
        .record(z.string(), z.int())
        .describe('Number of created and updated objects by type, such as `guest` or `order`.'),
      deleted: z
        .array(z.object({ object: z.enum(CHANGE_OBJECTS).meta({ 'x-open': true }), id: z.string() }))
        .describe('Deleted objects, at most 1,000.'),
      webhooks: count('Number of webhook deliveries.'),
    })
    .meta({ id: 'Quote', description: 'Effects of a write, before it is carried out.' }),
)

/** Body of a dry run's response, and `data` of `quote_changed`. */
export const QuoteResult = lazy(() => z.object({ data: z.object({ quote: Quote() }) }).meta({ id: 'QuoteResult' }))
export type QuoteAnswer = z.input<ReturnType<typeof Quote>>
