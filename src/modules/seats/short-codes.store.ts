import { sql, type SQLWrapper } from 'drizzle-orm'
import { parseShortCode } from '../../kernel/short-code.ts'

/** The first of the candidates (a JSON array) that no guest of the event has. Null if all are taken. */
export const freeShortCode = (candidates: SQLWrapper, eventId: SQLWrapper) =>
  sql`(select s.value from json_each(${candidates}) s
    where not exists (select 1 from guests u where u.event_id = ${eventId} and u.short_code = s.value) order by s.key limit 1)`

/**
 * The id of the guest whose short code was typed as the search text. A scalar subquery, so that a name search still
 * reads only its covering index.
 */
export const guestByShortCode = (eventId: SQLWrapper, code: SQLWrapper) =>
  sql`(select u.id from guests u where u.event_id = ${eventId} and u.short_code = ${code})`

/** The short code in a search text, or `''`, which no guest has. */
export const typedShortCode = (search: string) => parseShortCode(search) ?? ''
