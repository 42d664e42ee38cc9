import * as z from 'zod'
import { lazy } from './lazy.ts'
import { FULL } from './sums.ts'
import { Currency } from './wire.ts'

const MAX_AMOUNT = 100_000_000

export const ServiceFeeInput = lazy(() =>
  z
    .object({
      percent: z
        .int()
        .min(0)
        .max(FULL)
        .default(0)
        .describe('Share of the seat’s price, in hundredths of a percent. 250 is 2.5 %. Default: 0.'),
      fixed: z.int().min(0).max(MAX_AMOUNT).default(0).describe('Minor units per seat. Default: 0.'),
      cap: z
        .int()
        .min(1)
        .max(MAX_AMOUNT)
        .nullable()
        .default(null)
        .describe('Highest fee per seat, in minor units. Null means no limit, the default.'),
      currency: Currency()
        .nullable()
        .default(null)
        .describe('Currency of `fixed` and `cap`. Seats in other currencies pay only the percentage.'),
      taxRateId: z
        .string()
        .max(100)
        .nullable()
        .default(null)
        .describe('Tax rate of the calendar. Null means the calendar’s default.'),
      refundable: z
        .boolean()
        .default(false)
        .describe('Whether refunded seats include their fee. A cancelled event always refunds it. Default: false.'),
    })
    .refine(({ fixed, cap, currency }) => currency !== null || (fixed === 0 && cap === null), {
      path: ['currency'],
      message: 'is required with fixed or cap',
    })
    .meta({
      id: 'ServiceFeeInput',
      examples: [{ percent: 250, fixed: 50, cap: 500, currency: 'EUR', taxRateId: null, refundable: false }],
    }),
)

export const ServiceFeeOutput = lazy(() =>
  z
    .object({
      percent: z.int(),
      fixed: z.int(),
      cap: z.int().nullable(),
      currency: z.string().nullable(),
      taxRateId: z.string().nullable(),
      refundable: z.boolean(),
    })
    .meta({ id: 'ServiceFee' }),
)
