import { sql, type SQL } from 'drizzle-orm'
import { rowIn } from '../../db/commit.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { inList, isoOf, statement, preparedStatement, type TypedStatement, paramsOf } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Direction, GuestStatus } from '../../kernel/vocabulary.ts'
import { CHECK_IN_MARGIN_MS } from '../events/index.ts'

export interface Identifier {
  by: 'code' | 'id' | 'shortCode'
  value: string
}

export const checkinParam = paramsOf()

const MARGIN = sql.raw(String(CHECK_IN_MARGIN_MS))
export const checkInOpensAt = sql`coalesce(e.check_in_opens_at, e.start_at - ${MARGIN})`
export const checkInClosesAt = sql`coalesce(e.check_in_closes_at, e.end_at + ${MARGIN})`

/** The `data` of an `already_checked_in` error: the first check-in. */
const firstAdmission = sql`json_object('guestId', c.guest_id, 'checkedInAt', ${isoOf(sql`c.checked_in_at`)},
  'checkedInBy', c.checked_in_by, 'checkedInByLabel', c.checked_in_by_label, 'gate', c.gate, 'deviceId', c.device_id)`

/**
 * Conditions for any admission at the time `at`, evaluated on guest `g` and event `e`. The API contract fixes their
 * order.
 */
const admissionRules = [
  unless('event_cancelled', sql`e.status <> 'CANCELLED'`),
  unless('checkin_not_open', sql`${checkinParam('at')} >= ${checkInOpensAt}`, {
    says: sql`'Check-in opens at ' || ${isoOf(checkInOpensAt)} || '.'`,
  }),
  unless('checkin_closed', sql`${checkinParam('at')} <= ${checkInClosesAt}`, {
    says: sql`'Check-in closed at ' || ${isoOf(checkInClosesAt)} || '.'`,
  }),
  unless('guest_not_confirmed', sql`g.status in ('CONFIRMED', 'CHECKED_IN')`, {
    says: sql`'The guest is ' || g.shown_status || ', not CONFIRMED.'`,
  }),
] as const

/** Conditions for the first admission: those above, and no current check-in `c`. */
export const mayCheckIn = guard([
  ...admissionRules,
  unless('already_checked_in', sql`c.id is null`, { data: firstAdmission }),
])
const fitsAdmissionRules = guard(admissionRules).holds

/**
 * The code of a `TRANSFERRED` guest is invalid, because the new holder has a new code. Lookups by id still find the
 * guest.
 */
const NAMED = {
  code: sql`g.qr_code = ${checkinParam('named')} and g.status <> 'TRANSFERRED'`,
  id: sql`g.id = ${checkinParam('named')}`,
  shortCode: sql`g.short_code = ${checkinParam('named')} and g.status <> 'TRANSFERRED'`,
}

export const atTheDoor =
  sql.raw(`from guests g join events e on e.id = g.event_id left join tickets t on t.id = g.ticket_id
  left join checkins c on c.event_id = g.event_id and c.guest_id = g.id and c.undone_at is null`)

export const guestColumns =
  sql.raw(`g.id, trim(g.first_name || ' ' || g.last_name) as name, g.email, g.qr_code as qrCode, g.shown_status as status,
  coalesce(c.ticket_id, g.ticket_id) as ticketId, t.name as ticketName, e.id as eventId, e.slug as eventSlug, c.id as checkinId,
  c.checked_in_at as checkedInAt, c.checked_in_by as checkedInBy, c.checked_in_by_label as checkedInByLabel, c.gate,
  c.device_id as deviceId, c.told_by as moveId, null as checkpointId, null as checkpointName,
  case when c.id is not null and e.reentry then 'IN' end as direction, g.party_id as partyId`)

/**
 * The name of the door pass, the API key or the member at the time of the scan. It is stored with the scan, so that it
 * remains when the key is deleted or the member is removed. Null if the member has not shared their name.
 */
export const scannedByLabel = sql`coalesce(${checkinParam('byLabel')}, (select n.name from members n
  where n.calendar_id = e.calendar_id and n.user_id = ${checkinParam('by')}))`

/** A guest with their current check-in, if any. */
export interface DoorGuest {
  id: string
  name: string
  email: string
  qrCode: string
  status: GuestStatus
  ticketId: string | null
  ticketName: string | null
  eventId: string
  eventSlug: string
  checkinId: string | null
  checkedInAt: Instant | null
  checkedInBy: string | null
  checkedInByLabel: string | null
  gate: string | null
  deviceId: string | null
  moveId: string | null
  /** Null for a scan at the main door. */
  checkpointId: string | null
  checkpointName: string | null
  /** The direction of the guest's last scan, at a door that allows re-entry. */
  direction: Direction | null
  /** The guest's party. Set only in lookups at the main door. */
  partyId?: string | null
}

export interface GuestLookup extends Record<string, unknown> {
  eventId: string
  /** The guest's code or id. */
  named: string
}

export const byEither = <Values extends GuestLookup, Row>(write: (named: SQL) => TypedStatement<Row>) => {
  const either = {
    code: preparedStatement<Values, Row>(() => write(NAMED.code)),
    id: preparedStatement<Values, Row>(() => write(NAMED.id)),
    shortCode: preparedStatement<Values, Row>(() => write(NAMED.shortCode)),
  }
  return (by: Identifier['by'], values: Values) => either[by](values)
}

const selectGuest = byEither<GuestLookup, DoorGuest>((named) =>
  statement(sql`select ${guestColumns} ${atTheDoor} where ${named} and g.event_id = ${checkinParam('eventId')}`),
)
export const guestNamed = (eventId: string, { by, value: named }: Identifier) => selectGuest(by, { eventId, named })

export interface JudgedGuest extends DoorGuest, Judged {}

const selectJudgedGuest = byEither<GuestLookup & { at: Instant }, JudgedGuest>((named) =>
  statement(
    sql`select ${guestColumns}, ${mayCheckIn.why} as why ${atTheDoor} where ${named} and g.event_id = ${checkinParam('eventId')}`,
  ),
)
export const guestJudged = (eventId: string, { by, value: named }: Identifier, at: Instant) =>
  selectJudgedGuest(by, { eventId, named, at })

export interface PartyMember {
  id: string
  partyId: string
  name: string
  status: GuestStatus
  /** 1 if the member has left through a main door with `reentry`. */
  isOut: number
}

/** Selects the current members of parties, in order of registration. Excludes `TRANSFERRED` and erased guests. */
export const membersOf = (eventId: string, partyIds: readonly string[]) =>
  statement<PartyMember>(sql`
    select g.id, g.party_id as partyId, trim(g.first_name || ' ' || g.last_name) as name, g.shown_status as status, coalesce((
        select s.direction = 'OUT' from checkpoint_scans s where s.guest_id = g.id and s.place = g.event_id and s.undone_at is null
        order by s.number desc limit 1), 0) as isOut
    from guests g join parties y on y.id = g.party_id and y.event_id = g.event_id
    where g.party_id in ${inList(partyIds)} and +g.event_id = ${eventId}
      and g.status <> 'TRANSFERRED' and g.erased_at is null order by g.rowid`)

export const checkedIn = sql.raw(
  `(select coalesce(sum(n.guests), 0) from guest_counts n where n.event_id = e.id and n.status = 'CHECKED_IN')`,
)

/** The WebSocket message for an admission: the check-in as in the API response, and the number of guests now inside. */
const admittedMessage = sql`json_object('type', 'admitted', 'id', c.id, 'eventId', e.id, 'eventSlug', e.slug, 'guestId', g.id,
  'guestName', trim(g.first_name || ' ' || g.last_name), 'guestEmail', g.email, 'qrCode', g.qr_code,
  'ticketId', coalesce(c.ticket_id, g.ticket_id), 'ticketName', t.name, 'status', 'CHECKED_IN',
  'checkedInAt', ${isoOf(sql`c.checked_in_at`)}, 'checkedInBy', c.checked_in_by, 'checkedInByLabel', c.checked_in_by_label,
  'gate', c.gate, 'deviceId', c.device_id, 'checkpointId', null, 'checkpointName', null,
  'direction', case when e.reentry then 'IN' end, 'checkedIn', ${checkedIn},
  'inside', ${checkedIn} + coalesce((select n.inside from checkpoint_counts n where n.place = e.id and n.day = ''), 0))`

export interface Admission extends GuestLookup {
  /** The id of the new check-in. */
  id: string
  moveId: string
  at: Instant
  by: string
  /** Null for a member, whose name is in `members`. */
  byLabel: string | null
  gate: string | null
  deviceId: string | null
  now: Instant
}

const insertCheckin = byEither<Admission, { id: string }>((named) =>
  statement(sql`
    insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, checked_in_by_label,
      gate, device_id, told_by, created_at)
    select ${checkinParam('id')}, e.calendar_id, e.id, g.id, g.ticket_id, ${checkinParam('at')}, ${checkinParam('by')}, ${scannedByLabel},
      ${checkinParam('gate')}, ${checkinParam('deviceId')}, ${checkinParam('moveId')}, ${checkinParam('now')}
    ${atTheDoor} where ${named} and g.event_id = ${checkinParam('eventId')} and ${mayCheckIn.holds}
    returning id`),
)

const setCheckedIn = preparedStatement<Admission, never>(() =>
  statement(sql`
    update guests set status = 'CHECKED_IN', checked_in_at = ${checkinParam('at')}, move_id = ${checkinParam('moveId')}, updated_at = ${checkinParam('now')}
    where id = (select c.guest_id from checkins c where c.id = ${checkinParam('id')})`),
)

/**
 * If an offline scan is older than the current check-in, stores it as a conflict. Uploading it again changes nothing.
 */
const insertConflict = byEither<Admission, never>((named) =>
  statement(sql`
    insert into checkin_conflicts (checkin_id, event_id, scanned_at, received_at, scanned_by, scanned_by_label, gate, device_id)
    select c.id, c.event_id, ${checkinParam('at')}, ${checkinParam('now')}, ${checkinParam('by')}, ${scannedByLabel},
      coalesce(${checkinParam('gate')}, ''), coalesce(${checkinParam('deviceId')}, '')
    ${atTheDoor} where ${named} and g.event_id = ${checkinParam('eventId')} and c.checked_in_at > ${checkinParam('at')}
      and ${fitsAdmissionRules}
    on conflict do nothing`),
)

const selectAfterCheckin = byEither<Admission, JudgedGuest & { live: string | null }>((named) =>
  statement(sql`
    select ${guestColumns}, ${mayCheckIn.why} as why, case when c.id = ${checkinParam('id')} then ${admittedMessage} end as live
    ${atTheDoor} where ${named} and g.event_id = ${checkinParam('eventId')}`),
)

/** Statements for one check-in: insert the row, set the guest's status, and read the guest afterwards. */
export const checkInStatements = (by: Identifier['by'], admission: Admission) => ({
  made: insertCheckin(by, admission),
  guest: setCheckedIn(admission),
  seen: selectAfterCheckin(by, admission),
})

export const conflictStatement = (by: Identifier['by'], admission: Admission) => insertConflict(by, admission)

/**
 * Builds a `checkin.created` event for each of the `ids` that exists after the commit. The API contract fixes the
 * fields.
 */
export const checkinsCreated = (eventId: string, ids: readonly string[]) => ({
  type: 'checkin.created' as const,
  eventId,
  each: sql`(
    select c.checked_in_by, c.checked_in_at, g.id, g.email, g.qr_code, e.slug, trim(g.first_name || ' ' || g.last_name) as name
    from json_each(${JSON.stringify(ids)}) j cross join checkins c on c.id = j.value
    join guests g on g.id = c.guest_id join events e on e.id = c.event_id)`,
  data: sql`json_object('eventId', ${eventId}, 'eventSlug', each.slug, 'guestId', each.id, 'guestName', each.name,
    'guestEmail', each.email, 'qrCode', each.qr_code, 'checkedInAt', ${isoOf(sql`each.checked_in_at`)},
    'checkedInBy', each.checked_in_by)`,
})

/** The row of a check-in or a checkpoint scan, recorded as the effect of an idempotent request. */
export const admittedBy = (id: string) => sql`coalesce(${rowIn('checkins', id)}, ${rowIn('checkpoint_scans', id)})`

/** Selects the check-in that an interrupted request created. */
export const checkinMade = (eventId: string, id: string) =>
  statement<DoorGuest>(sql`select ${guestColumns} ${atTheDoor} where c.id = ${id} and g.event_id = ${eventId}`)
