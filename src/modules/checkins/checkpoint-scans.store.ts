import { sql, type SQL } from 'drizzle-orm'
import { isoOf, statement } from '../../db/statement.ts'
import type { Direction } from '../../kernel/vocabulary.ts'
import { byEither, checkedIn, checkinParam, scannedByLabel, type Admission, type Identifier } from './checkins.store.ts'
import {
  countedAt,
  scanDay,
  FROM,
  goesIn,
  insideCount,
  isFit,
  lastScan,
  lastAt,
  mayHavePassed,
  mayPass,
  checkpointParam,
  type PlaceKind,
} from './checkpoint-rules.store.ts'
import { perPlaceKind, ofNamed, passerColumns, type JudgedPasser, type PassingValues } from './passers.store.ts'

export type Passage = Admission & PassingValues

const storedDirection = sql`case when k.mode = 'IN_OUT' then ${checkinParam('direction')} end`
/** Rows from an earlier upload of the same scan, including undone ones. */
const sameScan = sql`select o.number from checkpoint_scans o where o.guest_id = g.id and o.place = ${checkpointParam} and o.scanned_at = ${checkinParam('at')}
  and o.device_id is ${checkinParam('deviceId')} and o.direction is ${storedDirection}`
/** True if the scan is the check-in itself, which is the first scan at the main door. */
const isFirst: Record<PlaceKind, SQL> = {
  checkpoint: sql`0`,
  door: sql`(${goesIn} and coalesce(m.checked_in_at = ${checkinParam('at')} and m.device_id is ${checkinParam('deviceId')}, 0))`,
}
const isKnown = (kind: PlaceKind) => sql`(${isFirst[kind]} or exists (${sameScan}))`
const isNewest = (kind: PlaceKind) => sql`coalesce(${lastAt(kind)}, 0) <= ${checkinParam('at')}`

const insertScan = (kind: PlaceKind, holds: SQL) =>
  byEither<Passage, { id: string }>((named) =>
    statement(sql`
      insert into checkpoint_scans (id, calendar_id, event_id, place, checkin_id, guest_id, ticket_id, direction, scanned_at, day,
        over_limit, scanned_by, scanned_by_label, gate, device_id, told_by, created_at)
      select ${checkinParam('id')}, e.calendar_id, e.id, ${checkpointParam}, ${kind === 'door' ? sql`m.id` : sql`null`}, g.id, g.ticket_id, ${storedDirection},
        ${checkinParam('at')}, ${scanDay}, coalesce(${goesIn} and ${countedAt} >= k.room_limit, 0), ${checkinParam('by')}, ${scannedByLabel},
        ${checkinParam('gate')}, ${checkinParam('deviceId')}, ${checkinParam('moveId')}, ${checkinParam('now')}
      ${FROM[kind]} where ${ofNamed(named)} and ${holds}
      returning id`),
  )
/** A scan at the main door is stored only if the guest has a check-in. */
const hasCheckin: Record<PlaceKind, SQL> = { checkpoint: sql`1`, door: sql`m.id is not null` }
const insertLiveScan = perPlaceKind((kind) => insertScan(kind, sql`${mayPass[kind].holds} and ${hasCheckin[kind]}`))
const insertUploadedScan = perPlaceKind((kind) =>
  insertScan(
    kind,
    sql`${mayHavePassed[kind].holds} and ${hasCheckin[kind]} and ${isNewest(kind)} and not ${isKnown(kind)}`,
  ),
)

const scanMessage = (
  kind: PlaceKind,
) => sql`json_object('type', case c.direction when 'OUT' then 'left' else 'admitted' end, 'id', c.id,
  'eventId', e.id, 'eventSlug', e.slug, 'guestId', g.id, 'guestName', trim(g.first_name || ' ' || g.last_name),
  'guestEmail', g.email, 'qrCode', g.qr_code, 'ticketId', g.ticket_id, 'ticketName', t.name, 'status', g.shown_status,
  'checkedInAt', ${isoOf(sql`c.scanned_at`)}, 'checkedInBy', c.scanned_by, 'checkedInByLabel', c.scanned_by_label, 'gate', c.gate,
  'deviceId', c.device_id, 'checkpointId', k.id, 'checkpointName', k.name, 'direction', c.direction,
  'inside', ${insideCount[kind]}, 'limit', k.room_limit${kind === 'door' ? sql`, 'checkedIn', ${checkedIn}` : sql``})`

export interface LiveMessage {
  live: string | null
  /** Which watchers get the message: those of this checkpoint, or those of the main door if null. */
  room: string | null
}

const live = (kind: PlaceKind) =>
  sql`case when c.id = ${checkinParam('id')} then ${scanMessage(kind)} end as live, k.id as room`

const selectAfterScan = perPlaceKind((kind) =>
  byEither<Passage, JudgedPasser & LiveMessage>((named) =>
    statement(
      sql`select ${passerColumns(kind)}, ${mayPass[kind].why} as why, ${live(kind)} ${FROM[kind]} where ${ofNamed(named)}`,
    ),
  ),
)

/** Statements for one live scan: insert the row, and read the guest afterwards. */
export const passStatements = (kind: PlaceKind, by: Identifier['by'], passage: Passage) => ({
  made: insertLiveScan[kind](by, passage),
  seen: selectAfterScan[kind](by, passage),
})

/** Selects the row that an earlier upload of the same scan created. */
export interface ExistingScan {
  ownId: string | null
  ownBy: string
  ownByLabel: string | null
  ownGate: string | null
  ownDeviceId: string | null
  ownDirection: Direction | null
  ownMoveId: string
  ownIsOverLimit: number
}

const ownColumn = (kind: PlaceKind, name: string, ofCheckin = name) =>
  kind === 'door'
    ? sql`case when ${isFirst.door} then m.${sql.raw(ofCheckin)} else o.${sql.raw(name)} end`
    : sql.raw(`o.${name}`)

const selectAfterUpload = perPlaceKind((kind) =>
  byEither<Passage, JudgedPasser & LiveMessage & ExistingScan>((named) =>
    statement(sql`select ${passerColumns(kind)}, ${mayHavePassed[kind].why} as why, ${live(kind)}, ${ownColumn(kind, 'id')} as ownId,
      ${ownColumn(kind, 'scanned_by', 'checked_in_by')} as ownBy, ${ownColumn(kind, 'scanned_by_label', 'checked_in_by_label')} as ownByLabel,
      ${ownColumn(kind, 'gate')} as ownGate, ${ownColumn(kind, 'device_id')} as ownDeviceId, ${storedDirection} as ownDirection,
      ${ownColumn(kind, 'told_by')} as ownMoveId, o.over_limit as ownIsOverLimit
      ${FROM[kind]} left join checkpoint_scans o on o.number = (${sameScan} order by o.number limit 1) where ${ofNamed(named)}`),
  ),
)

/** If a scan is older than the guest's last one, stores it as a conflict. */
const insertConflictScan = perPlaceKind((kind) =>
  byEither<Passage, never>((named) =>
    statement(sql`
      insert into checkin_conflicts (checkin_id, event_id, scanned_at, received_at, scanned_by, scanned_by_label, gate, device_id, direction)
      select ${lastScan(kind, 'id')}, e.id, ${checkinParam('at')}, ${checkinParam('now')}, ${checkinParam('by')}, ${scannedByLabel},
        coalesce(${checkinParam('gate')}, ''), coalesce(${checkinParam('deviceId')}, ''), ${storedDirection}
      ${FROM[kind]} where ${ofNamed(named)} and ${isFit.holds} and not ${isNewest(kind)} and not ${isKnown(kind)}
      on conflict do nothing`),
  ),
)

/**
 * Statements for one offline scan. They store a conflict or a row, or nothing if an earlier upload has stored the scan.
 */
export const uploadStatements = (kind: PlaceKind, by: Identifier['by'], passage: Passage) => ({
  conflict: insertConflictScan[kind](by, passage),
  made: insertUploadedScan[kind](by, passage),
  seen: selectAfterUpload[kind](by, passage),
})

/** Builds a `checkpoint.scanned` event for each of the `ids` that exists after the commit. */
export const checkpointsScanned = (eventId: string, ids: readonly string[]) => ({
  type: 'checkpoint.scanned' as const,
  eventId,
  each: sql`(
    select s.id as scan_id, s.scanned_by, s.scanned_at, s.direction, k.id as checkpoint_id, k.name as checkpoint_name, g.id, g.email, g.qr_code, e.slug,
      trim(g.first_name || ' ' || g.last_name) as name
    from json_each(${JSON.stringify(ids)}) j cross join checkpoint_scans s on s.id = j.value
    join guests g on g.id = s.guest_id join events e on e.id = s.event_id left join checkpoints k on k.id = s.place)`,
  data: sql`json_object('eventId', ${eventId}, 'eventSlug', each.slug, 'checkinId', each.scan_id, 'guestId', each.id, 'guestName', each.name,
    'guestEmail', each.email, 'qrCode', each.qr_code, 'checkpointId', each.checkpoint_id, 'checkpointName', each.checkpoint_name,
    'direction', each.direction, 'scannedAt', ${isoOf(sql`each.scanned_at`)}, 'scannedBy', each.scanned_by)`,
})
