import { sql, type SQL } from 'drizzle-orm'
import { statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { blocksJson, blocksOfAccount, blocksOfCalendar, blocksOfEvent, IS_ALONE } from './blocks.store.ts'

export interface ErasureCounts {
  isEmpty: number
  events: number
  guests: number
  orders: number
  members: number
  images: number
  apiKeys: number
  webhooks: number
  /** JSON array. */
  blocks: string
}

const guestsOf = (events: SQL) =>
  sql`(select coalesce(sum(n.guests), 0) from guest_counts n where n.event_id in ${events})`
const ordersOf = (events: SQL) => sql`(select count(*) from orders o where o.event_id in ${events})`
const count = (table: string, calendars: SQL) =>
  sql`(select count(*) from ${sql.raw(table)} where calendar_id in ${calendars})`

/** Counts the rows that are erased along with the calendars selected by the subquery. */
const countsOf = (calendars: SQL, blocks: SQL, isEmpty: SQL) => {
  const events = sql`(select id from events where calendar_id in ${calendars})`
  return statement<ErasureCounts>(sql`select ${isEmpty} as isEmpty, ${count('events', calendars)} as events, ${guestsOf(events)} as guests,
    ${ordersOf(events)} as orders, ${count('members', calendars)} as members, ${count('images', calendars)} as images,
    ${count('api_keys', calendars)} as apiKeys, ${count('webhooks', calendars)} as webhooks, ${blocksJson(blocks)} as blocks`)
}

export const countsOfCalendar = (id: string, now: Instant) =>
  countsOf(
    sql`(select ${id})`,
    blocksOfCalendar(id, now),
    sql`not exists (select 1 from events e where e.calendar_id = ${id})`,
  )

export const countsOfAccount = (userId: string, now: Instant) =>
  countsOf(
    sql`(select m.calendar_id from members m where m.user_id = ${userId} and ${IS_ALONE})`,
    blocksOfAccount(userId, now),
    sql`0`,
  )

/** Images belong to the calendar, and unused ones are deleted anyway. */
export const countsOfEvent = (id: string, now: Instant) =>
  statement<ErasureCounts>(sql`select not exists (select 1 from guests g where g.event_id = ${id}) as isEmpty, 1 as events, ${guestsOf(sql`(select ${id})`)} as guests, ${ordersOf(sql`(select ${id})`)} as orders,
    0 as members, 0 as images, 0 as apiKeys,
    (select count(*) from webhooks w where w.event_id = ${id} and w.calendar_id = (select e.calendar_id from events e where e.id = ${id})) as webhooks,
    ${blocksJson(blocksOfEvent(id, now))} as blocks`)
