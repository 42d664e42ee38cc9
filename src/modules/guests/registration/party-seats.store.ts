import { sql, type SQL } from 'drizzle-orm'
import { written } from '../../../db/statement.ts'
import type { Instant } from '../../../kernel/time.ts'
import { newOrderId, stepOfTicket, totalOfParty } from '../../orders/index.ts'
import { awaitsPromotion, seatsOfEvent, seatsOfTicket, type Move } from './capacity.store.ts'

/** Seats for parties: all of one or none, over event `e`. */

/** Room for `size` more in the event. */
export const roomInEvent = (size: SQL) => sql`(e.capacity is null or ${seatsOfEvent} + ${size} <= e.capacity)`
/** Room for all of `needs`, a source with `ticket_id` and `many`, on their tickets. */
export const roomOnTickets = (
  needs: SQL,
) => sql`not exists (select 1 from (${needs}) n join tickets t on t.id = n.ticket_id
  where t.capacity is not null and ${seatsOfTicket} + n.many > t.capacity)`

const hasRoomForAll = (needs: SQL, size: SQL) => sql`(${roomInEvent(size)} and ${roomOnTickets(needs)})`

/** Guest `g` came with others to this event, and is dealt with as they are. */
export const isOfParty = sql.raw(
  `(g.party_id is not null and exists (select 1 from parties y where y.id = g.party_id and y.event_id = g.event_id))`,
)

/** Those who stand where guest `g` stands, and came with them. */
const withThem = sql.raw(
  `guests m where m.party_id = g.party_id and m.event_id = g.event_id and m.status = g.status and m.holds_seat = 0 and m.erased_at is null`,
)

/** Room for guest `g` and all who came with them and stand where they stand. */
export const hasRoomForParty = hasRoomForAll(
  sql`select m.ticket_id, count(*) as many from ${withThem} group by m.ticket_id`,
  sql`(select count(*) from ${withThem})`,
)

/** Guests by their ids, for statements over `guests`. */
export const theseGuests = (ids: readonly string[]) => sql`id in (select value from json_each(${JSON.stringify(ids)}))`

/** A guest, and all who came with them and stand where they stand. */
export const withTheirs = (guestId: string) => sql`(id = ${guestId} or id in (
  select m.id from guests g join guests m on m.party_id = g.party_id and m.event_id = g.event_id and m.status = g.status
    join parties y on y.id = g.party_id and y.event_id = g.event_id
  where g.id = ${guestId}))`

interface Seating extends Pick<Move, 'moveId' | 'now'> {
  /** Which party, as SQL over one of its guests `g`, and `e` and `t`; the guard of capacity belongs here. */
  where: SQL
  isApproved?: boolean
}

const PRICED = sql`select row_number() over (order by m.rowid) as position, t.price, ${stepOfTicket} as step
  from guests m join tickets t on t.id = m.ticket_id
  where m.party_id = g.party_id and m.event_id = g.event_id and m.status = g.status and m.holds_seat = 0 and m.erased_at is null`

/** Gives a whole party its seats: CONFIRMED where there is nothing to pay, else PENDING with one order to come. */
export const seatParty = ({ moveId, now, where, isApproved = false }: Seating) =>
  written<{ id: string; status: string }>(sql`
    update guests set status = case when p.total = 0 then 'CONFIRMED' else 'PENDING' end, order_id = p.new_order,
      move_id = ${moveId}, updated_at = ${now}, cancelled_at = null,
      approved_at = case when ${Number(isApproved)} then ${now} else approved_at end
    from (
      select q.*, m.id from (
        select g.party_id, g.event_id, g.status, ${newOrderId} as new_order, ${totalOfParty(PRICED)} as total
        from guests g join events e on e.id = g.event_id left join tickets t on t.id = g.ticket_id
          join parties y on y.id = g.party_id and y.event_id = g.event_id left join coupons c on c.id = y.coupon_id
        where ${where} limit 1
      ) q join guests m on m.party_id = q.party_id and m.event_id = q.event_id and m.status = q.status and m.holds_seat = 0
        and m.erased_at is null
    ) as p
    where guests.id = p.id returning id, status`)

export const partyWaits = (eventId: string) => sql`exists (select 1 from guests v
  where v.event_id = ${eventId} and v.status = 'WAITLISTED' and v.party_id is not null)`
/** A line of people who came alone, as most are. */
export const noPartyWaits = (eventId: string) => sql`not ${partyWaits(eventId)}`

/** The first in line for whom there is room: a party with all of its places, somebody alone with one. */
export const firstWithRoom = (eventId: string, except: string, now: Instant) => sql`(
  select l.id from (
    select min(w.id) as id, w.waitlist_seq, count(*) as size from guests w
    where w.event_id = ${eventId} and w.status = 'WAITLISTED' and w.id <> ${except} group by w.waitlist_seq
  ) l join events e on e.id = ${eventId} and ${awaitsPromotion(now)}
  where ${hasRoomForAll(
    sql`select w.ticket_id, count(*) as many from guests w
      where w.event_id = e.id and w.status = 'WAITLISTED' and w.waitlist_seq = l.waitlist_seq group by w.ticket_id`,
    sql`l.size`,
  )}
  order by l.waitlist_seq limit 1)`
