import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_STATUSES } from '../../kernel/vocabulary.ts'
import { flag, instant, json, oneOf } from './columns.ts'

/**
 * A letter that many get: what is common to all of them, once, and how far it has got. Its id is the first part of the
 * cause of each of its mails.
 */
export const letters = sqliteTable(
  'letters',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').notNull(),
    data: json<Record<string, unknown>>('data').notNull(),
    /** The last guest passed, and the chunk that passed them: what else that chunk writes is conditional on it. */
    cursorCreatedAt: instant('cursor_created_at').notNull().default(0),
    cursorId: text('cursor_id').notNull().default(''),
    chunkId: text('chunk_id').notNull(),
    isQueued: flag('is_queued').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('letters_waiting')
      .on(table.createdAt)
      .where(sql`is_queued = 0`),
    index('letters_age').on(table.createdAt),
  ],
)

/** Outgoing mail, written in the batch of its cause. Its text is made when it is sent, from the kind and the rows. */
export const mails = sqliteTable(
  'mails',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id'),
    guestId: text('guest_id'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    data: json<Record<string, unknown>>('data').notNull(),
    /** One mail per cause, however often the cause is replayed. */
    cause: text('cause').notNull().unique(),
    status: text('status', { enum: MAIL_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    nextAttemptAt: instant('next_attempt_at'),
    leaseUntil: instant('lease_until'),
    /** Caused by a stranger, who may only cause so many: see `mails.store`. Counted when it goes. */
    isLimited: flag('is_limited').notNull().default(false),
    countedAt: instant('counted_at'),
    /** Whose it is, whatever stands behind a plus in the address. */
    mailbox: text('mailbox').generatedAlwaysAs(
      sql`(case when instr(recipient, '+') between 2 and instr(recipient, '@')
        then substr(recipient, 1, instr(recipient, '+') - 1) || substr(recipient, instr(recipient, '@')) else recipient end)`,
      { mode: 'virtual' },
    ),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`status in ('pending', 'retrying')`),
    index('mails_counted')
      .on(table.mailbox, table.countedAt)
      .where(sql`counted_at is not null`),
    index('mails_guest').on(table.guestId, table.kind, table.createdAt),
    // Of nobody who is a guest: found by the address they went to.
    index('mails_verification')
      .on(table.eventId, table.recipient)
      .where(sql`kind = 'verification'`),
    index('mails_age').on(table.createdAt),
    oneOf('mails_status', table.status, MAIL_STATUSES),
  ],
)
