import { actorId, type Actor } from '../../access/actor.ts'
import { reply, type Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Answer, DecidedScan, DoorGuest, Once } from '../../desk.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { gateOf, identifierOf, labelOf, toCheckin } from './checkins.ts'
import type { NewCheckin } from './checkins.schema.ts'
import { doorOf, isPlausible } from './door.ts'
import { failureOf, replayHeaders, settledIn } from './refuse.ts'

type Creation = Call<unknown, unknown, Parsed<typeof NewCheckin>, 'event', DoorGuest[]>

/** The name under which the desk keeps its answer: one caller, one operation, one key. */
export const onceOf = async (
  operation: string,
  actor: Actor,
  key: string | null,
  body: unknown,
): Promise<Once | null> =>
  key === null
    ? null
    : {
        id: await sha256Hex(`${actorId(actor)}\n${operation}\n${key}`),
        requestHash: await sha256Hex(JSON.stringify(body)),
      }

const checkinIn = (event: EventRow, answer: Answer<DecidedScan>) => {
  const { settled, isReplay } = settledIn(answer)
  const { decision, guest } = settled
  if (decision.outcome !== 'admitted' || guest === null) {
    throw failureOf(decision.outcome === 'admitted' ? { outcome: 'unknown' } : decision, isReplay)
  }
  return { checkin: toCheckin(doorOf(event), decision.admission, guest), isReplay }
}

export const createCheckin = async ({ body, event, actor, idempotencyKey, ahead }: Creation, deps: Deps) => {
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
  const decided = await deps.desk.admit(doorOf(event), labelled, actorId(actor), once, ahead)
  const { checkin, isReplay } = checkinIn(event, decided)
  return reply(checkin, replayHeaders(isReplay))
}

/** A change of status to CHECKED_IN by hand: the desk decides it like any scan, and is obeyed. */
export const admitByHand = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) => {
  const scan = { guest: { by: 'id' as const, value: guestId }, scannedAt: null, gate: null, deviceId: null }
  return checkinIn(event, await deps.desk.admit(doorOf(event), scan, actorId(actor), null)).checkin
}
