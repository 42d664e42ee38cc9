import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { reading, written, type Read } from '../../db/statement.ts'
import { guestCounts, guests, tickets } from '../../db/schema.ts'
import type { DoorGuest, Identifier } from '../../desk.ts'
import type { Instant } from '../../kernel/time.ts'

const valuesOf = (identifiers: readonly Identifier[], by: Identifier['by']) =>
  JSON.stringify(identifiers.filter((identifier) => identifier.by === by).map(({ value }) => value))

/** All guests that scans name, in one read. The joins start from the names, so an event's size costs nothing. */
const doorGuests = (eventId: string, identifiers: readonly Identifier[]) => {
  const columns = sql`g.id, g.first_name as firstName, g.last_name as lastName, g.email, g.qr_code as qrCode, g.status,
    g.ticket_id as ticketId, t.name as ticketName`
  return sql`
    select ${columns} from json_each(${valuesOf(identifiers, 'code')}) j cross join guests g on g.qr_code = j.value
    left join tickets t on t.id = g.ticket_id where g.event_id = ${eventId}
    union all
    select ${columns} from json_each(${valuesOf(identifiers, 'id')}) j cross join guests g on g.id = j.value
    left join tickets t on t.id = g.ticket_id where g.event_id = ${eventId}`
}

export const readDoorGuests = (db: Database, eventId: string, identifiers: readonly Identifier[]) =>
  db.all<DoorGuest>(doorGuests(eventId, identifiers))

/** Who a request names, read ahead. */
export const doorGuestAhead = (eventId: string, identifier: Identifier): Read<DoorGuest[]> =>
  reading([written<DoorGuest>(doorGuests(eventId, [identifier]))], ([named]) => named)

/** Guests whose name or address holds the text: those who may come in first. The inner walk reads the index alone. */
export const searchDoorGuests = async (db: Database, eventId: string, folded: string, most: number) => {
  const rows = await db.all<{ id: string }>(sql`
    select id from guests where status <> 'TRANSFERRED' and id in (
      select id from guests where event_id = ${eventId} and instr(search_text, ${folded}) > 0
      order by created_at, id limit ${5 * most})
    order by status in ('CONFIRMED', 'CHECKED_IN') desc, search_text, id limit ${most}`)
  return rows.map(({ id }) => id)
}

export const readAnswers = (db: Database, eventId: string, guestIds: readonly string[]) =>
  db
    .select({ guestId: guests.id, answers: guests.answers })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), inArray(guests.id, [...guestIds])))

export interface ExpectedGuests {
  ticketId: string
  ticketName: string
  expected: number
}

/** Those who hold a place, whether in already or not: the sum does not move when the desk lets someone in. */
export const readExpected = (db: Database, eventId: string): Promise<ExpectedGuests[]> =>
  db
    .select({
      ticketId: tickets.id,
      ticketName: tickets.name,
      expected: sql<number>`coalesce(sum(${guestCounts.guests}), 0)`,
    })
    .from(tickets)
    .leftJoin(
      guestCounts,
      and(
        eq(guestCounts.eventId, tickets.eventId),
        eq(guestCounts.ticketId, tickets.id),
        inArray(guestCounts.status, ['CONFIRMED', 'CHECKED_IN']),
      ),
    )
    .where(eq(tickets.eventId, eventId))
    .groupBy(tickets.id)
    .orderBy(asc(tickets.sortOrder), asc(tickets.id))

export interface ManifestPosition {
  at: Instant
  id: string
}

export const readManifest = (db: Database, eventId: string, after: ManifestPosition, most: number) =>
  db
    .select({
      id: guests.id,
      qrCode: guests.qrCode,
      status: guests.status,
      ticketName: tickets.name,
      updatedAt: guests.updatedAt,
    })
    .from(guests)
    .leftJoin(tickets, eq(tickets.id, guests.ticketId))
    .where(
      and(
        eq(guests.eventId, eventId),
        or(gt(guests.updatedAt, after.at), and(eq(guests.updatedAt, after.at), gt(guests.id, after.id))),
      ),
    )
    .orderBy(asc(guests.updatedAt), asc(guests.id))
    .limit(most)
