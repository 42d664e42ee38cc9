import type { Deps } from '../../deps.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Actor } from '../../access/actor.ts'
import { Failure, refusal, unavailable } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { admitByHand, undoByHand } from '../checkins/index.ts'
import { handOverRedemptions, openOrders } from '../orders/index.ts'
import { mailOfMove } from './guest-mails.store.ts'
import { toGuest, type Placed } from './guests.ts'
import type { StatusChange } from './guests.schema.ts'
import { viewOfGuest } from './guests.store.ts'
import { depart, invalidTransition, newMove, PROMOTED_MAIL, standing } from './move-guest.ts'
import { confirm, extendDebt, setAside } from './moves.store.ts'
import { capacityExceeded } from './place-guest.ts'
import type { OnGuest } from './read-guest.ts'
import { refuseCancelled } from './registration.ts'
import { afterLeaving } from './seats.store.ts'

type Wanted = Parsed<typeof StatusChange>['status']
type Mover = (event: EventRow, guestId: string, deps: Deps) => Promise<Placed | null>

const toConfirmed: Mover = async (event, guestId, deps) => {
  const move = newMove(deps)
  const [moved, views] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [
      confirm({ guestId, eventId: event.id }, move),
      viewOfGuest(event.id, guestId),
      openOrders({ ...move, payBy: 'OFFLINE' }, null),
      handOverRedemptions(move.moveId),
      extendDebt(move),
    ],
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  return moved.length === 0 ? null : (views[0] ?? null)
}

const aside =
  (to: 'PENDING' | 'WAITLISTED'): Mover =>
  async (event, guestId, deps) => {
    const [left, promoted] = [newMove(deps), newMove(deps)]
    const [moved, views] = await deps.commit({
      calendarId: event.calendarId,
      seenBy: 'visitors',
      statements: [
        setAside({ guestId, eventId: event.id }, to, left),
        viewOfGuest(event.id, guestId),
        ...afterLeaving(event.id, left, promoted, guestId),
      ],
      mails: [
        mailOfMove({ PENDING: 'pending', WAITLISTED: 'waitlisted' }, left.moveId),
        mailOfMove(PROMOTED_MAIL, promoted.moveId),
      ],
    })
    return moved.length === 0 ? null : (views[0] ?? null)
  }

const ANYWHERE = ['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'DECLINED', 'CANCELLED'] as const

const gone =
  (to: 'DECLINED' | 'CANCELLED', kind: string): Mover =>
  (event, guestId, deps) =>
    depart(event, guestId, { from: ANYWHERE.filter((status) => status !== to), to, mails: { [to]: kind } }, deps)

const MOVERS: Record<Exclude<Wanted, 'CHECKED_IN'>, Mover> = {
  CONFIRMED: toConfirmed,
  PENDING: aside('PENDING'),
  WAITLISTED: aside('WAITLISTED'),
  DECLINED: gone('DECLINED', 'refusal'),
  CANCELLED: gone('CANCELLED', 'cancelled'),
}

/** Who is in is the desk's to say: it admits, and the list follows as soon as it can. */
const toCheckedIn = async (event: EventRow, before: Placed, actor: Actor, deps: Deps) => {
  const admitted = await admitByHand(event, before.guest.id, actor, deps)
  if (admitted instanceof Failure) throw admitted
  return { ...toGuest(before), status: admitted.status, checkedInAt: admitted.checkedInAt }
}

const outAgain = async (event: EventRow, guestId: string, actor: Actor, deps: Deps) => {
  await undoByHand(event, guestId, actor, deps)
  const after = await standing(event, guestId, deps)
  if (after.guest.status === 'CHECKED_IN') throw unavailable('The list is catching up with the door; try again.')
  return after
}

/** Overrides the natural moves: from wherever the guest stands to where a moderator wants them. */
export const changeStatus = async (
  { event, params, body, actor }: OnGuest<Parsed<typeof StatusChange>>,
  deps: Deps,
) => {
  const wanted = body.status
  let before = await standing(event, params.guestId, deps)
  if (before.guest.status === wanted) return toGuest(before)
  if (wanted === 'CHECKED_IN') return toCheckedIn(event, before, actor, deps)
  if (before.guest.status === 'CHECKED_IN') {
    before = await outAgain(event, params.guestId, actor, deps)
    if (before.guest.status === wanted) return toGuest(before)
  }
  try {
    const moved = await MOVERS[wanted](event, params.guestId, deps)
    if (moved !== null) return toGuest(moved)
  } catch (error) {
    // Someone else lives under the address by now.
    if (!isUniqueViolation(error, 'guests')) throw error
    throw refusal('already_registered', { says: 'Another guest of the event has this address.' })
  }
  return explain(event, params.guestId, wanted, deps)
}

const explain = async (event: EventRow, guestId: string, wanted: Wanted, deps: Deps) => {
  const found = await standing(event, guestId, deps)
  const { status, ticketId, erasedAt } = found.guest
  if (status === wanted) return toGuest(found)
  const cancelled = wanted === 'CONFIRMED' ? refuseCancelled(event) : null
  if (cancelled !== null) throw cancelled
  const isStuck = status === 'TRANSFERRED' || status === 'CHECKED_IN' || erasedAt !== null || ticketId === null
  throw isStuck || wanted !== 'CONFIRMED' ? invalidTransition(status, wanted) : capacityExceeded()
}
