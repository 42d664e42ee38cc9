import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'
import { events } from './events.ts'

/** Registrations that wait for the word of their address: no guest, seat, order or webhook comes of them before. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** What was filled in, as it was asked. */
    registration: json<Record<string, unknown>>('registration').notNull(),
    /** Once the link has been used: the same link leads to what came of it. */
    guestId: text('guest_id'),
    createdAt: instant('created_at').notNull(),
    /** The half hour begins when the mail goes, which may be kept back for a day. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('verifications_expiry').on(table.expiresAt),
    index('verifications_address').on(table.eventId, table.email),
  ],
)
