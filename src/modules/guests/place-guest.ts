import type { Deps } from '../../deps.ts'
import type { CouponRow, EventRow, RegistrationAnswer, TicketRow } from '../../db/rows.ts'
import { Failure, refusal } from '../../kernel/failure.ts'
import {
  findCoupon,
  orderLifetimeMs,
  openOrders,
  redeemCoupon,
  refuseCoupon,
  type CouponRefusal,
} from '../orders/index.ts'
import { searchTextOf, type GuestView, type Placed } from './guests.ts'
import { findEvent, findGuest, findLiveGuest, listTicketsOf, viewOfMove } from './guests.store.ts'
import { userIdOf } from './manage-token.ts'
import { placeGuest, type NewcomerInput } from './place-guest.store.ts'
import { mailOfPlacing } from './guest-mails.store.ts'
import { guestRegistered } from './registered-event.store.ts'
import { refuseCancelled, refuseEvent, refuseTicket, ticketFor } from './registration.ts'

export interface Newcomer {
  firstName: string
  lastName: string
  email: string
  ticketId?: string | undefined
  couponCode?: string | undefined
  answers: RegistrationAnswer[]
  source: NewcomerInput['source']
  isPublic: boolean
}

export const alreadyRegistered = ({ guest }: GuestView) =>
  refusal('already_registered', {
    data: {
      guestId: guest.id,
      status: guest.status,
    },
  })

export const capacityExceeded = () => refusal('capacity_exceeded')

/** The address belongs to a guest already. */
export class Taken {
  readonly by: Placed

  constructor(by: Placed) {
    this.by = by
  }
}

const TRIES = 5

/** Tries first and asks afterwards: in the usual case one batch is all that a registration costs. */
export const place = async (event: EventRow, newcomer: Newcomer, deps: Deps): Promise<Placed | Taken> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const placed = await tryToPlace(event, newcomer, deps)
    if (placed !== null) return placed
  }
  throw capacityExceeded()
}

const tryToPlace = async (event: EventRow, newcomer: Newcomer, deps: Deps): Promise<Placed | Taken | null> => {
  const move = { moveId: deps.newId('mov'), now: deps.clock(), payBy: deps.payments.payBy }
  const coupon = newcomer.couponCode ? await findCoupon(deps.db, event.calendarId, newcomer.couponCode) : null
  if (newcomer.couponCode && coupon === null) throw couponRefused('coupon_invalid')
  const input: NewcomerInput = {
    id: deps.newId('gst'),
    eventId: event.id,
    ticketId: newcomer.ticketId ?? null,
    couponId: coupon?.id ?? null,
    userId: await userIdOf(event.calendarId, newcomer.email, deps),
    firstName: newcomer.firstName,
    lastName: newcomer.lastName,
    email: newcomer.email,
    searchText: searchTextOf(newcomer),
    source: newcomer.source,
    qrCode: deps.newId('qr'),
    answers: newcomer.answers,
    isPublic: newcomer.isPublic,
  }
  const [placed, , views] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [
      placeGuest(input, move),
      openOrders(move, move.now + orderLifetimeMs(move.payBy, newcomer.isPublic)),
      viewOfMove(move.moveId),
      ...(coupon === null ? [] : [redeemCoupon(move.moveId, move.now)]),
    ],
    events: [guestRegistered(event, move.moveId)],
    mails: [mailOfPlacing({ CONFIRMED: 'confirmation', PENDING: 'pending', WAITLISTED: 'waitlisted' }, move)],
    effectId: input.id,
  })
  const made = views[0] ?? null
  if (placed.length > 0 && made !== null) return made
  return explain(event, input, coupon, deps)
}

const couponRefused = (reason: CouponRefusal) =>
  reason === 'coupon_exhausted'
    ? refusal('coupon_exhausted')
    : refusal('coupon_invalid', { fields: [{ field: 'couponCode', message: 'cannot be used here' }] })

/**
 * The guard took nobody in: here is why. What the rules cannot explain is that no seat is free; where there is always
 * a place in line, whoever was in the way has just left it (null), and it is worth another try.
 */
const explain = async (
  event: EventRow,
  input: NewcomerInput,
  coupon: CouponRow | null,
  deps: Deps,
): Promise<Taken | null> => {
  const now = deps.clock()
  const current = (await findEvent(deps.db, event.id)) ?? event
  const refusal = input.isPublic ? refuseEvent(current, now) : refuseCancelled(current)
  if (refusal !== null) throw refusal
  const taken = await findLiveGuest(deps.db, event.id, input.email)
  const ticket = ticketFor(await listTicketsOf(deps.db, event.id), input.ticketId)
  if (ticket instanceof Failure) throw ticket
  if (taken !== null && taken.guest.status !== 'INVITED') return new Taken(taken)
  const notOnSale = input.isPublic ? refuseTicket(ticket, now) : null
  if (notOnSale !== null) throw notOnSale
  const couponRefusal = coupon === null ? null : await refusalOfCoupon(coupon, ticket, event, now, deps)
  if (couponRefusal !== null) throw couponRefused(couponRefusal)
  if (current.waitlistEnabled) return null
  throw capacityExceeded()
}

const refusalOfCoupon = async (coupon: CouponRow, ticket: TicketRow, event: EventRow, now: number, deps: Deps) =>
  refuseCoupon(
    await findCoupon(deps.db, event.calendarId, coupon.code),
    { eventId: event.id, ticketId: ticket.id, currency: ticket.currency },
    now,
  )

export const recoverPlaced = async (
  effectId: string,
  event: EventRow,
  email: string,
  deps: Deps,
): Promise<Placed | null> => {
  const made = await findGuest(deps.db, event.id, effectId)
  if (made !== null) return made
  // An invitation that was answered kept its own id.
  const answered = await findLiveGuest(deps.db, event.id, email)
  return answered?.guest.source === 'INVITE' && answered.guest.status !== 'INVITED' ? answered : null
}
