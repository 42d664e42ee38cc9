import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CsvColumn } from '../../kernel/bank-transfer.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json } from './columns.ts'

/** Bank accounts of a calendar, to which buyers transfer money. Orders keep a copy. */
export const bankAccounts = sqliteTable(
  'bank_accounts',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    holder: text('holder').notNull(),
    iban: text('iban').notNull(),
    bic: text('bic'),
    currency: text('currency').notNull(),
    /** Maximum difference between a payment and the total, in minor units. */
    tolerance: integer('tolerance').notNull().default(0),
    /** Hours before an event's start at which bank transfer closes. */
    bankClosesHours: integer('bank_closes_hours').notNull().default(168),
    /** Days that an order waits for the money. */
    bankDays: integer('bank_days').notNull().default(10),
    isActive: flag('is_active').notNull().default(true),
    /** Columns of the bank’s CSV files. Null until a member has assigned them. */
    csvColumns: json<CsvColumn[]>('csv_columns'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('bank_accounts_calendar').on(table.calendarId, table.createdAt),
    uniqueIndex('bank_accounts_active')
      .on(table.calendarId, table.currency)
      .where(sql`is_active = 1`),
  ],
)
