import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { GUEST_STATUSES, ORDER_STATUSES } from '../../kernel/vocabulary.ts'

/**
 * Numbers per quarter of an hour, which triggers keep: the days of any time zone are made of whole ones, so a
 * report over a range reads at most 96 rows a day and kind, however many guests stand behind them.
 */
const bucketed = {
  eventId: text('event_id').notNull(),
  /** Epoch milliseconds over 900,000. */
  bucket: integer('bucket').notNull(),
  ticketId: text('ticket_id').notNull(),
  calendarId: text('calendar_id').notNull(),
}

/** Guests by when they came to the list and what they are now. */
export const guestActivity = sqliteTable(
  'guest_activity',
  { ...bucketed, status: text('status', { enum: GUEST_STATUSES }).notNull(), guests: integer('guests').notNull() },
  (table) => [
    primaryKey({ columns: [table.eventId, table.bucket, table.ticketId, table.status] }),
    index('guest_activity_calendar').on(table.calendarId, table.bucket),
  ],
)

/** Check-ins that stand, by when they were made. */
export const checkinActivity = sqliteTable(
  'checkin_activity',
  { ...bucketed, checkIns: integer('check_ins').notNull() },
  (table) => [
    primaryKey({ columns: [table.eventId, table.bucket, table.ticketId] }),
    index('checkin_activity_calendar').on(table.calendarId, table.bucket),
  ],
)

/** Orders and their money by when they were placed and what they are now. */
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
