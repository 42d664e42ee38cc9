import { actorId, type Actor } from '../../access/actor.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Direction } from '../../kernel/vocabulary.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { gateOf, isCheckedIn, labelOf } from './checkins.ts'
import { admittedBy, type Admission, type Identifier } from './checkins.store.ts'
import { mayPass, type PlaceKind } from './checkpoint-rules.store.ts'
import { checkpointsScanned, passStatements, type Passage } from './checkpoint-scans.store.ts'
import type { JudgedPasser } from './passers.store.ts'

export interface Scan {
  guest: Identifier
  at: Instant
  gate: string | null
  deviceId: string | null
  /** Null at the main door. */
  checkpointId: string | null
  direction: Direction
}

export const admissionOf = (
  event: EventRow,
  { guest, at, gate, deviceId }: Scan,
  actor: Actor,
  moveId: string,
  deps: Deps,
): Admission => ({
  id: deps.newId('chk'),
  eventId: event.id,
  named: guest.value,
  moveId,
  at,
  by: actorId(actor),
  byLabel: labelOf(actor),
  gate: gateOf(actor, gate),
  deviceId,
  now: deps.clock(),
})

/** The main door is a place too, for those who leave by it and come back. */
export const entranceKind = ({ checkpointId }: Scan): PlaceKind => (checkpointId === null ? 'door' : 'checkpoint')

export const passageOf = (event: EventRow, scan: Scan, admission: Admission): Passage => ({
  ...admission,
  place: scan.checkpointId ?? event.id,
  direction: scan.direction,
  day: dateOf(scan.at, event.timezone),
})

/**
 * Lets a guest pass a checkpoint, or the main door on another than the first way in, or says why not. `ahead` is what
 * the request has read already: what that refuses needs no writing, but it knows of no days.
 */
export const passCheckpoint = async (
  event: EventRow,
  scan: Scan,
  actor: Actor,
  ahead: JudgedPasser | null,
  deps: Deps,
) => {
  const kind = entranceKind(scan)
  const seen = ahead === null || ahead.mode === 'DAILY' ? null : mayPass[kind].refusal(ahead)
  if (seen !== null) return seen
  const passage = passageOf(event, scan, admissionOf(event, scan, actor, deps.newId('mov'), deps))
  const statements = passStatements(kind, scan.guest.by, passage)
  const {
    made,
    seen: [guest],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'team',
    statements,
    watched: [statements.seen],
    events: [checkpointsScanned(event.id, [passage.id])],
    effectId: admittedBy(passage.id),
  })
  if (guest === undefined) throw notFound()
  if (made.length > 0 && isCheckedIn(guest)) return guest
  const refused = mayPass[kind].refusal(guest)
  if (refused !== null) return refused
  // At the main door their check-in was undone a moment ago, so there was nothing to come back to.
  if (kind === 'door') throw notFound()
  throw new Error('a scan changed nothing, although no condition failed')
}
