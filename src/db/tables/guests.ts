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
    /** Null for an invitation that has not been answered yet. */
    ticketId: text('ticket_id').references(() => tickets.id, { onDelete: 'restrict' }),
    /** Set once an order exists. A guest awaiting approval has no order. */
    orderId: text('order_id'),
    /** Coupon of a guest who has no order yet. */
    couponId: text('coupon_id'),
    userId: text('user_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** Language used at registration; null uses the calendar's. */
    locale: text('locale').$type<Locale>(),
    /** Name and address with case and accents removed, for partial search. */
    searchText: text('search_text').notNull().default(''),
    storedStatus: text('status', { enum: STORED_GUEST_STATUSES }).notNull(),
    /** Status that every reader sees. `OFFERED` is stored as `PENDING`: the guest has not accepted the offer yet. */
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
    /** Six characters that people read out and type. Not a credential. Null once erased. */
    shortCode: text('short_code'),
    /** Increases when the guest's links are renewed; links of earlier versions stop working. */
    linkVersion: integer('link_version').notNull().default(0),
    answers: json<RegistrationAnswer[]>('answers').notNull(),
    /**
     * Position in the order of the waiting list: higher the later the guest joined it, null for guests who were never
     * on it.
     */
    waitlistSeq: integer('waitlist_seq'),
    /** How many times someone behind them on the waiting list took a place that they need. */
    overtakes: integer('overtakes').notNull().default(0),
    /**
     * When the offer expires and its seat is released. For a guest who is `WAITLISTED` again: when their last offer
     * expired.
     */
    offerExpiresAt: instant('offer_expires_at'),
    partyId: text('party_id'),
    /** True for a guest without their own address. `email` is then the buyer's, and several guests may share it. */
    emailIsBuyers: flag('email_is_buyers').notNull().default(false),
    /** Id of the commit that last changed the status. The other statements of that commit are conditional on it. */
    moveId: text('move_id').notNull(),
    holdsSeat: integer('holds_seat').generatedAlwaysAs(
      sql`(status in ('CONFIRMED', 'CHECKED_IN') or (status = 'PENDING' and order_id is not null))`,
      { mode: 'virtual' },
    ),
    /** 1 if the guest has a seat or is offered one. `capacity` limits the number of these guests. */
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
    uniqueIndex('guests_short_code')
      .on(table.eventId, table.shortCode)
      .where(sql`short_code is not null`),
    index('guests_event').on(table.eventId, table.createdAt, table.id),
    /** Contains every column that a search reads, in list order. SQLite reads only the rows of the returned page. */
    index('guests_search').on(table.eventId, table.createdAt, table.id, table.searchText),
    index('guests_event_status').on(table.eventId, table.status, table.createdAt, table.id),
    /** Deleting a ticket looks up guests by `ticket_id` only, because a ticket belongs to one event. */
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
    /** Shows whether any party is waiting. If none is, the first guest on the waiting list is always next. */
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

/** Number of guests per event, ticket and status, and of seats they take (`takes_seat`); triggers maintain it. */
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
