import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { calendars } from './calendars.ts'
import { instant, json } from './columns.ts'

/**
 * The guest created from each imported line. `source_id`, an HMAC of the line's reference or address, identifies the
 * line. The row outlives the guest's erasure, so that importing the file again doesn't restore the person.
 */
export const importSources = sqliteTable(
  'import_sources',
  {
    eventId: text('event_id').notNull(),
    sourceId: text('source_id').notNull(),
    guestId: text('guest_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Digests of the fields as the import wrote them. Null for a guest whom no import created. */
    fields: json<Record<string, string>>('fields'),
    /** Product of the file. Null for a guest whom no import created. */
    product: text('product'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sourceId] }),
    index('import_sources_guest').on(table.guestId),
  ],
)

/** Addresses of erased guests, as an HMAC under the calendar's link key. An import refuses them. */
export const erasedAddresses = sqliteTable(
  'erased_addresses',
  {
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.hash] })],
)

/**
 * The event or series created from each imported line. The row outlives its object, so that importing the file again
 * doesn't restore a deleted event.
 */
export const importedEvents = sqliteTable(
  'imported_events',
  {
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** Digest of the line's own id, such as the UID of an ICS file, otherwise of its title and start. */
    sourceId: text('source_id').notNull(),
    objectId: text('object_id').notNull(),
    /** Digests of the fields as the import wrote them. If a field's digest differs, it was edited here. */
    fields: json<Record<string, string>>('fields').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.sourceId] })],
)
