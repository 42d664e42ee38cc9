import { sql, type SQL } from 'drizzle-orm'
import type { Instant } from '../../kernel/time.ts'

/** Selects `kind`, `slug` and `count` per reason why something can't be erased; rows with a count of 0 don't block. */
type Blocks = SQL

/** Statuses of guests who expect to attend. */
const EXPECTING = sql.raw(`('INVITED', 'PENDING', 'OFFERED', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')`)

/** Money in transit: refunds without a result, and requests to the payment provider without a response. */
const openPayments = (isTheirs: SQL) => sql`(
  (select count(*) from refunds r join orders o on o.id = r.order_id where r.status = 'PENDING' and ${isTheirs})
  + (select count(*) from orders o where o.effect in ('INTENDED', 'SENT', 'KNOWN') and ${isTheirs}))`

/** Invoices and credit notes that the organiser must still keep. They outlive their event. */
const keptDocuments = (calendarId: SQL, now: Instant) =>
  sql`(select count(*) from documents d where d.calendar_id = ${calendarId} and d.keep_until > ${now})`

/** An event must be over or cancelled. */
export const blocksOfEvent = (eventId: string | SQL, now: Instant): Blocks => sql`
  select 'EVENT_AHEAD' as kind, c.slug as slug, (e.end_at > ${now} and e.status <> 'CANCELLED') as count
  from events e join calendars c on c.id = e.calendar_id where e.id = ${eventId}
  union all select 'OPEN_PAYMENTS', c.slug, ${openPayments(sql`o.event_id = ${eventId}`)}
  from events e join calendars c on c.id = e.calendar_id where e.id = ${eventId}`

/**
 * Guests must be notified if their event won't take place, and cancelling it emails them. If the calendar has moved to
 * another installation, its events still take place.
 */
export const blocksOfCalendar = (calendarId: string | SQL, now: Instant, hasMoved = false): Blocks => sql`
  select 'EVENTS_WITH_GUESTS' as kind, c.slug as slug, (select count(*) from events e
    where ${hasMoved ? 0 : 1} and e.calendar_id = c.id and e.end_at > ${now} and e.status = 'PUBLISHED' and exists (
      select 1 from guest_counts n where n.event_id = e.id and n.guests > 0 and n.status in ${EXPECTING})) as count
  from calendars c where c.id = ${calendarId}
  union all select 'OPEN_PAYMENTS', c.slug, ${openPayments(sql`o.calendar_id = c.id`)} from calendars c where c.id = ${calendarId}
  union all select 'DOCUMENTS_KEPT', c.slug, ${keptDocuments(sql`c.id`, now)} from calendars c where c.id = ${calendarId}`

/** Matches members `m` who are the only member of their calendar: it is erased with the account. */
export const IS_ALONE = sql.raw(
  `not exists (select 1 from members other where other.calendar_id = m.calendar_id and other.user_id <> m.user_id)`,
)

/** A calendar with other members needs another owner, or must be erased first. */
export const blocksOfAccount = (userId: string | SQL, now: Instant): Blocks => {
  const alone = sql`(select m.calendar_id from members m where m.user_id = ${userId} and ${IS_ALONE})`
  return sql`
  select 'ONLY_OWNER' as kind, c.slug as slug, (select count(*) from members x where x.calendar_id = c.id) - 1 as count
  from members m join calendars c on c.id = m.calendar_id
  where m.user_id = ${userId} and m.role = 'OWNER' and c.erase_at is null and not (${IS_ALONE}) and not exists (
    select 1 from members o where o.calendar_id = m.calendar_id and o.role = 'OWNER' and o.user_id <> m.user_id)
  union all select 'EVENTS_WITH_GUESTS', c.slug, 1 from events e join calendars c on c.id = e.calendar_id
  where c.id in ${alone} and e.end_at > ${now} and e.status = 'PUBLISHED' and exists (
    select 1 from guest_counts n where n.event_id = e.id and n.guests > 0 and n.status in ${EXPECTING})
  union all select 'OPEN_PAYMENTS', c.slug, ${openPayments(sql`o.calendar_id = c.id`)} from calendars c where c.id in ${alone}
  union all select 'DOCUMENTS_KEPT', c.slug, ${keptDocuments(sql`c.id`, now)} from calendars c where c.id in ${alone}`
}

export const isUnblocked = (blocks: Blocks) => sql`not exists (select 1 from (${blocks}) b where b.count > 0)`

/** JSON array of the reasons that block, one entry per kind and calendar. */
export const blocksJson = (blocks: Blocks) => sql`(select coalesce(json_group_array(json_object(
  'kind', b.kind, 'calendarSlug', b.slug, 'count', b.total)), '[]')
  from (select kind, slug, sum(count) as total from (${blocks}) where count > 0 group by kind, slug order by slug, kind) b)`
