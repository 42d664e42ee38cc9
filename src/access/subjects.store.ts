import { eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import { calendars, events, guests, members, series } from '../db/schema.ts'
import { shapeOf, written, writtenOnce } from '../db/statement.ts'
import type { Role } from '../kernel/vocabulary.ts'

/** How a request names what it is about. */
export type SubjectName =
  | { by: 'calendarSlug'; slug: string }
  | { by: 'calendarId'; id: string }
  | { by: 'eventId'; id: string }
  | { by: 'eventSlug'; slug: string }
  | { by: 'guestId'; id: string }
  | { by: 'seriesId'; id: string }

export interface LoadedSubject {
  calendar: CalendarRow
  event: EventRow | null
  role: Role | null
}

const roleOfUser = sql<Role | null>`(select role from ${members}
  where calendar_id = ${calendars.id} and user_id = ${sql.placeholder('userId')})`

interface Values extends Record<string, unknown> {
  /** The slug or the id that the request gives. */
  name: string
  /** Whose role is asked for; nobody's without a session. */
  userId: string | null
}
const name = sql.placeholder('name')

const calendarWhere = (where: SQL) =>
  writtenOnce<Values, LoadedSubject>(() => {
    const subject = shapeOf({ calendar: calendars, event: sql<null>`null`, role: roleOfUser })
    return subject.of(new QueryBuilder().select(subject.columns).from(calendars).where(where).limit(1))
  })

const eventWhere = (where: SQL, of?: SQL) =>
  writtenOnce<Values, LoadedSubject>(() => {
    const subject = shapeOf({ calendar: calendars, event: events, role: roleOfUser })
    const joined = new QueryBuilder()
      .select(subject.columns)
      .from(events)
      .innerJoin(calendars, eq(calendars.id, events.calendarId))
    return subject.of(
      of === undefined ? joined.where(where).limit(1) : joined.innerJoin(guests, of).where(where).limit(1),
    )
  })

/** One query for the subject, its calendar and the caller's role there. */
const QUERIES = {
  calendarSlug: calendarWhere(eq(calendars.slug, name)),
  calendarId: calendarWhere(eq(calendars.id, name)),
  seriesId: calendarWhere(
    sql`${calendars.id} = (select ${series.calendarId} from ${series} where ${series.id} = ${name})`,
  ),
  eventId: eventWhere(eq(events.id, name)),
  eventSlug: eventWhere(eq(events.slug, name)),
  guestId: eventWhere(eq(guests.id, name), eq(guests.eventId, events.id)),
}

export const subjectQuery = (subject: SubjectName, userId: string | null) =>
  QUERIES[subject.by]({ name: 'slug' in subject ? subject.slug : subject.id, userId })

/** The number of the last change that visitors saw something of. */
export const revisionQuery = writtenOnce<{ calendarId: string }, { revision: number }>(() =>
  written(sql`select content_revision as revision from calendars where id = ${sql.placeholder('calendarId')}`),
)
