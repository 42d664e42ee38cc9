import { sql, type SQL } from 'drizzle-orm'
import { written } from '../../db/statement.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { hasRoom, nextInLine, onlyTicket, seat, type Move } from './seats.store.ts'

interface Whom {
  guestId: string
  eventId: string
}

const listed = (statuses: readonly GuestStatus[]) =>
  sql`(${sql.join(
    statuses.map((status) => sql`${status}`),
    sql`, `,
  )})`

const hasUnpaidOrder = sql.raw(`exists (select 1 from orders o where o.id = g.order_id and o.status = 'PENDING')`)
const roomFor = sql`(g.holds_seat = 1 or ${hasRoom})`

/** PENDING without a debt, or first to be let in from the line: to a seat, if there is one. */
export const approve = ({ guestId, eventId }: Whom, move: Move) =>
  seat({
    ...move,
    isApproved: true,
    where: sql`g.id = ${guestId} and g.event_id = ${eventId} and g.erased_at is null and e.status <> 'CANCELLED'
      and (g.status = 'WAITLISTED' or (g.status = 'PENDING' and not ${hasUnpaidOrder})) and ${roomFor}`,
  })

/** A moderator's word: to a seat from wherever the guest stands, paid or not. */
export const confirm = ({ guestId, eventId }: Whom, move: Move) =>
  seat({
    ...move,
    isPaymentWaived: true,
    where: sql`g.id = ${guestId} and g.event_id = ${eventId} and g.erased_at is null and e.status <> 'CANCELLED'
      and g.status not in ('CONFIRMED', 'CHECKED_IN', 'TRANSFERRED') and ${roomFor}`,
  })

/** What a guest confirmed by the move still owes stays owed, but no longer costs the seat. */
export const extendDebt = (move: Move) =>
  written(sql`update orders set expires_at = null, updated_at = ${move.now}
    where status = 'PENDING' and id = (select g.order_id from guests g where g.move_id = ${move.moveId})`)

const next = (event: SQL) => sql`(select ${event} from events e where e.id = guests.event_id)`

/** Away from a seat but not gone: to wait for approval, or at the end of the line. Money keeps its seat. */
export const setAside = ({ guestId, eventId }: Whom, to: 'PENDING' | 'WAITLISTED', move: Move) => {
  const keepsOrder = sql`(guests.holds_seat = 1 and exists (
    select 1 from orders o where o.id = guests.order_id and o.total > 0 and o.status in ('PENDING', 'PAID', 'PARTIALLY_REFUNDED')))`
  const ticket = sql`coalesce(ticket_id, ${next(onlyTicket)})`
  return written<{ id: string }>(sql`
    update guests set status = ${to}, ticket_id = ${ticket}, move_id = ${move.moveId}, updated_at = ${move.now}, cancelled_at = null,
      order_id = ${to === 'PENDING' ? sql`case when ${keepsOrder} then order_id end` : sql`order_id`},
      coupon_id = case when guests.holds_seat = 1 then null else coupon_id end,
      waitlist_seq = ${to === 'WAITLISTED' ? next(nextInLine) : sql`waitlist_seq`}
    where id = ${guestId} and event_id = ${eventId} and erased_at is null
      and status not in (${to}, 'CHECKED_IN', 'TRANSFERRED') and ${ticket} is not null
    returning id`)
}

/** Gone, from one of the statuses given. An invitation that is turned down is DECLINED, whoever turns it down. */
export const leave = (
  { guestId, eventId }: Whom,
  { from, to }: { from: readonly GuestStatus[]; to: 'CANCELLED' | 'DECLINED' },
  move: Move,
) =>
  written<{ id: string }>(sql`
    update guests set status = case when status = 'INVITED' then 'DECLINED' else ${to} end, cancelled_at = ${move.now},
      coupon_id = null, move_id = ${move.moveId}, updated_at = ${move.now}
    where id = ${guestId} and event_id = ${eventId} and erased_at is null and status in ${listed(from)}
    returning id`)

/** Out of a seat whose order has expired. */
export const leaveUnpaid = ({ guestId, eventId }: Whom, orderId: string, move: Move) =>
  written<{ id: string }>(sql`
    update guests set status = 'CANCELLED', cancelled_at = ${move.now}, coupon_id = null, move_id = ${move.moveId}, updated_at = ${move.now}
    where id = ${guestId} and event_id = ${eventId} and status = 'PENDING' and order_id = ${orderId}
      and exists (select 1 from orders o where o.id = ${orderId} and o.status = 'EXPIRED')
    returning id`)

export interface Corrected {
  firstName: string
  lastName: string
  email: string
  userId: string
  searchText: string
}

/** Writes only over the names that were read: another correction in between is not undone. */
export const correct = (
  whom: Whom,
  seen: { firstName: string; lastName: string; email: string },
  to: Corrected,
  move: Move,
) =>
  written<{ id: string }>(sql`
    update guests set first_name = ${to.firstName}, last_name = ${to.lastName}, email = ${to.email}, user_id = ${to.userId},
      search_text = ${to.searchText}, move_id = ${move.moveId}, updated_at = ${move.now}
    where id = ${whom.guestId} and event_id = ${whom.eventId} and erased_at is null
      and first_name = ${seen.firstName} and last_name = ${seen.lastName} and email = ${seen.email}
    returning id`)

const erasedAddress = (guestId: string) => `${guestId}@erased.invalid`

/** Takes away for good what tells who the guest was; who was there stays counted. */
export const erase = ({ guestId, eventId }: Whom, blank: { userId: string; qrCode: string }, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set first_name = '', last_name = '', email = ${erasedAddress(guestId)}, search_text = '', answers = '[]',
      user_id = ${blank.userId}, qr_code = ${blank.qrCode}, coupon_id = null, erased_at = ${now}, move_id = ${moveId}, updated_at = ${now},
      cancelled_at = case when status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED') then ${now} else cancelled_at end,
      status = case when status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED') then 'CANCELLED' else status end
    where id = ${guestId} and event_id = ${eventId} and erased_at is null returning id`)

/** The same in what was written about the guest: orders, and mail sent and unsent. */
export const eraseTraces = ({ guestId }: Whom, { moveId, now }: Move) => {
  const isErased = sql`exists (select 1 from guests g where g.id = ${guestId} and g.move_id = ${moveId})`
  return [
    written(sql`update orders set buyer_first_name = '', buyer_last_name = '', buyer_email = ${erasedAddress(guestId)}, updated_at = ${now}
      where guest_id = ${guestId} and ${isErased}`),
    written(sql`update mails set recipient = ${erasedAddress(guestId)}, data = '{}',
        status = case when status in ('pending', 'retrying') then 'cancelled' else status end
      where guest_id = ${guestId} and ${isErased}`),
  ]
}
