import { sql, type SQL } from 'drizzle-orm'
import { guard, unless } from '../../db/guard.ts'
import { inList, statement } from '../../db/statement.ts'
import {
  couponCovers,
  couponHeldBy,
  newOrderId,
  openSeatOf,
  paidOrderOf,
  seatPriceOf,
  stepOfTicket,
  totalOfParty,
} from '../orders/index.ts'
import type { Move } from './capacity.store.ts'
import { seatsOfEvent, seatsOfTicket } from './kept-places.store.ts'

/** Seats for whole parties at event `e`: either every member gets one, or none does. */

export const roomInEvent = (size: SQL) => sql`(e.capacity is null or ${seatsOfEvent} + ${size} <= e.capacity)`
/** True if every ticket in `needs` (a subquery that returns `ticket_id` and `many`) has room for `many` more seats. */
export const roomOnTickets = (
  needs: SQL,
) => sql`not exists (select 1 from (${needs}) n join tickets t on t.id = n.ticket_id
  where t.capacity is not null and ${seatsOfTicket} + n.many > t.capacity)`

const hasRoomForAll = (needs: SQL, size: SQL) => sql`(${roomInEvent(size)} and ${roomOnTickets(needs)})`

/**
 * True if guest `g` belongs to a party at this event and gets a seat only together with it. Guests whose seat belongs
 * to an order rejoin that order individually.
 */
export const isOfParty = sql`(g.party_id is not null and ${paidOrderOf('g')} is null and ${openSeatOf('g')} is null
  and exists (select 1 from parties y where y.id = g.party_id and y.event_id = g.event_id))`

/**
 * Selects members `m` who wait together with guest `g`: same status and, on the waiting list, same `waitlist_seq`. A
 * member who was moved to the end of the list separately has a different `waitlist_seq`.
 */
const waitsWith = (alias: string) => {
  const g = sql.raw(alias)
  return sql`m.party_id = ${g}.party_id and m.event_id = ${g}.event_id and m.shown_status = ${g}.shown_status
  and (m.shown_status = 'PENDING' or m.waitlist_seq is ${g}.waitlist_seq) and m.holds_seat = 0 and m.erased_at is null
  and ${paidOrderOf('m')} is null and ${openSeatOf('m')} is null`
}
const waitingMembers = sql`guests m where ${waitsWith('g')}`

/** True if there is room for guest `g` and the members selected by `waitsWith`. */
export const hasRoomForParty = hasRoomForAll(
  sql`select m.ticket_id, count(*) as many from ${waitingMembers} group by m.ticket_id`,
  sql`(select count(*) from ${waitingMembers})`,
)

/** While a checkout page is open, its buyer can cancel only all of the guests who are to pay there. */
export const mayCancelTogether = (ids: readonly string[]) =>
  guard([
    unless(
      'invalid_transition',
      sql`not exists (
        select 1 from order_seats s join orders o on o.id = s.order_id join order_seats r on r.order_id = o.id
          join guests m on m.id = r.guest_id and m.order_id = o.id and m.status = 'PENDING'
        where s.guest_id in ${inList(ids)} and o.status = 'PENDING' and o.provider = 'STRIPE' and m.id not in ${inList(ids)})`,
      {
        says: 'A checkout page for the whole party is open. Pay first, or cancel everyone.',
        data: sql`json_object('status', 'PENDING')`,
      },
    ),
  ])

export const theseGuests = (ids: readonly string[]) => sql`id in ${inList(ids)}`

/** Selects the guest and all party members with the same `shown_status`. */
export const withTheirs = (guestId: string) => sql`(id = ${guestId} or id in (
  select m.id from guests g join guests m on m.party_id = g.party_id and m.event_id = g.event_id and m.shown_status = g.shown_status
    join parties y on y.id = g.party_id and y.event_id = g.event_id
  where g.id = ${guestId}))`

interface Seating extends Pick<Move, 'moveId' | 'now'> {
  /** Selects parties, as SQL over their guests `g`, event `e` and ticket `t`. Must include the capacity guard. */
  where: SQL
  isApproved?: boolean
}

const PRICED = sql`select row_number() over (order by m.rowid) as position, m.ticket_id, ${seatPriceOf('m')} as price, t.currency, ${stepOfTicket} as step
  from guests m join tickets t on t.id = m.ticket_id where ${waitsWith('g')}`

/** What the add-ons of the members cost that they chose and that are still in stock. */
const ADDONS_IN_STOCK = sql`(select coalesce(sum(w.value ->> 'quantity' * k.price), 0)
  from guests m join guest_choices c on c.guest_id = m.id join json_each(c.addons) w join addons k on k.id = w.value ->> 'addonId'
  where ${waitsWith('g')} and (k.stock is null or k.taken + (w.value ->> 'quantity') <= k.stock))`

/**
 * Gives whole parties their seats: `CONFIRMED` if the total is 0, otherwise `PENDING` with the id of an order that is
 * created next, one per group. If a party waits in several groups, the longest-waiting group that the coupon covers uses it.
 */
export const seatParties = ({ moveId, now, where, isApproved = false }: Seating) =>
  statement<{ id: string; status: string }>(sql`
    update guests set status = case when p.total = 0 then 'CONFIRMED' else 'PENDING' end, order_id = p.new_order,
      move_id = ${moveId}, updated_at = ${now}, cancelled_at = null, offer_expires_at = null,
      approved_at = case when ${Number(isApproved)} then ${now} else approved_at end
    from (
      select q.new_order, q.total, m.id from (
        select g.*, ${totalOfParty(PRICED)} + ${ADDONS_IN_STOCK} as total
        from (
          select g.*, row_number() over (partition by g.party_id order by not ${couponCovers(sql`guests m on ${waitsWith('g')}`)}, g.waitlist_seq) as turn
          from (
            select g.party_id, g.event_id, g.shown_status, g.waitlist_seq, ${newOrderId} as new_order
            from guests g join events e on e.id = g.event_id left join tickets t on t.id = g.ticket_id
            where ${isOfParty} and ${where} group by g.party_id, g.waitlist_seq
          ) g join parties y on y.id = g.party_id
        ) g join parties y on y.id = g.party_id left join coupons c on g.turn = 1 and c.id = ${couponHeldBy}
      ) q join guests m on ${waitsWith('q')}
    ) as p
    where guests.id = p.id returning id, status`)
