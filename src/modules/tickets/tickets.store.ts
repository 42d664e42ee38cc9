import { and, asc, eq, getTableColumns, notExists, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf } from '../../db/statement.ts'
import type { TicketRow } from '../../db/rows.ts'
import { calendars, guestCounts, guests, tickets } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { MOST_TICKETS } from './tickets.schema.ts'

const ticketsQuery = (db: Database, eventId: string) =>
  db
    .select()
    .from(tickets)
    .where(eq(tickets.eventId, eventId))
    .orderBy(asc(tickets.sortOrder), asc(tickets.createdAt), asc(tickets.id))

const seatsQuery = (db: Database, eventId: string) =>
  db
    .select({ ticketId: guestCounts.ticketId, seats: sql<number>`sum(${guestCounts.seats})` })
    .from(guestCounts)
    .where(eq(guestCounts.eventId, eventId))
    .groupBy(guestCounts.ticketId)

const seatsByTicket = (rows: { ticketId: string; seats: number }[]) =>
  Object.fromEntries(rows.map(({ ticketId, seats }) => [ticketId, seats]))

/** The tickets of an event in their order, with the seats held on each. */
export const readTickets = async (db: Database, eventId: string) => {
  const [rows, seats] = await db.batch([ticketsQuery(db, eventId), seatsQuery(db, eventId)])
  return { tickets: rows, seats: seatsByTicket(seats) }
}

export const insertTicket = (db: Database, ticket: TicketRow) => db.insert(tickets).values(ticket)

/** Refuses in the statement the one ticket too many that a race would slip in. */
export const insertTicketIfRoom = (db: Database, ticket: TicketRow) =>
  rowsOf(
    tickets,
    db
      .insert(tickets)
      .select(
        sql`select ${ticket.id}, ${ticket.eventId}, ${ticket.name}, ${ticket.description}, ${ticket.type}, ${ticket.price},
        ${ticket.currency}, ${ticket.capacity}, ${ticket.salesStartAt}, ${ticket.salesEndAt}, ${Number(ticket.requiresApproval)},
        ${Number(ticket.isHidden)}, ${Number(ticket.isPaused)}, ${ticket.sortOrder}, ${ticket.createdAt}, ${ticket.updatedAt}
        where (select count(*) from tickets where event_id = ${ticket.eventId}) < ${MOST_TICKETS}`,
      )
      .returning(),
  )

/** The ticket's seats already given away, counted where the write is. */
const held = (ticketId: string) =>
  sql`(select coalesce(sum(seats), 0) from guest_counts where event_id = ${tickets.eventId} and ticket_id = ${ticketId})`

export const updateTicket = (db: Database, ticket: TicketRow, readAt: Instant) =>
  rowsOf(
    tickets,
    db
      .update(tickets)
      .set(ticket)
      .where(
        and(
          eq(tickets.id, ticket.id),
          eq(tickets.eventId, ticket.eventId),
          eq(tickets.updatedAt, readAt),
          sql`(${ticket.capacity} is null or ${held(ticket.id)} <= ${ticket.capacity})`,
        ),
      )
      .returning(),
  )

export const deleteUnusedTicket = (db: Database, eventId: string, ticketId: string) =>
  db
    .delete(tickets)
    .where(
      and(
        eq(tickets.id, ticketId),
        eq(tickets.eventId, eventId),
        notExists(
          db
            .select({ one: sql`1` })
            .from(guests)
            .where(eq(guests.ticketId, ticketId)),
        ),
      ),
    )
    .returning({ id: tickets.id })

/** What open pages show of tickets has changed. */
export const markContentChanged = (db: Database, calendarId: string, now: Instant) =>
  db
    .update(calendars)
    .set({ contentChangedAt: sql`max(content_changed_at, ${now})` })
    .where(eq(calendars.id, calendarId))

export const findTicket = async (db: Database, eventId: string, ticketId: string) => {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.eventId, eventId)))
    .limit(1)
  return row ?? null
}

const COLUMNS = Object.entries(getTableColumns(tickets))

/** The tickets of the event at hand as one JSON text, so that a list of events needs one query. */
export const ticketsJson = sql`(select json_group_array(json(ticket)) from (
  select json_array(${sql.raw(COLUMNS.map(([, column]) => column.name).join(', '))}) as ticket
  from tickets where event_id = events.id order by sort_order, created_at, id))`

export const ticketsFromJson = (text: string): TicketRow[] =>
  (JSON.parse(text) as unknown[][]).map(
    (values) =>
      Object.fromEntries(
        COLUMNS.map(([name, column], index) => {
          const value = values[index] ?? null
          return [name, value === null ? null : column.mapFromDriverValue(value)]
        }),
      ) as TicketRow,
  )
