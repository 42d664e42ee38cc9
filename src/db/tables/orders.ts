import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  DISCOUNT_TYPES,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_PROVIDERS,
  PAYMENT_STATES,
  PAYOUT_STATES,
  REFUND_STATUSES,
} from '../../kernel/vocabulary.ts'
import type { RefundRule } from '../../kernel/refund-policy.ts'
import { calendars } from './calendars.ts'
import { effect, flag, instant, json, oneOf } from './columns.ts'
import { events } from './events.ts'

/**
 * `ticket_name` and the amounts are as sold. They are stored here for a single guest, and in `order_seats` for a party.
 */
export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    number: text('number').notNull().unique(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'restrict' }),
    guestId: text('guest_id').notNull(),
    /** Party that the order is for; null if the guest bought for themselves. */
    partyId: text('party_id'),
    quantity: integer('quantity').notNull().default(1),
    /**
     * Increases when a seat is transferred. `order_seats` is not in the change feed, so this column makes the feed
     * report a change of `items`.
     */
    seatsRevision: integer('seats_revision').notNull().default(0),
    /** Increases when `order_terms` changes in a way that readers see, so that the change feed reports `payment`. */
    termsRevision: integer('terms_revision').notNull().default(0),
    /** Guest who placed the order. A transfer changes `guest_id` but never the buyer. */
    buyerGuestId: text('buyer_guest_id'),
    ticketId: text('ticket_id').notNull(),
    ticketName: text('ticket_name').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    buyerFirstName: text('buyer_first_name').notNull(),
    buyerLastName: text('buyer_last_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    currency: text('currency'),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    refunded: integer('refunded').notNull().default(0),
    /** Service fee of all seats, part of `subtotal` and `total`. */
    fee: integer('fee').notNull().default(0),
    couponId: text('coupon_id'),
    couponCode: text('coupon_code'),
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    paymentReference: text('payment_reference'),
    paymentUrl: text('payment_url'),
    /** Provider's id of the payment that settled the order, once known. Refunds are made against this payment. */
    payment: text('payment'),
    /** Number of the order's checkout page. A page is replaced if a guest leaves the order while it is open. */
    pageNumber: integer('page_number').notNull().default(1),
    /** The checkout page at the provider: pending from `INTENDED` until the order is paid or the checkout has ended. */
    ...effect(),
    /** When the provider's own list of payments first included this order's payment. */
    reconciledAt: instant('reconciled_at'),
    expiresAt: instant('expires_at'),
    paidAt: instant('paid_at'),
    /** Local date on which the money arrived, if someone marked the order as paid by hand. */
    paidOn: text('paid_on'),
    /** What the person who marked the order as paid noted about the payment. */
    paidNote: text('paid_note'),
    cancelledAt: instant('cancelled_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('orders_event').on(table.eventId, table.createdAt, table.id),
    index('orders_event_updated').on(table.eventId, table.updatedAt),
    index('orders_guest').on(table.guestId),
    index('orders_buyer').on(table.buyerGuestId),
    index('orders_party')
      .on(table.partyId)
      .where(sql`party_id is not null`),
    index('orders_priced')
      .on(table.calendarId, table.createdAt, table.id)
      .where(sql`total > 0`),
    index('orders_due').on(table.status, table.expiresAt),
    uniqueIndex('orders_payment_reference').on(table.provider, table.paymentReference),
    index('orders_payment')
      .on(table.payment)
      .where(sql`payment is not null`),
    index('orders_effect')
      .on(table.effectAt)
      .where(sql`effect in ('INTENDED', 'SENT', 'KNOWN')`),
    oneOf('orders_status', table.status, ORDER_STATUSES),
    oneOf('orders_provider', table.provider, PAYMENT_PROVIDERS),
  ],
)

/** A tax rate as it was when the order was placed. */
export interface SoldTaxRate {
  id: string
  name: string
  rate: number
  category: string
}

export interface BankOfOrder {
  holder: string
  iban: string
  bic: string | null
}

/**
 * Facts about orders with something to pay. The trigger `order_terms_opened` inserts the row together with its order, so
 * every writer of `orders` is covered. Orders from before have no row.
 */
export const orderTerms = sqliteTable(
  'order_terms',
  {
    orderId: text('order_id').primaryKey(),
    /** Payment account that receives the money; null for the deployment's own. Never changes. */
    accountId: text('account_id'),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    /** Whether the order is paid, expired or cancelled is in `orders.status`. */
    paymentState: text('payment_state', { enum: PAYMENT_STATES }).notNull(),
    /** Until when a `PROCESSING` order waits for the money. Same as `orders.expires_at` then. */
    holdUntil: instant('hold_until'),
    /** Copy of `orders.fee`, which documents and postings read. Triggers keep it. */
    fee: integer('fee').notNull().default(0),
    /** Unused: `order_addons` has the prices. */
    addonsTotal: integer('addons_total').notNull().default(0),
    /** Whether refunds of seats include their service fee, as it was when the order was placed. */
    isFeeRefundable: flag('is_fee_refundable').notNull().default(false),
    /** Tax rate of each ticket, add-on and of the service fee (`fee`), by id, as sold. Null if none has one. */
    taxRates: json<Record<string, SoldTaxRate | null>>('tax_rates'),
    /** Operator's fee of a connected account. Set when the checkout page is opened. */
    applicationFee: integer('application_fee').notNull().default(0),
    /** Money that arrived by bank transfer. */
    received: integer('received').notNull().default(0),
    /** Account to which the buyer transfers the money, as it was when the order was placed. Null unless `method` is BANK. */
    bank: json<BankOfOrder>('bank'),
    /** Money that a lost dispute took back. */
    disputed: integer('disputed').notNull().default(0),
    /** Refund policy of each ticket in the order, by ticket id, at the time of the purchase. Null if none has one. */
    policy: json<Record<string, RefundRule | null>>('policy'),
  },
  (table) => [
    index('order_terms_account')
      .on(table.accountId)
      .where(sql`account_id is not null`),
    oneOf('order_terms_method', table.method, PAYMENT_METHODS),
    oneOf('order_terms_payment_state', table.paymentState, PAYMENT_STATES),
  ],
)

export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason'),
    notifyBuyer: flag('notify_buyer').notNull().default(true),
    status: text('status', { enum: REFUND_STATUSES }).notNull(),
    /** Guests whose seats are refunded; null for a refund by amount. */
    guestIds: json<string[]>('guest_ids'),
    reference: text('reference'),
    /**
     * Provider's id of the payment, or the id of the bank line, if more was paid than the order costs. The surplus is
     * refunded and does not change the order's amounts.
     */
    payment: text('payment'),
    ...effect(),
    /** For a refund by bank transfer: whether someone still has to transfer the money. Null for any other. */
    payoutState: text('payout_state', { enum: PAYOUT_STATES }),
    /** When the money left the account. */
    paidOutAt: instant('paid_out_at'),
    /** The payment file with the refund. */
    payoutFile: text('payout_file'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_pending')
      .on(table.createdAt)
      .where(sql`status = 'PENDING'`),
    uniqueIndex('refunds_reference')
      .on(table.reference)
      .where(sql`reference > ''`),
    uniqueIndex('refunds_payment')
      .on(table.payment)
      .where(sql`payment is not null`),
    index('refunds_file')
      .on(table.payoutFile)
      .where(sql`payout_file is not null`),
    index('refunds_due')
      .on(table.createdAt, table.id)
      .where(sql`payout_state = 'DUE'`),
    oneOf('refunds_status', table.status, REFUND_STATUSES),
  ],
)

export const coupons = sqliteTable(
  'coupons',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    eventId: text('event_id'),
    ticketIds: json<string[]>('ticket_ids').notNull(),
    /** The code as entered, and the same code in upper case for comparison. */
    code: text('code').notNull(),
    codeFolded: text('code_folded').notNull(),
    discountType: text('discount_type', { enum: DISCOUNT_TYPES }).notNull(),
    percentOff: integer('percent_off'),
    amountOff: integer('amount_off'),
    currency: text('currency'),
    maxRedemptions: integer('max_redemptions'),
    /** Maximum number of discounted seats per order; null for no limit. */
    maxDiscountedSeats: integer('max_discounted_seats'),
    redeemedCount: integer('redeemed_count').notNull().default(0),
    validFrom: instant('valid_from'),
    validUntil: instant('valid_until'),
    isActive: flag('is_active').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('coupons_code').on(table.calendarId, table.codeFolded),
    oneOf('coupons_discount_type', table.discountType, DISCOUNT_TYPES),
  ],
)

/** One row per live order with a coupon. Deleting the row restores the redemption. */
export const couponRedemptions = sqliteTable(
  'coupon_redemptions',
  {
    couponId: text('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    orderId: text('order_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.couponId, table.orderId] }),
    index('coupon_redemptions_order').on(table.orderId),
  ],
)
