import { sql, type SQL } from 'drizzle-orm'
import { guard, unless, type Guard, type Judged } from '../../../db/guard.ts'
import { statement } from '../../../db/statement.ts'
import type { Code } from '../../../kernel/failure.ts'
import {
  hasOwnAddress,
  hasRoom,
  hasRoomForParty,
  isOfParty,
  LIVE,
  mayLeaveParty,
  type Move,
  nextInLine,
  seat,
  seatParties,
  ticketOf,
  type GuestRef,
} from '../../seats/index.ts'

/** Moderator actions on guest `g` of event `e`. Ticket `t` is the one that the guest has or would get. */

const guestAndTicket = (ticketId: string | undefined) =>
  sql`guests g join events e on e.id = g.event_id left join tickets t on t.event_id = e.id and t.id = ${ticketOf(ticketId)}`
const isGuest = ({ guestId, eventId }: GuestRef) => sql`g.id = ${guestId} and g.event_id = ${eventId}`

/** Why the guard refuses the move (one change of guests). Runs in the same batch, before the move. */
export const whyNotTo = (rule: Guard<Code>, whom: GuestRef, ticketId?: string) =>
  statement<Judged>(sql`select ${rule.why} as why from ${guestAndTicket(ticketId)} where ${isGuest(whom)}`)

const isMovable = (from: SQL) => unless('invalid_transition', sql`g.erased_at is null and ${from}`)
/** An `INVITED` guest has no ticket yet. */
const hasTicket = unless('validation_failed', sql`t.id is not null`, {
  field: { field: 'ticketId', message: 'must be a ticket of this event' },
})
const notCancelled = unless('event_cancelled', sql`e.status <> 'CANCELLED'`)
const hasSeat = unless('capacity_exceeded', sql`g.takes_seat = 1 or ${hasRoom}`)
const isTheOnlyOne = unless(
  'already_registered',
  sql`not exists (select 1 from guests o where o.event_id = g.event_id and o.email = g.email and o.id <> g.id and o.status in ${LIVE}
    and ${hasOwnAddress('o')} and ${hasOwnAddress('g')})`,
  { says: 'Another guest of this event has this email address.' },
)

const hasUnpaidOrder = sql.raw(`exists (select 1 from orders o where o.id = g.order_id and o.status = 'PENDING')`)

/** A party moves together: either all members get a seat, or none does. */
const partyHasSeats = unless(
  'capacity_exceeded',
  sql`g.takes_seat = 1 or (case when ${isOfParty} then ${hasRoomForParty} else ${hasRoom} end)`,
)

export const mayBeApproved = guard([
  isMovable(sql`t.id is not null and (g.status = 'WAITLISTED' or (g.status = 'PENDING' and not ${hasUnpaidOrder}))`),
  notCancelled,
  partyHasSeats,
])

/** If a seat is free, gives it to a `WAITLISTED` guest or to a `PENDING` guest without an unpaid order. */
export const approve = (whom: GuestRef, move: Move) => ({
  together: seatParties({ ...move, isApproved: true, where: sql`${isGuest(whom)} and ${mayBeApproved.holds}` }),
  alone: seat({
    ...move,
    isApproved: true,
    where: sql`${isGuest(whom)} and not ${isOfParty} and ${mayBeApproved.holds}`,
  }),
})

export const mayBeConfirmed = guard([
  notCancelled,
  isMovable(sql`g.status not in ('CONFIRMED', 'CHECKED_IN', 'TRANSFERRED')`),
  hasTicket,
  hasSeat,
  isTheOnlyOne,
])

/**
 * Gives a seat to a guest with any status except `CONFIRMED`, `CHECKED_IN` and `TRANSFERRED`. The moderator decides, so
 * the guest need not have paid.
 */
export const confirm = (whom: GuestRef, move: Move, ticketId?: string) =>
  seat({ ...move, ticketId, isPaymentWaived: true, where: sql`${isGuest(whom)} and ${mayBeConfirmed.holds}` })

/**
 * A guest confirmed by the move still has to pay the order, but can no longer lose the seat over it. `expires_at`
 * therefore becomes null, unless the order has other guests who are `PENDING`: for them the deadline still applies. A
 * Stripe order keeps its deadline too; once it has passed, the organiser settles the debt by hand.
 */
export const extendDebt = (move: Move) =>
  statement(sql`update orders set expires_at = null, updated_at = ${move.now}
    where status = 'PENDING' and provider = 'OFFLINE' and id = (select g.order_id from guests g where g.move_id = ${move.moveId})
      and not exists (select 1 from order_seats s join guests o on o.id = s.guest_id
        where s.order_id = orders.id and o.order_id = s.order_id and o.status = 'PENDING')`)

export const mayBeSetAside = guard([
  isMovable(sql`g.status not in ('CHECKED_IN', 'TRANSFERRED')`),
  hasTicket,
  isTheOnlyOne,
  mayLeaveParty,
])

const involvesMoney = sql.raw(`(g.holds_seat = 1 and exists (
  select 1 from orders o where o.id = g.order_id and o.total > 0 and o.status in ('PENDING', 'PAID', 'PARTIALLY_REFUNDED')))`)

/**
 * Moves a guest to `PENDING`, to wait for approval, or to the end of the waiting list. Unlike a cancellation, this
 * keeps the guest in the event. A guest moved to `PENDING` keeps a seat whose order is paid or payable.
 */
export const setAside = (whom: GuestRef, to: 'PENDING' | 'WAITLISTED', { moveId, now }: Move, ticketId?: string) =>
  statement<{ id: string }>(sql`
    update guests set status = ${to}, offer_expires_at = null, overtakes = 0, ticket_id = p.ticket_id, move_id = ${moveId}, updated_at = ${now}, cancelled_at = null,
      order_id = case when ${to} = 'WAITLISTED' or p.is_of_money then order_id end,
      coupon_id = case when guests.holds_seat = 1 then null else coupon_id end,
      waitlist_seq = case when ${to} = 'WAITLISTED' then p.next_in_line else waitlist_seq end
    from (
      select g.id, t.id as ticket_id, ${involvesMoney} as is_of_money, ${nextInLine} as next_in_line
      from ${guestAndTicket(ticketId)} where ${isGuest(whom)} and g.shown_status <> ${to} and ${mayBeSetAside.holds}
    ) as p
    where guests.id = p.id returning id`)
