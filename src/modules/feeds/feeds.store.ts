import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { CalendarRow } from '../../db/rows.ts'
import { calendars, events } from '../../db/schema.ts'
import { projectionOf } from '../../db/projection.ts'
import { statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { IS_LISTED } from '../../kernel/visibility.ts'

const BACK_MS = 90 * DAY_MS
const AHEAD_MS = 548 * DAY_MS
const MAX_EVENTS = 500

export const calendarQuery = (db: Database, slug: string) =>
  db.select().from(calendars).where(eq(calendars.slug, slug)).limit(1)

const OPEN = sql.raw(IS_LISTED)
const ALL = sql.raw(`status in ('PUBLISHED', 'CANCELLED')`)

const inFeed = projectionOf({ event: events })

/**
 * Selects upcoming events (nearest first), then past events (latest first), up to `MAX_EVENTS` in total, in one query.
 */
export const feedEvents = (
  { id, longestEventMs }: CalendarRow,
  { withHidden, now }: { withHidden: boolean; now: Instant },
) => {
  const shared = sql`calendar_id = ${id} and ${withHidden ? ALL : OPEN}
    and (cancelled_at is null or cancelled_at > ${now - BACK_MS})`
  const row = inFeed.list()
  return inFeed.of(
    statement(sql`
      select * from (select ${row} from events where ${shared} and start_at > ${now - longestEventMs - 1}
        and start_at < ${now + AHEAD_MS} and +end_at > ${now} order by start_at, id limit ${MAX_EVENTS})
      union all
      select * from (select ${row} from events where ${shared} and start_at > ${now - BACK_MS - longestEventMs - 1}
        and start_at < ${now} and +end_at > ${now - BACK_MS} and +end_at <= ${now}
        order by start_at desc, id desc limit ${MAX_EVENTS})
      limit ${MAX_EVENTS}`),
  )
}

export const setFeedToken = (db: Database, calendarId: string, hash: string | null) =>
  db.update(calendars).set({ feedTokenHash: hash }).where(eq(calendars.id, calendarId))
