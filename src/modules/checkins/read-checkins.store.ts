import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { eventsToWake, guests, tickets } from '../../db/schema.ts'
import { written } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { atTheDoor, guestColumns, isoOf, type DoorGuest } from './checkins.store.ts'

export interface ListedRow extends DoorGuest {
  checkinId: string
  checkedInAt: Instant
  checkedInBy: string
  conflicts: string
}

const listedFrom = sql`
    select ${guestColumns}, coalesce((
        select json_group_array(json_object('scannedAt', ${isoOf(sql`x.scanned_at`)}, 'receivedAt', ${isoOf(sql`x.received_at`)},
          'scannedBy', x.scanned_by, 'scannedByLabel', x.scanned_by_label, 'gate', nullif(x.gate, ''), 'deviceId', nullif(x.device_id, '')))
        from (select * from checkin_conflicts y where y.checkin_id = c.id order by y.scanned_at) x), '[]') as conflicts
    from checkins c join guests g on g.id = c.guest_id join events e on e.id = c.event_id left join tickets t on t.id = g.ticket_id`

/** Check-ins of a calendar that stand, by their ids, in no order. */
export const checkinsNamed = (calendarId: string, ids: readonly string[]) =>
  written<ListedRow>(sql`
    ${listedFrom} where c.id in (select value from json_each(${JSON.stringify(ids)}))
      and c.calendar_id = ${calendarId} and c.undone_at is null`)

/** In the order of the check-ins; `since` counts what was said then and what was learnt since, a late conflict too. */
export const listed = (eventId: string, { since, ticketId }: { since: Instant | null; ticketId: string | null }) =>
  written<ListedRow>(sql`
    ${listedFrom}
    where c.event_id = ${eventId} and c.undone_at is null
      and ${ticketId === null ? sql`1` : sql`c.ticket_id = ${ticketId}`}
      and ${
        since === null
          ? sql`1`
          : sql`(max(c.checked_in_at, c.created_at) >= ${since} or exists (
              select 1 from checkin_conflicts x where x.checkin_id = c.id and x.received_at >= ${since}))`
      }
    order by c.checked_in_at, c.id`)

/** Who is in, by ticket and gate, and when the last came. */
export const tallied = (eventId: string) =>
  written<{ ticketId: string | null; gate: string | null; count: number; lastAt: Instant }>(sql`
    select ticket_id as ticketId, gate, count(*) as count, max(checked_in_at) as lastAt from checkins
    where event_id = ${eventId} and undone_at is null group by ticket_id, gate`)

const expectedByTicket = (eventId: string) => sql`
  select t.id as ticketId, t.name as ticketName, coalesce(sum(n.guests), 0) as expected from tickets t
  left join guest_counts n on n.event_id = t.event_id and n.ticket_id = t.id and n.status in ('CONFIRMED', 'CHECKED_IN')
  where t.event_id = ${eventId} group by t.id order by t.sort_order, t.id`

/** Those who hold a place, whether in already or not: the sum does not move when somebody comes in. */
export const expected = (eventId: string) =>
  written<{ ticketId: string; ticketName: string; expected: number }>(expectedByTicket(eventId))

/** The summary as watchers of the door are told it first. */
export const summaryMessage = (eventId: string) =>
  written<{ live: string }>(sql`
    with inside as (select ticket_id, gate, checked_in_at from checkins where event_id = ${eventId} and undone_at is null),
      expected as (${expectedByTicket(eventId)})
    select json_object('type', 'summary', 'expected', (select coalesce(sum(expected), 0) from expected),
      'checkedIn', (select count(*) from inside),
      'byTicket', json((select json_group_array(json_object('ticketId', ticketId, 'ticketName', ticketName, 'expected', expected,
        'checkedIn', (select count(*) from inside where ticket_id = ticketId))) from expected)),
      'byGate', json((select json_group_array(json_object('gate', gate, 'checkedIn', n))
        from (select gate, count(*) as n from inside group by gate))),
      'lastAt', (select ${isoOf(sql`max(checked_in_at)`)} from inside)) as live`)

/** Guests whose name or address holds the text: those who may come in first. The inner walk reads the index alone. */
export const found = (eventId: string, folded: string, most: number) =>
  written<DoorGuest>(sql`
    select ${guestColumns} ${atTheDoor} where g.status <> 'TRANSFERRED' and g.id in (
      select id from guests where event_id = ${eventId} and instr(search_text, ${folded}) > 0
      order by created_at, id limit ${5 * most})
    order by g.status in ('CONFIRMED', 'CHECKED_IN') desc, g.search_text, g.id limit ${most}`)

export const readAnswers = (db: Database, eventId: string, guestIds: readonly string[]) =>
  db
    .select({ guestId: guests.id, answers: guests.answers })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), inArray(guests.id, [...guestIds])))

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

export const listToWake = (db: Database, most: number) => db.select().from(eventsToWake).limit(most)

export const noteAwake = (db: Database, eventIds: readonly string[]) =>
  db.delete(eventsToWake).where(sql`event_id in (select value from json_each(${JSON.stringify(eventIds)}))`)
