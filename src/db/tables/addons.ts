import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ADDON_UNITS } from '../../kernel/vocabulary.ts'
import { flag, instant, json, oneOf } from './columns.ts'
import { events, type Translations } from './events.ts'

/** Extras that buyers add to their seats or to their order, such as a T-shirt or a parking place. */
export const addons = sqliteTable(
  'addons',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The organiser's own name for the add-on. Immutable once set. */
    key: text('key'),
    name: text('name').notNull(),
    description: text('description'),
    translations: json<Translations<'name' | 'description'>>('translations').notNull().default({}),
    price: integer('price').notNull(),
    currency: text('currency'),
    per: text('per', { enum: ADDON_UNITS }).notNull(),
    /** Tickets that it can be added to. Empty for all. */
    ticketIds: json<string[]>('ticket_ids').notNull(),
    /** Null for no limit. */
    stock: integer('stock'),
    /** Units that guests with a seat have bought. Triggers on `order_addons` keep it, and refuse more than `stock`. */
    taken: integer('taken').notNull().default(0),
    /** Highest quantity for one seat, or for one order. */
    maxQuantity: integer('max_quantity').notNull().default(10),
    salesStartAt: instant('sales_start_at'),
    salesEndAt: instant('sales_end_at'),
    isPaused: flag('is_paused').notNull(),
    /** Tax rate of the calendar; null means the calendar's default. */
    taxRateId: text('tax_rate_id'),
    sortOrder: integer('sort_order').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('addons_event').on(table.eventId, table.sortOrder),
    uniqueIndex('addons_key')
      .on(table.eventId, table.key)
      .where(sql`key is not null`),
    oneOf('addons_per', table.per, ADDON_UNITS),
  ],
)

/** Add-ons in a party's order, as sold. Their prices are part of the order's `subtotal` and `total`. */
export const orderAddons = sqliteTable(
  'order_addons',
  {
    orderId: text('order_id').notNull(),
    /** Guest of the seat. With `per` ORDER, the first guest of the order at the purchase. */
    guestId: text('guest_id').notNull(),
    addonId: text('addon_id').notNull(),
    per: text('per', { enum: ADDON_UNITS }).notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    /** Price of one unit. */
    price: integer('price').notNull(),
    /** True once the guest, or with `per` ORDER every guest of the order, gave up the seat. The stock is free again. */
    isReleased: flag('is_released').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.guestId, table.addonId] }),
    index('order_addons_addon').on(table.addonId),
  ],
)
