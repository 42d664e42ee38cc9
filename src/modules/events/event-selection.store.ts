import { sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '../../db/rows.ts'
import { calendars } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { IS_LISTED } from '../../kernel/visibility.ts'
import type { SERIES_IN_LISTS } from '../../kernel/vocabulary.ts'

/**
 * Events that end after `endsAfter` and start before `startsBefore`. In lists of past events, they have also ended by
 * `endedBy`.
 */
export interface EventRange {
  endsAfter: Instant | null
  startsBefore: Instant | null
  endedBy: Instant | null
}

export interface EventSelection extends EventRange {
  /**
   * Which events the reader may see. The condition for `open` must match the expression in the open-list index exactly.
   */
  audience: 'open' | 'members'
  status?: EventRow['status'] | undefined
  tag?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
  /** Which series are shown only by their next date. */
  series?: (typeof SERIES_IN_LISTS)[number] | undefined
  seriesId?: string | undefined
}

/**
 * The calendar whose events are listed: values that are already known, or subqueries that find it by slug in the same
 * statement.
 */
export interface ListedCalendar {
  id: string | SQL
  longestEventMs: number | SQL
}

export const calendarNamed = (slug: string): ListedCalendar => ({
  id: sql`(select ${calendars.id} from ${calendars} where ${calendars.slug} = ${slug})`,
  longestEventMs: sql`(select ${calendars.longestEventMs} from ${calendars} where ${calendars.slug} = ${slug})`,
})

const OPEN = sql.raw(IS_LISTED)

/** D1 limits `like` patterns to 50 bytes, so this uses `instr`. */
const contains = (column: SQL, text: string) => sql`instr(lower(${column}), lower(${text})) > 0`

export const allOf = (conditions: (SQL | null)[]) =>
  sql.join(
    conditions.filter((one) => one !== null),
    sql` and `,
  )

/** The conditions that do not depend on the time: those on the audience and the status. */
export const audienceConditions = ({ audience, status }: EventSelection) => [
  audience === 'open' ? OPEN : null,
  status === undefined ? null : sql`status = ${status}`,
]

export const searchConditions = ({ tag, q, updatedSince, seriesId }: EventSelection) => [
  seriesId === undefined ? null : sql`series_id = ${seriesId}`,
  tag === undefined ? null : sql`exists (select 1 from json_each(tags) where value = ${tag} collate nocase)`,
  q === undefined || q === '' ? null : sql`(${contains(sql`title`, q)} or ${contains(sql`description`, q)})`,
  updatedSince === undefined ? null : sql`updated_at >= ${updatedSince}`,
]

/**
 * Conditions on the time, for an index sorted by start. An event that ends after a given time started at most
 * `longestEventMs` before it, so the index scan begins there. The unary plus keeps SQLite on that index.
 */
const timeOf = ({ id, longestEventMs }: ListedCalendar, { endsAfter, startsBefore, endedBy }: EventRange) => [
  sql`calendar_id = ${id}`,
  endsAfter === null ? null : sql`start_at > ${endsAfter - 1} - ${longestEventMs}`,
  endsAfter === null ? null : sql`+end_at > ${endsAfter}`,
  startsBefore === null ? null : sql`start_at < ${startsBefore}`,
  endedBy === null ? null : sql`start_at < ${endedBy}`,
  endedBy === null ? null : sql`+end_at <= ${endedBy}`,
]

/** Columns without a table name belong to `events`. */
export const selectListedEvents = (calendar: ListedCalendar, selection: EventSelection) =>
  allOf([...timeOf(calendar, selection), ...audienceConditions(selection), ...searchConditions(selection)])
