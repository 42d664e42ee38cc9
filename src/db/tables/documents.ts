import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { DocumentFacts, InvoiceBuyer, Seller } from '../../kernel/document-facts.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { instant, json, oneOf } from './columns.ts'
import { orders } from './orders.ts'

/** The seller that issues a calendar's invoices. Without a row, the calendar issues none. */
export const sellers = sqliteTable(
  'sellers',
  {
    calendarId: text('calendar_id')
      .primaryKey()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** When invoices are issued. Credit notes of issued invoices follow in any mode. */
    mode: text('mode', { enum: DOCUMENT_MODES }).notNull(),
    details: json<Seller>('details').notNull(),
    /** Highest total of an invoice without the buyer's address, in minor units. */
    simplifiedUpTo: integer('simplified_up_to').notNull(),
    /** Currency of this limit. In all other currencies, an invoice needs the address. */
    simplifiedCurrency: text('simplified_currency').notNull().default('EUR'),
    keepYears: integer('keep_years').notNull(),
    /** Instant at which each year begins in the calendar's time zone. SQL knows no zones, and numbers start anew yearly. */
    years: json<Record<string, number>>('years').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [oneOf('sellers_mode', table.mode, DOCUMENT_MODES)],
)

/** The next number of each series. Only the trigger `documents_numbered` writes here. */
export const documentSeries = sqliteTable(
  'document_series',
  {
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    series: text('series').notNull(),
    next: integer('next').notNull(),
  },
  (table) => [primaryKey({ columns: [table.calendarId, table.series] })],
)

/** Address for the invoice of an order. A row asks for an invoice, which triggers issue once the order is paid. */
export const invoiceAddresses = sqliteTable('invoice_addresses', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  buyer: json<InvoiceBuyer>('buyer').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * Invoices and credit notes. A row is inserted without `series`, `number`, `facts` and `keep_until`; the trigger
 * `documents_numbered` sets them in the same transaction. From then on, triggers refuse changes and deletions.
 */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    series: text('series'),
    number: integer('number'),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    /** The order may be erased with its event while the document stays. */
    orderId: text('order_id').notNull(),
    /** Refund that the document is about; null for an order's invoice and its corrections. */
    refundId: text('refund_id'),
    /** Document that this one corrects or credits. */
    precedesId: text('precedes_id'),
    /** Copy of everything that the document states, apart from the buyer. Sums are computed from it. */
    facts: json<DocumentFacts>('facts'),
    /** Null once it was erased at `keep_until`. */
    buyer: json<InvoiceBuyer>('buyer'),
    /** Version of the arithmetic that computes the sums. */
    sumsVersion: integer('sums_version').notNull(),
    issuedAt: instant('issued_at').notNull(),
    keepUntil: instant('keep_until'),
    erasedAt: instant('erased_at'),
  },
  (table) => [
    uniqueIndex('documents_number').on(table.calendarId, table.series, table.number),
    index('documents_calendar').on(table.calendarId, table.issuedAt, table.id),
    index('documents_order').on(table.orderId, table.issuedAt),
    uniqueIndex('documents_first')
      .on(table.orderId)
      .where(sql`kind = 'INVOICE' and precedes_id is null`),
    uniqueIndex('documents_refund')
      .on(table.refundId, table.kind)
      .where(sql`refund_id is not null`),
    index('documents_to_erase')
      .on(table.keepUntil)
      .where(sql`erased_at is null`),
    oneOf('documents_kind', table.kind, DOCUMENT_KINDS),
  ],
)
