import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { GUEST_STATUSES, ORDER_STATUSES } from '../../kernel/vocabulary.ts'

/**
 * Counters per quarter of an hour, maintained by triggers. UTC offsets are multiples of 15 minutes, so a day in any
 * time zone consists of whole buckets. A report reads at most 96 rows per day and kind, however many guests there are.
 */
const bucketed = {
  eventId: text('event_id').notNull(),
  /** Number of the quarter-hour: epoch milliseconds / 900,000. */
  bucket: integer('bucket').notNull(),
  ticketId: text('ticket_id').notNull(),
  calendarId: text('calendar_id').notNull(),
}

/** Number of guests, by the time they joined the guest list and by their current status. */
export const guestActivity = sqliteTable(
  'guest_activity',
  { ...bucketed, status: text('status', { enum: GUEST_STATUSES }).notNull(), guests: integer('guests').notNull() },
  (table) => [
    primaryKey({ columns: [table.eventId, table.bucket, table.ticketId, table.status] }),
    index('guest_activity_calendar').on(table.calendarId, table.bucket),
  ],
)

/** Number of check-ins that were not undone, by `checked_in_at`. */
export const checkinActivity = sqliteTable(
  'checkin_activity',
  { ...bucketed, checkIns: integer('check_ins').notNull() },
  (table) => [
    primaryKey({ columns: [table.eventId, table.bucket, table.ticketId] }),
    index('checkin_activity_calendar').on(table.calendarId, table.bucket),
  ],
)

/** Number of orders and their amounts, by time of purchase and current status. */
export const orderActivity = sqliteTable(
  'order_activity',
  {
    ...bucketed,
    currency: text('currency').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    orders: integer('orders').notNull(),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    refunded: integer('refunded').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.bucket, table.ticketId, table.currency, table.status] }),
    index('order_activity_calendar').on(table.calendarId, table.bucket),
  ],
)
