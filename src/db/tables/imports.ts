import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * The guest that each imported line became. A line is found again by `source_id`, an HMAC of its reference or address.
 * The row outlives the guest's erasure, so that importing the file again doesn't bring the person back.
 */
export const importSources = sqliteTable(
  'import_sources',
  {
    eventId: text('event_id').notNull(),
    sourceId: text('source_id').notNull(),
    guestId: text('guest_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sourceId] }),
    index('import_sources_guest').on(table.guestId),
  ],
)
