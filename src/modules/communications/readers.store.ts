import { and, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Linked } from '../../access/derived.ts'
import type { Database } from '../../db/database.ts'
import { projectionOf } from '../../db/projection.ts'
import { calendars, unsubscribes } from '../../db/schema.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Locale } from '../../kernel/vocabulary.ts'

/** Guests and buyers (`parties`) who get email from a calendar, each with the current `link_version`. */
const READERS = sql.raw(`(
  select id, link_version, calendar_id, email, locale from guests where erased_at is null
  union all select id, link_version, calendar_id, buyer_email, locale from parties where erased_at is null)`)

const readerIs = ({ id, linkVersion }: Linked) => sql`r.id = ${id} and r.link_version = ${linkVersion}`

const reader = projectionOf({ calendar: calendars, locale: sql<Locale | null>`r.locale` })

/** Finds the recipient of an unsubscribe link. Returns null if its `link_version` is outdated. */
export const readerOf = async (db: Database, linked: Linked) => {
  const joined = sql`${calendars.id} = r.calendar_id and ${readerIs(linked)}`
  const query = new QueryBuilder()
    .select(reader.columns)
    .from(calendars)
    .innerJoin(sql`${READERS} r`, joined)
  const [row] = await rowsFrom(db, reader.of(query))
  return row ?? null
}

export const unsubscribeStatement = (linked: Linked, now: Instant) =>
  statement<{ email: string }>(sql`
    insert into unsubscribes (calendar_id, email, created_at)
    select r.calendar_id, r.email, ${now} from ${READERS} r where ${readerIs(linked)}
    on conflict (calendar_id, email) do update set created_at = unsubscribes.created_at returning email`)

export const isUnsubscribed = async (db: Database, calendarId: string, email: string) => {
  const rows = await db
    .select({ email: unsubscribes.email })
    .from(unsubscribes)
    .where(and(eq(unsubscribes.calendarId, calendarId), eq(unsubscribes.email, email)))
  return rows.length > 0
}
