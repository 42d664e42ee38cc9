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

/** With `reentry`, the main door works like a checkpoint in `IN_OUT` mode. */
export const entranceKind = ({ checkpointId }: Scan): PlaceKind => (checkpointId === null ? 'door' : 'checkpoint')

export const passageOf = (event: EventRow, scan: Scan, admission: Admission): Passage => ({
  ...admission,
  place: scan.checkpointId ?? event.id,
  direction: scan.direction,
  day: dateOf(scan.at, event.timezone),
})

/**
 * Admits a guest at a checkpoint, records an exit or re-entry at a main door with `reentry`, or returns the refusal. If
 * the early read in `ahead` already shows a refusal, no write is needed. In `DAILY` mode `ahead` is ignored, because it
 * was read without the date.
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
  // At the main door this means that a concurrent undo has just removed the guest's check-in, so there is nothing to
  // re-enter.
  if (kind === 'door') throw notFound()
  throw new Error('a scan changed nothing, although no condition failed')
}
