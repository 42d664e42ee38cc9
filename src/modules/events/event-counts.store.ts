import { sql, type SQL } from 'drizzle-orm'
import type { Instant } from '../../kernel/time.ts'
import type { EventRange } from './event-selection.store.ts'

/**
 * Bucket widths in `event_counts`, as powers of two in ms: 199 days, 37 hours and 17 minutes. Triggers maintain the
 * counters. Only the bucket at the edge is counted row by row, so the cost does not grow with the number of events.
 */
const WIDE_SHIFT = 34
const MIDDLE_SHIFT = 27
const NARROW_SHIFT = 20

/**
 * Counts the events of `kind` that start or end at `at` or later. Whole buckets come from `event_counts`, the rest from
 * `events`.
 */
export const countFrom = (calendarId: string | SQL, edge: 'start' | 'end', at: Instant, kind: SQL) => {
  const stretches = (shift: number, wider: number | null) => {
    const own = Math.floor(at / 2 ** shift)
    const end = wider === null ? null : (Math.floor(at / 2 ** wider) + 1) * 2 ** (wider - shift)
    return sql`(edge = ${edge} and shift = ${shift} and stretch > ${own}${end === null ? sql`` : sql` and stretch < ${end}`})`
  }
  const counted = [
    stretches(WIDE_SHIFT, null),
    stretches(MIDDLE_SHIFT, WIDE_SHIFT),
    stretches(NARROW_SHIFT, MIDDLE_SHIFT),
  ].map(
    (stretch) =>
      sql`(select coalesce(sum(events), 0) from event_counts where calendar_id = ${calendarId} and ${stretch} and ${kind})`,
  )
  const column = sql.raw(`${edge}_at`)
  const endOfOwn = (Math.floor(at / 2 ** NARROW_SHIFT) + 1) * 2 ** NARROW_SHIFT
  const rest = sql`(select count(*) from events where calendar_id = ${calendarId} and ${column} >= ${at} and ${column} < ${endOfOwn} and ${kind})`
  return sql`(${sql.join([...counted, rest], sql` + `)})`
}

const SERIES_SHIFT = 33

/**
 * Like `countFrom`, for one series. The dates of a series are far apart, so `series_counts` has buckets of 99 days
 * (2^33 ms).
 */
export const countOfSeriesFrom = (
  id: SQL,
  { edge, at, kind, longestEventMs }: { edge: 'start' | 'end'; at: Instant; kind: SQL; longestEventMs: number | SQL },
) => {
  const own = Math.floor(at / 2 ** SERIES_SHIFT)
  const endOfOwn = (own + 1) * 2 ** SERIES_SHIFT
  const counted = sql`(select coalesce(sum(dates), 0) from series_counts where series_id = ${id} and edge = ${edge}
    and stretch > ${own} and ${kind})`
  const within =
    edge === 'start'
      ? sql`start_at >= ${at} and start_at < ${endOfOwn}`
      : sql`start_at >= ${at} - ${longestEventMs} and start_at < ${endOfOwn} and +end_at >= ${at} and +end_at < ${endOfOwn}`
  return sql`(${counted} + (select count(*) from events o indexed by events_series_order
    where o.series_id = ${id} and ${within} and ${kind}))`
}

/** Earlier than any time in the database. */
const EARLIEST = Number.MIN_SAFE_INTEGER

/**
 * Counts the events in a range as one sum of counters minus another, so the cost does not grow with the calendar.
 * Starts and ends have separate counters, so the result is right only if the second sum counts a subset of the first.
 * Returns null otherwise.
 */
export const countApart = (
  { endsAfter, startsBefore, endedBy }: EventRange,
  countedFrom: (edge: 'start' | 'end', at: Instant) => SQL,
) => {
  const from = endsAfter ?? EARLIEST
  const endingAfter = (at: Instant) => countedFrom('end', at + 1)
  if (endedBy !== null) {
    return startsBefore === null && from <= endedBy ? sql`${endingAfter(from)} - ${endingAfter(endedBy)}` : null
  }
  if (startsBefore === null) return endingAfter(from)
  return from < startsBefore ? sql`${endingAfter(from)} - ${countedFrom('start', startsBefore)}` : null
}
