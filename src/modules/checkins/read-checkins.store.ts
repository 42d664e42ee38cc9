import { guestByShortCode } from '../seats/index.ts'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { eventsToWake, guests } from '../../db/schema.ts'
import { inList, isoOf, rowsFrom, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { atTheDoor, checkInClosesAt, checkInOpensAt, guestColumns, type DoorGuest } from './checkins.store.ts'

export interface ListedRow extends DoorGuest {
  checkinId: string
  checkedInAt: Instant
  checkedInBy: string
  conflicts: string
}

const listedColumns = sql`
    select ${guestColumns}, coalesce((
        select json_group_array(json_object('scannedAt', ${isoOf(sql`x.scanned_at`)}, 'receivedAt', ${isoOf(sql`x.received_at`)},
          'scannedBy', x.scanned_by, 'scannedByLabel', x.scanned_by_label, 'gate', nullif(x.gate, ''), 'deviceId', nullif(x.device_id, ''),
          'direction', x.direction))
        from (select * from checkin_conflicts y where y.checkin_id = c.id order by y.scanned_at) x), '[]') as conflicts
    from checkins c join guests g on g.id = c.guest_id join events e on e.id = c.event_id left join tickets t on t.id = g.ticket_id`

export const checkinsNamed = (calendarId: string, ids: readonly string[]) =>
  statement<ListedRow>(sql`
    ${listedColumns} where c.id in ${inList(ids)}
      and c.calendar_id = ${calendarId} and c.undone_at is null`)

/**
 * Sorted by `checked_in_at`. `since` is compared with the times of the check-in, of its upload and of a late conflict.
 */
export const selectCheckins = (
  eventId: string,
  { since, ticketId }: { since: Instant | null; ticketId: string | null },
) =>
  statement<ListedRow>(sql`
    ${listedColumns}
    where c.event_id = ${eventId} and c.undone_at is null
      and ${ticketId === null ? sql`1` : sql`c.ticket_id = ${ticketId}`}
      and ${
        since === null
          ? sql`1`
          : sql`(max(c.checked_in_at, c.created_at) >= ${since} or exists (
              select 1 from checkin_conflicts x where x.checkin_id = c.id and x.received_at >= ${since}))`
      }
    order by c.checked_in_at, c.id`)

export const checkinTally = (eventId: string) =>
  statement<{ ticketId: string | null; gate: string | null; count: number; lastAt: Instant }>(sql`
    select ticket_id as ticketId, gate, count(*) as count, max(checked_in_at) as lastAt from checkins
    where event_id = ${eventId} and undone_at is null group by ticket_id, gate`)

export const expectedByTicket = (eventId: string) => sql`
  select t.id as ticketId, t.name as ticketName, coalesce(sum(n.guests), 0) as expected from tickets t
  left join guest_counts n on n.event_id = t.event_id and n.ticket_id = t.id and n.status in ('CONFIRMED', 'CHECKED_IN')
  where t.event_id = ${eventId} group by t.id order by t.sort_order, t.id`

/**
 * Counts, per ticket, the guests with a seat. Both `CONFIRMED` and `CHECKED_IN` count, so a check-in does not change
 * the number.
 */
export const expected = (eventId: string) =>
  statement<{ ticketId: string; ticketName: string; expected: number }>(expectedByTicket(eventId))

export interface Occupancy {
  id: string
  name: string
  inside: number
  admitted: number
  limit: number | null
}

const occupancyQuery = (eventId: string, today: string) => sql`
  select k.id, k.name, coalesce(n.inside, 0) as inside, k.room_limit as "limit",
    (select count(distinct s.guest_id) from checkpoint_scans s
      where s.place = k.id and s.undone_at is null and s.direction is not 'OUT') as admitted
  from checkpoints k
  left join checkpoint_counts n on n.place = k.id and n.day = case k.mode when 'DAILY' then ${today} else '' end
  where k.event_id = ${eventId} order by k.created_at, k.id`

/**
 * Counts, for each checkpoint, the guests inside and the different guests ever admitted. In `DAILY`
 * mode, `inside` covers today only.
 */
export const occupancies = (eventId: string, today: string) => statement<Occupancy>(occupancyQuery(eventId, today))

/** Builds the first WebSocket message, `summary`. `more` holds the SQL of additional fields. */
export const doorSummary = (
  { eventId, today }: { eventId: string; today: string },
  { inside, expects, more }: { inside: SQL; expects: SQL; more: SQL },
) =>
  statement<{ live: string }>(sql`
    with inside as (${inside}), expected as (${expects})
    select json_object('type', 'summary', 'expected', (select coalesce(sum(expected), 0) from expected),
      'checkedIn', (select count(*) from inside),
      'byTicket', json((select json_group_array(json_object('ticketId', ticketId, 'ticketName', ticketName, 'expected', expected,
        'checkedIn', (select count(*) from inside where ticket_id = ticketId))) from expected)),
      'byGate', json((select json_group_array(json_object('gate', gate, 'checkedIn', n))
        from (select gate, count(*) as n from inside group by gate))),
      'lastAt', (select ${isoOf(sql`max(checked_in_at)`)} from inside),
      'checkpoints', json((select json_group_array(json_object('id', id, 'name', name, 'inside', inside, 'admitted', admitted,
        'limit', "limit")) from (${occupancyQuery(eventId, today)}))), ${more}) as live`)

export const summaryMessage = (eventId: string, today: string) =>
  doorSummary(
    { eventId, today },
    {
      inside: sql`select ticket_id, gate, checked_in_at from checkins where event_id = ${eventId} and undone_at is null`,
      expects: expectedByTicket(eventId),
      more: sql`'inside', (select count(*) from inside)
        + coalesce((select n.inside from checkpoint_counts n where n.place = ${eventId} and n.day = ''), 0)`,
    },
  )

/**
 * Selects guests whose name or email address contains the text. Guests who may enter come first. The inner query reads
 * only the index.
 */
export const guestsFound = ({
  eventId,
  folded,
  shortCode,
  most,
}: {
  eventId: string
  folded: string
  shortCode: string
  most: number
}) =>
  statement<DoorGuest>(sql`
    select ${guestColumns} ${atTheDoor} where g.status <> 'TRANSFERRED' and g.id in (
      select id from guests where event_id = ${eventId} and (instr(search_text, ${folded}) > 0 or id = ${guestByShortCode(sql`${eventId}`, sql`${shortCode}`)})
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

export interface ManifestRow {
  id: string
  firstName: string
  lastName: string
  qrCode: string
  /** Null once the guest is erased. */
  shortCode: string | null
  status: GuestStatus
  ticketId: string | null
  ticketName: string | null
  /** Null for guests without a party at this event. */
  partyId: string | null
  updatedAt: Instant
  /** JSON array of the guest's last scan at each `place`: `[place, direction, day]`. */
  places: string
}

/**
 * Selects guests changed since `after`. A checkpoint scan updates `guests.updated_at`, as a status change does. In
 * `DAILY` mode the scan with the latest `day` wins over the most recently stored scan: a scan from yesterday that was
 * uploaded late must not hide today's.
 */
export const readManifest = (
  eventId: string,
  { after, place, most }: { after: ManifestPosition; place: string | null; most: number },
) =>
  statement<ManifestRow>(sql`
    select g.id, g.first_name as firstName, g.last_name as lastName, g.qr_code as qrCode, g.short_code as shortCode,
      g.shown_status as status, g.ticket_id as ticketId, t.name as ticketName, g.updated_at as updatedAt,
      (select y.id from parties y where y.id = g.party_id and y.event_id = g.event_id) as partyId, (
        select json_group_array(json_array(s.place, s.direction, s.day)) from checkpoint_scans s
        where s.guest_id = g.id and s.undone_at is null and ${place === null ? sql`1` : sql`s.place = ${place}`}
          and not exists (select 1 from checkpoint_scans l where l.guest_id = s.guest_id and l.place = s.place
            and l.undone_at is null and (l.day, l.number) > (s.day, s.number))) as places
    from guests g left join tickets t on t.id = g.ticket_id
    where g.event_id = ${eventId} and (g.updated_at > ${after.at} or (g.updated_at = ${after.at} and g.id > ${after.id}))
    order by g.updated_at, g.id limit ${most}`)

export const listToWake = (db: Database, most: number) => db.select().from(eventsToWake).limit(most)

export const noteAwake = (db: Database, eventIds: readonly string[]) =>
  db.delete(eventsToWake).where(sql`event_id in ${inList(eventIds)}`)

/** An event whose check-in opens earlier or closes later than this has no open door, so that an index can find them. */
const LONGEST_WINDOW_MS = 30 * DAY_MS

export const openDoorsOf = (db: Database, calendarId: string, now: Instant, most: number) =>
  rowsFrom(
    db,
    statement<{ id: string }>(sql`
      select e.id from events e where e.calendar_id = ${calendarId} and e.status = 'PUBLISHED'
        and e.start_at < ${now + LONGEST_WINDOW_MS} and e.end_at > ${now - LONGEST_WINDOW_MS}
        and ${checkInOpensAt} <= ${now} and ${checkInClosesAt} >= ${now}
      order by e.start_at desc limit ${most}`),
  )
