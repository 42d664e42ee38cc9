import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * Pictures that an organiser has put here. The row comes first, so that a quota is judged before anything is stored, and
 * outlives its calendar: of a calendar that is gone the sweep takes the files.
 */
export const images = sqliteTable(
  'images',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    /** Of the bytes that are stored: the same picture is kept once. */
    hash: text('hash').notNull(),
    mediaType: text('media_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When somebody last put it here: it is spared for a day, to be used. */
    givenAt: instant('given_at').notNull(),
    /** Null until the bytes are in object storage. */
    storedAt: instant('stored_at'),
    /** When its cut for links came to stand beside it; null where there is none. */
    wideAt: instant('wide_at'),
    /** When it was last looked for in use. */
    soughtAt: instant('sought_at').notNull().default(0),
  },
  (table) => [
    uniqueIndex('images_calendar_hash').on(table.calendarId, table.hash),
    index('images_calendar').on(table.calendarId, table.createdAt, table.id),
    index('images_sought').on(table.soughtAt),
  ],
)
