import * as z from 'zod'
import { DATE_ORDERS } from './dates.ts'

/** Fields that the requests and reports of both imports share. */

export const MAX_FILE_LENGTH = 1_400_000
export const MAX_COLUMNS = 100

export const dateOrderField = () =>
  z
    .enum(DATE_ORDERS)
    .optional()
    .describe('Order of day and month in dates such as 03/04/2026. Required if the file is ambiguous.')

/** The fields that check a file and then import it. */
export const confirmationFields = () => ({
  acceptRefused: z
    .boolean()
    .optional()
    .describe('Whether to import the file although more than 20 % of its lines are refused.'),
  dryRun: z.boolean().optional().describe('Whether to return the report without writing anything.'),
  confirm: z
    .string()
    .max(64)
    .optional()
    .describe('The `digest` of the dry run. Required to import. A different result returns 409.'),
})

export const digestField = () => z.string().describe('Identifies this result. Send it as `confirm` to import.')

export const columnsField = () =>
  z.array(
    z.object({
      heading: z.string(),
      meaning: z.string().nullable().describe('Content of the column. Null if it is ignored.'),
      examples: z.array(z.string()).describe('Up to three values.'),
    }),
  )

export const asksField = () =>
  z.array(z.string()).describe('Fields that an import of this file needs, such as `dateOrder`.')

export const countsField = () =>
  z.object({ new: z.int(), changed: z.int(), same: z.int(), skipped: z.int(), refused: z.int() })

export const resultField = () =>
  z.string().meta({ description: 'Result of the line: new, changed, same, skipped or refused. More may be added.' })

/** `says` is English text for people. Programs can translate `reasons`. */
export const saysFields = () => ({
  says: z.string().nullable().describe('Reason and remedy for a line that is left out, or a note, in English.'),
  reasons: z
    .array(
      z.object({
        code: z.string().meta({ description: 'Reason, such as address_invalid. More may be added.' }),
        values: z.record(z.string(), z.string()).describe('Values in the sentence, such as the content of the cell.'),
      }),
    )
    .describe('The sentences of `says` as codes, in the same order.'),
})
