import { sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { PostingRow } from '../../db/rows.ts'
import { postings } from '../../db/schema.ts'
import { rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

/** From `start`, before `end`. */
export interface Period {
  start: Instant
  end: Instant
}

export interface MoneyTotal {
  currency: string
  method: string
  eventId: string
  title: string | null
  charged: number
  refunded: number
  disputed: number
}

const sumOf = (type: PostingRow['type'], sign: '' | '-') =>
  sql.raw(`sum(case when p.type = '${type}' then ${sign}p.amount else 0 end)`)

/** One row for each currency, method and event. */
export const totalsIn = (calendarId: string, { start, end }: Period) =>
  statement<MoneyTotal>(sql`
    select p.currency, p.method, p.event_id as eventId, e.title, ${sumOf('CHARGE', '')} as charged,
      ${sumOf('REFUND', '-')} as refunded, ${sumOf('DISPUTE', '-')} as disputed
    from postings p left join events e on e.id = p.event_id
    where p.calendar_id = ${calendarId} and p.at >= ${start} and p.at < ${end}
    group by p.currency, p.event_id, p.method order by p.currency, e.start_at, p.event_id, p.method`)

const PAGE = 500

/** The postings of a period in the order of time, page by page. */
export async function* postingsIn(db: Database, calendarId: string, { start, end }: Period) {
  let after: Pick<PostingRow, 'at' | 'id'> = { at: start, id: '' }
  while (true) {
    const page = await rowsFrom(
      db,
      rowsOf(
        postings,
        new QueryBuilder()
          .select()
          .from(postings)
          .where(
            sql`${postings.calendarId} = ${calendarId} and (${postings.at}, ${postings.id}) > (${after.at}, ${after.id}) and ${postings.at} < ${end}`,
          )
          .orderBy(postings.at, postings.id)
          .limit(PAGE),
      ),
    )
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last
  }
}
