import { eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import { calendars, events, guests, members, series } from '../db/schema.ts'
import { projectionOf, type Projection } from '../db/projection.ts'
import { statement, preparedStatement } from '../db/statement.ts'
import type { Role } from '../kernel/vocabulary.ts'

/** How a request names its subject. */
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
  /** The slug or id from the request. */
  name: string
  /** The user of the session, whose role the query returns; null without a session. */
  userId: string | null
}
const name = sql.placeholder('name')

const queriesFor = <Found>(ofCalendar: () => Projection<Found>, ofEvent: () => Projection<Found>) => {
  const calendarWhere = (where: SQL) =>
    preparedStatement<Values, Found>(() => {
      const shape = ofCalendar()
      return shape.of(new QueryBuilder().select(shape.columns).from(calendars).where(where).limit(1))
    })
  const eventWhere = (where: SQL, of?: SQL) =>
    preparedStatement<Values, Found>(() => {
      const shape = ofEvent()
      const joined = new QueryBuilder()
        .select(shape.columns)
        .from(events)
        .innerJoin(calendars, eq(calendars.id, events.calendarId))
      return shape.of(
        of === undefined ? joined.where(where).limit(1) : joined.innerJoin(guests, of).where(where).limit(1),
      )
    })
  return {
    calendarSlug: calendarWhere(eq(calendars.slug, name)),
    calendarId: calendarWhere(eq(calendars.id, name)),
    seriesId: calendarWhere(
      sql`${calendars.id} = (select ${series.calendarId} from ${series} where ${series.id} = ${name})`,
    ),
    eventId: eventWhere(eq(events.id, name)),
    eventSlug: eventWhere(eq(events.slug, name)),
    guestId: eventWhere(eq(guests.id, name), eq(guests.eventId, events.id)),
  }
}

const nameIn = (subject: SubjectName) => ('slug' in subject ? subject.slug : subject.id)

/** Queries for the subject together with its calendar and the caller's role. */
const WHOLE = queriesFor<LoadedSubject>(
  () => projectionOf({ calendar: calendars, event: sql<null>`null`, role: roleOfUser }),
  () => projectionOf({ calendar: calendars, event: events, role: roleOfUser }),
)
export const subjectQuery = (subject: SubjectName, userId: string | null) =>
  WHOLE[subject.by]({ name: nameIn(subject), userId })

/**
 * Queries for API keys. The row of the key's calendar is already loaded, so `calendarId` is enough to check that the
 * subject belongs to that calendar.
 */
const INSIDE = queriesFor<{ calendarId: string; event: EventRow | null }>(
  () => projectionOf({ calendarId: calendars.id, event: sql<null>`null` }),
  () => projectionOf({ calendarId: events.calendarId, event: events }),
)
export const subjectQueryOfKey = (subject: SubjectName) => INSIDE[subject.by]({ name: nameIn(subject), userId: null })

/** Selects `content_revision`, which counts the changes that visitors can see. */
export const revisionQuery = preparedStatement<{ calendarId: string }, { revision: number }>(() =>
  statement(sql`select content_revision as revision from calendars where id = ${sql.placeholder('calendarId')}`),
)
