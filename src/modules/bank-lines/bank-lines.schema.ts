import * as z from 'zod'
import { compactIban } from '../../kernel/bank-transfer.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { DEFAULT_LIMIT, MAXIMUM_LIMIT } from '../../kernel/page.ts'
import { BANK_LINE_STATES } from '../../kernel/vocabulary.ts'
import { Currency, InstantOutput, oneLine, wholeNumber } from '../../kernel/wire.ts'

const MAX_LINES = 500
const MAX_AMOUNT = 1_000_000_000_000

const plainText = (most: number) => z.string().max(most).default('')

const NewLine = lazy(() =>
  z
    .object({
      bookedOn: z.iso.date().describe('Date on which the bank booked the line.'),
      amount: z
        .int()
        .min(-MAX_AMOUNT)
        .max(MAX_AMOUNT)
        .describe('Amount in minor units. Negative for money that left the account.'),
      currency: Currency(),
      payerName: plainText(200).describe('The other party.'),
      payerIban: z
        .string()
        .max(60)
        .overwrite(compactIban)
        .nullable()
        .default(null)
        .describe('An account number that isn’t an IBAN is not stored.'),
      text: plainText(2_000).describe('Remittance information.'),
      reference: z
        .string()
        .max(100)
        .nullable()
        .default(null)
        .describe('Structured creditor reference. For money that left the account, the end-to-end id.'),
      bankReference: z.string().max(100).nullable().default(null).describe('The bank’s own reference of the line.'),
    })
    .meta({ id: 'NewBankLine' }),
)

export const NewLines = lazy(() =>
  z
    .object({
      bankAccountId: z.string().max(100),
      dryRun: z
        .boolean()
        .optional()
        .describe('Whether to return the results without booking anything. Default: false.'),
      lines: z.array(NewLine()).min(1).max(MAX_LINES),
    })
    .meta({
      id: 'NewBankLines',
      examples: [
        {
          bankAccountId: 'bka_8Q2m',
          dryRun: true,
          lines: [
            {
              bookedOn: '2027-05-03',
              amount: 11_900,
              currency: 'EUR',
              payerName: 'Ada Lovelace',
              text: 'RF46 0641 6268 0959 442',
            },
          ],
        },
      ],
    }),
)

const OrderOfLine = lazy(() =>
  z
    .object({ orderId: z.string(), eventId: z.string(), number: z.string(), amount: z.int() })
    .meta({ id: 'OrderOfBankLine' }),
)

const RESULTS =
  'MATCHED, UNDERPAID, OVERPAID, DUPLICATE (the order was already paid), LATE (the order had expired or been cancelled), REFUNDED (the line paid out a refund), SUGGESTED, UNMATCHED or IGNORED.'

export const Imported = lazy(() =>
  z
    .object({
      lines: z.array(
        z
          .object({
            index: z.int().describe('Index in `lines` of the request.'),
            id: z.string().nullable().describe('Id of the stored line. Null in a dry run.'),
            result: z.string().describe(`KNOWN if the line was imported before, otherwise its state: ${RESULTS}`),
            orders: z.array(OrderOfLine()).describe('Orders that the line pays or, if SUGGESTED, might pay.'),
            message: z.string().describe('Explanation of the result, and what to do, if anything.'),
          })
          .meta({ id: 'ImportedBankLine' }),
      ),
      totals: z.record(z.string(), z.int()).describe('Number of lines by result.'),
    })
    .meta({ id: 'ImportedBankLines' }),
)
export type ImportedOutput = SchemaOutput<typeof Imported>

export const BankLine = lazy(() =>
  z
    .object({
      id: z.string(),
      bankAccountId: z.string(),
      bookedOn: z.string(),
      amount: z.int().describe('Amount in minor units. Negative for money that left the account.'),
      currency: z.string(),
      payerName: z.string(),
      payerIban: z.string().nullable().describe('For API keys masked to the last 4 characters.'),
      text: z.string(),
      reference: z.string().nullable(),
      bankReference: z.string().nullable(),
      state: z.string().describe(`State of the line: ${RESULTS}`),
      orders: z.array(OrderOfLine()),
      refundId: z.string().nullable().describe('Refund that the line paid out.'),
      reason: z.string().nullable().describe('Why someone ignored the line.'),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'BankLine' }),
)
export type BankLineOutput = SchemaOutput<typeof BankLine>

export const LinesQuery = lazy(() =>
  z.object({
    state: z
      .enum([...BANK_LINE_STATES, 'OPEN'])
      .optional()
      .describe('OPEN: SUGGESTED or UNMATCHED.'),
    before: z.string().max(100).optional().describe('Id of a line. Returns only lines imported before it.'),
    limit: wholeNumber(1, MAXIMUM_LIMIT).default(DEFAULT_LIMIT),
  }),
)

export const BankLines = lazy(() =>
  z
    .object({
      data: z.array(BankLine()),
      meta: z.object({ hasMore: z.boolean() }).meta({ id: 'BankLinesMeta' }),
    })
    .meta({ id: 'BankLines' }),
)

export const Assignment = lazy(() =>
  z
    .object({
      orders: z
        .array(z.object({ orderId: z.string().max(100), amount: z.int().min(1).max(MAX_AMOUNT) }))
        .min(1)
        .max(20)
        .describe('Orders that the line pays. The amounts must add up to that of the line.'),
    })
    .meta({ id: 'BankLineAssignment', examples: [{ orders: [{ orderId: 'ord_4f9a', amount: 11_900 }] }] }),
)

export const Ignoring = lazy(() =>
  z.object({ reason: oneLine(200) }).meta({ id: 'IgnoredBankLine', examples: [{ reason: 'Membership fee' }] }),
)
