import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DIRECTIONS } from '../../kernel/vocabulary.ts'
import { instant } from './columns.ts'

/** Who came in, and when: of a guest at most one row stands. A row that was undone stays, and says by whom. */
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
    /** The commit that last changed the row: what else that commit writes is conditional on it. */
    moveId: text('told_by').notNull(),
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

/** Offline scans older than the check-in that stands: kept, shown, and of no effect. */
export const checkinConflicts = sqliteTable(
  'checkin_conflicts',
  {
    checkinId: text('checkin_id').notNull(),
    eventId: text('event_id').notNull(),
    scannedAt: instant('scanned_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    scannedBy: text('scanned_by').notNull(),
    scannedByLabel: text('scanned_by_label'),
    /** Empty where the scanner named none: the same scan uploaded again is the same conflict. */
    gate: text('gate').notNull(),
    deviceId: text('device_id').notNull(),
    /** Null at doors that nobody leaves. */
    direction: text('direction', { enum: DIRECTIONS }),
  },
  (table) => [primaryKey({ columns: [table.checkinId, table.scannedAt, table.gate, table.deviceId] })],
)

/** Events whose objects may still hold check-ins of a version that decided there: each is woken once, and tells D1. */
export const eventsToWake = sqliteTable('events_to_wake', { eventId: text('event_id').primaryKey() })
