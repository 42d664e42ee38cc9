import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { calendars } from './calendars.ts'
import { instant } from './columns.ts'
import { guests } from './guests.ts'

/** Device that stores a guest's wallet pass and receives a push when the pass changes. */
export const passDevices = sqliteTable(
  'pass_devices',
  {
    deviceId: text('device_id').notNull(),
    guestId: text('guest_id')
      .notNull()
      .references(() => guests.id, { onDelete: 'cascade' }),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    pushToken: text('push_token').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the device last registered the pass or asked for changes, to the day. */
    usedAt: instant('used_at').notNull().default(0),
    /** Last `changes.seq` that a push to the device covers. */
    pushedSeq: integer('pushed_seq').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.guestId] }), index('pass_devices_guest').on(table.guestId)],
)
