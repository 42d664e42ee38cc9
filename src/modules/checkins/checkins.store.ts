import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Change } from '../../db/commit.ts'
import type { Database } from '../../db/database.ts'
import { guestCounts, guests, tickets } from '../../db/schema.ts'
import { reading, rowsFrom, written, type Read, type Statement } from '../../db/statement.ts'
import type { Admission, DoorGuest, Identifier } from '../../desk.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import type { Asked } from '../../operation/operation.ts'

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

/** Whom a request names, read with its credential, so that the desk answers without a trip of its own. */
export const guestAhead = (name: Asked['name'], identifier: Identifier): Read<DoorGuest[]> | null =>
  name.by === 'eventId'
    ? reading({ named: written<DoorGuest>(doorGuests(name.id, [identifier])) }, ({ named }) => named)
    : null

/** Guests whose name or address holds the text: those who may come in first. The inner walk reads the index alone. */
export const searchDoorGuests = async (db: Database, eventId: string, folded: string, most: number) => {
  const rows = await rowsFrom(
    db,
    written<{ id: string }>(sql`
      select id from guests where status <> 'TRANSFERRED' and id in (
        select id from guests where event_id = ${eventId} and instr(search_text, ${folded}) > 0
        order by created_at, id limit ${5 * most})
      order by status in ('CONFIRMED', 'CHECKED_IN') desc, search_text, id limit ${most}`),
  )
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

/** Something that the desk has decided and D1 has still to hear. */
export type News =
  | { kind: 'admitted'; admission: Admission }
  | { kind: 'undone'; admission: Admission; undoneAt: Instant; undoneBy: string }

interface Place {
  eventId: string
  calendarId: string
}

/**
 * The guests whose rows this telling has written, found by their ids: the unary plus that goes with it keeps the
 * planner from walking through all guests of the event instead.
 */
const isAmong = (rows: string, toldBy: string) => sql`guests.id in (
  select c.guest_id from json_each(${rows}) j cross join checkins c on c.id = j.value ->> 'id' and c.told_by = ${toldBy})`

const letIn = ({ eventId, calendarId }: Place, rows: string, toldBy: string, now: Instant) => [
  written(sql`
    insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, checked_in_by_label, gate,
      device_id, told_by, created_at)
    select value ->> 'id', ${calendarId}, ${eventId}, value ->> 'guestId', value ->> 'ticketId', value ->> 'at',
      value ->> 'by', value ->> 'byLabel', value ->> 'gate', value ->> 'deviceId', ${toldBy}, ${now}
    from json_each(${rows}) where true on conflict do nothing`),
  written(sql`
    update guests set status = 'CHECKED_IN', move_id = ${toldBy}, updated_at = ${now}, checked_in_at = (
      select c.checked_in_at from checkins c where c.event_id = ${eventId} and c.guest_id = guests.id and c.undone_at is null)
    where ${isAmong(rows, toldBy)} and +guests.event_id = ${eventId} and +guests.status = 'CONFIRMED'`),
]

const letOut = ({ eventId }: Place, rows: string, toldBy: string, now: Instant) => [
  written(sql`
    update checkins set undone_at = j.value ->> 'undoneAt', undone_by = j.value ->> 'undoneBy', told_by = ${toldBy}
    from json_each(${rows}) j where checkins.id = j.value ->> 'id' and checkins.undone_at is null`),
  written(sql`
    update guests set status = 'CONFIRMED', checked_in_at = null, move_id = ${toldBy}, updated_at = ${now}
    where ${isAmong(rows, toldBy)} and +guests.event_id = ${eventId} and +guests.status = 'CHECKED_IN'`),
]

const createdEvent = (eventId: string, rows: string, toldBy: string) => ({
  type: 'checkin.created' as const,
  eventId,
  each: sql`(
    select j.value as seen, g.id, g.email, g.qr_code, e.slug, trim(g.first_name || ' ' || g.last_name) as name
    from json_each(${rows}) j cross join checkins c on c.id = j.value ->> 'id' and c.told_by = ${toldBy}
    join guests g on g.id = c.guest_id join events e on e.id = c.event_id)`,
  data: sql`json_object('eventId', ${eventId}, 'eventSlug', each.slug, 'guestId', each.id, 'guestName', each.name,
    'guestEmail', each.email, 'qrCode', each.qr_code, 'checkedInAt', each.seen ->> 'iso', 'checkedInBy', each.seen ->> 'by')`,
})

/**
 * News as one change of D1. Telling it twice changes nothing more: everything hangs on the rows that this telling
 * has written. Only CONFIRMED becomes CHECKED_IN: a move that slipped in after the admission stands.
 * Each guest may occur once, so that the order within does not matter.
 */
export const telling = (
  place: Place,
  news: readonly News[],
  toldBy: string,
  now: Instant,
): Change<readonly Statement[]> => {
  const admitted = news
    .filter(({ kind }) => kind === 'admitted')
    .map(({ admission }) => ({ ...admission, iso: iso(admission.at) }))
  const undone = news.flatMap((item) =>
    item.kind === 'undone' ? [{ id: item.admission.id, undoneAt: item.undoneAt, undoneBy: item.undoneBy }] : [],
  )
  const [admittedRows, undoneRows] = [JSON.stringify(admitted), JSON.stringify(undone)]
  const statements = [
    ...(undone.length > 0 ? letOut(place, undoneRows, toldBy, now) : []),
    ...(admitted.length > 0 ? letIn(place, admittedRows, toldBy, now) : []),
  ]
  return {
    calendarId: place.calendarId,
    seenBy: 'team',
    statements,
    events: admitted.length > 0 ? [createdEvent(place.eventId, admittedRows, toldBy)] : [],
  }
}
