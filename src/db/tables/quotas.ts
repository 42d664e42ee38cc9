import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Number of people whom a calendar invited or added on a UTC day. The batch that adds them also counts them. */
export const recipientCounts = sqliteTable(
  'recipient_counts',
  {
    calendarId: text('calendar_id').notNull(),
    day: integer('day').notNull(),
    recipients: integer('recipients').notNull(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.day] }), index('recipient_counts_day').on(table.day)],
)
