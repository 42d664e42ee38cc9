import { actorId, type Actor } from '../../access/actor.ts'
import { checkinsWrite } from '../../access/demands.ts'
import { reasonOf } from '../../db/guard.ts'
import type { EventRow } from '../../db/rows.ts'
import { reading, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalid, notFound, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import type { Instant } from '../../kernel/time.ts'
import { both, deleted, Deleted, one, operation } from '../../operation/operation.ts'
import { admitParty, findAdmitted } from './admit-party.ts'
import { checkpointIn, identifierOf, isCheckedIn, isPlausible, toCheckin } from './checkins.ts'
import { CreatedCheckin, NewCheckin } from './checkins.schema.ts'
import {
  admittedBy,
  checkinMade,
  checkinsCreated,
  checkInStatements,
  guestJudged,
  mayCheckIn,
  type JudgedGuest,
} from './checkins.store.ts'
import { mayTakeBack, scanMade, takeBackStatements } from './take-back.store.ts'
import { admissionOf, passCheckpoint, type Scan } from './pass-checkpoint.ts'
import { passerJudged, type JudgedPasser } from './passers.store.ts'
import { undoStatements } from './undo-checkin.store.ts'

/**
 * Checks a guest in, or returns the refusal. The `insert` into `checkins` checks the `mayCheckIn` conditions itself, so
 * two concurrent scans cannot both succeed.
 */
const checkIn = async (event: EventRow, scan: Scan, actor: Actor, deps: Deps) => {
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
    effectId: admittedBy(admission.id),
  })
  if (guest === undefined) throw notFound()
  if (made.length > 0 && isCheckedIn(guest)) return guest
  return reasonOf(mayCheckIn, guest)
}

/**
 * Checks a guest in at the main door. If the guest is already `CHECKED_IN` and the event has `reentry`, records a
 * re-entry instead.
 */
const checkInAtMainDoor = async (event: EventRow, scan: Scan, actor: Actor, ahead: JudgedGuest | null, deps: Deps) => {
  // If the early read in `ahead` already shows a refusal, no write is needed.
  const came = (ahead === null ? null : mayCheckIn.refusal(ahead)) ?? (await checkIn(event, scan, actor, deps))
  const isInAlready = came instanceof Failure && came.code === 'already_checked_in'
  return isInAlready && event.reentry ? passCheckpoint(event, scan, actor, null, deps) : came
}

const scanOf = (body: SchemaOutput<typeof NewCheckin>, actor: Actor, { clock }: Deps): Scan => ({
  guest: identifierOf(body),
  at: body.scannedAt ?? clock(),
  gate: body.gate ?? null,
  deviceId: body.deviceId ?? null,
  checkpointId: checkpointIn(actor, body.checkpointId),
  direction: body.direction ?? 'IN',
})

/** The guest as read before authentication. `at` is the `checkpointId` of the request, or null for the main door. */
type Ahead = { at: null; guest: JudgedGuest | undefined } | { at: string; guest: JudgedPasser | undefined }

export const createCheckin = operation({
  id: 'checkins.create',
  summary: 'Create a check-in',
  description:
    'Without `checkpointId`, checks the guest in at the main door and sets their status to CHECKED_IN. With `checkpointId`, records a scan according to the checkpoint’s rule and leaves the status unchanged.',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  limit: 'door',
  routes: both('POST /events/:eventId/checkins'),
  body: NewCheckin,
  answer: one(CreatedCheckin),
  refusals: [
    'event_cancelled',
    'checkin_not_open',
    'checkin_closed',
    'guest_not_confirmed',
    'ticket_not_admitted',
    'already_checked_in',
    'not_inside',
    'room_full',
  ],
  ahead({ name, body }, { clock }) {
    if (name?.by !== 'eventId') return null
    const [named, at] = [identifierOf(body), body.scannedAt ?? clock()]
    const place = body.checkpointId ?? null
    if (place === null) {
      return reading([guestJudged(name.id, named, at)], ([[guest]]): Ahead => ({ at: null, guest }))
    }
    const passing = { eventId: name.id, place, direction: body.direction ?? 'IN', day: '', at }
    return reading([passerJudged('checkpoint', named, passing)], ([[guest]]): Ahead => ({ at: place, guest }))
  },
  async recover(effectId, { event, actor, body }, deps) {
    if (body.admitParty === true) return findAdmitted(event, scanOf(body, actor, deps), effectId, deps)
    const [guest] = await rowsFrom(deps.db, checkinMade(event.id, effectId))
    const [passer] = guest === undefined ? await rowsFrom(deps.db, scanMade(event.id, effectId)) : []
    const made = guest ?? passer
    return made !== undefined && isCheckedIn(made) ? toCheckin(made) : null
  },
  async run({ body, event, actor, ahead }, deps) {
    if (!isPlausible(body.scannedAt ?? deps.clock(), deps.clock())) {
      throw invalid('scannedAt', 'must be no more than 48 hours in the past or 2 minutes in the future')
    }
    const scan = scanOf(body, actor, deps)
    const isOut = scan.direction === 'OUT'
    if (scan.checkpointId === null && isOut && !event.reentry)
      throw invalid('direction', 'must be IN, because this door doesn’t record exits')
    if (body.admitParty === true) {
      if (isOut) throw invalid('admitParty', 'can’t be used with direction OUT')
      return admitParty(event, scan, actor, deps)
    }
    // If the request leaves out `checkpointId`, a door pass bound to a checkpoint supplies it. The `ahead` read may
    // therefore be for the main door.
    const seen = ahead !== null && ahead.at === scan.checkpointId ? ahead : null
    if (seen !== null && seen.guest === undefined) throw notFound()
    const passed =
      scan.checkpointId === null && !isOut
        ? await checkInAtMainDoor(event, scan, actor, seen?.at === null ? (seen.guest ?? null) : null, deps)
        : await passCheckpoint(
            event,
            scan,
            actor,
            seen !== null && seen.at !== null ? (seen.guest ?? null) : null,
            deps,
          )
    return passed instanceof Error ? passed : toCheckin(passed)
  },
})

const byHand = (guestId: string, at: Instant): Scan => ({
  guest: { by: 'id', value: guestId },
  at,
  gate: null,
  deviceId: null,
  checkpointId: null,
  direction: 'IN',
})

/** Checks a guest in when a member sets their status to `CHECKED_IN`. The rules are the same as for a scan. */
export const letInByHand = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) =>
  checkIn(event, byHand(guestId, deps.clock()), actor, deps)

/** Undoes a scan at a checkpoint, or an exit or re-entry at the main door. */
const undoScan = async (event: EventRow, id: string, actor: Actor, deps: Deps) => {
  const statements = takeBackStatements({
    eventId: event.id,
    id,
    by: actorId(actor),
    moveId: deps.newId('mov'),
    now: deps.clock(),
  })
  const {
    judged: [judged],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'team',
    statements,
    watched: [statements.seen],
  })
  if (judged === undefined) throw notFound()
  return mayTakeBack.refusal(judged) ?? deleted(id)
}

export const undoCheckin = operation({
  id: 'checkins.undo',
  summary: 'Undo a check-in or checkpoint scan',
  description: 'Fails with 409 unless it is the guest’s most recent scan.',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  routes: both('DELETE /events/:eventId/checkins/:checkinId'),
  answer: one(Deleted),
  refusals: ['checkin_not_current', 'guest_not_confirmed', 'room_full'],
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
    if (seen.length === 0) return undoScan(event, checkinId, actor, deps)
    return undone.length === 0 ? refusal('checkin_not_current') : deleted(checkinId)
  },
})
