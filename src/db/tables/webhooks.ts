import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  DELIVERY_STATUSES,
  RECOVERY_STATUSES,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_FORMS,
  type DeliveryStatus,
  type WebhookEventType,
} from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** Set for webhooks in the current form (one event); null for those in the target form (the whole calendar). */
    eventId: text('event_id'),
    form: text('form', { enum: WEBHOOK_FORMS }).notNull(),
    url: text('url').notNull(),
    events: json<WebhookEventType[]>('events').notNull(),
    isActive: flag('is_active').notNull(),
    disabledReason: text('disabled_reason'),
    /**
     * Whether the calendar's API keys can see and change the webhook. `key_id` is the last key that changed it, if any,
     * or the grant of the app that created it. The webhook is disabled when that key expires or is revoked, or that
     * grant ends. An app sees only the webhooks of its grant.
     */
    managedByKeys: flag('managed_by_keys').notNull().default(false),
    keyId: text('key_id'),
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    secretCipher: text('secret_cipher').notNull(),
    previousSecretCipher: text('previous_secret_cipher'),
    previousSecretUntil: instant('previous_secret_until'),
    revision: integer('revision').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('webhooks_calendar').on(table.calendarId, table.eventId),
    index('webhooks_key')
      .on(table.keyId)
      .where(sql`key_id is not null`),
    oneOf('webhooks_form', table.form, WEBHOOK_FORMS),
  ],
)

/**
 * Webhooks whose deliveries a program polls for, because it has no public URL. Each poll extends `expires_at`; a webhook
 * that no program polls any more is deleted.
 */
export const polledWebhooks = sqliteTable(
  'polled_webhooks',
  {
    webhookId: text('webhook_id')
      .primaryKey()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('polled_webhooks_expiry').on(table.expiresAt)],
)

/** One row per event and webhook. This table is the source of truth; queue messages are only a hint. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    /** No foreign key: a delivery outlives its webhook as a log entry. */
    webhookId: text('webhook_id').notNull(),
    calendarId: text('calendar_id').notNull(),
    eventType: text('event_type', { enum: WEBHOOK_EVENT_TYPES }).notNull(),
    /**
     * Data known when the change was committed. The first claim renders `body` from it, and `body` never changes
     * afterwards.
     */
    data: text('data').notNull(),
    /** `changes.seq` of the change that the delivery reports; a trigger sets it. */
    seq: integer('seq'),
    body: text('body'),
    /** Guest that the delivery is about, if any. */
    guestId: text('guest_id').generatedAlwaysAs(sql`(json_extract(data, '$.guestId'))`, { mode: 'virtual' }),
    /** When personal data was removed. The delivery is then closed and will not be sent again. */
    erasedAt: instant('erased_at'),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    responseCode: integer('response_code'),
    nextAttemptAt: instant('next_attempt_at'),
    leaseUntil: instant('lease_until'),
    retriedAt: instant('retried_at'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('deliveries_calendar').on(table.calendarId, table.createdAt, table.id),
    /**
     * SQLite appends the rowid to the index, so that deliveries created in the same millisecond stay in insertion
     * order.
     */
    index('deliveries_webhook').on(table.webhookId, table.createdAt),
    index('deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`status in ('pending', 'retrying')`),
    index('deliveries_waiting')
      .on(table.webhookId, table.nextAttemptAt)
      .where(sql`status in ('pending', 'retrying')`),
    index('deliveries_age').on(table.createdAt),
    index('deliveries_guest')
      .on(table.guestId)
      .where(sql`guest_id is not null`),
    oneOf('deliveries_status', table.status, DELIVERY_STATUSES),
  ],
)

export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    at: instant('at').notNull(),
    responseCode: integer('response_code'),
    durationMs: integer('duration_ms').notNull(),
    error: text('error'),
    responseBody: text('response_body'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
)

/**
 * A recovery resends the deliveries that a receiver missed, in their original order. Triggers stop it when the webhook
 * or its calendar may no longer send.
 */
export const recoveries = sqliteTable(
  'recoveries',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    status: text('status', { enum: RECOVERY_STATUSES }).notNull(),
    since: instant('since').notNull(),
    until: instant('until').notNull(),
    statuses: json<DeliveryStatus[]>('statuses').notNull(),
    /** Event types readable by the key that started the recovery; null for all. */
    types: json<WebhookEventType[]>('types'),
    matched: integer('matched').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** The delivery most recently picked, until its attempt is recorded. */
    deliveryId: text('delivery_id'),
    pickedAt: instant('picked_at'),
    /** Cursor: `created_at` and rowid of the delivery most recently picked. */
    passedAt: instant('passed_at').notNull(),
    passedRow: integer('passed_row').notNull().default(0),
    nextTurnAt: instant('next_turn_at').notNull(),
    leaseUntil: instant('lease_until'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('recoveries_webhook').on(table.webhookId, table.createdAt),
    uniqueIndex('recoveries_running')
      .on(table.webhookId)
      .where(sql`status = 'RUNNING'`),
    index('recoveries_due')
      .on(table.nextTurnAt)
      .where(sql`status in ('RUNNING')`),
    oneOf('recoveries_status', table.status, RECOVERY_STATUSES),
  ],
)
