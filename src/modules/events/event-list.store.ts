import { sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { reading, shapeOf, written, type Reading, type Shape } from '../../db/statement.ts'
import type { EventRow } from '../../db/rows.ts'
import { calendars, events } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { SERIES_IN_LISTS } from '../../kernel/vocabulary.ts'
import { ticketsFromJson, ticketsJson, type SeatsByTicket } from '../tickets/index.ts'
import type { EventView } from './events.ts'
import { LISTED } from '../../kernel/visibility.ts'

/** Events that are not over by `endsAfter`, begin before `startsBefore` and, of the past, are over by `endedBy`. */
export interface EventRange {
  endsAfter: Instant | null
  startsBefore: Instant | null
  endedBy: Instant | null
}

export interface EventSelection extends EventRange {
  /** Which events the reader may see at all; `open` is spelled as the index for open lists has it. */
  audience: 'open' | 'members'
  status?: EventRow['status'] | undefined
  tag?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
  /** Of which series the next date stands for all. */
  series?: (typeof SERIES_IN_LISTS)[number] | undefined
  /** Only the dates of this series. */
  seriesId?: string | undefined
}

/** The calendar of a list: read already, or found by its slug while the list is read. */
export interface ListedCalendar {
  id: string | SQL
  longestEventMs: number | SQL
}

export const calendarNamed = (slug: string): ListedCalendar => ({
  id: sql`(select ${calendars.id} from ${calendars} where ${calendars.slug} = ${slug})`,
  longestEventMs: sql`(select ${calendars.longestEventMs} from ${calendars} where ${calendars.slug} = ${slug})`,
})

const OPEN = sql.raw(LISTED)

/** Not by LIKE: D1 takes patterns of 50 bytes at most. */
const contains = (column: SQL, text: string) => sql`instr(lower(${column}), lower(${text})) > 0`

const both = (conditions: (SQL | null)[]) =>
  sql.join(
    conditions.filter((one) => one !== null),
    sql` and `,
  )

/** What a reader may see and has asked for, whatever the time. */
const kindOf = ({ audience, status }: EventSelection) => [
  audience === 'open' ? OPEN : null,
  status === undefined ? null : sql`status = ${status}`,
]

const wordsOf = ({ tag, q, updatedSince, seriesId }: EventSelection) => [
  seriesId === undefined ? null : sql`series_id = ${seriesId}`,
  tag === undefined ? null : sql`exists (select 1 from json_each(tags) where value = ${tag} collate nocase)`,
  q === undefined || q === '' ? null : sql`(${contains(sql`title`, q)} or ${contains(sql`description`, q)})`,
  updatedSince === undefined ? null : sql`updated_at >= ${updatedSince}`,
]

/**
 * In the order of the starts. An event that ends after a moment cannot have started longer before it than the
 * longest event lasts, so the walk along the index begins there; the plus keeps it on that index.
 */
const timeOf = ({ id, longestEventMs }: ListedCalendar, { endsAfter, startsBefore, endedBy }: EventRange) => [
  sql`calendar_id = ${id}`,
  endsAfter === null ? null : sql`start_at > ${endsAfter - 1} - ${longestEventMs}`,
  endsAfter === null ? null : sql`+end_at > ${endsAfter}`,
  startsBefore === null ? null : sql`start_at < ${startsBefore}`,
  endedBy === null ? null : sql`start_at < ${endedBy}`,
  endedBy === null ? null : sql`+end_at <= ${endedBy}`,
]

const showsAll = ({ series = 'all' }: EventSelection) => series === 'all'

const listed = (calendar: ListedCalendar, selection: EventSelection) =>
  both([...timeOf(calendar, selection), ...kindOf(selection), ...wordsOf(selection)])

/** Other dates `o` of the same series that the list asks for as well. Names without a table are theirs. */
const otherDates = (calendar: ListedCalendar, selection: EventSelection) =>
  sql`events o indexed by events_series_order
    where o.series_id = events.series_id and o.id <> events.id and ${listed(calendar, selection)}`

/** Whether an event stands for itself, or as the first date of its series in this list for all of them. */
const standsInList = (calendar: ListedCalendar, selection: EventSelection) => {
  if (showsAll(selection)) return null
  const isApart =
    selection.series === 'next'
      ? sql`series_id is null`
      : sql`(events.series_id is null or not exists (select 1 from series s where s.id = events.series_id and s.is_dense = 1))`
  const comesBefore =
    selection.endedBy === null
      ? sql`(o.start_at, o.id) < (events.start_at, events.id)`
      : sql`(o.start_at, o.id) > (events.start_at, events.id)`
  return sql`(${isApart} or not exists (select 1 from ${otherDates(calendar, selection)} and ${comesBefore}))`
}

const whereOf = (calendar: ListedCalendar, selection: EventSelection) =>
  both([listed(calendar, selection), standsInList(calendar, selection)])

/** How many more dates there are of the series that an event stands for. */
const moreDates = (calendar: ListedCalendar, selection: EventSelection) =>
  sql`case when events.series_id is not null
    then (select count(*) from ${otherDates(calendar, selection)}) end as ${sql.identifier(SERIES_DATES)}`

const seatsJson = sql`(select json_group_object(ticket_id, seats) from (
  select ticket_id, sum(seats) as seats from guest_counts where event_id = events.id group by ticket_id))`

const SERIES_DATES = 'seriesDates'

const eventOfList = shapeOf({ event: events, tickets: sql<string>`${ticketsJson}`, seats: sql<string>`${seatsJson}` })
const eventOfShortList = shapeOf({
  event: events,
  tickets: sql<string>`${ticketsJson}`,
  seats: sql<string>`${seatsJson}`,
  [SERIES_DATES]: sql<number | null>`null`,
})

interface ListedRow {
  event: EventRow
  tickets: string
  seats: string
  seriesDates?: number | null
}

const viewOfRow = ({ event, tickets, seats, seriesDates = null }: ListedRow) => ({
  event,
  seriesDates,
  tickets: ticketsFromJson(tickets),
  seats: JSON.parse(seats) as SeatsByTicket,
})

const rowsQuery = (calendar: ListedCalendar, selection: EventSelection, page: PageRequest) => {
  const newestFirst = selection.endedBy !== null
  const [shape, more]: [Shape<ListedRow>, SQL] = showsAll(selection)
    ? [eventOfList, sql``]
    : [eventOfShortList, sql`, ${moreDates(calendar, selection)}`]
  return shape.of(
    written(sql`select ${eventOfList.list()}${more} from events where ${whereOf(calendar, selection)}
      order by ${newestFirst ? sql`start_at desc, id desc` : sql`start_at, id`}
      limit ${page.limit} offset ${offsetOf(page)}`),
  )
}

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

/** Events of a calendar by their ids, in no order. */
export const eventsNamed = (calendarId: string, ids: readonly string[]): Reading<ReturnType<typeof viewOfRow>> => {
  const rows = eventOfList.of(
    new QueryBuilder()
      .select(eventOfList.columns)
      .from(events)
      .where(sql`id in (select value from json_each(${JSON.stringify(ids)})) and calendar_id = ${calendarId}`),
  )
  return { toSQL: () => rows.toSQL(), rowsOf: (raw) => rows.rowsOf(raw).map(viewOfRow) }
}

/** Before anything that can be stored. */
const EVER = Number.MIN_SAFE_INTEGER

/**
 * A count that does not grow with the calendar: a sum of the counters, less another. They know starts and ends apart, so
 * that tells something only where the events of the second sum are among those of the first; null where they are not.
 */
const countApart = (calendar: ListedCalendar, { endsAfter, startsBefore, endedBy }: EventRange, kind: SQL) => {
  const from = endsAfter ?? EVER
  const endingAfter = (at: Instant) => countFrom(calendar.id, 'end', at + 1, kind)
  if (endedBy !== null) {
    return startsBefore === null && from <= endedBy ? sql`${endingAfter(from)} - ${endingAfter(endedBy)}` : null
  }
  if (startsBefore === null) return endingAfter(from)
  return from < startsBefore ? sql`${endingAfter(from)} - ${countFrom(calendar.id, 'start', startsBefore, kind)}` : null
}

/** How many dates do not show because another of their series stands for them: counted along the index of each series. */
const surplus = (calendar: ListedCalendar, selection: EventSelection) => {
  const isShort = selection.series === 'next' ? sql`1` : sql`s.is_dense = 1`
  // Within `max`, so that SQLite counts each series once: of a subquery that is named twice it makes two.
  return sql`(select coalesce(sum(max((select count(*) from events o indexed by events_series_order
      where o.series_id = s.id and ${listed(calendar, selection)}) - 1, 0)), 0)
    from series s where s.calendar_id = ${calendar.id} and ${isShort})`
}

const totalQuery = (calendar: ListedCalendar, selection: EventSelection) => {
  const isOfWords = wordsOf(selection).some((one) => one !== null)
  const apart = isOfWords ? null : countApart(calendar, selection, both([sql`1`, ...kindOf(selection)]))
  const all = apart ?? sql`(select count(*) from events where ${listed(calendar, selection)})`
  return written<{ total: number }>(
    showsAll(selection) ? sql`select ${all} as total` : sql`select (${all}) - ${surplus(calendar, selection)} as total`,
  )
}

/** The ends around now, at which a list gained or will lose an event. */
const endsQuery = (calendar: ListedCalendar, now: Instant) =>
  written<{
    next: number | null
    last: number | null
  }>(sql`select (select min(end_at) from events where calendar_id = ${calendar.id} and end_at > ${now}) as next,
      (select max(end_at) from events where calendar_id = ${calendar.id} and end_at <= ${now}) as last`)

interface EventList {
  views: Omit<EventView, 'calendarSlug'>[]
  total: number
  /** What is past and what is to come is told by this moment. */
  now: Instant
  /** When events of the calendar ended last and end next, for answers that are kept. */
  lastEndAt: Instant | null
  nextEndAt: Instant | null
}

/** One page, and how many events there are on all of them. */
export const eventListRead = (calendar: ListedCalendar, selection: EventSelection, page: PageRequest, now: Instant) => {
  // Only an open list is kept, and must know when it goes stale.
  const ends = selection.audience === 'open' ? [endsQuery(calendar, now)] : []
  return reading(
    { rows: rowsQuery(calendar, selection, page), counts: totalQuery(calendar, selection), ends },
    ({ rows, counts: [count], ends: [around] }): EventList => ({
      views: rows.map(viewOfRow),
      total: count?.total ?? 0,
      now,
      lastEndAt: around?.[0]?.last ?? null,
      nextEndAt: around?.[0]?.next ?? null,
    }),
  )
}
