import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PostingFacts } from '../../kernel/document-facts.ts'
import { PAYMENT_METHODS, POSTING_TYPES } from '../../kernel/vocabulary.ts'
import { instant, json, oneOf } from './columns.ts'

/**
 * The books: each movement of money once. Triggers on `orders`, `refunds` and `order_terms` insert the rows, and other
 * triggers refuse to change or delete them. A correction is a new row.
 */
export const postings = sqliteTable(
  'postings',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    /** The event and the order may be erased while the posting stays. */
    eventId: text('event_id').notNull(),
    orderId: text('order_id').notNull(),
    orderNumber: text('order_number').notNull(),
    /** Refund, also of a CHARGE if the order was paid a second time. */
    refundId: text('refund_id'),
    /** Payment account of the calendar; null for the deployment's own, and for payments by transfer or by hand. */
    accountId: text('account_id'),
    type: text('type', { enum: POSTING_TYPES }).notNull(),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    /** Minor units; negative if the money leaves. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    /** Copy of what the tax is computed from. Null if the posting has no tax. */
    facts: json<PostingFacts>('facts'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('postings_calendar').on(table.calendarId, table.at, table.id),
    index('postings_order').on(table.orderId, table.type),
    oneOf('postings_type', table.type, POSTING_TYPES),
    oneOf('postings_method', table.method, PAYMENT_METHODS),
  ],
)
