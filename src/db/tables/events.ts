import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  DELAYED_PAYMENTS,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  LOCATION_TYPES,
  LOCATION_VISIBILITIES,
  PRICE_MODES,
  TICKET_TYPES,
  WAITLIST_MODES,
  WAITLIST_RULES,
  type Locale,
  type QUESTION_TYPES,
} from '../../kernel/vocabulary.ts'
import type { AskedOf } from '../../kernel/questions.ts'
import type { RefundRule } from '../../kernel/refund-policy.ts'
import type { ServiceFee } from '../../kernel/sums.ts'
import { IS_LISTED, PLACE_FOR_ALL } from '../../kernel/visibility.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'
import { series } from './series.ts'

export interface Location {
  name: string | null
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
}

export interface RegistrationQuestion {
  id: string
  label: string
  type: (typeof QUESTION_TYPES)[number]
  required: boolean
  options: string[]
  /** Questions stored before `showAtDoor` and the fields below existed do not have them. */
  showAtDoor?: boolean
  /** The organiser's own name for the question, which request bodies can refer to. */
  key?: string | null
  askOf?: AskedOf
  /**
   * Tickets whose holders answer the question. Each ticket is listed by its key, or by its id if it has no key. With
   * keys, a copy of the event refers to its own copies of the tickets.
   */
  ticketIds?: string[] | null
  showIf?: { questionId: string; anyOf: string[] } | null
}

/** The organiser's texts in other languages. A missing text falls back to the event's own language. */
export type Translations<Word extends string> = Partial<Record<Locale, Partial<Record<Word, string | null>>>>

export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'restrict' }),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    description: text('description'),
    coverUrl: text('cover_url'),
    coverAlt: text('cover_alt'),
    /** Hue from `ACCENTS`; null inherits the calendar's. */
    accent: integer('accent'),
    translations: json<Translations<'title' | 'description'>>('translations').notNull().default({}),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    timezone: text('timezone').notNull(),
    allDay: flag('all_day').notNull(),
    /** Local dates of an all-day event, null otherwise. `end_date` is exclusive. */
    startDate: text('start_date'),
    endDate: text('end_date'),
    status: text('status', { enum: EVENT_STATUSES }).notNull(),
    visibility: text('visibility', { enum: EVENT_VISIBILITIES }).notNull(),
    locationType: text('location_type', { enum: LOCATION_TYPES }).notNull(),
    location: json<Location>('location'),
    locationVisibility: text('location_visibility', { enum: LOCATION_VISIBILITIES }).notNull(),
    meetingUrl: text('meeting_url'),
    /** Offline payment instructions, in Markdown; null inherits the calendar's. */
    paymentInstructions: text('payment_instructions'),
    /** What guests get back if they cancel; null inherits the calendar's. */
    refundPolicy: json<RefundRule>('refund_policy'),
    /** Service fee that buyers pay. Null means the calendar's. */
    serviceFee: json<ServiceFee>('service_fee'),
    /** `HOLD` or `OFF`: whether methods that pay days later are offered; null inherits the calendar's. */
    delayedPayments: text('delayed_payments', { enum: DELAYED_PAYMENTS }),
    capacity: integer('capacity'),
    requiresApproval: flag('requires_approval').notNull(),
    waitlistEnabled: flag('waitlist_enabled').notNull(),
    waitlistMode: text('waitlist_mode', { enum: WAITLIST_MODES }).notNull().default('AUTOMATIC'),
    offerMinutes: integer('offer_minutes').notNull().default(1_440),
    waitlistRule: text('waitlist_rule', { enum: WAITLIST_RULES }).notNull().default('FITTING'),
    /** How many times smaller parties may take a place that a larger party ahead of them needs. */
    maxOvertakes: integer('max_overtakes').notNull().default(3),
    /** Whether a registration takes effect only after the owner of the address opens the link emailed there. */
    verifyEmail: flag('verify_email').notNull().default(false),
    registrationOpensAt: instant('registration_opens_at'),
    registrationClosesAt: instant('registration_closes_at'),
    checkInOpensAt: instant('check_in_opens_at'),
    checkInClosesAt: instant('check_in_closes_at'),
    /** Whether the main door records exits and lets those guests in again. */
    reentry: flag('reentry').notNull().default(false),
    registrationQuestions: json<RegistrationQuestion[]>('registration_questions').notNull(),
    tags: json<string[]>('tags').notNull(),
    reminderMinutes: json<number[]>('reminder_minutes').notNull(),
    sequence: integer('sequence').notNull().default(0),
    /** Number in the ETag of authenticated reads; only edits increase it. */
    revision: integer('revision').notNull().default(1),
    cancelledAt: instant('cancelled_at'),
    cancellationReason: text('cancellation_reason'),
    publishedAt: instant('published_at'),
    /**
     * The series that created the event, the local start that its rule assigned, and the fields edited on this date
     * only.
     */
    seriesId: text('series_id').references(() => series.id),
    recurrenceId: text('recurrence_id'),
    overrides: json<string[]>('overrides'),
    /** Time at which the event is erased; 0 once the erasure has started; null unless an owner requested it. */
    eraseAt: instant('erase_at'),
    /** Visibility before the event became `PRIVATE` because of `erase_at`. */
    visibilityBefore: text('visibility_before', { enum: EVENT_VISIBILITIES }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // Both indexes include `end_at`, so that a list can skip past events without reading their rows.
    index('events_calendar_order').on(table.calendarId, table.startAt, table.id, table.endAt),
    index('events_open_order').on(table.calendarId, table.startAt, table.id, table.endAt).where(sql.raw(IS_LISTED)),
    // Makes it possible to count the venues of current and upcoming events without reading a row.
    index('events_open_places').on(table.calendarId, table.endAt, sql.raw(PLACE_FOR_ALL)).where(sql.raw(IS_LISTED)),
    // For lists that show one date per series: finds the events that belong to no series.
    index('events_apart_order')
      .on(table.calendarId, table.startAt, table.id, table.endAt, table.status, table.visibility)
      .where(sql`series_id is null`),
    index('events_calendar_end').on(table.calendarId, table.endAt, table.id),
    index('events_reminders')
      .on(table.startAt)
      .where(sql`status = 'PUBLISHED' and reminder_minutes <> '[]'`),
    // Prevents two concurrent runs from creating the same date twice.
    uniqueIndex('events_series_recurrence')
      .on(table.seriesId, table.recurrenceId)
      .where(sql`series_id is not null`),
    // Covers all columns that a list needs of the series dates it does not show.
    index('events_series_order')
      .on(table.seriesId, table.startAt, table.id, table.endAt, table.status, table.visibility, table.calendarId)
      .where(sql`series_id is not null`),
    index('events_to_erase')
      .on(table.eraseAt)
      .where(sql`erase_at is not null`),
    index('events_calendar_updated').on(table.calendarId, table.updatedAt),
    oneOf('events_status', table.status, EVENT_STATUSES),
    oneOf('events_visibility', table.visibility, EVENT_VISIBILITIES),
    oneOf('events_location_type', table.locationType, LOCATION_TYPES),
    oneOf('events_location_visibility', table.locationVisibility, LOCATION_VISIBILITIES),
  ],
)

/**
 * Number of events that start or end in each period of time, for periods of three lengths; triggers maintain it. The
 * total of a list is the sum of a few of these rows, however many events exist.
 */
export const eventCounts = sqliteTable(
  'event_counts',
  {
    calendarId: text('calendar_id').notNull(),
    edge: text('edge', { enum: ['start', 'end'] }).notNull(),
    /** Exponent of the period's length, which is 2^`shift` milliseconds. `stretch` is the number of the period. */
    shift: integer('shift').notNull(),
    stretch: integer('stretch').notNull(),
    status: text('status', { enum: EVENT_STATUSES }).notNull(),
    visibility: text('visibility', { enum: EVENT_VISIBILITIES }).notNull(),
    events: integer('events').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.calendarId, table.edge, table.shift, table.stretch, table.status, table.visibility],
    }),
  ],
)

export const tickets = sqliteTable(
  'tickets',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The organiser's own name for the ticket, which request bodies can refer to. Immutable once set. */
    key: text('key'),
    name: text('name').notNull(),
    description: text('description'),
    translations: json<Translations<'name' | 'description'>>('translations').notNull().default({}),
    type: text('type', { enum: TICKET_TYPES }).notNull(),
    price: integer('price').notNull(),
    currency: text('currency'),
    /** With `CHOSEN`, each buyer decides what to pay, from `price` to `max_price`. */
    priceMode: text('price_mode', { enum: PRICE_MODES }).notNull().default('FIXED'),
    suggestedPrice: integer('suggested_price'),
    maxPrice: integer('max_price'),
    /** Tax rate of the calendar; null means the calendar's default. */
    taxRateId: text('tax_rate_id'),
    /** What guests get back if they cancel; null inherits the event's. */
    refundPolicy: json<RefundRule>('refund_policy'),
    capacity: integer('capacity'),
    minPerOrder: integer('min_per_order').notNull().default(1),
    maxPerOrder: integer('max_per_order').notNull().default(10),
    salesStartAt: instant('sales_start_at'),
    salesEndAt: instant('sales_end_at'),
    requiresApproval: flag('requires_approval').notNull(),
    isHidden: flag('is_hidden').notNull(),
    isPaused: flag('is_paused').notNull(),
    /**
     * Takes the ticket off sale until someone saves its price: its currency is now displayed with a different number of
     * decimals than when the price was set.
     */
    isPriceDoubted: flag('is_price_doubted').notNull().default(false),
    sortOrder: integer('sort_order').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('tickets_event').on(table.eventId, table.sortOrder),
    uniqueIndex('tickets_key')
      .on(table.eventId, table.key)
      .where(sql`key is not null`),
    oneOf('tickets_type', table.type, TICKET_TYPES),
  ],
)
