import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CHECKPOINT_MODES, DIRECTIONS } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'
import { events } from './events.ts'

/** Doors of an event other than its main door. */
export const checkpoints = sqliteTable(
  'checkpoints',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'restrict' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mode: text('mode', { enum: CHECKPOINT_MODES }).notNull(),
    /** Tickets accepted at this checkpoint; null accepts every ticket. */
    ticketIds: json<string[]>('ticket_ids'),
    opensAt: instant('opens_at'),
    closesAt: instant('closes_at'),
    limit: integer('room_limit'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('checkpoints_event').on(table.eventId, table.createdAt, table.id),
    oneOf('checkpoints_mode', table.mode, CHECKPOINT_MODES),
  ],
)

/**
 * Scans at a checkpoint, or at the main door after check-in. At the main door, `place` is the event's id, and
 * `checkinId` is the check-in that the scan belongs to. Rows are only ever inserted or marked as undone. Of the rows
 * for a guest and `place` that are not undone, the one with the highest `number` says whether the guest is inside.
 */
export const checkpointScans = sqliteTable(
  'checkpoint_scans',
  {
    /** Order of insertion. */
    number: integer('number').primaryKey(),
    id: text('id').notNull().unique(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id').notNull(),
    place: text('place').notNull(),
    checkinId: text('checkin_id'),
    guestId: text('guest_id').notNull(),
    ticketId: text('ticket_id'),
    /** Null for doors that do not record exits. */
    direction: text('direction', { enum: DIRECTIONS }),
    scannedAt: instant('scanned_at').notNull(),
    /** Local date at a `DAILY` checkpoint, otherwise empty. */
    day: text('day').notNull(),
    isOverLimit: flag('over_limit').notNull(),
    scannedBy: text('scanned_by').notNull(),
    scannedByLabel: text('scanned_by_label'),
    gate: text('gate'),
    deviceId: text('device_id'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    moveId: text('told_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('checkpoint_scans_guest').on(table.guestId, table.place, table.number),
    index('checkpoint_scans_place').on(table.place, table.scannedAt),
    index('checkpoint_scans_event').on(table.eventId, table.scannedAt, table.id),
    index('checkpoint_scans_checkin')
      .on(table.checkinId)
      .where(sql`checkin_id is not null`),
  ],
)

/**
 * Number of guests inside, per place and, at `DAILY` checkpoints, per day; triggers maintain it. For the main door, the
 * value is minus the number of guests who went out: added to the number of check-ins, it gives the number inside.
 */
export const checkpointCounts = sqliteTable(
  'checkpoint_counts',
  {
    place: text('place').notNull(),
    day: text('day').notNull(),
    inside: integer('inside').notNull(),
  },
  (table) => [primaryKey({ columns: [table.place, table.day] })],
)
