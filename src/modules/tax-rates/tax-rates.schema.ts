import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { TAX_CATEGORIES } from '../../kernel/vocabulary.ts'
import { InstantOutput, oneLine } from '../../kernel/wire.ts'

export const MAX_TAX_RATES = 50
const MAX_RATE = 10_000

export const TaxRate = lazy(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      rate: z.int().describe('Hundredths of a percent: 1900 is 19 %.'),
      category: z.string().meta({ description: `Category of EN 16931: ${TAX_CATEGORIES.join(', ')}.` }),
      reason: z.string().nullable().describe('Reason for charging no tax, for the categories Z, E and O.'),
      isDefault: z.boolean().describe('Whether tickets without a rate of their own use this one.'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'TaxRate' }),
)
export type TaxRateOutput = SchemaOutput<typeof TaxRate>

/** Net price and tax of a ticket or an add-on, in responses to the team. */
export const priceParts = lazy(() => ({
  net: z.int().describe('`price` without tax.'),
  tax: z.int().describe('Tax in `price`, at its tax rate or the calendar’s default. 0 without a rate.'),
}))

export const NewTaxRate = lazy(() =>
  z
    .object({
      name: oneLine(60).describe('Name on orders and pages, such as VAT.'),
      rate: z.int().min(0).max(MAX_RATE).describe('Hundredths of a percent: 1900 is 19 %.'),
      category: z
        .enum(TAX_CATEGORIES)
        .default('S')
        .describe('Category of EN 16931: S standard, Z zero-rated, E exempt, O outside the scope of tax. Default: S.'),
      reason: oneLine(200).nullable().optional().describe('Reason for charging no tax.'),
      isDefault: z.boolean().optional().describe('Whether tickets without a rate of their own use it. Default: false.'),
    })
    .refine(({ category, rate }) => category === 'S' || rate === 0, {
      path: ['rate'],
      message: 'must be 0 for a category without tax',
    })
    .meta({ id: 'NewTaxRate', examples: [{ name: 'VAT', rate: 1_900, isDefault: true }] }),
)
