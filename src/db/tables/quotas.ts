import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How many people a calendar has invited and added on a day of UTC, counted in the batch that does so. */
export const recipientCounts = sqliteTable(
  'recipient_counts',
  {
    calendarId: text('calendar_id').notNull(),
    day: integer('day').notNull(),
    recipients: integer('recipients').notNull(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.day] }), index('recipient_counts_day').on(table.day)],
)
