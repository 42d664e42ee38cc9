import { sql } from 'drizzle-orm'
import { written } from '../../db/statement.ts'
import type { RegistrationAnswer } from '../../db/rows.ts'
import type { GUEST_SOURCES } from '../../kernel/vocabulary.ts'
import { couponCanBeRedeemed, newOrderId, totalToPay } from '../orders/index.ts'
import { hasRoom, nextInLine, onlyTicket, type Move } from './seats.store.ts'

export interface NewcomerInput {
  id: string
  eventId: string
  ticketId: string | null
  couponId: string | null
  userId: string
  firstName: string
  lastName: string
  email: string
  searchText: string
  source: (typeof GUEST_SOURCES)[number]
  qrCode: string
  answers: RegistrationAnswer[]
  /** Whether approval and the windows of event and ticket hold for this newcomer; capacity always does. */
  isPublic: boolean
}

/** `refuseTicket` and `refuseEvent` as SQL: what a visitor may register for. */
const isOnSale = (now: number) => sql`(t.is_paused = 0
  and (t.sales_start_at is null or t.sales_start_at <= ${now}) and (t.sales_end_at is null or t.sales_end_at > ${now})
  and (e.registration_opens_at is null or e.registration_opens_at <= ${now})
  and min(coalesce(e.registration_closes_at, e.end_at), e.end_at) > ${now} and e.status = 'PUBLISHED')`

const INTO_LIVE = sql.raw(
  `on conflict (event_id, email) where status in ('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')`,
)

/**
 * Makes a guest, or answers the invitation that waits under the same address, and decides the status in the same
 * statement. Returns nothing when the address is taken, nothing is free or the doors are closed.
 */
export const placeGuest = (guest: NewcomerInput, { moveId, now }: Move) =>
  written<{ id: string; status: string }>(sql`
    insert into guests (id, calendar_id, event_id, ticket_id, order_id, coupon_id, user_id, first_name, last_name, email, search_text,
      status, source, qr_code, answers, waitlist_seq, move_id, created_at, updated_at)
    select ${guest.id}, p.calendar_id, p.event_id, p.ticket_id, case when p.is_seated then p.new_order end, p.coupon_id,
      ${guest.userId}, ${guest.firstName}, ${guest.lastName}, ${guest.email}, ${guest.searchText},
      case when p.needs_approval then 'PENDING' when not p.is_seated then 'WAITLISTED' when p.total > 0 then 'PENDING' else 'CONFIRMED' end,
      ${guest.source}, ${guest.qrCode}, ${JSON.stringify(guest.answers)},
      case when not p.needs_approval and not p.is_seated then p.next_in_line end, ${moveId}, ${now}, ${now}
    from (
      select r.*, r.has_room and not r.needs_approval as is_seated from (
        select e.id as event_id, e.calendar_id, t.id as ticket_id, c.id as coupon_id, e.waitlist_enabled as may_wait,
          ${Number(guest.isPublic)} and (e.requires_approval or t.requires_approval) as needs_approval,
          ${hasRoom} as has_room, ${totalToPay} as total, ${newOrderId} as new_order, ${nextInLine} as next_in_line
        from events e join tickets t on t.event_id = e.id left join coupons c on c.id = ${guest.couponId}
        where e.id = ${guest.eventId} and e.status <> 'CANCELLED' and t.id = coalesce(${guest.ticketId}, ${onlyTicket})
          and (${Number(!guest.isPublic)} or ${isOnSale(now)})
          and (${guest.couponId} is null or ${couponCanBeRedeemed(now)})
      ) as r
    ) as p
    where p.has_room or p.may_wait
    ${INTO_LIVE} do update set
      ticket_id = excluded.ticket_id, order_id = excluded.order_id, coupon_id = excluded.coupon_id, first_name = excluded.first_name,
      last_name = excluded.last_name, search_text = excluded.search_text, status = excluded.status, answers = excluded.answers,
      waitlist_seq = excluded.waitlist_seq, move_id = excluded.move_id, updated_at = excluded.updated_at
    where guests.status = 'INVITED'
    returning id, status`)

export interface TransferInput extends Omit<NewcomerInput, 'ticketId' | 'couponId' | 'answers' | 'isPublic'> {
  oldGuestId: string
}

/** The giver leaves, unless the receiver is a guest already. */
export const leaveForTransfer = ({ oldGuestId, eventId, email }: TransferInput, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set status = 'TRANSFERRED', move_id = ${moveId}, updated_at = ${now}
    where id = ${oldGuestId} and event_id = ${eventId} and status = 'CONFIRMED' and erased_at is null
      and not exists (select 1 from guests o where o.event_id = ${eventId} and o.email = ${email}
        and o.status in ('PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN'))
    returning id`)

/** The receiver takes seat, ticket and order of whoever left by the move `left`, with a code of their own. */
export const takeOver = (guest: TransferInput, left: Move, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    insert into guests (id, calendar_id, event_id, ticket_id, order_id, user_id, first_name, last_name, email, search_text,
      status, source, qr_code, answers, move_id, approved_at, created_at, updated_at)
    select ${guest.id}, g.calendar_id, g.event_id, g.ticket_id, g.order_id, ${guest.userId}, ${guest.firstName}, ${guest.lastName},
      ${guest.email}, ${guest.searchText}, 'CONFIRMED', ${guest.source}, ${guest.qrCode}, '[]', ${moveId}, g.approved_at, ${now}, ${now}
    from guests g where g.id = ${guest.oldGuestId} and g.move_id = ${left.moveId}
    ${INTO_LIVE} do update set
      ticket_id = excluded.ticket_id, order_id = excluded.order_id, first_name = excluded.first_name, last_name = excluded.last_name,
      search_text = excluded.search_text, status = excluded.status, move_id = excluded.move_id, approved_at = excluded.approved_at,
      updated_at = excluded.updated_at
    where guests.status = 'INVITED'
    returning id`)

export const passOrderOn = ({ moveId, now }: Move) =>
  written(sql`
    update orders set guest_id = (select g.id from guests g where g.move_id = ${moveId}), updated_at = ${now}
    where id = (select g.order_id from guests g where g.move_id = ${moveId})`)

export interface InvitationInput {
  id: string
  userId: string
  email: string
  searchText: string
  qrCode: string
}

/** Makes or renews invitations; returns the addresses that are not guests yet. */
export const inviteAll = (
  event: { id: string; calendarId: string },
  invitations: InvitationInput[],
  { moveId, now }: Move,
) =>
  written<{ email: string }>(sql`
    insert into guests (id, calendar_id, event_id, user_id, first_name, last_name, email, search_text, status, source, qr_code,
      answers, move_id, created_at, updated_at)
    select value ->> 'id', ${event.calendarId}, e.id, value ->> 'userId', '', '', value ->> 'email', value ->> 'searchText',
      'INVITED', 'INVITE', value ->> 'qrCode', '[]', ${moveId}, ${now}, ${now}
    from json_each(${JSON.stringify(invitations)}) join events e on e.id = ${event.id}
    where e.status = 'PUBLISHED'
    ${INTO_LIVE} do update set move_id = excluded.move_id, updated_at = excluded.updated_at
    where guests.status = 'INVITED'
    returning email`)
