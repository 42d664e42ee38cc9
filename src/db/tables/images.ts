import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * Pictures uploaded by organisers. The row is inserted before the bytes are stored, so that the quota applies first. A
 * row outlives its calendar, because the sweep uses it to find the files of deleted calendars.
 */
export const images = sqliteTable(
  'images',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    /** Hash of the stored bytes. Each calendar stores identical pictures only once. */
    hash: text('hash').notNull(),
    mediaType: text('media_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * Time of the last upload. The sweep does not delete the picture for 24 hours after it, so that the organiser has
     * time to use the picture.
     */
    givenAt: instant('given_at').notNull(),
    /** Null until the bytes are in object storage. */
    storedAt: instant('stored_at'),
    /** When the 1200 × 630 copy for link previews was stored; null if there is none. */
    wideAt: instant('wide_at'),
    /** When the sweep last checked whether the picture is in use. */
    soughtAt: instant('sought_at').notNull().default(0),
  },
  (table) => [
    uniqueIndex('images_calendar_hash').on(table.calendarId, table.hash),
    index('images_calendar').on(table.calendarId, table.createdAt, table.id),
    index('images_sought').on(table.soughtAt),
  ],
)
