import { personIdOf, type EventInCalendar } from '../../../access/derived.ts'
import type { Deps } from '../../../deps.ts'
import { reasonOf, type Guard, type Judged, type RefusalOf } from '../../../db/guard.ts'
import type { RegistrationAnswer } from '../../../db/rows.ts'
import type { TypedStatement } from '../../../db/statement.ts'
import { Failure, notFound, refusal, type Code } from '../../../kernel/failure.ts'
import { shortCodesFor } from '../../../kernel/short-code.ts'
import type { Locale, PaymentChoice } from '../../../kernel/vocabulary.ts'
import { readTogether } from '../../../operation/at-event.ts'
import { foldCode } from '../../coupons/index.ts'
import { openOrders, orderDeadlines, redeemCoupon } from '../../orders/index.ts'
import { openCheckout } from '../../payments/index.ts'
import { guestRegistered, keepPaymentChoice, type Placing, type EntryPath } from './place-guest.store.ts'
import {
  choiceToCheck,
  countPassed,
  countRecipients,
  guestOfMove,
  type MailKinds,
  mailOfPlacing,
  markVerified,
  type Move,
  movedBy,
  newMove,
  type Placed,
  quotaValuesOf,
  searchTextOf,
  viewOfMove,
  withdrawOrder,
} from '../../seats/index.ts'

/** The provider has no way to pay the order, for example no method for its currency. */
export type Unpayable = Failure<'payment_unavailable'>

export interface Newcomer {
  firstName: string
  lastName: string
  email: string
  locale?: Locale | undefined
  ticketId?: string | undefined
  couponCode?: string | undefined
  payBy?: PaymentChoice | undefined
  answers: RegistrationAnswer[]
  answersFit: boolean
  source: Placing['source']
  /** Whether the event was full at the last read. May be out of date. */
  isFull?: boolean
  /** False to email only a guest with an order to pay, because that order expires. */
  notify?: boolean | undefined
  /** The row in `verifications` behind this registration. It proves that the address belongs to the guest. */
  verificationId?: string | undefined
}

export const placingOf = async (
  { event, calendar }: EventInCalendar,
  newcomer: Newcomer,
  move: Move,
  deps: Deps,
): Promise<Placing> => {
  const id = deps.newId('gst')
  return {
    id,
    eventId: event.id,
    ticketId: newcomer.ticketId ?? null,
    couponCode: newcomer.couponCode ? foldCode(newcomer.couponCode) : null,
    userId: await personIdOf(calendar, newcomer.email, deps),
    firstName: newcomer.firstName,
    lastName: newcomer.lastName,
    email: newcomer.email,
    locale: newcomer.locale ?? null,
    searchText: searchTextOf(newcomer),
    source: newcomer.source,
    qrCode: deps.newId('qr'),
    shortCodes: JSON.stringify(shortCodesFor(id)),
    answers: JSON.stringify(newcomer.answers),
    answersFit: newcomer.answersFit ? 1 : 0,
    method: choiceToCheck(newcomer.payBy, deps),
    moveId: move.moveId,
    now: move.now,
    ...quotaValuesOf(deps.config.quotas, move.now),
  }
}

/** Checks `rule` without writing. Returns null if nothing currently prevents the registration. */
export const lookFirst = async <C extends Code>(
  eventId: string,
  rule: Guard<C>,
  why: TypedStatement<Judged>,
  deps: Deps,
): Promise<RefusalOf<C> | null> => {
  const [[judged]] = await readTogether(deps, eventId, [why])
  return rule.refusal(judged)
}

/**
 * Registers a newcomer, or returns the refusal. The same batch that inserts the guest reports the reason if it can't.
 */
export const placeGuest = async <C extends Code>(
  at: EventInCalendar,
  newcomer: Newcomer,
  way: EntryPath<C>,
  deps: Deps,
): Promise<Placed | RefusalOf<C> | Unpayable> => {
  const move = newMove(deps, newcomer.payBy)
  const { event } = at
  const placing = await placingOf(at, newcomer, move, deps)
  // A full event usually stays full, and a read costs far less than a write, so read first.
  const seen = newcomer.isFull === true ? await lookFirst(event.id, way.rule, way.why(placing), deps) : null
  if (seen !== null) return seen
  const isPresent = newcomer.source === 'PUBLIC'
  const { verificationId } = newcomer
  const kinds: MailKinds = newcomer.notify === false ? {} : { CONFIRMED: 'confirmation', WAITLISTED: 'waitlisted' }
  const mail = mailOfPlacing({ ...kinds, PENDING: 'pending' }, move.moveId)
  const {
    why: [judged],
    made: [made],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      insert: way.insert(placing),
      chosen: newcomer.payBy === undefined ? [] : [keepPaymentChoice(move.moveId, newcomer.payBy)],
      why: way.why(placing),
      passed: countPassed(move.moveId),
      orders: openOrders(move, ...orderDeadlines(move.now, isPresent)),
      redeemed: placing.couponCode === null ? [] : [redeemCoupon(move.moveId, move.now)],
      added: isPresent ? [] : [countRecipients(event.calendarId, move.now, movedBy(move.moveId))],
      verified: verificationId === undefined ? [] : markVerified(verificationId, move.moveId),
      made: viewOfMove(move.moveId),
    },
    events: [guestRegistered(event, move.moveId)],
    // The guest has already opened the verification link, so this email doesn't count towards the mailbox's limit
    // (`isLimited`).
    mails: [verificationId === undefined ? mail : { ...mail, isLimited: false }],
    effectId: guestOfMove(move.moveId),
  })
  if (made !== undefined) return withCheckout(made, deps)
  if (judged === undefined) throw notFound()
  return reasonOf(way.rule, judged)
}

/**
 * Opens the checkout page of a new `STRIPE` order. If that fails, `withdrawOrder` undoes the order and frees the seat.
 * Returns the refusal if the provider can't take this payment, and throws if it doesn't respond.
 */
export const withCheckout = async (placed: Placed, deps: Deps): Promise<Placed | Unpayable> => {
  const { order } = placed
  if (order?.provider !== 'STRIPE' || order.status !== 'PENDING' || order.paymentReference !== null) return placed
  try {
    return { ...placed, order: await openCheckout(order, deps) }
  } catch (error) {
    if (error instanceof Failure) await withdrawOrder(order, deps)
    if (error instanceof Failure && error.code === 'payment_unavailable') return refusal('payment_unavailable')
    throw error
  }
}
