import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { inList, isoOf, statement, preparedStatement } from '../../db/statement.ts'
import { checkedIn, checkinParam, type DoorGuest } from './checkins.store.ts'
import type { LiveMessage } from './checkpoint-scans.store.ts'
import type { Undoing } from './undo-checkin.store.ts'

/** The `from` clause of scan queries: the scan `s` with its guest `g`, event `e`, ticket `t` and checkpoint `k`. */
export const ofScan = sql`from checkpoint_scans s join guests g on g.id = s.guest_id join events e on e.id = s.event_id
  left join tickets t on t.id = g.ticket_id left join checkpoints k on k.id = s.place`

export const scanColumns =
  sql.raw(`g.id, trim(g.first_name || ' ' || g.last_name) as name, g.email, g.qr_code as qrCode, g.shown_status as status,
  coalesce(s.ticket_id, g.ticket_id) as ticketId, t.name as ticketName, e.id as eventId, e.slug as eventSlug, s.id as checkinId,
  s.scanned_at as checkedInAt, s.scanned_by as checkedInBy, s.scanned_by_label as checkedInByLabel, s.gate, s.device_id as deviceId,
  s.told_by as moveId, k.id as checkpointId, k.name as checkpointName, s.direction`)

/** Selects the scan that an interrupted request created. */
export const scanMade = (eventId: string, id: string) =>
  statement<DoorGuest>(
    sql`select ${scanColumns} ${ofScan} where s.id = ${id} and s.event_id = ${eventId} and s.undone_at is null`,
  )

interface Move {
  place: string
  moveId: string
  guestIds: readonly string[]
}
/** Selects the scans of these guests that one request created. */
export const scansOfMove = (eventId: string, { place, moveId, guestIds }: Move) =>
  statement<DoorGuest>(sql`
    select ${scanColumns} ${ofScan} where s.guest_id in ${inList(guestIds)} and s.place = ${place} and s.told_by = ${moveId}
      and s.event_id = ${eventId} and s.undone_at is null`)

const insideOfScan = sql`coalesce((select n.inside from checkpoint_counts n where n.place = s.place and n.day = s.day), 0)`

/**
 * Conditions for undoing the scan `s`: it is the guest's last one at this `place`, and undoing an `OUT` must not exceed
 * `room_limit`.
 */
export const mayTakeBack = guard([
  unless(
    'checkin_not_current',
    sql`s.undone_at is null and not exists (select 1 from checkpoint_scans l where l.guest_id = s.guest_id and l.place = s.place
      and l.day = s.day and l.undone_at is null and l.number > s.number)`,
    { says: 'Only the guest’s most recent scan can be undone.' },
  ),
  unless('guest_not_confirmed', sql`s.direction is not 'OUT' or g.status in ('CONFIRMED', 'CHECKED_IN')`, {
    says: sql`'The guest is ' || g.shown_status || ', not CONFIRMED.'`,
  }),
  unless('room_full', sql`s.direction is not 'OUT' or k.room_limit is null or ${insideOfScan} < k.room_limit`, {
    data: sql`json_object('inside', ${insideOfScan}, 'limit', k.room_limit)`,
  }),
])

const isScan = sql`s.id = ${checkinParam('id')} and s.event_id = ${checkinParam('eventId')}`

const selectJudgedScan = preparedStatement<Undoing, Judged>(() =>
  statement(sql`select ${mayTakeBack.why} as why ${ofScan} where ${isScan}`),
)
const undoScanRow = preparedStatement<Undoing, { id: string }>(() =>
  statement(sql`
    update checkpoint_scans set undone_at = ${checkinParam('now')}, undone_by = ${checkinParam('by')}, told_by = ${checkinParam('moveId')}
    where number = (select s.number ${ofScan} where ${isScan} and ${mayTakeBack.holds}) returning id`),
)
const selectUndoneScan = preparedStatement<Undoing, LiveMessage>(() =>
  statement(sql`
    select k.id as room, case when s.told_by = ${checkinParam('moveId')} then json_object('type', 'undone', 'id', s.id, 'guestId', s.guest_id,
      'ticketId', s.ticket_id, 'gate', s.gate, 'undoneAt', ${isoOf(sql`s.undone_at`)}, 'undoneBy', s.undone_by, 'checkpointId', k.id,
      'direction', s.direction, 'inside', case when k.id is null then ${checkedIn} else 0 end + ${insideOfScan},
      'checkedIn', case when k.id is null then ${checkedIn} end) end as live
    ${ofScan} where ${isScan}`),
)

/** Undoes a scan, so that the guest's previous scan becomes the current one again. */
export const takeBackStatements = (undoing: Undoing) => ({
  judged: selectJudgedScan(undoing),
  undone: undoScanRow(undoing),
  seen: selectUndoneScan(undoing),
})
