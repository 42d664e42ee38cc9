import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'
import { events } from './events.ts'

/** Registrations that wait for email verification. No guest, seat, order or webhook exists until then. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** The request as submitted, in JSON. */
    registration: json<Record<string, unknown>>('registration').notNull(),
    /** Guest created by the link. Opening the link again leads there. */
    guestId: text('guest_id'),
    createdAt: instant('created_at').notNull(),
    /** 30 minutes after the email with the link is sent, which may be up to a day after creation. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('verifications_expiry').on(table.expiresAt),
    index('verifications_address').on(table.eventId, table.email),
  ],
)
