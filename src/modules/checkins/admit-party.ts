import type { Actor } from '../../access/actor.ts'
import type { EventRow } from '../../db/rows.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { isIn, toCheckin } from './checkins.ts'
import { checkinsCreated, checkInStatements, guestNamed, mayCheckIn, membersOf } from './checkins.store.ts'
import { mayPass } from './checkpoint-rules.store.ts'
import { checkpointsScanned, passStatements } from './checkpoint-scans.store.ts'
import { admissionOf, passageOf, type Scan } from './pass-checkpoint.ts'

/**
 * Lets everybody of a party in who is not in, in one commit, each under the rule of the door: for the first time, or back
 * by a door that they left. Whoever was scanned need not be among them: one who is in already brings in the others.
 */
export const admitParty = async (event: EventRow, scan: Scan, actor: Actor, deps: Deps) => {
  const [scanned] = await rowsFrom(deps.db, guestNamed(event.id, scan.guest))
  if (scanned === undefined) throw notFound()
  const { partyId = null } = scanned
  const members = partyId === null ? [] : await rowsFrom(deps.db, membersOf(event.id, [partyId]))
  const isBack = ({ id, status }: { id: string; status: string }) =>
    status === 'CHECKED_IN' && members.some((member) => member.id === id && member.isOut === 1)
  const others = members.filter(
    (member) => member.id !== scanned.id && (member.status === 'CONFIRMED' || isBack(member)),
  )
  const all = [scanned, ...others].map((member) => {
    const own = { ...scan, guest: { by: 'id' as const, value: member.id } }
    const admission = admissionOf(event, own, actor, deps.newId('mov'), deps)
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
    effectId: all[0]?.admission.id ?? '',
  })
  const came = done.firsts.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayCheckIn.refusal(guest) }],
  )
  const cameBack = done.backs.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayPass.door.refusal(guest) }],
  )
  const outcomes = all.flatMap(({ member }) => [...came, ...cameBack].find(({ guest }) => guest.id === member.id) ?? [])
  const [first] = outcomes
  if (first === undefined) throw notFound()
  const admitted = outcomes.flatMap(({ guest, refused }) => (refused === null && isIn(guest) ? [guest] : []))
  if (admitted.length === 0 && first.refused !== null) return first.refused
  // Whoever was in before is answered as they stand; a scanned guest who may not come in lets the others pass.
  const shown = isIn(first.guest) ? first.guest : admitted[0]
  if (shown === undefined) throw new Error('a party was let in, and nobody of it is in')
  const party = outcomes.map(({ guest, refused }) =>
    refused === null && isIn(guest)
      ? { guestId: guest.id, result: 'ADMITTED' as const, checkin: toCheckin(guest) }
      : { guestId: guest.id, result: 'REFUSED' as const, code: refused?.code ?? 'guest_not_confirmed' },
  )
  return { ...toCheckin(shown), party }
}
