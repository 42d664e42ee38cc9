import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PostingFacts } from '../../kernel/document-facts.ts'
import { PAYMENT_METHODS, POSTING_TYPES, PROVIDER_POSTING_TYPES } from '../../kernel/vocabulary.ts'
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

/**
 * Fees and payouts in the organisers' accounts at the payment provider, as the provider lists them every night. Triggers
 * refuse to change or delete them.
 */
export const providerPostings = sqliteTable(
  'provider_postings',
  {
    /** The account, the provider's id of the movement and a suffix, so that each movement is posted once. */
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    accountId: text('account_id'),
    /** Order whose payment caused the fee. */
    orderId: text('order_id'),
    type: text('type', { enum: PROVIDER_POSTING_TYPES }).notNull(),
    /** The provider's name for the method of the payment, such as `sepa_debit`. Null for payouts and other fees. */
    method: text('method'),
    /** Minor units; negative if the money leaves the account at the provider. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('provider_postings_calendar').on(table.calendarId, table.at, table.id),
    oneOf('provider_postings_type', table.type, PROVIDER_POSTING_TYPES),
  ],
)
