import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Guard, type Judged } from '../../db/guard.ts'
import { blanksOf, columnsOf, decoderOf, inOneBatch, rowsOf, statement } from '../../db/statement.ts'
import type { TicketRow } from '../../db/rows.ts'
import { calendars, tickets } from '../../db/schema.ts'
import type { Code } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import { MAX_TICKETS } from './tickets.schema.ts'

export const ticketsOf = (eventId: string) =>
  rowsOf(
    tickets,
    new QueryBuilder()
      .select()
      .from(tickets)
      .where(eq(tickets.eventId, eventId))
      .orderBy(asc(tickets.sortOrder), asc(tickets.createdAt), asc(tickets.id)),
  )

export const seatsOf = (eventId: string) =>
  statement<{ ticketId: string; seats: number }>(
    sql`select ticket_id as ticketId, sum(seats) as seats from guest_counts where event_id = ${eventId} group by ticket_id`,
  )

export const seatsByTicket = (rows: { ticketId: string; seats: number }[]) =>
  Object.fromEntries(rows.map(({ ticketId, seats }) => [ticketId, seats]))

export const readTickets = async (db: Database, eventId: string) => {
  const read = await inOneBatch(db, { tickets: ticketsOf(eventId), seats: seatsOf(eventId) })
  return { tickets: read.tickets, seats: seatsByTicket(read.seats) }
}

const ofEvent = (eventId: string, ticketId: string) => and(eq(tickets.id, ticketId), eq(tickets.eventId, eventId))

export const findTicket = async (db: Database, eventId: string, ticketId: string) => {
  const [row] = await db.select().from(tickets).where(ofEvent(eventId, ticketId)).limit(1)
  return row ?? null
}

export const insertTicket = (db: Database, ticket: TicketRow) => db.insert(tickets).values(ticket)

/** Condition: `calendarId` has the tax rate. */
export const hasTaxRate = (taxRateId: string | null, calendarId: SQL) =>
  unless(
    'validation_failed',
    sql`${taxRateId} is null or exists (select 1 from tax_rates r where r.id = ${taxRateId} and r.calendar_id = ${calendarId}
      and r.retired_at is null)`,
    { field: { field: 'taxRateId', message: 'must be a tax rate of this calendar' } },
  )

/** Guard on event `e`. */
export const mayAddTicket = ({ taxRateId }: Pick<TicketRow, 'taxRateId'>) =>
  guard([
    hasTaxRate(taxRateId, sql.raw('e.calendar_id')),
    unless(
      'ticket_limit_reached',
      sql`(select count(*) from tickets t where t.event_id = e.id) < ${sql.raw(String(MAX_TICKETS))}`,
    ),
  ])

/** Adds the ticket after all others, unless `sortOrder` is set. */
export const addTicket = (ticket: TicketRow, sortOrder: number | null, rule: Guard<Code>) => ({
  why: statement<Judged>(sql`select ${rule.why} as why from events e where e.id = ${ticket.eventId}`),
  made: rowsOf(
    tickets,
    statement(sql`
      insert into tickets (id, event_id, key, name, description, translations, type, price, currency, price_mode, suggested_price, max_price, tax_rate_id, refund_policy, capacity, min_per_order, max_per_order, sales_start_at, sales_end_at,
        requires_approval, is_hidden, is_paused, is_price_doubted, sort_order, created_at, updated_at)
      select ${ticket.id}, e.id, ${ticket.key}, ${ticket.name}, ${ticket.description}, ${JSON.stringify(ticket.translations)}, ${ticket.type}, ${ticket.price}, ${ticket.currency},
        ${ticket.priceMode}, ${ticket.suggestedPrice}, ${ticket.maxPrice}, ${ticket.taxRateId}, ${ticket.refundPolicy === null ? null : JSON.stringify(ticket.refundPolicy)}, ${ticket.capacity}, ${ticket.minPerOrder}, ${ticket.maxPerOrder}, ${ticket.salesStartAt}, ${ticket.salesEndAt}, ${Number(ticket.requiresApproval)},
        ${Number(ticket.isHidden)}, ${Number(ticket.isPaused)}, ${Number(ticket.isPriceDoubted)},
        coalesce(${sortOrder}, (select max(-1, coalesce(max(t.sort_order), -1)) + 1 from tickets t where t.event_id = e.id)),
        ${ticket.createdAt}, ${ticket.updatedAt}
      from events e where e.id = ${ticket.eventId} and ${rule.holds}
      returning *`),
  ),
})

const whyNot = (rule: Guard<Code>, where: SQL | undefined) =>
  statement<Judged>(sql`select ${rule.why} as why from tickets where ${where}`)

/**
 * The new `capacity` must cover the seats already taken, and the new currency must not leave a waiting party owing
 * amounts in two currencies.
 */
export const mayChangeTicket = ({
  capacity,
  currency,
  taxRateId,
}: Pick<TicketRow, 'capacity' | 'currency' | 'taxRateId'>) =>
  guard([
    hasTaxRate(taxRateId, sql.raw('(select e.calendar_id from events e where e.id = tickets.event_id)')),
    unless(
      'validation_failed',
      sql`${currency} is null or tickets.currency is ${currency} or not exists (
        select 1 from guests g join guests m on m.party_id = g.party_id and m.event_id = g.event_id join tickets o on o.id = m.ticket_id
        where g.ticket_id = tickets.id and g.party_id is not null and g.status in ('PENDING', 'WAITLISTED') and g.holds_seat = 0
          and m.status in ('PENDING', 'WAITLISTED') and m.holds_seat = 0 and o.id <> tickets.id and o.price > 0 and o.currency <> ${currency})`,
      {
        field: {
          field: 'currency',
          message: 'must match the currency of the other tickets held by parties on the waiting list',
        },
      },
    ),
    unless(
      'capacity_exceeded',
      sql`${capacity} is null or (select coalesce(sum(n.seats), 0) from guest_counts n
        where n.event_id = tickets.event_id and n.ticket_id = tickets.id) <= ${capacity}`,
      { says: 'The capacity is lower than the number of seats held with this ticket.' },
    ),
  ])

/**
 * Updates the ticket only if its `updated_at` has not changed since the read. If a concurrent edit has changed it,
 * `why` returns no row.
 */
export const changeTicket = (db: Database, before: TicketRow, after: TicketRow, rule: Guard<Code>) => {
  const isUnchanged = and(ofEvent(before.eventId, before.id), eq(tickets.updatedAt, before.updatedAt))
  return {
    why: whyNot(rule, isUnchanged),
    changed: rowsOf(tickets, db.update(tickets).set(after).where(and(isUnchanged, rule.holds)).returning()),
  }
}

export const mayDelete = guard([
  unless('ticket_has_guests', sql`not exists (select 1 from guests g where g.ticket_id = tickets.id)`),
])

export const removeTicket = (db: Database, eventId: string, ticketId: string) => {
  const which = ofEvent(eventId, ticketId)
  return {
    why: whyNot(mayDelete, which),
    gone: rowsOf(
      { id: tickets.id },
      db.delete(tickets).where(and(which, mayDelete.holds)).returning({ id: tickets.id }),
    ),
  }
}

/** Makes cached public pages outdated, because they show tickets. */
export const markContentChanged = (db: Database, calendarId: string, now: Instant, when?: SQL) =>
  db
    .update(calendars)
    .set({ contentChangedAt: sql`max(content_changed_at, ${now})` })
    .where(and(eq(calendars.id, calendarId), when))

/** True if the preceding statement wrote a row. Use it directly after a statement that a guard may refuse. */
export const WAS_WRITTEN = sql`changes() > 0`

const COLUMNS = columnsOf(tickets).map(([key, column]) => ({
  key,
  name: column.name,
  decode: decoderOf(column),
}))

/**
 * All tickets of event `events` as one JSON string, in no particular order, so that a list of events and their tickets
 * needs only one query.
 */
export const ticketsJson = sql`(
  select json_group_array(json_array(${sql.raw(COLUMNS.map(({ name }) => name).join(', '))})) from tickets where event_id = events.id)`

const blankTicket = blanksOf(COLUMNS.map(({ key }) => key))
const ticketOf = (values: readonly unknown[]) => {
  const ticket = blankTicket()
  for (const [index, { key, decode }] of COLUMNS.entries()) {
    const value = values[index] ?? null
    ticket[key] = value === null || decode === null ? value : decode(value)
  }
  return ticket as TicketRow
}

const byOrder = (left: TicketRow, right: TicketRow) =>
  left.sortOrder - right.sortOrder || left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1)

export const ticketsFromJson = (text: string): TicketRow[] =>
  (JSON.parse(text) as unknown[][]).map(ticketOf).toSorted(byOrder)
