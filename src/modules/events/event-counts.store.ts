import { sql, type SQL } from 'drizzle-orm'
import type { Instant } from '../../kernel/time.ts'
import type { EventRange } from './event-selection.store.ts'

/** Counts that do not grow with what they count: triggers keep them by stretches of time, and only the edge is walked. */
const WIDE = 34
const MIDDLE = 27
const NARROW = 20

/** How many events of the kind have this edge at the moment or later: whole stretches from the counters, the rest by hand. */
export const countFrom = (calendarId: string | SQL, edge: 'start' | 'end', at: Instant, kind: SQL) => {
  const stretches = (shift: number, wider: number | null) => {
    const own = Math.floor(at / 2 ** shift)
    const end = wider === null ? null : (Math.floor(at / 2 ** wider) + 1) * 2 ** (wider - shift)
    return sql`(edge = ${edge} and shift = ${shift} and stretch > ${own}${end === null ? sql`` : sql` and stretch < ${end}`})`
  }
  const counted = [stretches(WIDE, null), stretches(MIDDLE, WIDE), stretches(NARROW, MIDDLE)].map(
    (stretch) =>
      sql`(select coalesce(sum(events), 0) from event_counts where calendar_id = ${calendarId} and ${stretch} and ${kind})`,
  )
  const column = sql.raw(`${edge}_at`)
  const endOfOwn = (Math.floor(at / 2 ** NARROW) + 1) * 2 ** NARROW
  const rest = sql`(select count(*) from events where calendar_id = ${calendarId} and ${column} >= ${at} and ${column} < ${endOfOwn} and ${kind})`
  return sql`(${sql.join([...counted, rest], sql` + `)})`
}

const SERIES_STRETCH = 33

/** The same of one series `id`, whose dates lie apart: its own stretches are of a hundred days. */
export const countOfSeriesFrom = (
  id: SQL,
  { edge, at, kind, longestEventMs }: { edge: 'start' | 'end'; at: Instant; kind: SQL; longestEventMs: number | SQL },
) => {
  const own = Math.floor(at / 2 ** SERIES_STRETCH)
  const endOfOwn = (own + 1) * 2 ** SERIES_STRETCH
  const counted = sql`(select coalesce(sum(dates), 0) from series_counts where series_id = ${id} and edge = ${edge}
    and stretch > ${own} and ${kind})`
  const within =
    edge === 'start'
      ? sql`start_at >= ${at} and start_at < ${endOfOwn}`
      : sql`start_at >= ${at} - ${longestEventMs} and start_at < ${endOfOwn} and +end_at >= ${at} and +end_at < ${endOfOwn}`
  return sql`(${counted} + (select count(*) from events o indexed by events_series_order
    where o.series_id = ${id} and ${within} and ${kind}))`
}

/** Before anything that can be stored. */
const EVER = Number.MIN_SAFE_INTEGER

/**
 * A count that does not grow with the calendar: a sum of the counters, less another. They know starts and ends apart, so
 * that tells something only where the events of the second sum are among those of the first; null where they are not.
 */
export const countApart = (
  { endsAfter, startsBefore, endedBy }: EventRange,
  countedFrom: (edge: 'start' | 'end', at: Instant) => SQL,
) => {
  const from = endsAfter ?? EVER
  const endingAfter = (at: Instant) => countedFrom('end', at + 1)
  if (endedBy !== null) {
    return startsBefore === null && from <= endedBy ? sql`${endingAfter(from)} - ${endingAfter(endedBy)}` : null
  }
  if (startsBefore === null) return endingAfter(from)
  return from < startsBefore ? sql`${endingAfter(from)} - ${countedFrom('start', startsBefore)}` : null
}
