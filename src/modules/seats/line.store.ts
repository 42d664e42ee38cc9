import { sql, type SQL } from 'drizzle-orm'
import { statement, preparedStatement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { awaitsPromotion, type Move } from './capacity.store.ts'
import {
  hasBeenPassedTooOften,
  neededOf,
  partiesInLine,
  partyWaits,
  seatsOfEvent,
  seatsOfTicket,
  seatsOn,
} from './kept-places.store.ts'

/**
 * The waiting list of an event, and its rules for overtaking. A single guest waits for one ticket. A party is one
 * entry, which waits for all its tickets together. An entry that gets its seats doesn't count as overtaken. A party of
 * two or more that doesn't get its seats is overtaken by every later entry that takes a seat it needs. `STRICT` allows
 * no overtaking; `FITTING` allows it up to `max_overtakes` times per party. A party larger than the total capacity
 * blocks no one.
 */

/** True if only single guests are waiting, the usual case. */
export const noPartyWaits = (eventId: string) => sql`not ${partyWaits(eventId)}`

/**
 * True if taking `size` seats of the event and `needs` (JSON: seats by ticket id) leaves too few for party `y`. With
 * `have: 'done'` the seats have been taken already, so neither is subtracted again.
 */
const takesFrom = ({ size, needs, have }: { size: SQL; needs: SQL; have: 'yet to' | 'done' }) => {
  const more = (places: SQL) => (have === 'done' ? sql`0` : places)
  return sql`(coalesce(e.capacity - ${seatsOfEvent} - ${more(size)} < y.size, 0) or exists (
    select 1 from json_each(${needs}) n join tickets k on k.id = n.key
    where k.capacity - ${seatsOn('k')} - ${more(sql`n.value`)} < ${neededOf('k')} and ${neededOf('k')} > 0))`
}

/**
 * True if newcomers may take these seats of event `e`: none of them is needed by a waiting party that no one may
 * overtake again.
 */
export const mayGoFirst = (size: SQL, needs: SQL) => sql`not exists (
  select 1 from ${partiesInLine} and ${hasBeenPassedTooOften} and ${takesFrom({ size, needs, have: 'yet to' })})`

/**
 * Increments `overtakes` of each party overtaken in these moves (changes of guests). Run it once the newcomers have
 * their seats.
 */
export const countPassed = (...moveIds: string[]) => passedBy({ moveIds: JSON.stringify(moveIds) })
const passedBy = preparedStatement<{ moveIds: string }, unknown>(() => {
  const came = sql`guests m where m.move_id in (select value from json_each(${sql.placeholder('moveIds')})) and m.takes_seat = 1`
  const needs = sql`(select json_group_object(m.ticket_id, 1) from ${came} and m.event_id = e.id)`
  return statement(sql`
    update guests set overtakes = overtakes + 1
    where status = 'WAITLISTED' and party_id is not null and event_id in (select m.event_id from ${came}) and exists (
      select 1 from events e where e.id = guests.event_id and exists (
        select 1 from ${partiesInLine} and y.seq = guests.waitlist_seq and ${takesFrom({ size: sql`0`, needs, have: 'done' })}))`)
})

/** True if entry `x` takes a seat that party `p`, ahead of it on the list, needs. */
const takesFromPassed = sql.raw(`(coalesce(step.room - x.size < (p.value ->> 'size'), 0) or exists (
  select 1 from json_each(x.needs) n where (step.rooms ->> n.key) - n.value < (p.value -> 'needs' ->> n.key)))`)

/**
 * Walks a waiting list that contains parties. Each entry takes two steps: the first judges it, the second updates
 * `room`, `rooms` and `passed`. `room` is the remaining capacity of the event, and `rooms` that of each limited ticket.
 */
const walk = (eventId: string, except: string, now: Instant) => sql`
  with recursive entries as materialized (
    select row_number() over (order by n.seq) as place, n.seq, sum(n.many) as size, json_group_object(n.ticket_id, n.many) as needs,
      max(n.overtakes) as overtakes
    from (
      select w.waitlist_seq as seq, w.ticket_id, count(*) as many, max(w.overtakes) as overtakes from guests w
      where w.event_id = ${eventId} and w.status = 'WAITLISTED' and w.id <> ${except} and ${partyWaits(eventId)} group by 1, 2
    ) n group by n.seq
  ), ground as materialized (
    select e.id, e.capacity, e.capacity - ${seatsOfEvent} as room, case e.waitlist_rule when 'STRICT' then 0 else e.max_overtakes end as most,
      (select json_group_object(t.id, t.capacity - ${seatsOfTicket}) from tickets t where t.event_id = e.id and t.capacity is not null) as rooms,
      (select json_group_object(t.id, t.capacity) from tickets t where t.event_id = e.id and t.capacity is not null) as capacities,
      exists (select 1 from tickets t where t.event_id = e.id and t.capacity is null) as is_open
    from events e where e.id = ${eventId} and ${awaitsPromotion(now)}
  ), walk (place, seq, is_judged, is_seated, room, rooms, passed) as (
    select 0, 0, 0, 0, ground.room, ground.rooms, '[]' from ground
    union all
    select x.place, x.seq, not step.is_judged,
      case when step.is_judged then step.is_seated else coalesce(step.room >= x.size, 1)
        and not exists (select 1 from json_each(x.needs) n where (step.rooms ->> n.key) < n.value)
        and not exists (select 1 from json_each(step.passed) p where (p.value ->> 'overtakes') >= ground.most and ${takesFromPassed}) end,
      case when step.is_judged and step.is_seated then step.room - x.size else step.room end,
      case when step.is_judged and step.is_seated
        then (select json_group_object(r.key, r.value - coalesce(x.needs ->> r.key, 0)) from json_each(step.rooms) r) else step.rooms end,
      case when not step.is_judged then step.passed
        when step.is_seated then (
          select json_group_array(json_set(p.value, '$.overtakes', (p.value ->> 'overtakes') + ${takesFromPassed})) from json_each(step.passed) p)
        when x.size > 1 and coalesce(x.size <= ground.capacity, 1)
          and not exists (select 1 from json_each(x.needs) n where (ground.capacities ->> n.key) < n.value)
          then json_insert(step.passed, '$[#]', json_object('seq', x.seq, 'size', x.size, 'needs', json(x.needs), 'overtakes', x.overtakes))
        else step.passed end
    from walk step join ground join entries x on x.place = step.place + 1 - step.is_judged
    where step.is_judged or (coalesce(step.room > 0, 1) and (ground.is_open or exists (select 1 from json_each(step.rooms) r where r.value > 0)))
  )`

/**
 * Sets `move_id` on the guests who get a seat under the waiting list rule, and updates `overtakes` of the parties they
 * overtake.
 */
export const chooseAmongParties = (
  eventId: string,
  { moveId, now }: Move,
  { when, except }: { when: SQL; except: string },
) =>
  statement(sql`
    update guests set move_id = case when c.overtakes is null then ${moveId} else guests.move_id end,
      overtakes = coalesce(c.overtakes, guests.overtakes)
    from (
      ${walk(eventId, except, now)}
      select seq, null as overtakes from walk where is_judged and is_seated
      union all
      select p.value ->> 'seq', p.value ->> 'overtakes'
      from json_each((select passed from walk order by place desc, is_judged limit 1)) p
    ) as c
    where ${when} and guests.event_id = ${eventId} and guests.status = 'WAITLISTED' and guests.waitlist_seq = c.seq and guests.id <> ${except}`)
