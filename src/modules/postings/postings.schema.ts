import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'

export const MoneyQuery = lazy(() =>
  z.object({
    from: z.iso.date().optional().describe('First day, in the calendar’s time zone. Default: 30 days before `to`.'),
    to: z.iso.date().optional().describe('Last day, at most 400 days after `from`. Default: today.'),
  }),
)

const sums = () => ({
  charged: z.int().describe('Payments, minus those taken back.'),
  refunded: z.int().describe('Refunds, minus those that failed later.'),
  disputed: z.int().describe('Money lost in disputes.'),
  net: z.int().describe('`charged` minus `refunded` and `disputed`.'),
})

export const MoneySummary = lazy(() =>
  z
    .object({
      from: z.string(),
      to: z.string(),
      timezone: z.string(),
      currencies: z.array(
        z
          .object({
            currency: z.string(),
            ...sums(),
            fees: z.int().describe('Fees that the payment provider kept from the calendar’s own accounts.'),
            platformFees: z.int().describe('Fees of the service’s operator, kept from connected accounts.'),
            paidOut: z.int().describe('Paid out by the provider to the account holder’s bank.'),
            feesByMethod: z
              .array(
                z
                  .object({
                    method: z
                      .string()
                      .nullable()
                      .describe(
                        'Method of the payment in the provider’s terms, such as `sepa_debit`. Null for other fees.',
                      ),
                    fees: z.int(),
                    platformFees: z.int(),
                  })
                  .meta({ id: 'FeesOfMethod' }),
              )
              .describe('`fees` and `platformFees` by method of payment.'),
            unpaid: z.int().describe('Missing amount of all open orders now, whatever the period.'),
            toPayBack: z.int().describe('Refunds by bank transfer that are still to be paid back now.'),
            byMethod: z.array(
              z
                .object({ method: z.string().describe('ONLINE, BANK or HAND.'), ...sums() })
                .meta({ id: 'MoneyOfMethod' }),
            ),
            byEvent: z.array(
              z
                .object({
                  eventId: z.string(),
                  title: z.string().nullable().describe('Null if the event was erased.'),
                  ...sums(),
                })
                .meta({ id: 'MoneyOfEvent' }),
            ),
            byRate: z
              .array(
                z
                  .object({
                    name: z.string().nullable().describe('Null for sales without a tax rate.'),
                    rate: z.int().nullable().describe('Hundredths of a percent.'),
                    category: z.string().nullable(),
                    gross: z.int(),
                    net: z.int(),
                    tax: z.int(),
                  })
                  .meta({ id: 'MoneyOfRate' }),
              )
              .describe('Sales minus refunds by tax rate. `gross` adds up to `charged` minus `refunded`.'),
          })
          .meta({ id: 'MoneyInCurrency' }),
      ),
    })
    .meta({ id: 'MoneySummary' }),
)
export type CurrencyOutput = SchemaOutput<typeof MoneySummary>['currencies'][number]
