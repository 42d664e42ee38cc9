import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { BANK_LINE_STATES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { instant, json, oneOf } from './columns.ts'
import { orders } from './orders.ts'

/** The part of a bank line that pays one order. */
export interface LineOfOrder {
  orderId: string
  amount: number
}

/** Lines of bank statements, as imported, and what each of them paid. */
export const bankLines = sqliteTable(
  'bank_lines',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** May no longer exist, because deleting an account keeps its lines. */
    bankAccountId: text('bank_account_id').notNull(),
    /** SHA-256 of the account’s IBAN and the line. Ensures that importing the line again has no effect. */
    fingerprint: text('fingerprint').notNull(),
    bookedOn: text('booked_on').notNull(),
    /** Negative for money that left the account. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    payerName: text('payer_name').notNull(),
    payerIban: text('payer_iban'),
    text: text('text').notNull(),
    /** Structured reference or, for money that left the account, the end-to-end id. */
    reference: text('reference'),
    bankReference: text('bank_reference'),
    state: text('state', { enum: BANK_LINE_STATES }).notNull(),
    /** Orders that the line paid or, if `state` is SUGGESTED, might pay. */
    orders: json<LineOfOrder[]>('orders').notNull(),
    /** Refund that the line paid out. */
    refundId: text('refund_id'),
    /** Why someone ignored the line. */
    reason: text('reason'),
    /** Id of the commit that last booked or undid the line. The other statements of that commit select by it. */
    moveId: text('move_id').notNull(),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('bank_lines_fingerprint').on(table.calendarId, table.fingerprint),
    index('bank_lines_state').on(table.calendarId, table.state, table.createdAt, table.id),
    index('bank_lines_calendar').on(table.calendarId, table.createdAt, table.id),
    oneOf('bank_lines_state_known', table.state, BANK_LINE_STATES),
  ],
)

/**
 * The account that a buyer entered for refunds of an order, because the bank didn’t name the paying account. It can be
 * used a day after `given_at`. A discarded account is kept for the history and the daily limit.
 */
export const refundAccounts = sqliteTable('refund_accounts', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  holder: text('holder').notNull(),
  iban: text('iban').notNull(),
  givenAt: instant('given_at').notNull(),
  /** When the first of the accounts that count towards the daily limit was entered. */
  countedFrom: instant('counted_from').notNull().default(0),
  counted: integer('counted').notNull().default(1),
  discardedAt: instant('discarded_at'),
})
