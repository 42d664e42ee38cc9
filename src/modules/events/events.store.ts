import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, written, type Statement } from '../../db/statement.ts'
import type { CalendarRow, EventRow, TicketRow } from '../../db/rows.ts'
import { events, takenSlugs } from '../../db/schema.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import { insertTicket, markContentChanged, readTickets } from '../tickets/index.ts'
import type { EventView } from './events.ts'

export const insertEvent = (db: Database, event: EventRow, tickets: readonly TicketRow[]) =>
  [
    db.insert(takenSlugs).values({ kind: 'event', slug: event.slug, ownerId: event.id }),
    db.insert(events).values(event),
    ...tickets.map((ticket) => insertTicket(db, ticket) as Statement),
  ] as const

export const isSlugTaken = async (db: Database, slug: string) => {
  const rows = await db
    .select({ slug: takenSlugs.slug })
    .from(takenSlugs)
    .where(and(eq(takenSlugs.kind, 'event'), eq(takenSlugs.slug, slug)))
  return rows.length > 0
}

export const findEvent = async (db: Database, calendarId: string, eventId: string) => {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.calendarId, calendarId)))
    .limit(1)
  return row ?? null
}

/** What the answer of an event needs beside the event that the gate has loaded. */
export const viewOf = async (db: Database, calendar: CalendarRow, event: EventRow): Promise<EventView> => ({
  event,
  calendarSlug: calendar.slug,
  ...(await readTickets(db, event.id)),
})

/**
 * Writes over the revision that was read. Where it has moved on, or a guard does not hold, the null breaks
 * the column and with it the whole batch, deliveries and mails included.
 */
export const replaceEvent = (db: Database, event: EventRow, readRevision: number, guard: SQL) =>
  rowsOf(
    events,
    db
      .update(events)
      .set({
        ...event,
        revision: sql`case when revision = ${readRevision} and (${guard}) then revision + 1 end`,
      })
      .where(and(eq(events.id, event.id), eq(events.calendarId, event.calendarId)))
      .returning(),
  )

/** What must hold in the database when the edit is written, and the refusal when it does not. */
export interface Guard {
  noGuests?: true
  capacity?: number
  refusal: Failure
}

const hasNoGuests = (eventId: string) => sql`not exists (select 1 from guests where event_id = ${eventId})`

const seatsFit = (eventId: string, capacity: number) =>
  sql`(select coalesce(sum(seats), 0) from guest_counts where event_id = ${eventId}) <= ${capacity}`

export const guardOf = (eventId: string, guard: Guard | undefined) => {
  if (guard?.noGuests === true) return hasNoGuests(eventId)
  return guard?.capacity === undefined ? sql`1` : seatsFit(eventId, guard.capacity)
}

/** Whoever holds a place, waits for one or has been asked to come; not those who have left. */
export const mailToGuests = (eventId: string, kind: string, cause: string, data: Record<string, unknown>) => ({
  kind,
  cause,
  data,
  where: sql`g.event_id = ${eventId} and g.status in ('CONFIRMED', 'PENDING', 'WAITLISTED', 'INVITED', 'CHECKED_IN')`,
})

/** The event and what hangs on it alone; what would be left behind goes only if the event went. */
export const deleteUnusedEvent = (db: Database, calendarId: string, eventId: string, now: Instant) =>
  [
    db
      .delete(events)
      .where(and(eq(events.id, eventId), eq(events.calendarId, calendarId), hasNoGuests(eventId)))
      .returning({ id: events.id }),
    written(sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${now}
      where status in ('pending', 'retrying') and webhook_id in (select id from webhooks where event_id = ${eventId})
        and not exists (select 1 from events where id = ${eventId})`),
    written(sql`
      delete from webhooks where event_id = ${eventId} and not exists (select 1 from events where id = ${eventId})`),
    written(sql`
      delete from coupons where event_id = ${eventId} and not exists (select 1 from events where id = ${eventId})`),
    markContentChanged(db, calendarId, now),
  ] as const
