import { sql, type SQL } from 'drizzle-orm'
import { inList, statement } from '../../db/statement.ts'
import { couponHeldBy, newOrderId, openSeatOf, paidOrderOf, stepOfTicket, totalOfParty } from '../orders/index.ts'
import type { Move } from './capacity.store.ts'
import { seatsOfEvent, seatsOfTicket } from './kept-places.store.ts'

/** Seats for parties: all of one or none, over event `e`. */

/** Room for `size` more in the event. */
export const roomInEvent = (size: SQL) => sql`(e.capacity is null or ${seatsOfEvent} + ${size} <= e.capacity)`
/** Room for all of `needs`, a source with `ticket_id` and `many`, on their tickets. */
export const roomOnTickets = (
  needs: SQL,
) => sql`not exists (select 1 from (${needs}) n join tickets t on t.id = n.ticket_id
  where t.capacity is not null and ${seatsOfTicket} + n.many > t.capacity)`

const hasRoomForAll = (needs: SQL, size: SQL) => sql`(${roomInEvent(size)} and ${roomOnTickets(needs)})`

/** Guest `g` came with others to this event, and is dealt with as they are; who has a seat in an order comes back to it by themselves. */
export const isOfParty = sql`(g.party_id is not null and ${paidOrderOf('g')} is null and ${openSeatOf('g')} is null
  and exists (select 1 from parties y where y.id = g.party_id and y.event_id = g.event_id))`

/** Those who came with guest `g` and stand where they stand: who was put at the end of the line by themselves waits there. */
const isWith = (alias: string) => {
  const g = sql.raw(alias)
  return sql`m.party_id = ${g}.party_id and m.event_id = ${g}.event_id and m.shown_status = ${g}.shown_status
  and (m.shown_status = 'PENDING' or m.waitlist_seq is ${g}.waitlist_seq) and m.holds_seat = 0 and m.erased_at is null
  and ${paidOrderOf('m')} is null and ${openSeatOf('m')} is null`
}
const withThem = sql`guests m where ${isWith('g')}`

/** Room for guest `g` and all who came with them and stand where they stand. */
export const hasRoomForParty = hasRoomForAll(
  sql`select m.ticket_id, count(*) as many from ${withThem} group by m.ticket_id`,
  sql`(select count(*) from ${withThem})`,
)

/** Guests by their ids, for statements over `guests`. */
export const theseGuests = (ids: readonly string[]) => sql`id in ${inList(ids)}`

/** A guest, and all who came with them and stand where they stand. */
export const withTheirs = (guestId: string) => sql`(id = ${guestId} or id in (
  select m.id from guests g join guests m on m.party_id = g.party_id and m.event_id = g.event_id and m.shown_status = g.shown_status
    join parties y on y.id = g.party_id and y.event_id = g.event_id
  where g.id = ${guestId}))`

interface Seating extends Pick<Move, 'moveId' | 'now'> {
  /** Which parties, as SQL over guests of theirs `g`, and `e` and `t`; the guard of capacity belongs here. */
  where: SQL
  isApproved?: boolean
}

const PRICED = sql`select row_number() over (order by m.rowid) as position, t.price, t.currency, ${stepOfTicket} as step
  from guests m join tickets t on t.id = m.ticket_id where ${isWith('g')}`

/**
 * Gives whole parties their seats: CONFIRMED where there is nothing to pay, else PENDING with one order each to come. Of several of one
 * party who wait apart those who have waited longest use the coupon.
 */
export const seatParties = ({ moveId, now, where, isApproved = false }: Seating) =>
  statement<{ id: string; status: string }>(sql`
    update guests set status = case when p.total = 0 then 'CONFIRMED' else 'PENDING' end, order_id = p.new_order,
      move_id = ${moveId}, updated_at = ${now}, cancelled_at = null, offer_expires_at = null,
      approved_at = case when ${Number(isApproved)} then ${now} else approved_at end
    from (
      select q.new_order, q.total, m.id from (
        select g.*, ${totalOfParty(PRICED)} as total
        from (
          select g.party_id, g.event_id, g.shown_status, g.waitlist_seq, ${newOrderId} as new_order,
            row_number() over (partition by g.party_id order by g.waitlist_seq) as turn
          from guests g join events e on e.id = g.event_id left join tickets t on t.id = g.ticket_id
          where ${isOfParty} and ${where} group by g.party_id, g.waitlist_seq
        ) g join parties y on y.id = g.party_id left join coupons c on g.turn = 1 and c.id = ${couponHeldBy}
      ) q join guests m on ${isWith('q')}
    ) as p
    where guests.id = p.id returning id, status`)
