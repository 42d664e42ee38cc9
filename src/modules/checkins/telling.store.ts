import { sql } from 'drizzle-orm'
import type { Change } from '../../db/commit.ts'
import { written, type Statement } from '../../db/statement.ts'
import type { Admission } from '../../desk.ts'
import { iso, type Instant } from '../../kernel/time.ts'

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
): Change<readonly [Statement, ...Statement[]]> => {
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
    statements: statements as unknown as readonly [Statement, ...Statement[]],
    events: admitted.length > 0 ? [createdEvent(place.eventId, admittedRows, toldBy)] : [],
  }
}
