import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { Currency, Timezone } from '../../kernel/wire.ts'
import { DECIMAL_MARKS } from './amounts.ts'
import { DATE_ORDERS } from './dates.ts'

const MAX_FILE_LENGTH = 1_400_000
const MAX_COLUMNS = 100

export const EventImport = lazy(() =>
  z
    .object({
      file: z
        .base64()
        .max(MAX_FILE_LENGTH)
        .describe(
          'The CSV or iCalendar (ICS) file in Base64, at most 1 MB and 500 events. CSV may be UTF-8, UTF-16 or Windows-1252, with commas, semicolons, tabs or `|`.',
        ),
      columns: z
        .array(z.string().max(80).nullable())
        .max(MAX_COLUMNS)
        .optional()
        .describe(
          'Content of each column of a CSV file, from left to right: title, start, startTime, end, endTime, timezone, description, location, address, city, country, meetingUrl, capacity, ticket, price, currency, tags, reference, or null to ignore it. By default, the headings decide.',
        ),
      timezone: Timezone()
        .optional()
        .describe('Time zone of times without an offset. By default, the file’s, otherwise the calendar’s.'),
      dateOrder: z
        .enum(DATE_ORDERS)
        .optional()
        .describe('Order of day and month in dates such as 03/04/2026. Required if both orders fit the file.'),
      decimalMark: z
        .enum(DECIMAL_MARKS)
        .optional()
        .describe('Decimal mark of prices such as 1.234. Required if both marks fit the file.'),
      currency: Currency().optional().describe('Currency of prices that name none. By default, the calendar’s.'),
      status: z.enum(['DRAFT', 'PUBLISHED']).optional().describe('Status of new events. Default: PUBLISHED.'),
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
    .meta({
      id: 'EventImport',
      examples: [
        { file: 'VGl0bGUsU3RhcnQsTG9jYXRpb24KU3VtbWVyIGZhaXIsMjAzMS0wNi0wMSAxMDowMCxQaWVyIDMK', dryRun: true },
      ],
    }),
)

const Count = lazy(() => z.int())

export const EventImportReport = lazy(() =>
  z
    .object({
      digest: z.string().describe('Identifies this result. Send it as `confirm` to import.'),
      isImported: z.boolean().describe('Whether the events were added and changed.'),
      format: z.string().meta({ description: 'CSV or ICS. More may be added.' }),
      encoding: z.string(),
      columns: z
        .array(
          z.object({
            heading: z.string(),
            meaning: z.string().nullable().describe('Content of the column. Null if it is ignored.'),
            examples: z.array(z.string()).describe('Up to three values.'),
          }),
        )
        .describe('Columns of a CSV file. Empty for other formats.'),
      asks: z.array(z.string()).describe('Fields that an import of this file needs, such as `dateOrder`.'),
      counts: z.object({ new: Count(), changed: Count(), same: Count(), skipped: Count(), refused: Count() }),
      lines: z.array(
        z.object({
          line: Count(),
          result: z
            .string()
            .meta({ description: 'Result of the line: new, changed, same, skipped or refused. More may be added.' }),
          id: z.string().nullable().describe('Event or series of the line. Null until it is imported.'),
          title: z.string(),
          fields: z
            .array(z.string())
            .describe('Fields that the import changes: title, description, when, place or tags.'),
          says: z.string().nullable().describe('Reason and remedy for a line that is left out, or a note.'),
        }),
      ),
    })
    .meta({ id: 'EventImportReport' }),
)
