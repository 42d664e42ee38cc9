import { and, eq, sql } from 'drizzle-orm'
import { aliased } from '../db/aliased.ts'
import type { Database } from '../db/database.ts'
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

const roleOf = (userId: string | null) =>
  sql<Role | null>`(select role from ${members} where calendar_id = ${calendars.id} and user_id = ${userId})`.as('role')

/** One query for the subject, its calendar and the caller's role there. */
export const subjectQuery = (db: Database, name: SubjectName, userId: string | null) => {
  const role = roleOf(userId)
  const calendar = aliased(calendars, 'calendar')
  if (name.by === 'calendarSlug' || name.by === 'calendarId') {
    return db
      .select({ calendar, event: sql<null>`null`.as('event'), role })
      .from(calendars)
      .where(name.by === 'calendarSlug' ? eq(calendars.slug, name.slug) : eq(calendars.id, name.id))
      .limit(1)
  }
  const joined = db
    .select({ calendar, event: aliased(events, 'event'), role })
    .from(events)
    .innerJoin(calendars, eq(calendars.id, events.calendarId))
  if (name.by === 'guestId') {
    return joined.innerJoin(guests, and(eq(guests.eventId, events.id), eq(guests.id, name.id))).limit(1)
  }
  return joined.where(name.by === 'eventId' ? eq(events.id, name.id) : eq(events.slug, name.slug)).limit(1)
}
