import { actorId, type Actor } from '../../access/actor.ts'
import { checkinsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import { reading, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound, refusal } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import { both, deleted, Deleted, one, operation } from '../../operation/operation.ts'
import { gateOf, identifierOf, isIn, isPlausible, labelOf, toCheckin } from './checkins.ts'
import { Checkin, NewCheckin } from './checkins.schema.ts'
import {
  checkinMade,
  checkinsCreated,
  checkInStatements,
  guestJudged,
  mayCheckIn,
  undoStatements,
  type Admission,
  type Identifier,
} from './checkins.store.ts'

export interface Scan {
  guest: Identifier
  at: Instant
  gate: string | null
  deviceId: string | null
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

/** Lets a guest in, or says why not: who is in is a row, and the row is written where the rule is asked. */
const letIn = async (event: EventRow, scan: Scan, actor: Actor, deps: Deps) => {
  const admission = admissionOf(event, scan, actor, deps.newId('mov'), deps)
  const statements = checkInStatements(scan.guest.by, admission)
  const {
    made,
    seen: [guest],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'team',
    statements,
    watched: [statements.seen],
    events: [checkinsCreated(event.id, [admission.id])],
    effectId: admission.id,
  })
  if (guest === undefined) throw notFound()
  if (made.length > 0 && isIn(guest)) return guest
  const refused = mayCheckIn.refusal(guest)
  if (refused === null) throw new Error('a check-in did nothing, and nothing stood against it')
  return refused
}

export const createCheckin = operation({
  id: 'checkins.create',
  summary: 'Check a guest in',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  limit: 'door',
  routes: both('POST /events/:eventId/checkins'),
  body: NewCheckin,
  answer: one(Checkin),
  refusals: ['event_cancelled', 'checkin_not_open', 'checkin_closed', 'guest_not_confirmed', 'already_checked_in'],
  ahead({ name, body }, { clock }) {
    if (name.by !== 'eventId') return null
    const statement = guestJudged(name.id, identifierOf(body), body.scannedAt ?? clock())
    return reading([statement], ([[guest]]) => ({ guest }))
  },
  async recover(effectId, { event }, { db }) {
    const [guest] = await rowsFrom(db, checkinMade(event.id, effectId))
    return guest !== undefined && isIn(guest) ? toCheckin(guest) : null
  },
  async run({ body, event, actor, ahead }, deps) {
    const at = body.scannedAt ?? deps.clock()
    if (!isPlausible(at, deps.clock())) {
      throw invalid('scannedAt', 'must lie within the last 48 hours and at most 2 minutes ahead')
    }
    // What the request's own read refuses needs no writing.
    if (ahead !== null && ahead.guest === undefined) throw notFound()
    const refused = mayCheckIn.refusal(ahead?.guest)
    if (refused !== null) return refused
    const scan = { guest: identifierOf(body), at, gate: body.gate ?? null, deviceId: body.deviceId ?? null }
    const guest = await letIn(event, scan, actor, deps)
    return guest instanceof Error ? guest : toCheckin(guest)
  },
})

/** A change of status to CHECKED_IN by hand: a scan like any other. */
export const letInByHand = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) =>
  letIn(event, { guest: { by: 'id', value: guestId }, at: deps.clock(), gate: null, deviceId: null }, actor, deps)

export const undoCheckin = operation({
  id: 'checkins.undo',
  summary: 'Undo a check-in',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  routes: both('DELETE /events/:eventId/checkins/:checkinId'),
  answer: one(Deleted),
  refusals: ['checkin_not_current'],
  async run({ params: { checkinId }, event, actor }, deps) {
    const statements = undoStatements({
      eventId: event.id,
      id: checkinId,
      by: actorId(actor),
      moveId: deps.newId('mov'),
      now: deps.clock(),
    })
    const { undone, seen } = await deps.commit({
      calendarId: event.calendarId,
      atEvent: event.id,
      seenBy: 'team',
      statements,
      watched: [statements.seen],
    })
    if (seen.length === 0) throw notFound()
    return undone.length === 0 ? refusal('checkin_not_current') : deleted(checkinId)
  },
})
