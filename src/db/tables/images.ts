import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * Pictures uploaded by organisers. The row comes before the bytes, so that the quota applies before anything is stored.
 * A row outlives its calendar: the sweep finds the files of deleted calendars by it.
 */
export const images = sqliteTable(
  'images',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    /** Hash of the stored bytes. A calendar stores identical pictures once. */
    hash: text('hash').notNull(),
    mediaType: text('media_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time of the last upload. The sweep spares the picture for 24 hours, so that the organiser can use it. */
    givenAt: instant('given_at').notNull(),
    /** Null until the bytes are in object storage. */
    storedAt: instant('stored_at'),
    /** When the 1200 × 630 copy for link previews was stored; null if there is none. */
    wideAt: instant('wide_at'),
    /** When the sweep last looked for uses of the picture. */
    soughtAt: instant('sought_at').notNull().default(0),
  },
  (table) => [
    uniqueIndex('images_calendar_hash').on(table.calendarId, table.hash),
    index('images_calendar').on(table.calendarId, table.createdAt, table.id),
    index('images_sought').on(table.soughtAt),
  ],
)
