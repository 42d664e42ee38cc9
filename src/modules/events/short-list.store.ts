import { sql, type SQL } from 'drizzle-orm'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { countApart, countOfSeriesFrom } from './event-counts.store.ts'
import {
  allOf,
  audienceConditions,
  selectListedEvents,
  searchConditions,
  type EventSelection,
  type ListedCalendar,
} from './event-selection.store.ts'

/** Whether the list shows all dates of a series. Otherwise the next date represents them. */
export const showsAll = ({ series = 'all' }: EventSelection) => series === 'all'

const isShort = ({ series }: EventSelection) => (series === 'next' ? sql`1` : sql`s.is_dense = 1`)

const seriesOf = ({ id }: ListedCalendar, which: SQL) => sql`from series s where s.calendar_id = ${id} and ${which}`

/**
 * Selects the ids of one page, in no particular order. For a series shown by one date, it looks up the first matching
 * date: a scan over all dates would have to check each one for an earlier match. Events without a series have their own
 * index (`events_apart_order`). The remaining series have few dates.
 */
export const pageOfShortList = (calendar: ListedCalendar, selection: EventSelection, page: PageRequest) => {
  const order = selection.endedBy === null ? sql`start_at, id` : sql`start_at desc, id desc`
  const wanted = selectListedEvents(calendar, selection)
  const offset = offsetOf(page)
  const apart = sql`select id, start_at from (select id, start_at from events indexed by events_apart_order
    where ${wanted} and series_id is null order by ${order} limit ${offset + page.limit})`
  const firsts = sql`select f.id, f.start_at from series s join events f on f.rowid = (
      select rowid from events indexed by events_series_order where series_id = s.id and ${wanted} order by ${order} limit 1)
    where s.calendar_id = ${calendar.id} and ${isShort(selection)}`
  const others = sql`select id, start_at from events indexed by events_series_order
    where series_id in (select s.id ${seriesOf(calendar, sql`not ${isShort(selection)}`)}) and ${wanted}`
  const parts = selection.series === 'next' ? [apart, firsts] : [apart, firsts, others]
  return sql`select id from (${sql.join(parts, sql` union all `)}) order by ${order} limit ${page.limit} offset ${offset}`
}

/** Counts the dates of the series `id` that match the list's conditions. */
const datesOf = (id: SQL, calendar: ListedCalendar, selection: EventSelection) => {
  const { longestEventMs } = calendar
  const kind = allOf([sql`1`, ...audienceConditions(selection)])
  const isSearch = searchConditions(selection).some((one) => one !== null)
  const counted = isSearch
    ? null
    : countApart(selection, (edge, at) => countOfSeriesFrom(id, { edge, at, kind, longestEventMs }))
  return (
    counted ??
    sql`(select count(*) from events o indexed by events_series_order where o.series_id = ${id} and ${selectListedEvents(calendar, selection)})`
  )
}

/** For a series shown by one event, counts its further dates. */
export const moreDates = (calendar: ListedCalendar, selection: EventSelection) =>
  sql`case when events.series_id is not null then ${datesOf(sql`events.series_id`, calendar, selection)} - 1 end`

/** Counts the dates that the list hides because another date represents their series. */
export const surplus = (calendar: ListedCalendar, selection: EventSelection) =>
  // Using `max` lets SQLite run the count once per series. A `case` would need the subquery twice, and SQLite would run
  // it twice.
  sql`(select coalesce(sum(max(${datesOf(sql`s.id`, calendar, selection)} - 1, 0)), 0)
    ${seriesOf(calendar, isShort(selection))})`
