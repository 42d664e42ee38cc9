import { and, eq, sql, type SQL } from 'drizzle-orm'
import { aliased } from '../db/aliased.ts'
import { writtenOnce, type Database } from '../db/database.ts'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import { calendars, events, guests, members } from '../db/schema.ts'
import type { Role } from '../kernel/vocabulary.ts'

/** How a request names what it is about. */
export type SubjectName =
  | { by: 'calendarSlug'; slug: string }
  | { by: 'calendarId'; id: string }
  | { by: 'eventId'; id: string }
  | { by: 'eventSlug'; slug: string }
  | { by: 'guestId'; id: string }

export interface LoadedSubject {
  calendar: CalendarRow
  event: EventRow | null
  role: Role | null
}

const roleOfUser = sql<Role | null>`(select role from ${members}
  where calendar_id = ${calendars.id} and user_id = ${sql.placeholder('userId')})`.as('role')

interface Values extends Record<string, unknown> {
  /** The slug or the id that the request gives. */
  name: string
  /** Whose role is asked for; nobody's without a session. */
  userId: string | null
}
const name = sql.placeholder('name')

const calendarWhere = (where: SQL) =>
  writtenOnce<Values, LoadedSubject[]>((db) =>
    db
      .select({ calendar: aliased(calendars, 'calendar'), event: sql<null>`null`.as('event'), role: roleOfUser })
      .from(calendars)
      .where(where)
      .limit(1),
  )

const joinedWith = (db: Database) =>
  db
    .select({ calendar: aliased(calendars, 'calendar'), event: aliased(events, 'event'), role: roleOfUser })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))

const eventWhere = (where: SQL) => writtenOnce<Values, LoadedSubject[]>((db) => joinedWith(db).where(where).limit(1))

/** One query for the subject, its calendar and the caller's role there. */
const QUERIES = {
  calendarSlug: calendarWhere(eq(calendars.slug, name)),
  calendarId: calendarWhere(eq(calendars.id, name)),
  eventId: eventWhere(eq(events.id, name)),
  eventSlug: eventWhere(eq(events.slug, name)),
  guestId: writtenOnce<Values, LoadedSubject[]>((db) =>
    joinedWith(db)
      .innerJoin(guests, and(eq(guests.eventId, events.id), eq(guests.id, name)))
      .limit(1),
  ),
}

export const subjectQuery = (db: Database, subject: SubjectName, userId: string | null) =>
  QUERIES[subject.by](db, { name: 'slug' in subject ? subject.slug : subject.id, userId })
