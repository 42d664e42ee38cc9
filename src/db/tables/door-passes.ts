import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { calendars } from './calendars.ts'
import { instant } from './columns.ts'
import { events } from './events.ts'

/** Credential with which anyone who has its link can work the door of one event for some hours. */
export const doorPasses = sqliteTable(
  'door_passes',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    label: text('label').notNull(),
    gate: text('gate'),
    /** The only checkpoint where the pass works; null if the pass is not bound to one. */
    checkpointId: text('checkpoint_id'),
    hash: text('hash').notNull().unique(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('door_passes_event').on(table.eventId, table.createdAt, table.id)],
)
