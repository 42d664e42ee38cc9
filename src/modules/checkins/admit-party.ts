import type { Actor } from '../../access/actor.ts'
import { requestNamed } from '../../db/commit.ts'
import type { EventRow } from '../../db/rows.ts'
import { inOneBatch, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
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
import { admissionOf, entranceKind, passageOf, type Scan } from './pass-checkpoint.ts'
import { passerJudged } from './passers.store.ts'
import { scansOfMove } from './take-back.store.ts'

/** Returns the scanned guest and the members of their party. */
const partyOf = async (event: EventRow, scan: Scan, deps: Deps) => {
  const [scanned] = await rowsFrom(deps.db, guestNamed(event.id, scan.guest))
  if (scanned === undefined) throw notFound()
  const { partyId = null } = scanned
  return { scanned, members: partyId === null ? [] : await rowsFrom(deps.db, membersOf(event.id, [partyId])) }
}

interface Outcome {
  guest: DoorGuest
  refused: ReturnType<typeof mayCheckIn.refusal> | ReturnType<(typeof mayPass)['door']['refusal']>
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
 * Admits a party in one commit, and applies the rules of the door to each member. At the main door, members who are
 * already in are left out, and at a door with `reentry`, members who had left are admitted again. At a checkpoint, every
 * confirmed member is tried. The scanned guest may already be inside.
 */
export const admitParty = async (event: EventRow, scan: Scan, actor: Actor, deps: Deps) => {
  const { scanned, members } = await partyOf(event, scan, deps)
  const kind = entranceKind(scan)
  const isBack = ({ id, status }: { id: string; status: string }) =>
    status === 'CHECKED_IN' && members.some((member) => member.id === id && member.isOut === 1)
  const mayCome = (member: { id: string; status: string }) =>
    member.status === 'CONFIRMED' || (member.status === 'CHECKED_IN' && (kind === 'checkpoint' || isBack(member)))
  const others = members.filter((member) => member.id !== scanned.id && mayCome(member))
  // All members share one `moveId`, so that a retried request can find their check-ins.
  const moveId = deps.newId('mov')
  const all = [scanned, ...others].map((member) => {
    const own = { ...scan, guest: { by: 'id' as const, value: member.id } }
    const admission = admissionOf(event, own, actor, moveId, deps)
    return { member, admission, passage: passageOf(event, own, admission) }
  })
  const isFirst = ({ member }: (typeof all)[number]) => kind === 'door' && !isBack(member)
  const [firsts, passing] = [all.filter(isFirst), all.filter((each) => !isFirst(each))]
  const statements = {
    firsts: firsts.map(({ admission }) => checkInStatements('id', admission)),
    passing: passing.map(({ passage }) => passStatements(kind, 'id', passage)),
  }
  const idsOf = (some: typeof all) => some.map(({ admission }) => admission.id)
  const done = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'team',
    statements,
    watched: [...statements.firsts, ...statements.passing].map(({ seen }) => seen),
    events: [
      ...(firsts.length === 0 ? [] : [checkinsCreated(event.id, idsOf(firsts))]),
      ...(passing.length === 0 ? [] : [checkpointsScanned(event.id, idsOf(passing))]),
    ],
    effectId: requestNamed(moveId),
  })
  const came = done.firsts.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayCheckIn.refusal(guest) }],
  )
  const passed = done.passing.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayPass[kind].refusal(guest) }],
  )
  return answerOf(all.flatMap(({ member }) => [...came, ...passed].find(({ guest }) => guest.id === member.id) ?? []))
}

/**
 * Rebuilds the response of an interrupted request from its `moveId`. Returns null if the request admitted no guest, or
 * if its check-ins have since been undone.
 */
export const findAdmitted = async (event: EventRow, scan: Scan, moveId: string, deps: Deps) => {
  const { scanned, members } = await partyOf(event, scan, deps)
  const ids = [scanned.id, ...members.flatMap(({ id }) => (id === scanned.id ? [] : [id]))]
  const isMainDoor = entranceKind(scan) === 'door'
  const { at, checkpointId, direction } = scan
  const place = checkpointId ?? event.id
  const passing = { eventId: event.id, place, direction, day: dateOf(at, event.timezone), at }
  const { judged, scans } = await inOneBatch(deps.db, {
    judged: ids.map((value) =>
      isMainDoor
        ? guestJudged(event.id, { by: 'id', value }, at)
        : passerJudged('checkpoint', { by: 'id', value }, passing),
    ),
    scans: scansOfMove(event.id, { place, moveId, guestIds: ids }),
  })
  const outcomes = judged.flatMap(([guest], index): Outcome[] => {
    if (guest === undefined) return []
    const scanOfGuest = scans.find(({ id }) => id === guest.id)
    if (scanOfGuest !== undefined) return [{ guest: scanOfGuest, refused: null }]
    if (isMainDoor && guest.moveId === moveId) return [{ guest, refused: null }]
    // Refusals are not stored: they follow from the present state.
    const refused = (isMainDoor ? mayCheckIn : mayPass.checkpoint).refusal(guest)
    return refused !== null && (index === 0 || !isMainDoor) ? [{ guest, refused }] : []
  })
  return outcomes.some(({ refused }) => refused === null) ? answerOf(outcomes) : null
}
