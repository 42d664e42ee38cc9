import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'
import { events } from './events.ts'

/** Registrations that are waiting for email verification. No guest, seat, order or webhook exists until then. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** The request as the visitor submitted it, in JSON. */
    registration: json<Record<string, unknown>>('registration').notNull(),
    /** Guest created when the link was opened. Opening the link again leads to this guest. */
    guestId: text('guest_id'),
    createdAt: instant('created_at').notNull(),
    /** 30 minutes after the email with the link is sent. It may be sent up to a day after the row is created. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('verifications_expiry').on(table.expiresAt),
    index('verifications_address').on(table.eventId, table.email),
  ],
)
