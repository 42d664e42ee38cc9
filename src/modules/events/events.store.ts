import { and, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { DomainEvent } from '../../db/outgoing.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { projectionOf } from '../../db/projection.ts'
import { inOneBatch, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import { calendars, checkpoints, coupons, events, takenSlugs } from '../../db/schema.ts'
import { refusal, type Code, type Failure } from '../../kernel/failure.ts'
import type { Quotas } from '../../kernel/quotas.ts'
import type { Instant } from '../../kernel/time.ts'
import { insertAddon } from '../addons/index.ts'
import { insertTicket, markContentChanged, seatsByTicket, seatsOf, ticketsOf } from '../tickets/index.ts'
import { countFrom } from './event-counts.store.ts'
import { homeOf, type EventView } from './events.ts'
import type { Unstored } from './new-event.ts'
import { leftForNewcomers } from '../seats/index.ts'

/**
 * Counts the events that are neither over nor cancelled. Sums a few rows of `event_counts`, however many events there
 * are.
 */
const eventsAhead = (calendarId: string, now: Instant) =>
  countFrom(calendarId, 'end', now + 1, sql`status <> 'CANCELLED'`)

/** Reads `plan` within the statement, so that the plan at the time of the write counts. */
const limitOf = (calendarId: string, limits: Quotas['eventsPerCalendar']) =>
  sql`(select ${JSON.stringify(limits)} ->> plan from calendars where id = ${calendarId})`

export const quotaUse = (calendarId: string, { eventsPerCalendar }: Quotas, now: Instant) =>
  statement<{ used: number; quota: number }>(
    sql`select ${eventsAhead(calendarId, now)} as used, ${limitOf(calendarId, eventsPerCalendar)} as quota`,
  )

/** Whether `more` upcoming events fit into the quota at the time of the write. */
export const hasRoomForEvents = (calendarId: string, more: number, now: Instant, { eventsPerCalendar }: Quotas) =>
  sql`${eventsAhead(calendarId, now)} + ${more} <= ${limitOf(calendarId, eventsPerCalendar)}`

/** If the quota is exceeded, `id` becomes null and the batch fails. An event that is already over does not count. */
export const insertEvent = (
  db: Database,
  event: EventRow,
  { tickets, addons: extras = [], checkpoints: doors = [], coupons: copies = [] }: Omit<Unstored, 'event'>,
  quotas: Quotas,
) => ({
  slug: db.insert(takenSlugs).values({ kind: 'event', slug: event.slug, ownerId: event.id }),
  event: db.insert(events).values({
    ...event,
    id: sql`case when ${event.endAt} <= ${event.createdAt}
      or ${hasRoomForEvents(event.calendarId, 1, event.createdAt, quotas)} then ${event.id} end`,
  }),
  tickets: tickets.map((ticket) => insertTicket(db, ticket)),
  extras: extras.map((addon) => insertAddon(db, addon)),
  doors: doors.map((door) => db.insert(checkpoints).values(door)),
  coupons: copies.map((coupon) => db.insert(coupons).values(coupon)),
})

/** Lists the checkpoints of an event in display order. */
export const readDoors = (db: Database, eventId: string) =>
  db.select().from(checkpoints).where(eq(checkpoints.eventId, eventId)).orderBy(checkpoints.createdAt, checkpoints.id)

export const findEvent = async (db: Database, calendarId: string, eventId: string) => {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.calendarId, calendarId)))
    .limit(1)
  return row ?? null
}

/** Loads the rest of the response for an event that the gate has already loaded. */
export const loadEventView = async (db: Database, calendar: CalendarRow, event: EventRow): Promise<EventView> => {
  const { tickets, seats, line } = await inOneBatch(db, {
    tickets: ticketsOf(event.id),
    seats: seatsOf(event.id),
    line: statement<{ left: number | null }>(
      sql`select ${leftForNewcomers} as left from events where id = ${event.id}`,
    ),
  })
  return {
    event,
    ...homeOf(calendar),
    tickets,
    seats: seatsByTicket(seats),
    leftByLine: line[0]?.left ?? null,
  }
}

/** Condition for statements on `events`: the event has never had a guest. */
const hasNoGuests = sql`not exists (select 1 from guests where guests.event_id = events.id)`

/** A condition that must hold when an edit is written, and the refusal to return if it does not. */
export interface EditGuard<C extends Code> {
  holds: SQL
  refusal: Failure<C>
}

export const stillUnused = () => ({
  holds: hasNoGuests,
  refusal: refusal('event_has_guests', { says: 'An event that has or had guests can’t become a draft again.' }),
})

export const seatsFitIn = (capacity: number) => ({
  holds: sql`(select coalesce(sum(seats), 0) from guest_counts where guest_counts.event_id = events.id) <= ${capacity}`,
  refusal: refusal('capacity_exceeded', { says: 'The capacity is lower than the number of seats held.' }),
})

/**
 * Writes over the revision that was read. If that revision has changed or the guard fails, `revision` becomes null.
 * This violates the `not null` constraint and fails the whole batch, including deliveries and emails.
 */
export const replaceEvent = (db: Database, event: EventRow, readRevision: number, holds = sql`1`) =>
  rowsOf(
    events,
    db
      .update(events)
      .set({ ...event, revision: sql`case when revision = ${readRevision} and (${holds}) then revision + 1 end` })
      .where(and(eq(events.id, event.id), eq(events.calendarId, event.calendarId)))
      .returning(),
  )

/**
 * Suppresses webhooks for an event that was deleted in the meantime. The check is needed because a missing row does not
 * fail the batch.
 */
export const whileThere = (event: DomainEvent): DomainEvent => ({
  ...event,
  when: sql`exists (select 1 from events where events.id = ${event.eventId}) and (${event.when ?? sql`1`})`,
})

export const mayDeleteEvent = guard([
  unless('event_has_guests', hasNoGuests, {
    says: 'An event that has or had guests can’t be deleted. Cancel it instead.',
  }),
])

/**
 * Deletes the event and every row that belongs only to it. The statements after the delete take effect only if the
 * event was deleted.
 */
export const deleteUnusedEvent = (db: Database, { id, calendarId }: EventRow, now: Instant) => {
  const isGone = sql`not exists (select 1 from events where id = ${id})`
  return {
    judged: statement<Judged>(sql`
      select ${mayDeleteEvent.why} as why from events where id = ${id} and calendar_id = ${calendarId}`),
    // Adds the date to `exdates`, so that its series does not create it again. Runs before the delete, because a
    // concurrent split or move may have changed its series or its `recurrence_id` since it was read, and a concurrent
    // deletion adds it only once. If the date was cancelled before its series moved to another time of day, its
    // `recurrence_id` still has the old time.
    series: statement(sql`
      update series set exdates = json_insert(exdates, '$[#]', (
          select case when exists (select 1 from json_each(series.rdates) where value = e.recurrence_id) then e.recurrence_id
            else substr(e.recurrence_id, 1, 10) || substr(series.start_at, 11) end
          from events e where e.id = ${id})), revision = revision + 1, updated_at = ${now}
      where id = (select series_id from events where id = ${id} and calendar_id = ${calendarId} and ${mayDeleteEvent.holds})`),
    gone: statement<{ id: string }>(sql`
      delete from events where id = ${id} and calendar_id = ${calendarId} and ${mayDeleteEvent.holds} returning id`),
    deliveries: statement(sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${now}
      where status in ('pending', 'retrying') and webhook_id in (select id from webhooks where calendar_id = ${calendarId} and event_id = ${id})
        and ${isGone}`),
    webhooks: statement(sql`delete from webhooks where calendar_id = ${calendarId} and event_id = ${id} and ${isGone}`),
    coupons: statement(sql`delete from coupons where calendar_id = ${calendarId} and event_id = ${id} and ${isGone}`),
    calendar: markContentChanged(db, calendarId, now, isGone),
  }
}

const withCalendar = projectionOf({ event: events, calendar: calendars })

export const eventAndCalendar = async (db: Database, eventId: string) => {
  const [found] = await rowsFrom(
    db,
    withCalendar.of(
      new QueryBuilder()
        .select(withCalendar.columns)
        .from(events)
        .innerJoin(calendars, eq(calendars.id, events.calendarId))
        .where(eq(events.id, eventId)),
    ),
  )
  return found ?? null
}
