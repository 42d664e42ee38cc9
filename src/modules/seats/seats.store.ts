import { sql, type SQL } from 'drizzle-orm'
import { inList, statement } from '../../db/statement.ts'
import { MINUTE_MS, type Instant } from '../../kernel/time.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import {
  closeOrders,
  handOverRedemptions,
  isOfOrder,
  isOverdue,
  newOrderId,
  openOrderOf,
  openOrders,
  paidOrderOf,
  openPartyOrder,
  PROMOTED_ORDER_MS,
  shrinkPartyOrders,
  totalToPay,
} from '../orders/index.ts'
import type { GuestRef } from './guests.store.ts'
import { awaitsPromotion, latestOfferEnd, type Move } from './capacity.store.ts'
import { chooseAmongParties, noPartyWaits } from './line.store.ts'
import { isOfParty, seatParties } from './party-seats.store.ts'
import { seatsOfEvent, seatsOfTicket } from './kept-places.store.ts'

export type { Move } from './capacity.store.ts'

/** Statements that give or take seats. They refer to guest `g`, event `e`, ticket `t` and coupon `c`. */

/**
 * The only capacity guard. It runs in the same statement that takes the seat, so no other write can slip in between.
 */
export const hasRoom = sql`((e.capacity is null or ${seatsOfEvent} < e.capacity)
  and (t.capacity is null or ${seatsOfTicket} < t.capacity))`

/** Id of the visible ticket of event `e`, if there is exactly one. */
export const onlyTicket = sql.raw(
  `(select min(o.id) from tickets o where o.event_id = e.id and o.is_hidden = 0 having count(*) = 1)`,
)

/**
 * The ticket that guest `g` has or would get: their own, otherwise the one with `ticketId`, otherwise the only visible
 * one.
 */
export const ticketOf = (ticketId: string | undefined) => sql`coalesce(g.ticket_id, ${ticketId ?? null}, ${onlyTicket})`

export const nextInLine = sql.raw(
  `(select coalesce(max(w.waitlist_seq), 0) + 1 from guests w where w.event_id = e.id and w.status = 'WAITLISTED')`,
)

interface Seating extends Pick<Move, 'moveId' | 'now'> {
  /** Selects guests, as SQL over `g`, `e` and `t`. Must include the capacity guard. */
  where: ReturnType<typeof sql>
  isApproved?: boolean
  /** A moderator has decided that the guest need not pay first. */
  isPaymentWaived?: boolean
  /** Ticket for guests who have none. */
  ticketId?: string | undefined
}

/**
 * Gives seats: `CONFIRMED` if the total is 0 or already paid, otherwise `PENDING` with the id of an order that is
 * created next.
 */
export const seat = ({ moveId, now, where, isApproved = false, isPaymentWaived = false, ticketId }: Seating) =>
  statement<{ id: string; status: string }>(sql`
    update guests set
      status = case when ${Number(isPaymentWaived)} or p.paid_order is not null or p.total = 0 then 'CONFIRMED' else 'PENDING' end,
      order_id = coalesce(p.paid_order, p.open_order, p.new_order), ticket_id = p.ticket_id, move_id = ${moveId}, updated_at = ${now},
      approved_at = case when ${Number(isApproved)} then ${now} else approved_at end, cancelled_at = null, offer_expires_at = null
    from (
      select g.id, t.id as ticket_id, ${paidOrderOf('g')} as paid_order, ${newOrderId} as new_order, ${totalToPay} as total,
        ${openOrderOf} as open_order
      from guests g join events e on e.id = g.event_id join tickets t on t.event_id = e.id and t.id = ${ticketOf(ticketId)}
        left join coupons c on c.id = g.coupon_id
      where ${where}
    ) as p
    where guests.id = p.id returning id, status`)

/** Selects the longest-waiting guest whose ticket has room. */
const firstInLine = (eventId: string, except: string, now: Instant) => sql`g.id = (
  select w.id from tickets t join events e on e.id = t.event_id join guests w on w.id = (
    select v.id from guests v where v.event_id = t.event_id and v.ticket_id = t.id and v.status = 'WAITLISTED' and v.id <> ${except}
    order by v.waitlist_seq limit 1)
  where t.event_id = ${eventId} and ${awaitsPromotion(now)} and ${hasRoom}
  order by w.waitlist_seq limit 1)`

/** Selects the longest-waiting guests, one for each free seat. Counts free seats per ticket and for the whole event. */
const allWithRoom = (eventId: string, except: string, now: Instant, when = sql`1`) => sql`g.id in (
  select l.id from (
    select w.id, w.waitlist_seq, t.capacity - ${seatsOfTicket} as ticket_room, e.capacity - ${seatsOfEvent} as event_room,
      row_number() over (partition by w.ticket_id order by w.waitlist_seq) as ticket_place
    from guests w join tickets t on t.id = w.ticket_id join events e on e.id = w.event_id
    where w.event_id = ${eventId} and w.status = 'WAITLISTED' and w.id <> ${except} and ${when} and ${awaitsPromotion(now)}
  ) as l
  where l.ticket_room is null or l.ticket_place <= l.ticket_room
  order by l.waitlist_seq
  limit (select case when e.capacity is null then -1 else max(0, e.capacity - ${seatsOfEvent}) end from events e where e.id = ${eventId}))`

/** True for `WAITLISTED` guests that the move (one change of guests) has selected. */
const isChosen = (moveId: string, mode: 'AUTOMATIC' | 'OFFERS') =>
  sql`g.move_id = ${moveId} and g.status = 'WAITLISTED' and e.waitlist_mode = ${mode}`

/** Reserves seats for the selected guests until they answer their offer. */
const offer = ({ moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'PENDING', offer_expires_at = p.expires_at, updated_at = ${now}
    from (
      select g.id, min(${now} + e.offer_minutes * ${MINUTE_MS}, ${latestOfferEnd(now)}) as expires_at
      from guests g join events e on e.id = g.event_id where ${isChosen(moveId, 'OFFERS')}
    ) as p
    where guests.id = p.id returning id`)

const choose = (who: SQL, { moveId }: Move) =>
  statement<{ id: string }>(
    sql`update guests as g set move_id = ${moveId} where g.status = 'WAITLISTED' and ${who} returning id`,
  )

/** Gives or offers free seats to waiting guests, according to `waitlist_rule`. */
const promote = (eventId: string, move: Move, { when, who, except }: { when: SQL; who: SQL; except: string }) =>
  [
    choose(sql`${when} and ${noPartyWaits(eventId)} and ${who}`, move),
    chooseAmongParties(eventId, move, { when, except }),
    offer(move),
    seatParties({ ...move, where: isChosen(move.moveId, 'AUTOMATIC') }),
    seat({ ...move, where: sql`${isChosen(move.moveId, 'AUTOMATIC')} and not ${isOfParty}` }),
    ...openPartyOrder(move, move.now + PROMOTED_ORDER_MS),
    openOrders(move, move.now + PROMOTED_ORDER_MS),
    handOverRedemptions(move.moveId),
  ] as const

const hasLeft = ({ moveId }: Move, whom = sql`1`) =>
  sql`exists (select 1 from guests m where m.move_id = ${moveId} and ${whom})`

/**
 * Promotes guests after the move `left`. A single guest frees one seat, for the first on the waiting list; `except` is
 * the guest who left. A party frees several seats. If the party was itself waiting, several guests may get the free
 * seats it was blocking.
 */
const promoteNext = (eventId: string, left: Move, move: Move, except: string) =>
  promote(eventId, move, {
    when: hasLeft(left),
    who: sql`(${firstInLine(eventId, except, move.now)}
      or ${allWithRoom(eventId, except, move.now, sql`(select ${hasLeft(left, sql`m.party_id is not null`)})`)})`,
    except,
  })

/**
 * Promotes guests after an organiser confirmed one member of a waiting party in the move `confirmed`. The others need
 * fewer seats together, so guests whom the party held back may fit now.
 */
export const afterConfirming = (eventId: string, confirmed: Move, move: Move) =>
  promote(eventId, move, {
    when: hasLeft(confirmed, sql`m.party_id is not null`),
    who: allWithRoom(eventId, '', move.now),
    except: '',
  })

/**
 * Promotes guests after one changed tickets in the move `changed`: either the old ticket has a seat free now, or the
 * guest waits for a ticket that has one.
 */
export const afterTicketChange = (eventId: string, changed: Move, move: Move) =>
  promote(eventId, move, { when: hasLeft(changed), who: allWithRoom(eventId, '', move.now), except: '' })

/** Promotes guests after any number of seats became free, for example because a capacity was raised. */
export const promoteAll = (eventId: string, move: Move) =>
  promote(eventId, move, { when: sql`1`, who: allWithRoom(eventId, '', move.now), except: '' })

/**
 * Closes the orders of guests who left in the move `left`, and the order `overdueId` if one expired. Then promotes
 * guests from the waiting list in the move `promoted`.
 */
export const afterLeaving = (
  eventId: string,
  left: Move,
  promoted: Move,
  { except = '', overdueId = null }: { except?: string; overdueId?: string | null } = {},
) => [
  ...closeOrders(left.moveId, left.now),
  ...shrinkPartyOrders(left, promoted.moveId, overdueId),
  ...promoteNext(eventId, left, promoted, except),
]

/** Cancels guests whose status is in `from`. Invitees who decline become `DECLINED`. */
export const leave = (
  { guestId, eventId }: GuestRef,
  {
    from,
    to,
    isOwn,
    who = sql`id = ${guestId}`,
    where,
  }: {
    from: readonly GuestStatus[]
    to: 'CANCELLED' | 'DECLINED'
    isOwn: boolean
    who?: SQL
    where?: SQL
  },
  { moveId, now }: Move,
) =>
  statement<{ id: string }>(sql`
    update guests set status = case when ${Number(isOwn)} and status = 'INVITED' then 'DECLINED' else ${to} end, cancelled_at = ${now},
      coupon_id = null, offer_expires_at = null, move_id = ${moveId}, updated_at = ${now}
    where ${who} and event_id = ${eventId} and erased_at is null
      and shown_status in ${inList(from)} and ${where ?? sql`1`}
    returning id`)

const isUnpaid = (orderId: string) => sql`
  ${isOfOrder(orderId)} and status = 'PENDING' and order_id = ${orderId}
  and exists (select 1 from orders o where o.id = ${orderId} and ${isOverdue})`

/** Cancels the guests of an expired order. */
export const leaveUnpaid = (orderId: string, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'CANCELLED', cancelled_at = ${now}, coupon_id = null, move_id = ${moveId}, updated_at = ${now}
    where ${isUnpaid(orderId)} returning id`)

/** Returns invited guests to `INVITED` if their order could not be paid. Must run before `leaveUnpaid`. */
export const inviteAgain = (orderId: string, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'INVITED', ticket_id = null, order_id = null, coupon_id = null, party_id = null,
      move_id = ${moveId}, updated_at = ${now}
    where source = 'INVITE' and ${isUnpaid(orderId)} returning id`)
