import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PAYMENT_CHOICES, type Locale } from '../../kernel/vocabulary.ts'
import { instant, json } from './columns.ts'
import { events } from './events.ts'
import { guests, type RegistrationAnswer } from './guests.ts'

/**
 * A group of people registered together, and their buyer. `guests.party_id` refers to it. The whole party has one
 * order.
 */
export const parties = sqliteTable(
  'parties',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    buyerFirstName: text('buyer_first_name').notNull(),
    buyerLastName: text('buyer_last_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    /** Answers to the questions that only the buyer is asked, on behalf of the whole party. */
    answers: json<RegistrationAnswer[]>('answers').notNull(),
    locale: text('locale').$type<Locale>(),
    couponId: text('coupon_id'),
    /** Increases when the buyer's link is renewed; earlier links then stop working. */
    linkVersion: integer('link_version').notNull().default(0),
    erasedAt: instant('erased_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('parties_event_buyer').on(table.eventId, table.buyerEmail)],
)

export interface AddonChoice {
  addonId: string
  quantity: number
}

/** What a guest chose at registration and pays once they have a seat. Most guests have no row. */
export const guestChoices = sqliteTable('guest_choices', {
  guestId: text('guest_id')
    .primaryKey()
    .references(() => guests.id, { onDelete: 'cascade' }),
  /** Chosen price of the ticket, in minor units of its currency. */
  price: integer('price'),
  /** Add-ons of the guest's seat and, for the first guest of a party, of the order. Null if there are none. */
  addons: json<AddonChoice[]>('addons'),
  /** How the guest chose to pay. Null if the calendar decides. */
  payBy: text('pay_by', { enum: PAYMENT_CHOICES }),
})

/** Price of each seat in a party's order, as sold. The prices add up to the total of the order. */
export const orderSeats = sqliteTable(
  'order_seats',
  {
    orderId: text('order_id').notNull(),
    guestId: text('guest_id').notNull(),
    position: integer('position').notNull(),
    ticketId: text('ticket_id').notNull(),
    ticketName: text('ticket_name').notNull(),
    price: integer('price').notNull(),
    discount: integer('discount').notNull(),
    /** Price of the seat's add-ons. A trigger on `order_addons` adds it up. */
    extras: integer('extras').notNull().default(0),
    /** Service fee of the seat. */
    fee: integer('fee').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.guestId] }), index('order_seats_guest').on(table.guestId)],
)
