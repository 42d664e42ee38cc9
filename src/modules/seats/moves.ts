import { reasonOf, type Guard, type Judged, type RefusalOf } from '../../db/guard.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import type { EventRow, OrderRow } from '../../db/rows.ts'
import type { Statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal, type Code, type Failure } from '../../kernel/failure.ts'
import type { GuestStatus, PaymentChoice, PaymentState } from '../../kernel/vocabulary.ts'
import { bothHold, endOrderNow, expireOrder, listOverdue, type Condition } from '../orders/index.ts'
import { causedByStranger, mailOfMove, type MailKinds } from './guest-mails.store.ts'
import type { Placed } from './guests.ts'
import { findGuest, guestsOfMove, viewOfGuest, type GuestRef } from './guests.store.ts'
import { shortenOffers } from './offers.store.ts'
import { withTheirs } from './party-seats.store.ts'
import { heldForBank, isNotHeldForBank } from './held-for-bank.store.ts'
import { afterLeaving, inviteAgain, leave, leaveUnpaid, promoteAll } from './seats.store.ts'
import { unmarkVerified } from './verifications.store.ts'
import type { Move } from './capacity.store.ts'

export const newMove = (deps: Deps, choice?: PaymentChoice | null): Move => ({
  moveId: deps.newId('mov'),
  now: deps.clock(),
  payBy: choice === 'BANK' ? 'BANK' : deps.payments.payBy,
})

/** The buyer's choice as guards check it. Online payment into the deployment's account is always open. */
export const choiceToCheck = (choice: PaymentChoice | undefined, { payments }: Deps) =>
  choice === undefined || (choice === 'ONLINE' && payments.payBy === 'STRIPE') ? null : choice

export const PROMOTED_MAIL = { CONFIRMED: 'promoted', PENDING: 'promoted', OFFERED: 'offered' } as const

export const invalidTransition = (from: string, to: string) =>
  refusal('invalid_transition', { says: `A guest with status ${from} can’t become ${to}.`, data: { status: from } })

export const getGuestOrThrow = async (whom: GuestRef, { db }: Deps): Promise<Placed> => {
  const found = await findGuest(db, whom)
  if (found === null) throw notFound()
  return found
}

/**
 * Returns why the guest did not reach status `wanted`, based on the batch's verdict and on the guest's row after the
 * batch.
 */
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

/**
 * Returns the guest if they have status `wanted`, whether through this move (one change of guests) or another;
 * otherwise the refusal.
 */
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
  /** True if guests cancel for themselves. An invitation then becomes `DECLINED`. */
  isOwn?: boolean
  /** Statuses that mean the guest has already left. */
  done?: readonly GuestStatus[]
  mails?: MailKinds
  mailData?: Record<string, unknown> | undefined
  /** Whether all party members with the same status leave too. */
  isTogether?: boolean
  /** Statements that first refund the guest. The guest leaves only if `isWritten` is true after them. */
  refund?: { statements: Statement[]; isWritten: Condition; mails: OutgoingMail[] }
  /** Statements that first undo a check-in, if the caller may do that. */
  out?: { seen: Statement; [name: string]: Statement }
}

type TogetherDeparture = Departure & { isTogether: true }

/** Cancels a guest and promotes the first on the waiting list, in one batch. Cancelling twice is not an error. */
export function depart(
  event: EventRow,
  guestId: string,
  departure: TogetherDeparture,
  deps: Deps,
): Promise<Placed | Failure<'invalid_transition'>>
export function depart(
  event: EventRow,
  guestId: string,
  departure: Departure,
  deps: Deps,
): Promise<Placed | Failure<'invalid_transition' | 'payment_processing'>>
export async function depart(
  event: EventRow,
  guestId: string,
  { from, to, isOwn = false, done = [to], mails, mailData, isTogether = false, refund, out }: Departure,
  deps: Deps,
): Promise<Placed | Failure<'invalid_transition' | 'payment_processing'>> {
  const whom = { guestId, eventId: event.id }
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const {
    held: [heldRows = []],
    leavers,
    views: [view],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      out: out ?? [],
      held: isTogether ? [] : [heldForBank(guestId)],
      refund: refund?.statements ?? [],
      leavers: leave(
        whom,
        {
          from,
          to,
          isOwn,
          ...(isTogether
            ? { who: withTheirs(guestId) }
            : { where: refund === undefined ? isNotHeldForBank : bothHold(isNotHeldForBank, refund.isWritten) }),
        },
        left,
      ),
      after: afterLeaving(event.id, left, promoted),
      views: viewOfGuest(whom),
    },
    watched: out === undefined ? [] : [out.seen],
    mails: [
      ...(refund?.mails ?? []),
      ...(mails === undefined ? [] : [mailOfMove(mails, left.moveId, mailData)]),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
    effectId: guestsOfMove(left.moveId),
  })
  if (view === undefined) throw notFound()
  if (leavers.length === 0 && heldRows.length > 0) return refusal('payment_processing')
  return leavers.length > 0 || done.includes(view.guest.status) ? view : invalidTransition(view.guest.status, to)
}

/**
 * Returns statements and emails to include in a commit that raises a capacity, so that the longest-waiting guests get
 * the new seats in the same batch.
 */
export const promotionInto = (eventId: string, deps: Deps) => {
  const move = newMove(deps)
  return {
    statements: [shortenOffers(eventId, move.now), ...promoteAll(eventId, move)],
    mails: [mailOfMove(PROMOTED_MAIL, move.moveId)],
  }
}

const ORDERS_A_MINUTE = 500

const MAIL_OF_EXPIRY: Readonly<Partial<Record<PaymentState, string>>> = {
  FAILED: 'payment-failed',
  PROCESSING: 'payment-overdue',
}

/** Expires unpaid orders that are past due, cancels their guests and promotes the waiting list. */
export const expireUnpaidOrders = async (deps: Deps) => {
  for (const order of await listOverdue(deps.db, deps.clock(), ORDERS_A_MINUTE)) {
    const kind = MAIL_OF_EXPIRY[order.state ?? 'OPEN'] ?? 'cancelled'
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
        causedByStranger(mailOfMove({ CANCELLED: kind }, left.moveId, { reason: 'unpaid' })),
        causedByStranger(mailOfMove(PROMOTED_MAIL, promoted.moveId)),
      ],
    })
  }
}

/** Undoes an order that cannot be paid, along with its registration, so that a retry starts from the previous state. */
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
