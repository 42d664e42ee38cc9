import type { Actor } from '../../access/actor.ts'
import { requestNamed } from '../../db/commit.ts'
import type { EventRow } from '../../db/rows.ts'
import { inOneBatch, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { isCheckedIn, toCheckin } from './checkins.ts'
import {
  checkinsCreated,
  checkInStatements,
  guestJudged,
  guestNamed,
  mayCheckIn,
  membersOf,
  type DoorGuest,
} from './checkins.store.ts'
import { mayPass } from './checkpoint-rules.store.ts'
import { checkpointsScanned, passStatements } from './checkpoint-scans.store.ts'
import { admissionOf, passageOf, type Scan } from './pass-checkpoint.ts'
import { passerNamed } from './passers.store.ts'

/** Returns the scanned guest and the members of their party. */
const partyOf = async (event: EventRow, scan: Scan, deps: Deps) => {
  const [scanned] = await rowsFrom(deps.db, guestNamed(event.id, scan.guest))
  if (scanned === undefined) throw notFound()
  const { partyId = null } = scanned
  return { scanned, members: partyId === null ? [] : await rowsFrom(deps.db, membersOf(event.id, [partyId])) }
}

interface Outcome {
  guest: DoorGuest
  refused: ReturnType<typeof mayCheckIn.refusal> | ReturnType<typeof mayPass.door.refusal>
}

/** The response for a party. `outcomes` starts with the scanned guest. */
const answerOf = (outcomes: readonly Outcome[]) => {
  const [first] = outcomes
  if (first === undefined) throw notFound()
  const admitted = outcomes.flatMap(({ guest, refused }) => (refused === null && isCheckedIn(guest) ? [guest] : []))
  if (admitted.length === 0 && first.refused !== null) return first.refused
  // If the scanned guest is already `CHECKED_IN`, returns that check-in. If the scanned guest is refused, returns the
  // first admitted member instead.
  const shown = isCheckedIn(first.guest) ? first.guest : admitted[0]
  if (shown === undefined) throw new Error('a party was admitted, but none of its guests is checked in')
  const party = outcomes.map(({ guest, refused }) =>
    refused === null && isCheckedIn(guest)
      ? { guestId: guest.id, result: 'ADMITTED' as const, checkin: toCheckin(guest) }
      : { guestId: guest.id, result: 'REFUSED' as const, code: refused?.code ?? 'guest_not_confirmed' },
  )
  return { ...toCheckin(shown), party }
}

/**
 * Admits all members of a party who are not inside, in one commit. The rules of the door apply to each member. At a
 * door with `reentry`, members who had left are admitted again. The scanned guest may already be inside.
 */
export const admitParty = async (event: EventRow, scan: Scan, actor: Actor, deps: Deps) => {
  const { scanned, members } = await partyOf(event, scan, deps)
  const isBack = ({ id, status }: { id: string; status: string }) =>
    status === 'CHECKED_IN' && members.some((member) => member.id === id && member.isOut === 1)
  const others = members.filter(
    (member) => member.id !== scanned.id && (member.status === 'CONFIRMED' || isBack(member)),
  )
  // All members share one `moveId`, so that a retried request can find their check-ins.
  const moveId = deps.newId('mov')
  const all = [scanned, ...others].map((member) => {
    const own = { ...scan, guest: { by: 'id' as const, value: member.id } }
    const admission = admissionOf(event, own, actor, moveId, deps)
    return { member, admission, passage: passageOf(event, own, admission) }
  })
  const [firsts, backs] = [all.filter(({ member }) => !isBack(member)), all.filter(({ member }) => isBack(member))]
  const statements = {
    firsts: firsts.map(({ admission }) => checkInStatements('id', admission)),
    backs: backs.map(({ passage }) => passStatements('door', 'id', passage)),
  }
  const idsOf = (some: typeof all) => some.map(({ admission }) => admission.id)
  const done = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'team',
    statements,
    watched: [...statements.firsts, ...statements.backs].map(({ seen }) => seen),
    events: [
      checkinsCreated(event.id, idsOf(firsts)),
      ...(backs.length === 0 ? [] : [checkpointsScanned(event.id, idsOf(backs))]),
    ],
    effectId: requestNamed(moveId),
  })
  const came = done.firsts.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayCheckIn.refusal(guest) }],
  )
  const cameBack = done.backs.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayPass.door.refusal(guest) }],
  )
  return answerOf(all.flatMap(({ member }) => [...came, ...cameBack].find(({ guest }) => guest.id === member.id) ?? []))
}

/**
 * Rebuilds the response of an interrupted request from its `moveId`. Returns null if the request admitted no guest, or
 * if its check-ins have since been undone.
 */
export const findAdmitted = async (event: EventRow, scan: Scan, moveId: string, deps: Deps) => {
  const { scanned, members } = await partyOf(event, scan, deps)
  const named = [scanned, ...members.filter(({ id }) => id !== scanned.id)].map(({ id: value }) => ({
    by: 'id' as const,
    value,
  }))
  const door = { eventId: event.id, place: event.id, direction: 'IN', day: '' } as const
  const { firsts, backs } = await inOneBatch(deps.db, {
    firsts: named.map((who) => guestJudged(event.id, who, scan.at)),
    backs: named.map((who) => passerNamed('door', who, door)),
  })
  const isByMove = (guest: DoorGuest | undefined) => guest?.moveId === moveId
  const outcomes = firsts.flatMap(([first], index): Outcome[] => {
    const came = [first, backs[index]?.[0]].find(isByMove)
    if (came !== undefined) return [{ guest: came, refused: null }]
    return index === 0 && first !== undefined ? [{ guest: first, refused: mayCheckIn.refusal(first) }] : []
  })
  return outcomes.some(({ guest }) => isByMove(guest)) ? answerOf(outcomes) : null
}
