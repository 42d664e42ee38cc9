import { reasonOf, type Guard, type Judged, type RefusalOf } from '../../db/guard.ts'
import type { EventRow, OrderRow } from '../../db/rows.ts'
import type { Statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal, type Code, type Failure } from '../../kernel/failure.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { endOrderNow, expireOrder, listOverdue } from '../orders/index.ts'
import { causedByStranger, mailOfMove, type MailKinds } from './guest-mails.store.ts'
import type { Placed } from './guests.ts'
import { findGuest, guestsOfMove, viewOfGuest, type GuestRef } from './guests.store.ts'
import { endOffersWithRegistration } from './offers.store.ts'
import { withTheirs } from './party-seats.store.ts'
import { afterLeaving, inviteAgain, leave, leaveUnpaid, promoteAll } from './seats.store.ts'
import { unmarkVerified } from './verifications.store.ts'
import type { Move } from './capacity.store.ts'

export const newMove = (deps: Deps): Move => ({
  moveId: deps.newId('mov'),
  now: deps.clock(),
  payBy: deps.payments.payBy,
})

export const PROMOTED_MAIL = { CONFIRMED: 'promoted', PENDING: 'promoted', OFFERED: 'offered' } as const

export const invalidTransition = (from: string, to: string) =>
  refusal('invalid_transition', { says: `A guest with status ${from} can't become ${to}.`, data: { status: from } })

export const getGuestOrThrow = async (whom: GuestRef, { db }: Deps): Promise<Placed> => {
  const found = await findGuest(db, whom)
  if (found === null) throw notFound()
  return found
}

/** Why a guest is not where they were wanted: the rule as the batch judged it, and the guest as it left them. */
export const whyNot = <C extends Code>(
  rule: Guard<C>,
  [judged]: Judged[],
  [view]: Placed[],
  wanted: GuestStatus,
): RefusalOf<C> | Failure<'invalid_transition'> => {
  if (view === undefined) throw notFound()
  const refused = reasonOf(rule, judged)
  return refused.code === 'invalid_transition' ? invalidTransition(view.guest.status, wanted) : refused
}

/** What came of a move: the guest who is where they were wanted, before or since, or why they are not. */
export const outcomeOf = <C extends Code>(
  rule: Guard<C>,
  { why, moved, views }: { why: Judged[]; moved: unknown[]; views: Placed[] },
  wanted: GuestStatus,
) => {
  const [view] = views
  return view !== undefined && (moved.length > 0 || view.guest.status === wanted)
    ? view
    : whyNot(rule, why, views, wanted)
}

interface Departure {
  from: readonly GuestStatus[]
  to: 'CANCELLED' | 'DECLINED'
  /** The guest's own act: of an invitation it makes a refusal. */
  isOwn?: boolean
  /** Where whoever has left already may stand. */
  done?: readonly GuestStatus[]
  mails?: MailKinds
  /** With all who came with the guest and stand where they stand. */
  isTogether?: boolean
  /** What takes the guest out of the house first, where whoever says so may. */
  out?: { seen: Statement; [name: string]: Statement }
}

/** Takes a guest off the list and lets the first in line move up, in one batch. Leaving again is no fault. */
export const depart = async (
  event: EventRow,
  guestId: string,
  { from, to, isOwn = false, done = [to], mails, isTogether = false, out }: Departure,
  deps: Deps,
): Promise<Placed | Failure<'invalid_transition'>> => {
  const whom = { guestId, eventId: event.id }
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const {
    leavers,
    views: [view],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      out: out ?? [],
      leavers: leave(whom, { from, to, isOwn, ...(isTogether ? { who: withTheirs(guestId) } : {}) }, left),
      after: afterLeaving(event.id, left, promoted),
      views: viewOfGuest(whom),
    },
    watched: out === undefined ? [] : [out.seen],
    mails: [
      ...(mails === undefined ? [] : [mailOfMove(mails, left.moveId)]),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
    effectId: guestsOfMove(left.moveId),
  })
  if (view === undefined) throw notFound()
  return leavers.length > 0 || done.includes(view.guest.status) ? view : invalidTransition(view.guest.status, to)
}

/** What a commit that raises a capacity adds to itself: the longest-waiting take the new seats in the same batch. */
export const promotionInto = (eventId: string, deps: Deps) => {
  const move = newMove(deps)
  return {
    statements: [endOffersWithRegistration(eventId, move.now), ...promoteAll(eventId, move)],
    mails: [mailOfMove(PROMOTED_MAIL, move.moveId)],
  }
}

const ORDERS_A_MINUTE = 500

/** Unpaid orders whose time is over: the order expires, its guest leaves, the first in line moves up. */
export const expireUnpaidOrders = async (deps: Deps) => {
  for (const order of await listOverdue(deps.db, deps.clock(), ORDERS_A_MINUTE)) {
    const [left, promoted] = [newMove(deps), newMove(deps)]
    await deps.commit({
      calendarId: order.calendarId,
      atEvent: order.eventId,
      seenBy: 'visitors',
      statements: [
        ...expireOrder(order.id, left.now),
        leaveUnpaid(order.id, left),
        ...afterLeaving(order.eventId, left, promoted, { overdueId: order.id }),
      ],
      mails: [
        causedByStranger(mailOfMove({ CANCELLED: 'cancelled' }, left.moveId, { reason: 'unpaid' })),
        causedByStranger(mailOfMove(PROMOTED_MAIL, promoted.moveId)),
      ],
    })
  }
}

/** Takes back an order that nobody can pay, and what led to it: whoever asks once more finds all as it was. */
export const withdrawOrder = async (order: OrderRow, deps: Deps) => {
  const [left, promoted] = [newMove(deps), newMove(deps)]
  await deps.commit({
    calendarId: order.calendarId,
    atEvent: order.eventId,
    seenBy: 'visitors',
    statements: [
      endOrderNow(order.id, left.now),
      ...expireOrder(order.id, left.now),
      inviteAgain(order.id, left),
      leaveUnpaid(order.id, left),
      ...afterLeaving(order.eventId, left, promoted),
      unmarkVerified(order.eventId, left.moveId),
    ],
    mails: [mailOfMove(PROMOTED_MAIL, promoted.moveId)],
    effectId: null,
  })
}
