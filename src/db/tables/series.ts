import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_STATUSES, EVENT_VISIBILITIES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json } from './columns.ts'

/**
 * A recurring series: a rule in the local time of a time zone, and a template for its dates. The dates are rows in
 * `events`.
 */
export const series = sqliteTable(
  'series',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    /**
     * Body of a create-event request, without the times. Its questions already have ids, so that all dates share them.
     */
    template: json<Record<string, unknown>>('template').notNull(),
    timezone: text('timezone').notNull(),
    /** Local time, or a bare date for all-day dates; `recurrence_id` has the same form. */
    startAt: text('start_at').notNull(),
    durationMinutes: integer('duration_minutes'),
    allDayDays: integer('all_day_days'),
    rrule: text('rrule').notNull(),
    exdates: json<string[]>('exdates').notNull(),
    rdates: json<string[]>('rdates').notNull(),
    /**
     * Whether the series repeats weekly or more often. Lists show only the next date of such a series, unless asked for
     * every date.
     */
    isDense: flag('is_dense').notNull(),
    /** Local time up to which every date has either been created or was already over. */
    madeUntil: text('made_until').notNull(),
    /** When the schedule next looks for dates to create; null if no more dates will follow. */
    makeAt: instant('make_at'),
    /** Time at which the calendar's limit on events first stopped the next date from being created. */
    heldUpAt: instant('held_up_at'),
    /**
     * Increases with every change. A run that creates dates fails if its revision is outdated, so that new dates follow
     * the current rule.
     */
    revision: integer('revision').notNull().default(1),
    cancelledAt: instant('cancelled_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('series_calendar').on(table.calendarId, table.createdAt, table.id),
    index('series_to_make')
      .on(table.makeAt)
      .where(sql`make_at is not null`),
  ],
)

/**
 * Number of dates of a series that start or end in each period of about 100 days; triggers maintain it. The number of
 * upcoming dates is the sum of a few of these rows, plus the matching dates of a single period.
 */
export const seriesCounts = sqliteTable(
  'series_counts',
  {
    seriesId: text('series_id').notNull(),
    edge: text('edge', { enum: ['start', 'end'] }).notNull(),
    /** Number of the period. Each period is 2^33 milliseconds long. */
    stretch: integer('stretch').notNull(),
    status: text('status', { enum: EVENT_STATUSES }).notNull(),
    visibility: text('visibility', { enum: EVENT_VISIBILITIES }).notNull(),
    dates: integer('dates').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.edge, table.stretch, table.status, table.visibility] })],
)
