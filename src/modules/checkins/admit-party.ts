import type { Actor } from '../../access/actor.ts'
import type { EventRow } from '../../db/rows.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { isIn, toCheckin } from './checkins.ts'
import { checkinsCreated, checkInStatements, guestNamed, mayCheckIn, partyAt } from './checkins.store.ts'
import { admissionOf, type Scan } from './pass-checkpoint.ts'

/**
 * Lets everybody of a party in who is not in yet, in one commit, each under the rule of the door. Whoever was scanned need
 * not be among them: one who is in already brings in the others.
 */
export const admitParty = async (event: EventRow, scan: Scan, actor: Actor, deps: Deps) => {
  const [scanned] = await rowsFrom(deps.db, guestNamed(event.id, scan.guest))
  if (scanned === undefined) throw notFound()
  const { partyId = null } = scanned
  const members = partyId === null ? [] : await rowsFrom(deps.db, partyAt(event.id, partyId))
  const others = members.filter(({ id, status }) => id !== scanned.id && status === 'CONFIRMED').map(({ id }) => id)
  const each = [scanned.id, ...others].map((id) => {
    const admission = admissionOf(event, { ...scan, guest: { by: 'id', value: id } }, actor, deps.newId('mov'), deps)
    return { id, admission, statements: checkInStatements('id', admission) }
  })
  const { all } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'team',
    statements: { all: each.map(({ statements }) => statements) },
    watched: each.map(({ statements }) => statements.seen),
    events: [
      checkinsCreated(
        event.id,
        each.map(({ admission }) => admission.id),
      ),
    ],
    effectId: each[0]?.admission.id ?? '',
  })
  const outcomes = all.flatMap(({ made, seen: [guest] }) =>
    guest === undefined ? [] : [{ guest, refused: made.length > 0 ? null : mayCheckIn.refusal(guest) }],
  )
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
