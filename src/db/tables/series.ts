import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_STATUSES, EVENT_VISIBILITIES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json } from './columns.ts'

/** What repeats: a rule on the wall of a zone, and what each of its dates is made of. Dates are events. */
export const series = sqliteTable(
  'series',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** What the slugs of its dates begin with. */
    slug: text('slug').notNull(),
    /** An event's create body without its times; its questions have their ids, the same on every date. */
    template: json<Record<string, unknown>>('template').notNull(),
    timezone: text('timezone').notNull(),
    /** A wall time, or a bare date where it takes whole days; dates are named in the same form. */
    startAt: text('start_at').notNull(),
    durationMinutes: integer('duration_minutes'),
    allDayDays: integer('all_day_days'),
    rrule: text('rrule').notNull(),
    exdates: json<string[]>('exdates').notNull(),
    rdates: json<string[]>('rdates').notNull(),
    /** Weekly or denser: lists that are not asked for every date show the next one. */
    isDense: flag('is_dense').notNull(),
    /** Every date up to this wall time has been made, or was over already. */
    madeUntil: text('made_until').notNull(),
    /** When the schedule looks again whether there is more to make; null where there never is. */
    makeAt: instant('make_at'),
    /** Since when the next date waits because the calendar has as many events as it may have. */
    heldUpAt: instant('held_up_at'),
    /** Raised by every change, so that what is made follows the rule as it then stands. */
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
 * How many dates of each series start, and end, in each stretch of a hundred days; triggers keep it. How many are to come is a sum
 * over few of these rows and the dates of one stretch.
 */
export const seriesCounts = sqliteTable(
  'series_counts',
  {
    seriesId: text('series_id').notNull(),
    edge: text('edge', { enum: ['start', 'end'] }).notNull(),
    /** Each is 2^33 milliseconds long. */
    stretch: integer('stretch').notNull(),
    status: text('status', { enum: EVENT_STATUSES }).notNull(),
    visibility: text('visibility', { enum: EVENT_VISIBILITIES }).notNull(),
    dates: integer('dates').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.edge, table.stretch, table.status, table.visibility] })],
)
