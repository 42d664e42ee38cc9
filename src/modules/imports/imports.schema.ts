import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { Currency, Timezone } from '../../kernel/wire.ts'
import { DECIMAL_MARKS } from './amounts.ts'
import { PretixSource } from './pretix-api.ts'
import { LIST_SOURCES } from './sources.ts'
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

export const GuestImport = lazy(() =>
  z
    .object({
      file: z
        .base64()
        .max(MAX_FILE_LENGTH)
        .optional()
        .describe(
          'The CSV file in Base64, at most 1 MB and 2,000 lines. UTF-8, UTF-16 or Windows-1252, with commas, semicolons, tabs or `|`.',
        ),
      pretix: PretixSource().optional().describe('Event at pretix to read through its API, instead of `file`.'),
      source: z
        .enum(LIST_SOURCES)
        .optional()
        .describe(
          'Product that wrote the file: LUMA or EVENTBRITE for its guest list as CSV, PRETIX for its export “Order data (JSON)”, CSV for any other list. By default, the headings decide. Returns 400 if the file is from another product.',
        ),
      columns: z
        .array(z.string().max(80).nullable())
        .max(MAX_COLUMNS)
        .optional()
        .describe(
          'Content of each column, from left to right: email, name, firstName, lastName, ticket, status, registeredAt, checkedInAt, code, reference, orderReference, amount, currency, `question:` with an id, or null to ignore it. By default, the headings decide.',
        ),
      timezone: Timezone().optional().describe('Time zone of times without an offset. By default, the event’s.'),
      dateOrder: dateOrderField(),
      decimalMark: z
        .enum(DECIMAL_MARKS)
        .optional()
        .describe('Decimal mark of amounts such as 1.234. Required if the file is ambiguous.'),
      currency: Currency()
        .optional()
        .describe('Currency of amounts without one. Default: the ticket’s, otherwise the calendar’s.'),
      subevent: z.int().optional().describe('Id of the date, if `file` is pretix’s export of a series.'),
      ticketId: z
        .string()
        .max(100)
        .optional()
        .describe('Ticket of lines without one. Default: the event’s only ticket.'),
      acceptErased: z
        .boolean()
        .optional()
        .describe(
          'Whether to import although the calendar was restored without the archive’s key, so that the file may bring back erased persons, and guests of earlier lists who have no address.',
        ),
      ...confirmationFields(),
    })
    .meta({
      id: 'GuestImport',
      examples: [
        {
          file: 'RW1haWwsTmFtZSxDaGVja2VkIGluCmVtbXlAZ3Vlc3RzLmV4YW1wbGUsRW1teSBOb2V0aGVyLG5vCg==',
          dryRun: true,
        },
      ],
    }),
)

export const GuestImportReport = lazy(() =>
  z
    .object({
      digest: digestField(),
      isImported: z.boolean().describe('Whether the guests were created and updated. False for a dry run.'),
      source: z
        .string()
        .meta({ description: 'Source product of the file: CSV, LUMA, EVENTBRITE or PRETIX. More may be added.' }),
      encoding: z.string(),
      columns: columnsField(),
      asks: asksField(),
      counts: countsField(),
      overCapacity: z.int().describe('Guests beyond the event’s capacity after the import. They are imported anyway.'),
      lines: z.array(
        z.object({
          line: z.int(),
          result: resultField(),
          guestId: z.string().nullable(),
          title: z.string(),
          fields: z
            .array(z.string())
            .describe('Fields that the import changes: name, status or `question:` with an id.'),
          ...saysFields(),
        }),
      ),
    })
    .meta({ id: 'GuestImportReport' }),
)
