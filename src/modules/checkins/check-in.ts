import { actorId, type Actor } from '../../access/actor.ts'
import { checkinsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Answer, DecidedScan, Once } from '../../desk.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { Failure, invalid, notFound, refusal } from '../../kernel/failure.ts'
import { both, Deleted, deleted, one, operation, reply } from '../../operation/operation.ts'
import { gateOf, identifierOf, labelOf, toCheckin } from './checkins.ts'
import { Checkin, NewCheckin } from './checkins.schema.ts'
import { guestAhead } from './checkins.store.ts'
import { doorOf, failureOf, isPlausible, replayHeaders, settledIn } from './door.ts'

/** The name under which the desk keeps its answer: one caller, one operation, one key. */
export const onceOf = async (
  operationName: string,
  actor: Actor,
  key: string | null,
  body: unknown,
): Promise<Once | null> =>
  key === null
    ? null
    : {
        id: await sha256Hex(`${actorId(actor)}\n${operationName}\n${key}`),
        requestHash: await sha256Hex(JSON.stringify(body)),
      }

const checkinIn = (event: EventRow, answer: Answer<DecidedScan>) => {
  const { settled, isReplay } = settledIn(answer)
  const { decision, guest } = settled
  if (decision.outcome !== 'admitted') return failureOf(decision, isReplay)
  if (guest === null) throw notFound()
  return { checkin: toCheckin(doorOf(event), decision.admission, guest), isReplay }
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
  ownIdempotency: true,
  ahead: ({ name, body }) => guestAhead(name, identifierOf(body)),
  async run({ body, event, actor, idempotencyKey, ahead }, deps) {
    const scannedAt = body.scannedAt ?? null
    if (scannedAt !== null && !isPlausible(scannedAt, deps.clock())) {
      throw invalid('scannedAt', 'must lie within the last 48 hours and at most 2 minutes ahead')
    }
    const scan = {
      guest: identifierOf(body),
      scannedAt,
      gate: gateOf(actor, body.gate),
      deviceId: body.deviceId ?? null,
    }
    const once = await onceOf('create', actor, idempotencyKey, scan)
    const labelled = { ...scan, byLabel: labelOf(actor) }
    const decided = checkinIn(event, await deps.desk.admit(doorOf(event), labelled, actorId(actor), once, ahead))
    return decided instanceof Failure ? decided : reply(decided.checkin, replayHeaders(decided.isReplay))
  },
})

/** A change of status to CHECKED_IN by hand: the desk decides it like any scan, and is obeyed. */
export const admitByHand = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) => {
  const scan = { guest: { by: 'id' as const, value: guestId }, scannedAt: null, gate: null, deviceId: null }
  const decided = checkinIn(event, await deps.desk.admit(doorOf(event), scan, actorId(actor), null))
  return decided instanceof Failure ? decided : decided.checkin
}

export const undoCheckin = operation({
  id: 'checkins.undo',
  summary: 'Undo a check-in',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  routes: both('DELETE /events/:eventId/checkins/:checkinId'),
  answer: one(Deleted),
  refusals: ['checkin_not_current'],
  async run({ event, params, actor }, deps) {
    const { outcome } = await deps.desk.undo(event.id, { admissionId: params.checkinId }, actorId(actor))
    if (outcome === 'unknown') throw notFound()
    return outcome === 'notCurrent' ? refusal('checkin_not_current') : deleted(params.checkinId)
  },
})

/** Leaving CHECKED_IN by a change of status; true when the guest was in. */
export const undoByHand = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) =>
  (await deps.desk.undo(event.id, { guestId }, actorId(actor))).outcome === 'undone'
