import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { Currency, Timezone } from '../../kernel/wire.ts'
import { DECIMAL_MARKS } from './amounts.ts'
import {
  asksField,
  columnsField,
  confirmationFields,
  countsField,
  dateOrderField,
  digestField,
  MAX_COLUMNS,
  MAX_FILE_LENGTH,
  resultField,
  saysFields,
} from './shared-fields.ts'

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
      dateOrder: dateOrderField(),
      decimalMark: z
        .enum(DECIMAL_MARKS)
        .optional()
        .describe('Decimal mark of prices such as 1.234. Required if the file is ambiguous.'),
      currency: Currency().optional().describe('Currency of prices without one. Default: the calendar’s.'),
      status: z.enum(['DRAFT', 'PUBLISHED']).optional().describe('Status of new events. Default: PUBLISHED.'),
      ...confirmationFields(),
    })
    .meta({
      id: 'EventImport',
      examples: [
        { file: 'VGl0bGUsU3RhcnQsTG9jYXRpb24KU3VtbWVyIGZhaXIsMjAzMS0wNi0wMSAxMDowMCxQaWVyIDMK', dryRun: true },
      ],
    }),
)

export const EventImportReport = lazy(() =>
  z
    .object({
      digest: digestField(),
      isImported: z.boolean().describe('Whether the events were created and updated. False for a dry run.'),
      format: z.string().meta({ description: 'CSV or ICS. More may be added.' }),
      encoding: z.string(),
      columns: columnsField().describe('Columns of a CSV file. Empty for other formats.'),
      asks: asksField(),
      counts: countsField(),
      lines: z.array(
        z.object({
          line: z.int(),
          result: resultField(),
          id: z.string().nullable().describe('Event or series of the line. Null until it is imported.'),
          title: z.string(),
          fields: z
            .array(z.string())
            .describe('Fields that the import changes: title, description, when, place or tags.'),
          ...saysFields(),
        }),
      ),
    })
    .meta({ id: 'EventImportReport' }),
)
