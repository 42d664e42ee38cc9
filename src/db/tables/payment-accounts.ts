import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ACCOUNT_KINDS, ACCOUNT_MODES, ACCOUNT_STATUSES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'

/** Accounts at the payment provider that belong to a calendar. A calendar without one uses the deployment's account. */
export const paymentAccounts = sqliteTable(
  'payment_accounts',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ACCOUNT_KINDS }).notNull(),
    mode: text('mode', { enum: ACCOUNT_MODES }).notNull(),
    /** Provider's id of the account, `acct_…`. */
    stripeAccount: text('stripe_account').notNull(),
    country: text('country'),
    defaultCurrency: text('default_currency'),
    status: text('status', { enum: ACCOUNT_STATUSES }).notNull(),
    chargesEnabled: flag('charges_enabled').notNull().default(false),
    payoutsEnabled: flag('payouts_enabled').notNull().default(false),
    /** Facts that the provider still asks for, in its own terms. */
    requirements: json<string[]>('requirements').notNull(),
    /** Restricted API key of an `OWN_KEY` account, sealed. Null once it is erased. */
    sealedKey: text('sealed_key'),
    keyLast4: text('key_last4'),
    /** Signing secret of the webhook endpoint that we created in the account, sealed. */
    sealedWebhookSecret: text('sealed_webhook_secret'),
    webhookEndpoint: text('webhook_endpoint'),
    /** Whether new orders of the calendar use this account. */
    isDefault: flag('is_default').notNull().default(false),
    /** When the provider last refused the key. A second refusal within 10 minutes restricts the account. */
    refusedAt: instant('refused_at'),
    connectedBy: text('connected_by').notNull(),
    createdAt: instant('created_at').notNull(),
    disconnectedAt: instant('disconnected_at'),
  },
  (table) => [
    uniqueIndex('payment_accounts_stripe').on(table.calendarId, table.stripeAccount),
    uniqueIndex('payment_accounts_default')
      .on(table.calendarId)
      .where(sql`is_default = 1`),
    index('payment_accounts_of_stripe').on(table.stripeAccount),
    index('payment_accounts_reachable')
      .on(table.calendarId, table.id)
      .where(sql`(status <> 'DISCONNECTED' or sealed_key is not null)`),
    index('payment_accounts_keys')
      .on(table.disconnectedAt)
      .where(sql`sealed_key is not null`),
    oneOf('payment_accounts_kind', table.kind, ACCOUNT_KINDS),
    oneOf('payment_accounts_mode', table.mode, ACCOUNT_MODES),
    oneOf('payment_accounts_status', table.status, ACCOUNT_STATUSES),
  ],
)
