import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  COMMUNICATION_KINDS,
  COMMUNICATION_STATUSES,
  COMMUNICATION_TRIGGERS,
  type GuestStatus,
} from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'
import { events } from './events.ts'

/** An announcement or reminder to many guests, with its sending progress. */
export const communications = sqliteTable(
  'communications',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: COMMUNICATION_KINDS }).notNull(),
    trigger: text('trigger', { enum: COMMUNICATION_TRIGGERS }).notNull(),
    /** Set for automatic reminders: the offset in minutes, and the event start that the offset refers to. */
    minutesBefore: integer('minutes_before'),
    eventStartAt: instant('event_start_at'),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    audienceStatuses: json<GuestStatus[]>('audience_statuses').notNull(),
    audienceTicketIds: json<string[]>('audience_ticket_ids').notNull(),
    status: text('status', { enum: COMMUNICATION_STATUSES }).notNull(),
    sendAt: instant('send_at').notNull(),
    startedAt: instant('started_at'),
    /**
     * Cursor: the last guest processed, and the id of the chunk that moved the cursor there. The other statements of
     * that chunk are conditional on `chunk_id`.
     */
    cursorCreatedAt: instant('cursor_created_at').notNull().default(0),
    cursorId: text('cursor_id').notNull().default(''),
    chunkId: text('chunk_id').notNull(),
    isQueued: flag('is_queued').notNull().default(false),
    /**
     * Number of emails, one per recipient. Triggers on `mails` maintain `recipients`, `sent`, `failed` and `dropped`.
     */
    recipients: integer('recipients').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    dropped: integer('dropped').notNull().default(0),
    /** Members of the audience who do not get the message, counted when it was created. */
    unsubscribed: integer('unsubscribed').notNull().default(0),
    declined: integer('declined').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('communications_event').on(table.eventId, table.kind, table.createdAt, table.id),
    index('communications_due')
      .on(table.sendAt)
      .where(sql`status in ('SCHEDULED', 'SENDING')`),
    uniqueIndex('communications_automatic')
      .on(table.eventId, table.eventStartAt, table.minutesBefore)
      .where(sql`minutes_before is not null`),
    oneOf('communications_kind', table.kind, COMMUNICATION_KINDS),
    oneOf('communications_trigger', table.trigger, COMMUNICATION_TRIGGERS),
    oneOf('communications_status', table.status, COMMUNICATION_STATUSES),
  ],
)

/** Addresses that unsubscribed from a calendar's announcements and reminders. */
export const unsubscribes = sqliteTable(
  'unsubscribes',
  {
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.email] })],
)
