import { sql, type SQL } from 'drizzle-orm'

/** What is taken of an event and of a ticket, and what parties in line keep of it: over event `e` and ticket `t`. */

export const seatsOfEvent = sql.raw(`(select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = e.id)`)
export const seatsOn = (ticket: 'k' | 't') =>
  sql.raw(
    `(select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = e.id and n.ticket_id = ${ticket}.id)`,
  )
export const seatsOfTicket = seatsOn('t')

const inLine = sql.raw(`w.event_id = e.id and w.status = 'WAITLISTED'`)

/** Found by the index of parties alone: a line of ten thousand who came by themselves is not walked for it. */
export const partyWaits = (
  eventId: string | SQL,
) => sql`exists (select 1 from guests v indexed by guests_parties_in_line
  where v.event_id = ${eventId} and v.status = 'WAITLISTED' and v.party_id is not null)`
/** How many places of a ticket the party `y` in line needs. */
export const neededOf = (ticket: 'k' | 't') =>
  sql.raw(`(select count(*) from guests w where w.event_id = e.id and w.status = 'WAITLISTED' and w.waitlist_seq = y.seq
    and w.ticket_id = ${ticket}.id)`)
/** The parties `y` in the line of event `e`, but for those that could have no place if all were free. */
export const partiesInLine = sql`(
  select w.waitlist_seq as seq, count(*) as size, max(w.overtakes) as overtakes from guests w indexed by guests_parties_in_line
  where ${inLine} and w.party_id is not null group by w.waitlist_seq having count(*) > 1) y
  where (e.capacity is null or y.size <= e.capacity) and not exists (
    select 1 from tickets k where k.event_id = e.id and k.capacity < ${neededOf('k')})`

/** Nobody passes party `y` any more, by the rule of the event. */
export const hasBeenPassedTooOften = sql.raw(`(e.waitlist_rule = 'STRICT' or y.overtakes >= e.max_overtakes)`)

/** Stands for no limit: nobody asks for so many at once. */
const NO_LIMIT = sql.raw('1000')

/** The most of ticket `t` that the parties leave who may not be passed; null where none of them needs any of it. */
export const leftByLine = sql`(
  select min(min(coalesce(e.capacity - ${seatsOfEvent} - y.size, ${NO_LIMIT}),
    case when ${neededOf('t')} > 0 then coalesce(t.capacity - ${seatsOfTicket} - ${neededOf('t')}, ${NO_LIMIT}) else ${NO_LIMIT} end))
  from ${partiesInLine} and ${hasBeenPassedTooOften})`

/** The most that whoever comes to event `events` now may have of any ticket, where a party in line keeps places; else null. */
export const leftForNewcomers = sql`case when ${partyWaits(sql`events.id`)} then (
  select nullif(max(coalesce(${leftByLine}, ${NO_LIMIT})), ${NO_LIMIT})
  from events e join tickets t on t.event_id = e.id and t.is_hidden = 0 where e.id = events.id) end`
