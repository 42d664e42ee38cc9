import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  LOCATION_TYPES,
  LOCATION_VISIBILITIES,
  TICKET_TYPES,
  WAITLIST_MODES,
  WAITLIST_RULES,
  type Locale,
  type QUESTION_TYPES,
} from '../../kernel/vocabulary.ts'
import type { AskedOf } from '../../kernel/questions.ts'
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
  /** What follows is absent from questions that were asked before there was the choice. */
  showAtDoor?: boolean
  /** The organiser's own name for it, by which a body can refer to it. */
  key?: string | null
  askOf?: AskedOf
  /** Each by its key, or by its id where it has none: copies of the event ask of the same tickets. */
  ticketIds?: string[] | null
  showIf?: { questionId: string; anyOf: string[] } | null
}

/** The organiser's own words in other languages; what is missing is read in the one that the row itself has. */
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
    /** A hue of ACCENTS; null for that of the calendar. */
    accent: integer('accent'),
    translations: json<Translations<'title' | 'description'>>('translations').notNull().default({}),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    timezone: text('timezone').notNull(),
    allDay: flag('all_day').notNull(),
    /** Bare local dates of an all-day event; the end is exclusive. Null otherwise. */
    startDate: text('start_date'),
    endDate: text('end_date'),
    status: text('status', { enum: EVENT_STATUSES }).notNull(),
    visibility: text('visibility', { enum: EVENT_VISIBILITIES }).notNull(),
    locationType: text('location_type', { enum: LOCATION_TYPES }).notNull(),
    location: json<Location>('location'),
    locationVisibility: text('location_visibility', { enum: LOCATION_VISIBILITIES }).notNull(),
    meetingUrl: text('meeting_url'),
    /** How to pay offline, in Markdown; null for what the calendar says. */
    paymentInstructions: text('payment_instructions'),
    capacity: integer('capacity'),
    requiresApproval: flag('requires_approval').notNull(),
    waitlistEnabled: flag('waitlist_enabled').notNull(),
    waitlistMode: text('waitlist_mode', { enum: WAITLIST_MODES }).notNull().default('AUTOMATIC'),
    /** How long a place is kept for who is offered it. */
    offerMinutes: integer('offer_minutes').notNull().default(1_440),
    waitlistRule: text('waitlist_rule', { enum: WAITLIST_RULES }).notNull().default('FITTING'),
    /** How often a larger party may be passed. */
    maxOvertakes: integer('max_overtakes').notNull().default(3),
    /** Whether a registration waits until whoever has the address opens the link that is mailed there. */
    verifyEmail: flag('verify_email').notNull().default(false),
    registrationOpensAt: instant('registration_opens_at'),
    registrationClosesAt: instant('registration_closes_at'),
    checkInOpensAt: instant('check_in_opens_at'),
    checkInClosesAt: instant('check_in_closes_at'),
    /** Whether the main door notes who goes out, and lets them in again. */
    reentry: flag('reentry').notNull().default(false),
    registrationQuestions: json<RegistrationQuestion[]>('registration_questions').notNull(),
    tags: json<string[]>('tags').notNull(),
    reminderMinutes: json<number[]>('reminder_minutes').notNull(),
    sequence: integer('sequence').notNull().default(0),
    /** The number in the ETag of authenticated reads: raised by edits alone. */
    revision: integer('revision').notNull().default(1),
    cancelledAt: instant('cancelled_at'),
    cancellationReason: text('cancellation_reason'),
    publishedAt: instant('published_at'),
    /** The series that made it, the local start that its rule gave, and what somebody has changed on this date alone. */
    seriesId: text('series_id').references(() => series.id),
    recurrenceId: text('recurrence_id'),
    overrides: json<string[]>('overrides'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // The end stands in both, so that what is over is passed by without reading its row.
    index('events_calendar_order').on(table.calendarId, table.startAt, table.id, table.endAt),
    index('events_open_order').on(table.calendarId, table.startAt, table.id, table.endAt).where(sql.raw(IS_LISTED)),
    // Where what is on and to come takes place, counted without reading a row.
    index('events_open_places').on(table.calendarId, table.endAt, sql.raw(PLACE_FOR_ALL)).where(sql.raw(IS_LISTED)),
    // Lists in which one date stands for its series walk along what is of none.
    index('events_apart_order')
      .on(table.calendarId, table.startAt, table.id, table.endAt, table.status, table.visibility)
      .where(sql`series_id is null`),
    index('events_calendar_end').on(table.calendarId, table.endAt, table.id),
    index('events_reminders')
      .on(table.startAt)
      .where(sql`status = 'PUBLISHED' and reminder_minutes <> '[]'`),
    // Each date of a series is made once.
    uniqueIndex('events_series_recurrence')
      .on(table.seriesId, table.recurrenceId)
      .where(sql`series_id is not null`),
    // Holds all that a list asks of the dates that it does not show.
    index('events_series_order')
      .on(table.seriesId, table.startAt, table.id, table.endAt, table.status, table.visibility, table.calendarId)
      .where(sql`series_id is not null`),
    index('events_calendar_updated').on(table.calendarId, table.updatedAt),
    oneOf('events_status', table.status, EVENT_STATUSES),
    oneOf('events_visibility', table.visibility, EVENT_VISIBILITIES),
    oneOf('events_location_type', table.locationType, LOCATION_TYPES),
    oneOf('events_location_visibility', table.locationVisibility, LOCATION_VISIBILITIES),
  ],
)

/**
 * How many events start, and end, in each stretch of time, in three widths; triggers keep it. A list's total is
 * a sum over few of these rows, however many events there are.
 */
export const eventCounts = sqliteTable(
  'event_counts',
  {
    calendarId: text('calendar_id').notNull(),
    edge: text('edge', { enum: ['start', 'end'] }).notNull(),
    /** Each stretch is 2^shift milliseconds long. */
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
    /** The organiser's own name for it, by which a body can refer to it; kept once it is set. */
    key: text('key'),
    name: text('name').notNull(),
    description: text('description'),
    translations: json<Translations<'name' | 'description'>>('translations').notNull().default({}),
    type: text('type', { enum: TICKET_TYPES }).notNull(),
    price: integer('price').notNull(),
    currency: text('currency'),
    capacity: integer('capacity'),
    /** How many one order takes of it, at least and at most. */
    minPerOrder: integer('min_per_order').notNull().default(1),
    maxPerOrder: integer('max_per_order').notNull().default(10),
    salesStartAt: instant('sales_start_at'),
    salesEndAt: instant('sales_end_at'),
    requiresApproval: flag('requires_approval').notNull(),
    isHidden: flag('is_hidden').notNull(),
    isPaused: flag('is_paused').notNull(),
    /** Off sale until somebody saves the price, because it is shown with other decimals than when it was set. */
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
