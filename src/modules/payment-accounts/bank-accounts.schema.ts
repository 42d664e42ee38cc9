import * as z from 'zod'
import { COLUMN_MEANINGS, compactIban, isIban } from '../../kernel/bank-transfer.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { Currency, InstantOutput, oneLine } from '../../kernel/wire.ts'

export const MAX_BANK_ACCOUNTS = 20

const MAX_COLUMNS = 100

const CsvColumns = lazy(() =>
  z
    .array(
      z
        .object({
          heading: z.string().max(200),
          meaning: z
            .enum(COLUMN_MEANINGS)
            .describe('`paidOut` is a column of its own for money that left the account.'),
        })
        .meta({ id: 'CsvColumn' }),
    )
    .min(1)
    .max(MAX_COLUMNS)
    .nullable()
    .describe('Columns of the bank’s CSV files, in their order. Null until someone names them in the workspace.'),
)

export const BankAccount = lazy(() =>
  z
    .object({
      id: z.string(),
      holder: z.string(),
      iban: z.string().describe('For API keys masked to the last 4 characters, such as ****3000.'),
      bic: z.string().nullable(),
      currency: z.string(),
      tolerance: z.int().describe('By how much a payment may differ from the total, in minor units.'),
      bankClosesHours: z.int().describe('How many hours before the start of an event bank transfer closes.'),
      bankDays: z.int().describe('How many days an order waits for the money.'),
      isActive: z.boolean().describe('Whether new orders in this currency can be paid into the account.'),
      csvColumns: CsvColumns(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'BankAccount' }),
)
export type BankAccountOutput = SchemaOutput<typeof BankAccount>

export const Iban = lazy(() =>
  z.string().max(60).overwrite(compactIban).refine(isIban, 'must be an IBAN with the right check digits'),
)

const settings = () => ({
  holder: oneLine(70).describe('Account holder, as the bank knows them.'),
  iban: Iban().describe('Spaces are ignored.'),
  bic: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/, 'must be a BIC')
    .nullable(),
  tolerance: z
    .int()
    .min(0)
    .max(100_000)
    .describe('By how much a payment may differ from the total, in minor units. Default: 0.'),
  bankClosesHours: z
    .int()
    .min(72)
    .max(8_760)
    .describe('How many hours before the start of an event bank transfer closes. Default: 168.'),
  bankDays: z.int().min(3).max(30).describe('How many days an order waits for the money. Default: 10.'),
  isActive: z.boolean().describe('Whether new orders in this currency can be paid into the account. Default: true.'),
  csvColumns: CsvColumns(),
})

export const NewBankAccount = lazy(() =>
  z
    .object(settings())
    .partial()
    .extend({ holder: settings().holder, iban: settings().iban, currency: Currency() })
    .meta({
      id: 'NewBankAccount',
      examples: [{ holder: 'Music Club', iban: 'DE89370400440532013000', currency: 'EUR' }],
    }),
)

export const BankAccountChanges = lazy(() =>
  z
    .object(settings())
    .partial()
    .meta({ id: 'BankAccountChanges', examples: [{ bankDays: 7 }] }),
)
