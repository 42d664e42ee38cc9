import type { Actor } from '../../../access/actor.ts'
import { guestsWrite } from '../../../access/demands.ts'
import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, unavailable } from '../../../kernel/failure.ts'
import type { Parsed } from '../../../kernel/lazily.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { admitByHand, undoByHand } from '../../checkins/index.ts'
import { handOverRedemptions, openOrders } from '../../orders/index.ts'
import { mailOfMove } from '../guest-mails.store.ts'
import { toGuest, type Placed } from '../guests.ts'
import { Guest, StatusChange } from '../guests.schema.ts'
import { viewOfGuest, type Whom } from '../guests.store.ts'
import { depart, newMove, outcomeOf, PROMOTED_MAIL, standing } from '../moves.ts'
import { afterLeaving } from '../registration/seats.store.ts'
import { confirm, extendDebt, mayBeConfirmed, mayBeSetAside, setAside, whyNotTo } from './moves.store.ts'

type Wanted = Parsed<typeof StatusChange>['status']

const toConfirmed = async (event: EventRow, whom: Whom, deps: Deps) => {
  const move = newMove(deps)
  const results = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: {
      why: whyNotTo(mayBeConfirmed, whom),
      moved: confirm(whom, move),
      views: viewOfGuest(whom),
      orders: openOrders({ ...move, payBy: 'OFFLINE' }, null),
      redemptions: handOverRedemptions(move.moveId),
      debt: extendDebt(move),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  })
  return outcomeOf(mayBeConfirmed, results, 'CONFIRMED')
}

const aside = async (event: EventRow, whom: Whom, to: 'PENDING' | 'WAITLISTED', deps: Deps) => {
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const results = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: {
      why: whyNotTo(mayBeSetAside, whom),
      moved: setAside(whom, to, left),
      views: viewOfGuest(whom),
      after: afterLeaving(event.id, left, promoted, whom.guestId),
    },
    mails: [
      mailOfMove({ PENDING: 'pending', WAITLISTED: 'waitlisted' }, left.moveId),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
  })
  return outcomeOf(mayBeSetAside, results, to)
}

const ANYWHERE = ['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'DECLINED', 'CANCELLED'] as const
const MAIL_OF_LEAVING = { DECLINED: { DECLINED: 'refusal' }, CANCELLED: { CANCELLED: 'cancelled' } }

const gone = (event: EventRow, { guestId }: Whom, to: 'DECLINED' | 'CANCELLED', deps: Deps) => {
  const from = ANYWHERE.filter((status) => status !== to)
  return depart(event, guestId, { from, to, mails: MAIL_OF_LEAVING[to] }, deps)
}

const move = (event: EventRow, whom: Whom, to: Exclude<Wanted, 'CHECKED_IN'>, deps: Deps) => {
  if (to === 'CONFIRMED') return toConfirmed(event, whom, deps)
  return to === 'PENDING' || to === 'WAITLISTED' ? aside(event, whom, to, deps) : gone(event, whom, to, deps)
}

/** Who is in is the desk's to say: it admits, and the list follows as soon as it can. */
const toCheckedIn = async (event: EventRow, before: Placed, actor: Actor, deps: Deps) => {
  const admitted = await admitByHand(event, before.guest.id, actor, deps)
  if (admitted instanceof Failure) return admitted
  return { ...toGuest(before), status: admitted.status, checkedInAt: admitted.checkedInAt }
}

const outAgain = async (event: EventRow, whom: Whom, actor: Actor, deps: Deps) => {
  await undoByHand(event, whom.guestId, actor, deps)
  const after = await standing(whom, deps)
  if (after.guest.status === 'CHECKED_IN') throw unavailable('The list is catching up with the door; try again.')
  return after
}

export const changeStatus = operation({
  id: 'guests.changeStatus',
  summary: 'Set the status of a guest by hand',
  routes: both('PATCH /events/:eventId/guests/:guestId/status'),
  access: guestsWrite,
  subject: 'event',
  body: StatusChange,
  answer: one(Guest),
  refusals: [
    'invalid_transition',
    'capacity_exceeded',
    'already_registered',
    'event_cancelled',
    'checkin_not_open',
    'checkin_closed',
    'guest_not_confirmed',
    'already_checked_in',
  ],
  /** Overrides the natural moves: from wherever the guest stands to where a moderator wants them. */
  async run({ event, params, body: { status: wanted }, actor }, deps) {
    const whom = { guestId: params.guestId, eventId: event.id }
    const before = await standing(whom, deps)
    if (before.guest.status === wanted) return toGuest(before)
    if (wanted === 'CHECKED_IN') return toCheckedIn(event, before, actor, deps)
    if (before.guest.status === 'CHECKED_IN') await outAgain(event, whom, actor, deps)
    const moved = await move(event, whom, wanted, deps)
    return moved instanceof Failure ? moved : toGuest(moved)
  },
})
