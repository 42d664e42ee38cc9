import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { inOneRead, reading, shapeOf, written, type Read } from '../../db/statement.ts'
import type { EventRow } from '../../db/rows.ts'
import { calendars, events } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { SeatsByTicket } from '../tickets/index.ts'
import { ticketsJson, ticketsFromJson } from '../tickets/index.ts'
import type { EventRange } from './event-range.ts'
import type { EventView } from './events.ts'

export interface EventSelection extends EventRange {
  /** Which events the reader may see at all; `open` is spelled as the index for open lists has it. */
  audience: 'open' | 'members'
  status?: EventRow['status'] | undefined
  tag?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
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

const OPEN = sql.raw(`visibility = 'PUBLIC' and status in ('PUBLISHED', 'CANCELLED')`)

const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

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

const wordsOf = ({ tag, q, updatedSince }: EventSelection) => [
  tag === undefined ? null : sql`exists (select 1 from json_each(events.tags) where value = ${tag} collate nocase)`,
  q === undefined || q === ''
    ? null
    : sql`(title like ${containing(q)} escape '\\' or description like ${containing(q)} escape '\\')`,
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

const whereOf = (calendar: ListedCalendar, selection: EventSelection) =>
  both([...timeOf(calendar, selection), ...kindOf(selection), ...wordsOf(selection)])

const seatsJson = sql`(select json_group_object(ticket_id, seats) from (
  select ticket_id, sum(seats) as seats from guest_counts where event_id = events.id group by ticket_id))`

const eventOfList = shapeOf({ event: events, tickets: sql<string>`${ticketsJson}`, seats: sql<string>`${seatsJson}` })

const rowsQuery = (db: Database, calendar: ListedCalendar, selection: EventSelection, page: PageRequest) => {
  const newestFirst = selection.endedBy !== null
  const rows = db
    .select(eventOfList.columns)
    .from(events)
    .where(whereOf(calendar, selection))
    .orderBy(newestFirst ? sql`start_at desc, id desc` : sql`start_at, id`)
    .limit(page.limit)
    .offset(offsetOf(page))
  return eventOfList.of(rows)
}

const WIDE = 34
const MIDDLE = 27
const NARROW = 20

/** How many events of the kind have this edge at the moment or later: whole stretches from the counters, the rest by hand. */
const countFrom = (calendarId: string | SQL, edge: 'start' | 'end', at: Instant, kind: SQL) => {
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

const EVER = 0

/** An exact total at a cost that does not grow with the calendar, wherever the counters can tell it. */
const totalQuery = (calendar: ListedCalendar, selection: EventSelection) => {
  const { endsAfter, startsBefore, endedBy } = selection
  const words = wordsOf(selection).filter((one) => one !== null)
  // The counters know starts and ends apart: a bound on both sides of an event takes the events between out by hand.
  const latest = endedBy ?? endsAfter
  const isCountedApart = startsBefore === null || (endedBy === null && (latest === null || startsBefore > latest))
  if (words.length > 0 || !isCountedApart) {
    return written<{ total: number }>(sql`select count(*) as total from events where ${whereOf(calendar, selection)}`)
  }
  const kind = both([sql`1`, ...kindOf(selection)])
  const ends = (at: Instant | null) => countFrom(calendar.id, 'end', at === null ? EVER : at + 1, kind)
  const total =
    endedBy === null
      ? startsBefore === null
        ? ends(endsAfter)
        : sql`${ends(endsAfter)} - ${countFrom(calendar.id, 'start', startsBefore, kind)}`
      : sql`${ends(endsAfter)} - ${ends(endedBy)}`
  return written<{ total: number }>(sql`select ${total} as total`)
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
  /** When events of the calendar ended last and end next, for answers that are kept. */
  lastEndAt: Instant | null
  nextEndAt: Instant | null
}

/** One page, and how many events there are on all of them. */
export const eventListRead = (
  db: Database,
  calendar: ListedCalendar,
  selection: EventSelection,
  page: PageRequest,
  now: Instant,
): Read<EventList> => {
  // Only an open list is kept, and must know when it goes stale.
  const ends = selection.audience === 'open' ? [endsQuery(calendar, now)] : []
  return reading(
    { rows: rowsQuery(db, calendar, selection, page), counts: totalQuery(calendar, selection), ends },
    ({ rows, counts: [count], ends: [around] }): EventList => ({
      views: rows.map(({ event, tickets, seats }) => ({
        event,
        tickets: ticketsFromJson(tickets),
        seats: JSON.parse(seats) as SeatsByTicket,
      })),
      total: count?.total ?? 0,
      lastEndAt: around?.[0]?.last ?? null,
      nextEndAt: around?.[0]?.next ?? null,
    }),
  )
}

export const listEvents = async (
  db: Database,
  calendar: ListedCalendar,
  selection: EventSelection,
  page: PageRequest,
  now: Instant,
): Promise<EventList> => inOneRead(db, eventListRead(db, calendar, selection, page, now))
