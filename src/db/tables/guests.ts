import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { GUEST_SOURCES, GUEST_STATUSES, STORED_GUEST_STATUSES, type Locale } from '../../kernel/vocabulary.ts'
import { flag, instant, json, oneOf } from './columns.ts'
import { events, tickets } from './events.ts'

export interface RegistrationAnswer {
  questionId: string
  question: string
  answer: string
}

export const guests = sqliteTable(
  'guests',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'restrict' }),
    /** Null for an invitation that nobody has answered yet. */
    ticketId: text('ticket_id').references(() => tickets.id, { onDelete: 'restrict' }),
    /** Set when an order exists; an approval that is still open has none. */
    orderId: text('order_id'),
    /** The coupon kept for a guest who has no order yet. */
    couponId: text('coupon_id'),
    userId: text('user_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** The language in which they registered; null for that of the calendar. */
    locale: text('locale').$type<Locale>(),
    /** Name and address, folded for partial search: case and accents do not matter. */
    searchText: text('search_text').notNull().default(''),
    storedStatus: text('status', { enum: STORED_GUEST_STATUSES }).notNull(),
    /** Where the guest stands, for everybody who reads: an offer is a PENDING that waits for the guest's own word. */
    status: text('shown_status', { enum: GUEST_STATUSES })
      .notNull()
      .generatedAlwaysAs(
        sql`(case when status = 'PENDING' and offer_expires_at is not null then 'OFFERED' else status end)`,
        {
          mode: 'virtual',
        },
      ),
    source: text('source', { enum: GUEST_SOURCES }).notNull(),
    qrCode: text('qr_code').notNull().unique(),
    /** Rises when the guest's links are renewed: links of an earlier version are dead. */
    linkVersion: integer('link_version').notNull().default(0),
    answers: json<RegistrationAnswer[]>('answers').notNull(),
    /** The place in line: grows with every joining of the waitlist, null for those never in it. */
    waitlistSeq: integer('waitlist_seq'),
    /** How often somebody behind them in line took a place that they need, and was let pass. */
    overtakes: integer('overtakes').notNull().default(0),
    /** Until when a seat is kept for their word; of who waits again, when the last offer lapsed. */
    offerExpiresAt: instant('offer_expires_at'),
    /** Guests who were registered together. */
    partyId: text('party_id'),
    /** Came without an address of their own: the one that stands here is the buyer's, and no other guest's for that. */
    emailIsBuyers: flag('email_is_buyers').notNull().default(false),
    /** The commit that last changed the status: what else that commit writes is conditional on it. */
    moveId: text('move_id').notNull(),
    holdsSeat: integer('holds_seat').generatedAlwaysAs(
      sql`(status in ('CONFIRMED', 'CHECKED_IN') or (status = 'PENDING' and order_id is not null))`,
      { mode: 'virtual' },
    ),
    /** The same with what is offered: what capacity is counted by. */
    takesSeat: integer('takes_seat').generatedAlwaysAs(
      sql`(status in ('CONFIRMED', 'CHECKED_IN') or (status = 'PENDING' and (order_id is not null or offer_expires_at is not null)))`,
      { mode: 'virtual' },
    ),
    approvedAt: instant('approved_at'),
    cancelledAt: instant('cancelled_at'),
    checkedInAt: instant('checked_in_at'),
    erasedAt: instant('erased_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('guests_live_email')
      .on(table.eventId, table.email)
      .where(sql`status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN') and email_is_buyers = 0`),
    index('guests_event').on(table.eventId, table.createdAt, table.id),
    /** Holds all that a search reads, in the order of the list: the rows themselves are touched for the page alone. */
    index('guests_search').on(table.eventId, table.createdAt, table.id, table.searchText),
    index('guests_event_status').on(table.eventId, table.status, table.createdAt, table.id),
    /** A ticket is of one event; who deletes one asks for its guests by the ticket alone. */
    index('guests_ticket').on(table.ticketId, table.createdAt, table.id),
    index('guests_event_email').on(table.eventId, table.email),
    index('guests_event_updated').on(table.eventId, table.updatedAt),
    index('guests_waitlist')
      .on(table.eventId, table.waitlistSeq)
      .where(sql`status = 'WAITLISTED'`),
    index('guests_waitlist_ticket')
      .on(table.eventId, table.ticketId, table.waitlistSeq)
      .where(sql`status = 'WAITLISTED'`),
    index('guests_offers')
      .on(table.offerExpiresAt)
      .where(sql`status = 'PENDING' and offer_expires_at is not null`),
    index('guests_move').on(table.moveId),
    index('guests_party')
      .on(table.partyId)
      .where(sql`party_id is not null`),
    /** The parties in a line: where there is none, whoever is first goes first. */
    index('guests_parties_in_line')
      .on(table.eventId)
      .where(sql`status = 'WAITLISTED' and party_id is not null`),
    index('guests_erased')
      .on(table.eventId, table.erasedAt)
      .where(sql`erased_at is not null`),
    oneOf('guests_status', table.storedStatus, STORED_GUEST_STATUSES),
    oneOf('guests_source', table.source, GUEST_SOURCES),
  ],
)

/** How many guests an event has per ticket and status, and how many of them hold a seat; triggers keep it. */
export const guestCounts = sqliteTable(
  'guest_counts',
  {
    eventId: text('event_id').notNull(),
    ticketId: text('ticket_id').notNull(),
    status: text('status', { enum: GUEST_STATUSES }).notNull(),
    guests: integer('guests').notNull(),
    seats: integer('seats').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.ticketId, table.status] })],
)
