import { actorId } from '../../../access/actor.ts'
import { guestsWrite } from '../../../access/demands.ts'
import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { endCheckin, letInByHand } from '../../checkins/index.ts'
import { endPagesOf } from '../../payments/index.ts'
import { handOverRedemptions, openOrders, openPartyOrder, orderDeadlines } from '../../orders/index.ts'
import { Guest, Rejection, StatusChange } from '../guests.schema.ts'
import {
  approve as seatApproved,
  confirm,
  extendDebt,
  mayBeApproved,
  mayBeConfirmed,
  mayBeSetAside,
  setAside,
  whyNotTo,
} from './moves.store.ts'
import {
  afterConfirming,
  afterLeaving,
  depart,
  guestsOfMove,
  mailOfMove,
  mailOfPlacing,
  newMove,
  outcomeOf,
  PROMOTED_MAIL,
  getGuestOrThrow,
  viewOfGuest,
  type GuestRef,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

export const approveOne = async (event: EventRow, guestId: string, deps: Deps) => {
  const move = newMove(deps)
  const whom = { guestId, eventId: event.id }
  const results = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      why: whyNotTo(mayBeApproved, whom),
      approved: seatApproved(whom, move),
      partyOrder: openPartyOrder(move, ...orderDeadlines(move.now, false)),
      orders: openOrders(move, ...orderDeadlines(move.now, false)),
      redemptions: handOverRedemptions(move.moveId),
      views: viewOfGuest(whom),
    },
    mails: [mailOfPlacing({ CONFIRMED: 'confirmation', PENDING: 'pending' }, move.moveId)],
    effectId: guestsOfMove(move.moveId),
  })
  const moved = [...results.approved.together, ...results.approved.alone]
  return outcomeOf(mayBeApproved, { ...results, moved }, 'CONFIRMED')
}

/**
 * The interrupted request had already succeeded. If another call has changed `status` since then, that later change
 * wins.
 */
const currentView = async (
  _effectId: string,
  { event, params }: { event: EventRow; params: { guestId: string } },
  deps: Deps,
) => toGuest(await getGuestOrThrow({ guestId: params.guestId, eventId: event.id }, deps))

export const approveGuest = operation({
  id: 'guests.approve',
  effects: ['mails', 'money'],
  summary: 'Approve a guest',
  description:
    'The guest must be pending or waitlisted. A guest with a paid ticket stays PENDING until the order is paid.',
  routes: both('POST /events/:eventId/guests/:guestId/approve'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition', 'capacity_exceeded', 'event_cancelled'],
  recover: currentView,
  async run({ event, params }, deps) {
    const approved = await approveOne(event, params.guestId, deps)
    return approved instanceof Failure ? approved : toGuest(approved)
  },
})

/** Ends the checkout pages that charge for a seat the guest has just given up. */
const withoutPages = async <Outcome>(guestId: string, moved: Promise<Outcome>, deps: Deps) => {
  const outcome = await moved
  if (!(outcome instanceof Failure)) await endPagesOf([guestId], deps)
  return outcome
}

const dataOfRefusal = (message: string | undefined) => (message?.trim() ? { message } : {})

export const rejectOne = (event: EventRow, guestId: string, message: string | undefined, deps: Deps) => {
  const departure = {
    from: ['PENDING', 'WAITLISTED', 'OFFERED'],
    to: 'DECLINED',
    mails: { DECLINED: 'refusal' },
    mailData: dataOfRefusal(message),
    isTogether: true,
  } as const
  return withoutPages(guestId, depart(event, guestId, departure, deps), deps)
}

export const rejectGuest = operation({
  id: 'guests.reject',
  effects: ['mails', 'cancels'],
  summary: 'Reject a guest',
  description: 'The guest must be pending or waitlisted.',
  routes: both('POST /events/:eventId/guests/:guestId/reject'),
  access: guestsWrite,
  subject: 'event',
  body: Rejection,
  answer: one(Guest),
  refusals: ['invalid_transition'],
  recover: currentView,
  async run({ event, params, body }, deps) {
    const gone = await rejectOne(event, params.guestId, body.message, deps)
    return gone instanceof Failure ? gone : toGuest(gone)
  },
})

type Wanted = SchemaOutput<typeof StatusChange>['status']

interface ByHand {
  event: EventRow
  whom: GuestRef
  /** Id of the moderator. */
  by: string
  /** Ticket for a guest who has none. */
  ticketId: string | undefined
  /** Message in the email to a guest who is declined. */
  message?: string | undefined
}

/** A moderator's decision overrides a scan. If the guest is `CHECKED_IN`, the batch first undoes the check-in. */
const undoCheckInFirst = ({ whom, by }: ByHand, deps: Deps) =>
  endCheckin({ eventId: whom.eventId, id: whom.guestId, by, moveId: deps.newId('mov'), now: deps.clock() })

const toConfirmed = async (hand: ByHand, deps: Deps) => {
  const { event, whom, ticketId } = hand
  const [out, move, promoted] = [undoCheckInFirst(hand, deps), newMove(deps), newMove(deps)]
  const results = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      out,
      why: whyNotTo(mayBeConfirmed, whom, ticketId),
      moved: confirm(whom, move, ticketId),
      orders: openOrders({ ...move, payBy: 'BY_HAND' }, null),
      redemptions: handOverRedemptions(move.moveId),
      debt: extendDebt(move),
      after: afterConfirming(event.id, move, promoted),
      views: viewOfGuest(whom),
    },
    watched: [out.seen],
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId), mailOfMove(PROMOTED_MAIL, promoted.moveId)],
    effectId: guestsOfMove(move.moveId),
  })
  return outcomeOf(mayBeConfirmed, results, 'CONFIRMED')
}

const aside = async (hand: ByHand, to: 'PENDING' | 'WAITLISTED', deps: Deps) => {
  const { event, whom, ticketId } = hand
  const [out, left, promoted] = [undoCheckInFirst(hand, deps), newMove(deps), newMove(deps)]
  const results = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      out,
      why: whyNotTo(mayBeSetAside, whom, ticketId),
      moved: setAside(whom, to, left, ticketId),
      after: afterLeaving(event.id, left, promoted, { except: whom.guestId }),
      views: viewOfGuest(whom),
    },
    watched: [out.seen],
    mails: [
      mailOfMove({ PENDING: 'pending', WAITLISTED: 'waitlisted' }, left.moveId),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
    effectId: guestsOfMove(left.moveId),
  })
  return outcomeOf(mayBeSetAside, results, to)
}

const ANYWHERE = ['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED', 'DECLINED', 'CANCELLED'] as const
const MAIL_OF_LEAVING = { DECLINED: { DECLINED: 'refusal' }, CANCELLED: { CANCELLED: 'cancelled' } }

const gone = (hand: ByHand, to: 'DECLINED' | 'CANCELLED', deps: Deps) => {
  const from = ANYWHERE.filter((status) => status !== to)
  const departure = {
    from,
    to,
    mails: MAIL_OF_LEAVING[to],
    mailData: dataOfRefusal(to === 'DECLINED' ? hand.message : undefined),
    out: undoCheckInFirst(hand, deps),
  }
  return withoutPages(hand.whom.guestId, depart(hand.event, hand.whom.guestId, departure, deps), deps)
}

export const cancelOne = (hand: Omit<ByHand, 'ticketId'>, deps: Deps) =>
  gone({ ...hand, ticketId: undefined }, 'CANCELLED', deps)

const move = (hand: ByHand, to: Exclude<Wanted, 'CHECKED_IN'>, deps: Deps) => {
  if (to === 'CONFIRMED') return toConfirmed(hand, deps)
  return to === 'PENDING' || to === 'WAITLISTED'
    ? withoutPages(hand.whom.guestId, aside(hand, to, deps), deps)
    : gone(hand, to, deps)
}

export const changeStatus = operation({
  id: 'guests.changeStatus',
  effects: ['mails', 'money', 'cancels'],
  summary: 'Update a guest’s status',
  description: 'Sets the requested status from any status except TRANSFERRED.',
  routes: both('PATCH /events/:eventId/guests/:guestId/status'),
  access: guestsWrite,
  subject: 'event',
  body: StatusChange,
  answer: one(Guest),
  refusals: [
    'invalid_transition',
    'payment_processing',
    'capacity_exceeded',
    'already_registered',
    'event_cancelled',
    'checkin_not_open',
    'checkin_closed',
    'guest_not_confirmed',
  ],
  recover: currentView,
  /**
   * Bypasses the usual transitions: the guards of each status decide, and apart from `TRANSFERRED` any status may
   * become any other.
   */
  async run({ event, params, body: { status: wanted, ticketId, message }, actor }, deps) {
    const whom = { guestId: params.guestId, eventId: event.id }
    const before = await getGuestOrThrow(whom, deps)
    if (before.guest.status === wanted) return toGuest(before)
    if (wanted === 'CHECKED_IN') {
      const letIn = await letInByHand(event, whom.guestId, actor, deps)
      // Someone checked the guest in at the same time, so the guest already has the status `wanted`.
      return letIn instanceof Failure && letIn.code !== 'already_checked_in'
        ? letIn
        : toGuest(await getGuestOrThrow(whom, deps))
    }
    const moved = await move({ event, whom, by: actorId(actor), ticketId, message }, wanted, deps)
    return moved instanceof Failure ? moved : toGuest(moved)
  },
})
