import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { isoOf, rowsFrom, statement } from '../../db/statement.ts'
import type { Database } from '../../db/database.ts'
import type { Instant } from '../../kernel/time.ts'
import type { GuestRef } from './guests.store.ts'
import { latestOfferEnd, registrationClosesAt, type Move } from './capacity.store.ts'
import { isOfParty, seatParties } from './party-seats.store.ts'
import { nextInLine, seat } from './seats.store.ts'

/** Offers to guest `g` of event `e` and to the party members who wait with them. */

const guestAndEvent = ({ guestId, eventId }: GuestRef) =>
  sql`guests g join events e on e.id = g.event_id where g.id = ${guestId} and g.event_id = ${eventId}`

/** An offer expires at `offer_expires_at`, even if `expireOffers` hasn't run yet. */
export const mayAccept = (now: Instant) =>
  guard([
    unless('event_cancelled', sql`e.status <> 'CANCELLED'`),
    unless(
      'offer_expired',
      sql`not (g.offer_expires_at is not null and g.status in ('PENDING', 'WAITLISTED') and g.offer_expires_at <= ${now})`,
      { data: sql`json_object('expiredAt', ${isoOf(sql`g.offer_expires_at`)})` },
    ),
    unless('invalid_transition', sql`g.shown_status = 'OFFERED' and g.erased_at is null`),
  ])

export const whyNotAccept = (whom: GuestRef, now: Instant) =>
  statement<Judged>(sql`select ${mayAccept(now).why} as why from ${guestAndEvent(whom)}`)

/** Turns the seats reserved by an offer into the guests' own seats. */
export const accept = ({ guestId, eventId }: GuestRef, move: Move) => {
  const who = sql`g.id = ${guestId} and g.event_id = ${eventId} and ${mayAccept(move.now).holds}`
  return {
    together: seatParties({ ...move, where: who }),
    alone: seat({ ...move, where: sql`${who} and not ${isOfParty}` }),
  }
}

export const eventsWithExpiredOffers = (db: Database, now: Instant, most: number) =>
  rowsFrom(
    db,
    statement<{ id: string; calendarId: string; isOpen: number }>(sql`
      select e.id, e.calendar_id as calendarId, e.status = 'PUBLISHED' and ${registrationClosesAt} > ${now} as isOpen
      from events e where not exists (select 1 from calendars c where c.id = e.calendar_id and c.erase_at is not null) and e.id in (
        select g.event_id from guests g where g.status = 'PENDING' and g.offer_expires_at is not null and g.offer_expires_at <= ${now}
        order by g.offer_expires_at limit ${most})`),
  )

/**
 * Moves guests with expired offers to the end of the waiting list, ordered by `offer_expires_at` and then by their
 * previous position. Parties stay together.
 */
export const expireOffersStatement = (eventId: string, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'WAITLISTED', waitlist_seq = p.seq, overtakes = 0, move_id = ${moveId}, updated_at = ${now}
    from (
      select g.id, ${nextInLine} - 1 + dense_rank() over (order by g.offer_expires_at, g.waitlist_seq) as seq
      from guests g join events e on e.id = g.event_id
      where g.event_id = ${eventId} and g.shown_status = 'OFFERED' and g.offer_expires_at <= ${now}
    ) as p
    where guests.id = p.id returning id`)

/** Shortens `offer_expires_at` to `latestOfferEnd` after a change of the event's times. Never extends an offer. */
export const shortenOffers = (eventId: string, now: Instant) =>
  statement(sql`
    update guests set offer_expires_at = p.latest, updated_at = ${now}
    from (select ${latestOfferEnd(now)} as latest from events e where e.id = ${eventId}) as p
    where guests.event_id = ${eventId} and guests.shown_status = 'OFFERED' and guests.offer_expires_at > p.latest`)
