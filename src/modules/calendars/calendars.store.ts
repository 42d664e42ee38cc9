import { and, asc, desc, eq, notExists, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import type { Profile } from '../../access/actor.ts'
import type { CalendarRow } from '../../db/rows.ts'
import { calendars, events, members, takenSlugs } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'

const calendarsOf = (userId: string) => sql`(select count(*) from calendars where created_by = ${userId})`

export const countCalendarsOf = async (db: Database, userId: string) => {
  const [row] = await rowsFrom(db, statement<{ used: number }>(sql`select ${calendarsOf(userId)} as used`))
  return row?.used ?? 0
}

/** Limits a user to `most` calendars: over the limit, `id` is null and the NOT NULL violation makes the batch fail. */
export const insertCalendar = (
  db: Database,
  calendar: typeof calendars.$inferInsert,
  { ownerId, profile, most }: { ownerId: string; profile: Profile; most: number },
) => ({
  slug: db.insert(takenSlugs).values({ kind: 'calendar', slug: calendar.slug, ownerId: calendar.id }),
  made: rowsOf(
    calendars,
    db
      .insert(calendars)
      .values({
        ...calendar,
        id: sql`case when ${calendarsOf(ownerId)} < ${most} then ${calendar.id} end`,
        createdBy: ownerId,
      })
      .returning(),
  ),
  owner: db
    .insert(members)
    .values({ calendarId: calendar.id, userId: ownerId, role: 'OWNER', ...profile, createdAt: calendar.createdAt }),
})

export const isSlugTaken = async (db: Database, slug: string) => {
  const rows = await db
    .select({ slug: takenSlugs.slug })
    .from(takenSlugs)
    .where(and(eq(takenSlugs.kind, 'calendar'), eq(takenSlugs.slug, slug)))
  return rows.length > 0
}

export const findCalendar = async (db: Database, id: string) => {
  const [row] = await db.select().from(calendars).where(eq(calendars.id, id)).limit(1)
  return row ?? null
}

export const listCalendarsOf = async (db: Database, userId: string, page: PageRequest) => {
  const [rows, counts] = await db.batch([
    db
      .select({ calendar: calendars, role: members.role })
      .from(members)
      .innerJoin(calendars, eq(calendars.id, members.calendarId))
      .where(eq(members.userId, userId))
      .orderBy(asc(calendars.createdAt), asc(calendars.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(members)
      .where(eq(members.userId, userId)),
  ])
  return { rows, total: counts[0]?.total ?? 0 }
}

interface CalendarFilter {
  q?: string | undefined
  suspended?: boolean | undefined
}

/** Reads the whole table, for the operator only. */
export const listAllCalendarsQuery = async (db: Database, { q, suspended }: CalendarFilter, page: PageRequest) => {
  const matches = and(
    q === undefined
      ? undefined
      : sql`(instr(lower(${calendars.name}), lower(${q})) > 0 or instr(${calendars.slug}, lower(${q})) > 0)`,
    suspended === undefined ? undefined : sql`(${calendars.suspendedAt} is not null) = ${Number(suspended)}`,
  )
  const memberCount = sql<number>`(select count(*) from members where members.calendar_id = ${calendars.id})`
  const [rows, counts] = await db.batch([
    db
      .select({ calendar: calendars, memberCount })
      .from(calendars)
      .where(matches)
      .orderBy(desc(calendars.createdAt), desc(calendars.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(calendars)
      .where(matches),
  ])
  return { rows, total: counts[0]?.total ?? 0 }
}

export const updateCalendarStatement = (db: Database, id: string, changes: Partial<CalendarRow>) =>
  rowsOf(calendars, db.update(calendars).set(changes).where(eq(calendars.id, id)).returning())

export const hasEvents = async (db: Database, id: string) =>
  (await rowsFrom(db, statement(sql`select 1 from events where calendar_id = ${id} limit 1`))).length > 0

/**
 * Deletes a calendar only if it has no events. The check is part of the DELETE, so no event can be created in between.
 */
export const deleteEmptyCalendar = (db: Database, id: string) =>
  db
    .delete(calendars)
    .where(
      and(
        eq(calendars.id, id),
        notExists(
          db
            .select({ one: sql`1` })
            .from(events)
            .where(eq(events.calendarId, id)),
        ),
      ),
    )
    .returning({ id: calendars.id })
