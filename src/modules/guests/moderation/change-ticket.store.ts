import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../../db/guard.ts'
import type { DomainEvent } from '../../../db/outgoing.ts'
import type { EventRow } from '../../../db/rows.ts'
import { paramsOf, preparedStatement, statement } from '../../../db/statement.ts'
import { BUCKET_MS } from '../../../kernel/time.ts'
import { seatsOfTicket, type GuestRef } from '../../seats/index.ts'
import { registeredData } from '../registration/place-guest.store.ts'
import { mayBeCorrected, type Correction } from './people.store.ts'

/** Moves guest `g` of event `e` to ticket `t`. */

const param = paramsOf<Correction>()

const guestAndTicket = sql`guests g join events e on e.id = g.event_id
  left join tickets t on t.event_id = e.id and t.id = ${param('ticketId')}
  where g.id = ${param('guestId')} and g.event_id = ${param('eventId')}`

const REGISTERED_NOW = sql.raw(`('PENDING', 'OFFERED', 'WAITLISTED', 'CONFIRMED', 'CHECKED_IN')`)
const OPEN_OR_PAID = sql.raw(`('PENDING', 'PAID', 'PARTIALLY_REFUNDED')`)

/** The price of the guest's seat in order `o`, before any discount. */
const priceOfSeat = sql.raw(
  `coalesce((select s.price from order_seats s where s.order_id = o.id and s.guest_id = g.id), o.subtotal)`,
)

/** True if the guest's order charges for the seat an amount that ticket `t` does not cost. */
const costsOtherwise = sql`(g.holds_seat = 1 and exists (
  select 1 from orders o where o.id = g.order_id and o.total > 0 and o.status in ${OPEN_OR_PAID}
    and ${priceOfSeat} > 0 and (t.price <> ${priceOfSeat} or t.currency is not o.currency)))`

const isCouponForOthers = sql.raw(`(g.holds_seat = 0 and exists (
  select 1 from coupons c where c.id = g.coupon_id and json_array_length(c.ticket_ids) > 0
    and t.id not in (select value from json_each(c.ticket_ids))))`)

/**
 * A guest who holds a seat keeps the event's seat and needs only one of the ticket. The order keeps its amount, so a
 * priced seat moves only to a ticket of the same price.
 */
export const mayMoveToTicket = guard([
  unless('validation_failed', sql`t.id is not null`, {
    field: { field: 'ticketId', message: 'must be a ticket of this event' },
  }),
  unless('invalid_transition', sql`g.erased_at is null and g.shown_status in ${REGISTERED_NOW}`, {
    says: sql`'A guest with status ' || g.shown_status || ' can’t change tickets.'`,
    data: sql`json_object('status', g.shown_status)`,
  }),
  unless('event_cancelled', sql`e.status <> 'CANCELLED'`),
  unless('validation_failed', sql`not ${costsOtherwise}`, {
    field: { field: 'ticketId', message: 'must have the same price as in the guest’s order' },
  }),
  unless('validation_failed', sql`not ${isCouponForOthers}`, {
    field: { field: 'ticketId', message: 'isn’t covered by the guest’s coupon' },
  }),
  unless(
    'capacity_exceeded',
    sql`g.takes_seat = 0 or g.ticket_id = t.id or t.capacity is null or ${seatsOfTicket} < t.capacity`,
  ),
])

export const whyTicketNotChanged = preparedStatement<Correction, Judged>(() =>
  statement(sql`select ${mayMoveToTicket.why} as why from ${guestAndTicket}`),
)

/** Selects the admitted guest who is about to move, and the counter of check-ins under their present ticket. */
const admitted = sql`select g.event_id, g.checked_in_at / ${sql.raw(String(BUCKET_MS))} as bucket, coalesce(g.ticket_id, '') as held,
    t.id as ticket_id, g.calendar_id
  from ${guestAndTicket} and g.checked_in_at is not null and g.ticket_id is not t.id and ${mayMoveToTicket.holds} and ${mayBeCorrected.holds}`

/**
 * The trigger behind `checkin_activity` finds a check-in by the guest's ticket when it is undone. The count therefore
 * moves with the guest. Runs before `moveToTicket`.
 */
const leaveCounter = preparedStatement<Correction, never>(() =>
  statement(sql`
    update checkin_activity set check_ins = check_ins - 1 from (${admitted}) as p
    where checkin_activity.event_id = p.event_id and checkin_activity.bucket = p.bucket and checkin_activity.ticket_id = p.held`),
)
const joinCounter = preparedStatement<Correction, never>(() =>
  statement(sql`
    insert into checkin_activity (event_id, bucket, ticket_id, calendar_id, check_ins)
    select p.event_id, p.bucket, p.ticket_id, p.calendar_id, 1 from (${admitted}) as p where true
    on conflict (event_id, bucket, ticket_id) do update set check_ins = check_ins + 1`),
)

/** Runs before `correct`, which writes nothing if this statement refused the ticket. */
const moveToTicket = preparedStatement<Correction, { id: string }>(() =>
  statement(sql`
    update guests set ticket_id = p.ticket_id, move_id = ${param('moveId')}, updated_at = ${param('now')}
    from (select g.id, t.id as ticket_id from ${guestAndTicket} and ${mayMoveToTicket.holds} and ${mayBeCorrected.holds}) as p
    where guests.id = p.id returning id`),
)

const moved = sql`guests g join tickets t on t.id = g.ticket_id
  where g.id = ${param('guestId')} and g.move_id = ${param('moveId')} and g.holds_seat = 1`

const followInSeat = preparedStatement<Correction, never>(() =>
  statement(sql`
    update order_seats set ticket_id = p.id, ticket_name = p.name
    from (select t.id, t.name, g.order_id, g.id as guest_id from ${moved}) as p
    where order_seats.order_id = p.order_id and order_seats.guest_id = p.guest_id and exists (
      select 1 from orders o where o.id = order_seats.order_id and o.status in ${OPEN_OR_PAID})`),
)

/** An order of a party shows the ticket of its first seat. */
const followInOrder = preparedStatement<Correction, never>(() =>
  statement(sql`
    update orders set ticket_id = coalesce(p.first_id, p.id), ticket_name = coalesce(p.first_name, p.name),
      seats_revision = seats_revision + 1, updated_at = ${param('now')}
    from (
      select t.id, t.name, g.order_id, f.ticket_id as first_id, f.ticket_name as first_name
      from guests g join tickets t on t.id = g.ticket_id left join order_seats f on f.order_id = g.order_id and f.position = (
        select min(s.position) from order_seats s where s.order_id = g.order_id)
      where g.id = ${param('guestId')} and g.move_id = ${param('moveId')} and g.holds_seat = 1
    ) as p
    where orders.id = p.order_id and orders.status in ${OPEN_OR_PAID}`),
)

/** The door counts admitted guests by the ticket of their check-in, and expected guests by their own. */
const followAtDoor = preparedStatement<Correction, never>(() =>
  statement(sql`
    update checkins set ticket_id = p.id from (select t.id, g.id as guest_id from ${moved}) as p
    where checkins.guest_id = p.guest_id and checkins.undone_at is null`),
)

export const moveBetweenTickets = (correction: Correction) => ({
  left: leaveCounter(correction),
  joined: joinCounter(correction),
  moved: moveToTicket(correction),
  seat: followInSeat(correction),
  order: followInOrder(correction),
  door: followAtDoor(correction),
})

/** The trigger behind `guest.updated` does not watch the ticket. */
export const ticketChanged = (event: EventRow, { guestId }: GuestRef, moveIds: readonly string[]): DomainEvent => {
  const changed = sql`g.id = ${guestId} and g.move_id in (${sql.join(
    moveIds.map((id) => sql`${id}`),
    sql`, `,
  )})`
  const status = sql`(select g.shown_status from guests g where ${changed})`
  return {
    type: 'guest.updated',
    eventId: event.id,
    data: sql`json_set(${registeredData(event, changed)}, '$.status', ${status}, '$.previousStatus', ${status},
      '$.changes', json('["ticket"]'))`,
    when: sql`exists (select 1 from guests g where ${changed})`,
  }
}
