import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_STATUSES } from '../../kernel/vocabulary.ts'
import { flag, instant, json, oneOf } from './columns.ts'

/**
 * A letter is an email to many guests: the content common to all, stored once, and the sending progress. Its id is the
 * first part of `mails.cause` in each of its emails.
 */
export const letters = sqliteTable(
  'letters',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').notNull(),
    data: json<Record<string, unknown>>('data').notNull(),
    /**
     * Cursor: the last guest processed, and the id of the chunk that moved the cursor there. The other statements of
     * that chunk are conditional on `chunk_id`.
     */
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
    index('letters_event').on(table.eventId),
  ],
)

/**
 * Outgoing emails, each inserted in the same batch as the change it reports. The text is rendered on sending, from
 * `kind` and the current rows.
 */
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
    /** Unique, so that the same cause never sends a second email. */
    cause: text('cause').notNull().unique(),
    status: text('status', { enum: MAIL_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    nextAttemptAt: instant('next_attempt_at'),
    leaseUntil: instant('lease_until'),
    /**
     * True for emails caused by an anonymous caller, for which `mails.store` enforces a limit per mailbox. `counted_at`
     * is set on sending.
     */
    isLimited: flag('is_limited').notNull().default(false),
    countedAt: instant('counted_at'),
    /** Address without its +tag. */
    mailbox: text('mailbox').generatedAlwaysAs(
      sql`(case when instr(recipient, '+') between 2 and instr(recipient, '@')
        then substr(recipient, 1, instr(recipient, '+') - 1) || substr(recipient, instr(recipient, '@')) else recipient end)`,
      { mode: 'virtual' },
    ),
    /**
     * `mailbox` with Gmail's aliases folded, so that all spellings of an address share one limit. Gmail ignores dots and
     * case, and `googlemail.com` is `gmail.com`.
     */
    inbox: text('inbox').generatedAlwaysAs(
      sql`(case when lower(substr(mailbox, instr(mailbox, '@'))) in ('@gmail.com', '@googlemail.com')
        then replace(lower(substr(mailbox, 1, instr(mailbox, '@') - 1)), '.', '') || '@gmail.com' else lower(mailbox) end)`,
      { mode: 'virtual' },
    ),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`status in ('pending', 'retrying')`),
    index('mails_inbox')
      .on(table.inbox, table.countedAt)
      .where(sql`counted_at is not null`),
    index('mails_guest').on(table.guestId, table.kind, table.createdAt),
    // Verification emails have no guest; this index finds them by address.
    index('mails_verification')
      .on(table.eventId, table.recipient)
      .where(sql`kind = 'verification'`),
    index('mails_age').on(table.createdAt),
    /** Emails to members and other people who aren't guests, for the erasure of a calendar. */
    index('mails_team')
      .on(table.calendarId)
      .where(sql`guest_id is null`),
    oneOf('mails_status', table.status, MAIL_STATUSES),
  ],
)
