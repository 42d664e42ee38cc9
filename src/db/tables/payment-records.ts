import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DIFFERENCE_KINDS, RECONCILIATION_PHASES } from '../../kernel/vocabulary.ts'
import { instant, oneOf } from './columns.ts'

/** Webhook messages received from the payment provider. The primary key ensures that each takes effect only once. */
export const paymentEvents = sqliteTable(
  'payment_events',
  { id: text('id').primaryKey(), type: text('type').notNull(), receivedAt: instant('received_at').notNull() },
  (table) => [index('payment_events_age').on(table.receivedAt)],
)

/** Differences between the provider's records and ours. `id` is the provider's id of the object concerned. */
export const paymentDifferences = sqliteTable(
  'payment_differences',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: DIFFERENCE_KINDS }).notNull(),
    eventId: text('event_id').notNull(),
    orderId: text('order_id').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    /** Status in the provider's own terms. */
    status: text('status').notNull(),
    /** Why the buyer disputes the payment, in the provider's own terms. */
    reason: text('reason'),
    /** Until when the organiser may answer a dispute. */
    dueBy: instant('due_by'),
    noticedAt: instant('noticed_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('payment_differences_event')
      .on(table.eventId, table.noticedAt)
      .where(sql`settled_at is null`),
    index('payment_differences_order').on(table.orderId),
    oneOf('payment_differences_kind', table.kind, DIFFERENCE_KINDS),
  ],
)

/** The nightly comparison of our orders with the provider's lists, a few pages per minute. */
export const paymentReconciliations = sqliteTable(
  'payment_reconciliations',
  {
    /** Day of the run, followed by `:` and the account unless the run compares the deployment's account. */
    id: text('id').primaryKey(),
    phase: text('phase', { enum: RECONCILIATION_PHASES }).notNull(),
    cursor: text('cursor'),
    since: instant('since').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('payment_reconciliations_open')
      .on(table.startedAt)
      .where(sql`ended_at is null`),
  ],
)
