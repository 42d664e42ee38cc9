import { sql } from 'drizzle-orm'
import { statement, type ResultsOf } from '../../db/statement.ts'
import { BUCKET_MS, type Instant } from '../../kernel/time.ts'
import type { CHECKPOINT_MODES, GuestStatus, OrderStatus } from '../../kernel/vocabulary.ts'
import type { Range } from './range.ts'

/** Either one event or all events of a calendar. The activity tables have an index for each case. */
type Owner = { eventId: string } | { calendarId: string }

const MAX_LISTED = 100

const within = (owner: Owner, { start, end }: Pick<Range, 'start' | 'end'>) =>
  sql`${'eventId' in owner ? sql`a.event_id = ${owner.eventId}` : sql`a.calendar_id = ${owner.calendarId}`}
    and a.bucket >= ${start} and a.bucket < ${end}`

const isRegistration = sql.raw(`a.status not in ('INVITED', 'TRANSFERRED')`)
const sumWhere = (status: string) => sql.raw(`sum(case when a.status = '${status}' then a.guests else 0 end)`)

const guestsQuery = (owner: Owner, range: Range) =>
  statement<{ status: GuestStatus; guests: number }>(
    sql`select a.status, sum(a.guests) as guests from guest_activity a where ${within(owner, range)} group by a.status`,
  )

const ordersQuery = (owner: Owner, range: Range) =>
  statement<{ currency: string; status: OrderStatus; orders: number; total: number; refunded: number }>(sql`
    select a.currency, a.status, sum(a.orders) as orders, sum(a.total) as total, sum(a.refunded) as refunded
    from order_activity a where ${within(owner, range)} group by a.currency, a.status order by a.currency`)

/** SQLite scans the index once per day of the range, so the query returns one row per day. */
const seriesQuery = (owner: Owner, { days }: Range) => {
  const isOwned = 'eventId' in owner ? sql`a.event_id = ${owner.eventId}` : sql`a.calendar_id = ${owner.calendarId}`
  const sumOf = (table: string, column: string, condition: ReturnType<typeof sql>) => sql`coalesce((
    select sum(a.${sql.raw(column)}) from ${sql.raw(table)} a
    where ${isOwned} and a.bucket >= d.value ->> 'start' and a.bucket < d.value ->> 'end' and ${condition}), 0)`
  return statement<{ date: string; registrations: number; checkIns: number }>(sql`
    select d.value ->> 'date' as date, ${sumOf('guest_activity', 'guests', isRegistration)} as registrations,
      ${sumOf('checkin_activity', 'check_ins', sql`1`)} as checkIns
    from json_each(${JSON.stringify(days)}) d order by d.key`)
}

interface TicketLine {
  ticketId: string
  name: string
  capacity: number | null
  confirmed: number
  checkedIn: number
}

/** Selects all tickets of an event, or a calendar's `MAX_LISTED` tickets with the most registrations. */
const ticketsQuery = (owner: Owner, range: Range) =>
  'eventId' in owner
    ? statement<TicketLine>(sql`
        select t.id as ticketId, t.name, t.capacity, coalesce(n.confirmed, 0) as confirmed, coalesce(n.checked_in, 0) as checkedIn
        from tickets t left join (
          select a.ticket_id, ${sumWhere('CONFIRMED')} as confirmed, ${sumWhere('CHECKED_IN')} as checked_in
          from guest_activity a where ${within(owner, range)} group by a.ticket_id
        ) n on n.ticket_id = t.id
        where t.event_id = ${owner.eventId} order by t.sort_order, t.id`)
    : statement<TicketLine>(sql`
        select t.id as ticketId, t.name, t.capacity, n.confirmed, n.checked_in as checkedIn
        from (
          select a.ticket_id, sum(a.guests) as guests, ${sumWhere('CONFIRMED')} as confirmed, ${sumWhere('CHECKED_IN')} as checked_in
          from guest_activity a where ${within(owner, range)} and ${isRegistration} group by a.ticket_id
        ) n join tickets t on t.id = n.ticket_id
        order by n.guests desc, t.id limit ${MAX_LISTED}`)

export const eventsQuery = (calendarId: string, range: Range) =>
  statement<{
    eventId: string
    slug: string
    title: string
    registrations: number
    confirmed: number
    checkedIn: number
  }>(sql`
    select e.id as eventId, e.slug, e.title, n.registrations, n.confirmed, n.checked_in as checkedIn
    from (
      select a.event_id, sum(a.guests) as registrations, ${sumWhere('CONFIRMED')} as confirmed, ${sumWhere('CHECKED_IN')} as checked_in
      from guest_activity a where ${within({ calendarId }, range)} and ${isRegistration} group by a.event_id
    ) n join events e on e.id = n.event_id
    where n.registrations > 0 order by n.registrations desc, e.id limit ${MAX_LISTED}`)

/** Counts the guests of events that ended in the range. Events that have not ended have no no-shows yet. */
export const noShowsQuery = (calendarId: string, { start, end }: Range, now: Instant) =>
  statement<{ events: number; confirmed: number; guests: number }>(sql`
    select count(distinct e.id) as events, coalesce(sum(n.guests), 0) as confirmed,
      coalesce(sum(case when n.status = 'CONFIRMED' then n.guests end), 0) as guests
    from events e left join guest_counts n on n.event_id = e.id and n.status in ('CONFIRMED', 'CHECKED_IN')
    where e.calendar_id = ${calendarId} and e.end_at >= ${start * BUCKET_MS} and e.end_at < ${Math.min(end * BUCKET_MS, now)}
      and e.status = 'PUBLISHED'`)

export const figuresQueries = (owner: Owner, range: Range) => ({
  guests: guestsQuery(owner, range),
  orders: ordersQuery(owner, range),
  series: seriesQuery(owner, range),
  byTicket: ticketsQuery(owner, range),
})
export type FiguresRead = ResultsOf<ReturnType<typeof figuresQueries>>

interface Sold {
  date: string
  currency: string
  orders: number
  gross: number
  refunded: number
}

/** Scans the index of `order_activity` once per day. Returns only days with sales. */
export const soldOn = (eventId: string, { days }: Range) =>
  statement<Sold>(sql`
    select d.value ->> 'date' as date, a.currency, sum(a.orders) as orders, sum(a.total) as gross, sum(a.refunded) as refunded
    from json_each(${JSON.stringify(days)}) d cross join order_activity a
      on a.event_id = ${eventId} and a.bucket >= d.value ->> 'start' and a.bucket < d.value ->> 'end'
    where a.currency <> '' and a.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')
    group by d.key, a.currency having sum(a.orders) > 0 order by d.key, a.currency`)

const passages = sql.raw(`sum(s.direction is not 'OUT') as entries, coalesce(sum(s.direction = 'OUT'), 0) as exits,
  count(distinct case when s.direction is not 'OUT' then s.guest_id end) as admitted`)

interface Passages {
  entries: number
  exits: number
  admitted: number
}

/**
 * Reads the event's `checkpoint_scans` by index. Without checkpoints, the only rows are exits and re-entries at the
 * main door (`place = event_id`), which do not count here.
 */
export const checkpointsQueries = (eventId: string, { start, end, days }: Range) => {
  const validScans = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`checkpoint_scans s
    where s.event_id = ${eventId} and s.scanned_at >= ${from} and s.scanned_at < ${to}
      and s.undone_at is null and s.place <> s.event_id`
  const inMs = (edge: 'start' | 'end') => sql`(d.value ->> ${sql.raw(`'${edge}'`)}) * ${sql.raw(String(BUCKET_MS))}`
  return {
    checkpoints: statement<
      Passages & { checkpointId: string; name: string; mode: (typeof CHECKPOINT_MODES)[number] }
    >(sql`
      select k.id as checkpointId, k.name, k.mode, coalesce(n.admitted, 0) as admitted, coalesce(n.entries, 0) as entries,
        coalesce(n.exits, 0) as exits
      from checkpoints k left join (
        select s.place, ${passages} from ${validScans(sql`${start * BUCKET_MS}`, sql`${end * BUCKET_MS}`)} group by s.place
      ) n on n.place = k.id
      where k.event_id = ${eventId} order by k.created_at, k.id`),
    days: statement<Passages & { place: string; date: string }>(sql`
      select s.place, d.value ->> 'date' as date, ${passages}
      from json_each(${JSON.stringify(days)}) d cross join ${validScans(inMs('start'), inMs('end'))}
      group by d.key, s.place order by d.key`),
  }
}
export type CheckpointsRead = ResultsOf<ReturnType<typeof checkpointsQueries>>
