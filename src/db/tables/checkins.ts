import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DIRECTIONS } from '../../kernel/vocabulary.ts'
import { instant } from './columns.ts'

/**
 * A guest has at most one check-in that is not undone (`checkins_current`). Undoing a check-in keeps its row and
 * records `undone_by`.
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
    /** Name of the door pass, API key or member at the time of the scan. */
    checkedInByLabel: text('checked_in_by_label'),
    gate: text('gate'),
    deviceId: text('device_id'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    /** Id of the commit that last changed the row. The other statements of that commit are conditional on it. */
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

/** Offline scans older than the guest's current check-in. They are stored and shown, but have no effect. */
export const checkinConflicts = sqliteTable(
  'checkin_conflicts',
  {
    checkinId: text('checkin_id').notNull(),
    eventId: text('event_id').notNull(),
    scannedAt: instant('scanned_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    scannedBy: text('scanned_by').notNull(),
    scannedByLabel: text('scanned_by_label'),
    /**
     * Empty if the device named no gate. Null values would count as distinct in the primary key, and uploading the same
     * scan again would add a second conflict.
     */
    gate: text('gate').notNull(),
    deviceId: text('device_id').notNull(),
    /** Null for doors that do not record exits. */
    direction: text('direction', { enum: DIRECTIONS }),
  },
  (table) => [primaryKey({ columns: [table.checkinId, table.scannedAt, table.gate, table.deviceId] })],
)

/**
 * Events whose Durable Object may still hold check-ins, because an earlier version stored them there. Waking such an
 * object once makes it write them to D1.
 */
export const eventsToWake = sqliteTable('events_to_wake', { eventId: text('event_id').primaryKey() })
