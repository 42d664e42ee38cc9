import { sql } from 'drizzle-orm'
import { reading, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { PLACE_FOR_ALL } from '../../kernel/visibility.ts'
import { dateOf, nextDate } from '../../kernel/zoned-time.ts'
import { endsQuery } from './event-list.store.ts'
import {
  allOf,
  audienceConditions,
  selectListedEvents,
  searchConditions,
  type EventSelection,
  type ListedCalendar,
} from './event-selection.store.ts'

/**
 * 12 hours. An event shorter than this counts only on the date it starts: a night that ends in the morning is one
 * evening.
 */
const LONG = sql.raw(String(DAY_MS / 2))

/** Events in one time zone that start in the same half day. Events of at least `LONG` also end in the same half day. */
interface Starts {
  timezone: string
  firstAt: Instant
  lastAt: Instant
  /** Null for events shorter than `LONG`. */
  endAt: Instant | null
}

/** Selects a few rows per day, however many events there are. */
const startsQuery = (calendar: ListedCalendar, selection: EventSelection) =>
  statement<Starts>(sql`select timezone, min(start_at) as firstAt, max(start_at) as lastAt,
      case when end_at - start_at >= ${LONG} then max(end_at) end as endAt
    from events where ${selectListedEvents(calendar, selection)}
    group by timezone, start_at / ${LONG}, case when end_at - start_at >= ${LONG} then end_at / ${LONG} end`)

const PLACE = sql.raw(PLACE_FOR_ALL)
const MAX_PLACES = 8

/** The index `events_open_places` contains the listed events, ordered by end and place. */
const placesQuery = ({ id }: ListedCalendar, selection: EventSelection, now: Instant) =>
  statement<{ name: string; events: number }>(sql`select ${PLACE} as name, count(*) as events
    from events indexed by events_open_places
    where ${allOf([sql`calendar_id = ${id}`, sql`end_at > ${now}`, sql`${PLACE} <> ''`, ...audienceConditions(selection), ...searchConditions(selection)])}
    group by name order by events desc, name limit ${MAX_PLACES}`)

/**
 * Returns the dates on which these events take place. Half a day touches at most two dates, even when the clocks
 * change, so `firstAt` and `lastAt` cover every start date.
 */
const datesOf = ({ timezone, firstAt, lastAt, endAt }: Starts, from: string, to: string) => {
  if (endAt === null) return [dateOf(firstAt, timezone), dateOf(lastAt, timezone)]
  const [first, last] = [dateOf(firstAt, timezone), dateOf(endAt - 1, timezone)]
  const dates: string[] = []
  for (let date = first > from ? first : from; date <= last && date <= to; date = nextDate(date)) dates.push(date)
  return dates
}

export const daysRead = (
  calendar: ListedCalendar,
  selection: EventSelection,
  { from, to, now }: { from: string; to: string; now: Instant },
) =>
  reading(
    {
      starts: startsQuery(calendar, selection),
      places: placesQuery(calendar, selection, now),
      ends: endsQuery(calendar, now),
    },
    ({ starts, places, ends }) => {
      const dates = new Set(starts.flatMap((some) => datesOf(some, from, to)))
      return {
        days: [...dates].filter((date) => date >= from && date <= to).toSorted(),
        places,
        nextEndAt: ends[0]?.next ?? null,
      }
    },
  )
