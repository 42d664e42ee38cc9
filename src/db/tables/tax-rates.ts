import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { TAX_CATEGORIES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, oneOf } from './columns.ts'

/** Tax rates of a calendar. Orders copy them. A rate never changes; the organiser retires it and creates another. */
export const taxRates = sqliteTable(
  'tax_rates',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Hundredths of a percent. */
    rate: integer('rate').notNull(),
    category: text('category', { enum: TAX_CATEGORIES }).notNull(),
    /** Why no tax is charged, for the categories without tax. */
    reason: text('reason'),
    /** Whether tickets without a rate of their own have this one. */
    isDefault: flag('is_default').notNull(),
    retiredAt: instant('retired_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('tax_rates_calendar').on(table.calendarId, table.createdAt, table.id),
    uniqueIndex('tax_rates_default')
      .on(table.calendarId)
      .where(sql`is_default = 1 and retired_at is null`),
    oneOf('tax_rates_category', table.category, TAX_CATEGORIES),
  ],
)
