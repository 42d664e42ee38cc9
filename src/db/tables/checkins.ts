import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * What the desks have told of their admissions. The desk of the event is the truth of who is in; this is for
 * reading across events. No references: a line that the desk has decided is written whatever became of the rest.
 */
export const checkins = sqliteTable(
  'checkins',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id').notNull(),
    guestId: text('guest_id').notNull(),
    ticketId: text('ticket_id'),
    checkedInAt: instant('checked_in_at').notNull(),
    checkedInBy: text('checked_in_by').notNull(),
    /** What the door pass was called, if it was one. */
    checkedInByLabel: text('checked_in_by_label'),
    gate: text('gate'),
    deviceId: text('device_id'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    /** The telling that last changed the row: what else that telling writes is conditional on it. */
    toldBy: text('told_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('checkins_current')
      .on(table.eventId, table.guestId)
      .where(sql`undone_at is null`),
    index('checkins_event').on(table.eventId, table.checkedInAt, table.id),
    index('checkins_calendar').on(table.calendarId, table.checkedInAt, table.id),
  ],
)
