import { sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { projectionOf, type Projection } from '../../db/projection.ts'
import { inList, onlyRow, reading, statement, type TypedStatement } from '../../db/statement.ts'
import type { EventRow } from '../../db/rows.ts'
import { events } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import { ticketsFromJson, ticketsJson, type SeatsByTicket } from '../tickets/index.ts'
import { countApart, countFrom } from './event-counts.store.ts'
import {
  allOf,
  audienceConditions,
  selectListedEvents,
  searchConditions,
  type EventSelection,
  type ListedCalendar,
} from './event-selection.store.ts'
import type { EventView, HomeOfEvent } from './events.ts'
import { moreDates, pageOfShortList, showsAll, surplus } from './short-list.store.ts'
import { leftForNewcomers } from '../seats/index.ts'

const seatsJson = sql`(select json_group_object(ticket_id, seats) from (
  select ticket_id, sum(seats) as seats from guest_counts where event_id = events.id group by ticket_id))`

const SERIES_DATES = 'seriesDates'

const ticketColumns = {
  tickets: sql<string>`${ticketsJson}`,
  seats: sql<string>`${seatsJson}`,
  leftByLine: sql<number | null>`${leftForNewcomers}`,
}
const eventOfList = projectionOf({ event: events, ...ticketColumns })
const eventOfShortList = projectionOf({
  event: events,
  ...ticketColumns,
  [SERIES_DATES]: sql<number | null>`null`,
})

interface ListedRow {
  event: EventRow
  tickets: string
  seats: string
  leftByLine: number | null
  seriesDates?: number | null
}

const viewOfRow = ({ event, tickets, seats, leftByLine, seriesDates = null }: ListedRow) => ({
  event,
  seriesDates,
  tickets: ticketsFromJson(tickets),
  seats: JSON.parse(seats) as SeatsByTicket,
  leftByLine,
})

const rowsQuery = (calendar: ListedCalendar, selection: EventSelection, page: PageRequest) => {
  const newestFirst = selection.endedBy !== null
  const [shape, more]: [Projection<ListedRow>, SQL] = showsAll(selection)
    ? [eventOfList, sql``]
    : [eventOfShortList, sql`, ${moreDates(calendar, selection)} as ${sql.identifier(SERIES_DATES)}`]
  const order = newestFirst ? sql`start_at desc, id desc` : sql`start_at, id`
  const rows = showsAll(selection)
    ? sql`${selectListedEvents(calendar, selection)} order by ${order} limit ${page.limit} offset ${offsetOf(page)}`
    : sql`id in (${pageOfShortList(calendar, selection, page)}) order by ${order}`
  return shape.of(statement(sql`select ${eventOfList.list()}${more} from events where ${rows}`))
}

/** Selects events in a calendar by id, in no particular order. */
export const eventsNamed = (
  calendarId: string,
  ids: readonly string[],
): TypedStatement<ReturnType<typeof viewOfRow>> => {
  const rows = eventOfList.of(
    new QueryBuilder()
      .select(eventOfList.columns)
      .from(events)
      .where(sql`id in ${inList(ids)} and calendar_id = ${calendarId}`),
  )
  return { toSQL: () => rows.toSQL(), rowsOf: (raw) => rows.rowsOf(raw).map(viewOfRow) }
}

interface Ends {
  next: number | null
  last: number | null
}

const endsAround = ({ id }: ListedCalendar, now: Instant) => ({
  next: sql`(select min(end_at) from events where calendar_id = ${id} and end_at > ${now})`,
  last: sql`(select max(end_at) from events where calendar_id = ${id} and end_at <= ${now})`,
})

/** Selects the last `end_at` before `now` and the next one after it. A list changes at these times. */
export const endsQuery = (calendar: ListedCalendar, now: Instant) => {
  const { next, last } = endsAround(calendar, now)
  return statement<Ends>(sql`select ${next} as next, ${last} as last`)
}

const NOT_CACHED = { next: sql`null`, last: sql`null` }

/**
 * Counts the events on all pages. Open lists are cached, so for them it also selects the event ends around `now`, when
 * the cached list becomes stale.
 */
const countsQuery = (calendar: ListedCalendar, selection: EventSelection, now: Instant) => {
  const isSearch = searchConditions(selection).some((one) => one !== null)
  const kind = allOf([sql`1`, ...audienceConditions(selection)])
  const apart = isSearch ? null : countApart(selection, (edge, at) => countFrom(calendar.id, edge, at, kind))
  const all = apart ?? sql`(select count(*) from events where ${selectListedEvents(calendar, selection)})`
  const total = showsAll(selection) ? all : sql`(${all}) - ${surplus(calendar, selection)}`
  const { next, last } = selection.audience === 'open' ? endsAround(calendar, now) : NOT_CACHED
  return statement<Ends & { total: number }>(sql`select ${total} as total, ${next} as next, ${last} as last`)
}

interface EventList {
  views: Omit<EventView, keyof HomeOfEvent>[]
  total: number
  /** The time that separates past from upcoming events. */
  now: Instant
  /** The last `end_at` in the calendar up to `now`. `nextEndAt` is the first after it. Cached responses need both. */
  lastEndAt: Instant | null
  nextEndAt: Instant | null
}

export const eventListRead = (calendar: ListedCalendar, selection: EventSelection, page: PageRequest, now: Instant) =>
  reading(
    { rows: rowsQuery(calendar, selection, page), counts: countsQuery(calendar, selection, now) },
    ({ rows, counts }): EventList => {
      const { total, next, last } = onlyRow(counts)
      return { views: rows.map(viewOfRow), total, now, lastEndAt: last, nextEndAt: next }
    },
  )
