import { sql, type SQL } from 'drizzle-orm'

/** Seats of event `e` and ticket `t` that are taken or reserved for waiting parties. */

export const seatsOfEvent = sql.raw(`(select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = e.id)`)
export const seatsOn = (ticket: 'k' | 't') =>
  sql.raw(
    `(select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = e.id and n.ticket_id = ${ticket}.id)`,
  )
export const seatsOfTicket = seatsOn('t')

const inLine = sql.raw(`w.event_id = e.id and w.status = 'WAITLISTED'`)

/** Uses only the partial index `guests_parties_in_line`, so it never scans a waiting list of 10,000 single guests. */
export const partyWaits = (
  eventId: string | SQL,
) => sql`exists (select 1 from guests v indexed by guests_parties_in_line
  where v.event_id = ${eventId} and v.status = 'WAITLISTED' and v.party_id is not null)`
/** Number of seats with this ticket that waiting party `y` needs. */
export const neededOf = (ticket: 'k' | 't') =>
  sql.raw(`(select count(*) from guests w where w.event_id = e.id and w.status = 'WAITLISTED' and w.waitlist_seq = y.seq
    and w.ticket_id = ${ticket}.id)`)
/** Waiting parties `y` of event `e`. Excludes parties that wouldn't fit even if every seat were free. */
export const partiesInLine = sql`(
  select w.waitlist_seq as seq, count(*) as size, max(w.overtakes) as overtakes from guests w indexed by guests_parties_in_line
  where ${inLine} and w.party_id is not null group by w.waitlist_seq having count(*) > 1) y
  where (e.capacity is null or y.size <= e.capacity) and not exists (
    select 1 from tickets k where k.event_id = e.id and k.capacity < ${neededOf('k')})`

/** True if no further guest may overtake party `y`, according to `waitlist_rule` and `max_overtakes`. */
export const hasBeenPassedTooOften = sql.raw(`(e.waitlist_rule = 'STRICT' or y.overtakes >= e.max_overtakes)`)

/** Stands for "no limit": larger than any request. */
const NO_LIMIT = sql.raw('1000')

/**
 * The number of seats of ticket `t` that newcomers can take without overtaking a party for which
 * `hasBeenPassedTooOften` is true. Null if there is no such party.
 */
export const leftByLine = sql`(
  select min(min(coalesce(e.capacity - ${seatsOfEvent} - y.size, ${NO_LIMIT}),
    case when ${neededOf('t')} > 0 then coalesce(t.capacity - ${seatsOfTicket} - ${neededOf('t')}, ${NO_LIMIT}) else ${NO_LIMIT} end))
  from ${partiesInLine} and ${hasBeenPassedTooOften})`

/**
 * The number of seats that newcomers to event `events` can take now with any one ticket. Null unless a waiting party
 * limits it.
 */
export const leftForNewcomers = sql`case when ${partyWaits(sql`events.id`)} then (
  select nullif(max(coalesce(${leftByLine}, ${NO_LIMIT})), ${NO_LIMIT})
  from events e join tickets t on t.event_id = e.id and t.is_hidden = 0 where e.id = events.id) end`
