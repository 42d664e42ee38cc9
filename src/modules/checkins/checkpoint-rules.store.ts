import { sql, type SQL } from 'drizzle-orm'
import { isoOf } from '../../db/statement.ts'
import { guard, unless } from '../../db/guard.ts'
import { checkedIn, checkInClosesAt, checkInOpensAt, checkinParam } from './checkins.store.ts'

/**
 * Rules for passing a checkpoint or a main door with `reentry`. They refer to guest `g`, event `e`, checkpoint `k`, and
 * `c`: the guest's last scan at this `place`, ignoring undone scans. At the main door, `m` is the check-in.
 */
export type PlaceKind = 'checkpoint' | 'door'

export const checkpointParam = checkinParam('place')
export const goesIn = sql`${checkinParam('direction')} = 'IN'`
const goesOut = sql`${checkinParam('direction')} = 'OUT'`
/** The value of `checkpoint_scans.day`: the local date in `DAILY` mode, otherwise empty. */
export const scanDay = sql`case k.mode when 'DAILY' then ${checkinParam('day')} else '' end`

const lastOf = (also: SQL) => sql`left join checkpoint_scans c on c.number = (select s.number from checkpoint_scans s
  where s.guest_id = g.id and s.place = ${checkpointParam} and s.day = ${scanDay} and s.undone_at is null and ${also}
  order by s.number desc limit 1)`

export const FROM: Record<PlaceKind, SQL> = {
  checkpoint: sql`from guests g join events e on e.id = g.event_id
    join checkpoints k on k.id = ${checkpointParam} and k.event_id = e.id
    left join tickets t on t.id = g.ticket_id ${lastOf(sql`1`)}`,
  door: sql`from guests g join events e on e.id = g.event_id
    join (select null as id, null as name, 'IN_OUT' as mode, null as ticket_ids, null as opens_at, null as closes_at,
      null as room_limit) k
    left join tickets t on t.id = g.ticket_id
    left join checkins m on m.event_id = g.event_id and m.guest_id = g.id and m.undone_at is null
    ${lastOf(sql`s.checkin_id = m.id`)}`,
}

/** Selects a column of the guest's last scan. At the main door, the check-in counts as the first scan. */
export const lastScan = (kind: PlaceKind, name: string, ofCheckin = name) =>
  sql.raw(kind === 'checkpoint' ? `c.${name}` : `case when c.id is null then m.${ofCheckin} else c.${name} end`)
export const lastAt = (kind: PlaceKind) => lastScan(kind, 'scanned_at', 'checked_in_at')
const isInside: Record<PlaceKind, SQL> = {
  checkpoint: sql.raw(`(c.id is not null and c.direction is not 'OUT')`),
  door: sql.raw(`(m.id is not null and c.direction is not 'OUT')`),
}

export const countedAt = sql`coalesce((select n.inside from checkpoint_counts n where n.place = ${checkpointParam} and n.day = ${scanDay}), 0)`
/** At the main door `checkpoint_counts.inside` is zero or negative: minus the number of guests who are outside. */
export const insideCount: Record<PlaceKind, SQL> = { checkpoint: countedAt, door: sql`${checkedIn} + ${countedAt}` }

const windowOpens = sql`coalesce(k.opens_at, ${checkInOpensAt})`
const windowCloses = sql`coalesce(k.closes_at, ${checkInClosesAt})`

export const holdsTicket = sql`(k.ticket_ids is null or exists (select 1 from json_each(k.ticket_ids) where value = g.ticket_id))`

/**
 * Conditions that do not depend on whether the guest is inside. Most do not apply to `OUT`, so that guests can always
 * leave.
 */
const guestRules = [
  unless('validation_failed', sql`${goesIn} or k.mode = 'IN_OUT'`, {
    field: { field: 'direction', message: 'must be IN, because this door doesn’t record exits' },
  }),
  unless('event_cancelled', sql`${goesOut} or e.status <> 'CANCELLED'`),
  unless('checkin_not_open', sql`${goesOut} or ${checkinParam('at')} >= ${windowOpens}`, {
    says: sql`'Check-in opens at ' || ${isoOf(windowOpens)} || '.'`,
  }),
  unless('checkin_closed', sql`${goesOut} or ${checkinParam('at')} <= ${windowCloses}`, {
    says: sql`'Check-in closed at ' || ${isoOf(windowCloses)} || '.'`,
  }),
  unless('guest_not_confirmed', sql`${goesOut} or g.status in ('CONFIRMED', 'CHECKED_IN')`, {
    says: sql`'The guest is ' || g.shown_status || ', not CONFIRMED.'`,
  }),
  unless('ticket_not_admitted', sql`${goesOut} or ${holdsTicket}`),
] as const

const presenceRules = (kind: PlaceKind) =>
  [
    unless('already_checked_in', sql`${goesOut} or not ${isInside[kind]}`, {
      data: sql`json_object('guestId', g.id, 'checkedInAt', ${isoOf(lastAt(kind))},
        'checkedInBy', ${lastScan(kind, 'scanned_by', 'checked_in_by')},
        'checkedInByLabel', ${lastScan(kind, 'scanned_by_label', 'checked_in_by_label')},
        'gate', ${lastScan(kind, 'gate')}, 'deviceId', ${lastScan(kind, 'device_id')})`,
    }),
    unless('not_inside', sql`${goesIn} or ${isInside[kind]}`),
  ] as const

const roomRule = unless('room_full', sql`${goesOut} or k.room_limit is null or ${countedAt} < k.room_limit`, {
  data: sql`json_object('inside', ${countedAt}, 'limit', k.room_limit)`,
})

export const isFit = guard(guestRules)

/** Conditions for a live scan. The API contract fixes their order. */
export const mayPass = {
  checkpoint: guard([...guestRules, ...presenceRules('checkpoint'), roomRule]),
  door: guard([...guestRules, ...presenceRules('door'), roomRule]),
}
/** Conditions for an uploaded scan. `room_full` does not apply, because the guest has already entered. */
export const mayHavePassed = {
  checkpoint: guard([...guestRules, ...presenceRules('checkpoint')]),
  door: guard([...guestRules, ...presenceRules('door')]),
}
