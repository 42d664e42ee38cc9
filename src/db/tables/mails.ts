import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_STATUSES } from '../../kernel/vocabulary.ts'
import { instant, json, oneOf } from './columns.ts'

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
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`status in ('pending', 'retrying')`),
    index('mails_guest').on(table.guestId, table.kind, table.createdAt),
    oneOf('mails_status', table.status, MAIL_STATUSES),
  ],
)
