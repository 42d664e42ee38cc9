import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Quotes being computed. A commit inserts a row with its first statement and deletes it with its last, so outside a
 * transaction the table is empty. The row holds the highest row number of each table before the commit. The trigger
 * `quoting_end` rolls the transaction back if `summary` differs from `expected`, with `details` as the error message.
 */
export const quoting = sqliteTable('quoting', {
  id: text('id').primaryKey(),
  changesAfter: integer('changes_after').notNull(),
  mailsAfter: integer('mails_after').notNull(),
  lettersAfter: integer('letters_after').notNull(),
  deliveriesAfter: integer('deliveries_after').notNull(),
  refundsAfter: integer('refunds_after').notNull(),
  ordersAfter: integer('orders_after').notNull(),
  /** `total_changes()` before the commit. */
  writesBefore: integer('writes_before').notNull(),
  /** Summary of the quote that was confirmed. Null in a dry run, which is always rolled back. */
  expected: text('expected'),
  summary: text('summary'),
  details: text('details'),
})
