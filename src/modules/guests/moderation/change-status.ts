import type { Actor } from '../../../access/actor.ts'
import { guestsWrite } from '../../../access/demands.ts'
import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, unavailable } from '../../../kernel/failure.ts'
import type { Parsed } from '../../../kernel/lazily.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { admitByHand, undoByHand } from '../../checkins/index.ts'
import { handOverRedemptions, openOrders, orderLifetimeMs } from '../../orders/index.ts'
import { mailOfMove, mailOfPlacing } from '../guest-mails.store.ts'
import { toGuest, type Placed } from '../guests.ts'
import { Guest, StatusChange } from '../guests.schema.ts'
import { viewOfGuest, type Whom } from '../guests.store.ts'
import { depart, newMove, outcomeOf, PROMOTED_MAIL, standing } from '../moves.ts'
import { afterLeaving } from '../registration/seats.store.ts'
import {
  approve,
  confirm,
  extendDebt,
  mayBeApproved,
  mayBeConfirmed,
  mayBeSetAside,
  setAside,
  whyNotTo,
} from './moves.store.ts'

export const approveGuest = operation({
  id: 'guests.approve',
  summary: 'Approve a guest who is pending or waitlisted',
  description: 'On a priced ticket an approved guest stays PENDING until the order is paid.',
  routes: both('POST /events/:eventId/guests/:guestId/approve'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition', 'capacity_exceeded', 'event_cancelled'],
  async run({ event, params }, deps) {
    const move = newMove(deps)
    const whom = { guestId: params.guestId, eventId: event.id }
    const results = await deps.commit({
      calendarId: event.calendarId,
      seenBy: 'visitors',
      statements: {
        why: whyNotTo(mayBeApproved, whom),
        moved: approve(whom, move),
        orders: openOrders(move, move.now + orderLifetimeMs(move.payBy, false)),
        redemptions: handOverRedemptions(move.moveId),
        views: viewOfGuest(whom),
      },
      mails: [mailOfPlacing({ CONFIRMED: 'confirmation', PENDING: 'pending' }, move)],
    })
    const approved = outcomeOf(mayBeApproved, results, 'CONFIRMED')
    return approved instanceof Failure ? approved : toGuest(approved)
  },
})

export const rejectGuest = operation({
  id: 'guests.reject',
  summary: 'Reject a guest who is pending or waitlisted',
  routes: both('POST /events/:eventId/guests/:guestId/reject'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition'],
  async run({ event, params }, deps) {
    const departure = { from: ['PENDING', 'WAITLISTED'], to: 'DECLINED', mails: { DECLINED: 'refusal' } } as const
    const gone = await depart(event, params.guestId, departure, deps)
    return gone instanceof Failure ? gone : toGuest(gone)
  },
})

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
  const { guest } = await standing(whom, deps)
  if (guest.status === 'CHECKED_IN') throw unavailable('The list is catching up with the door; try again.')
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
