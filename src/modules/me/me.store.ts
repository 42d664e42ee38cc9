import { asc, eq } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { calendars, members } from '../../db/schema.ts'
import { rowsOf } from '../../db/statement.ts'

const membership = {
  id: calendars.id,
  slug: calendars.slug,
  name: calendars.name,
  plan: calendars.plan,
  timezone: calendars.timezone,
  currency: calendars.currency,
  role: members.role,
  eraseAt: calendars.eraseAt,
}

export const membershipsOf = (userId: string) =>
  rowsOf(
    membership,
    new QueryBuilder()
      .select(membership)
      .from(members)
      .innerJoin(calendars, eq(calendars.id, members.calendarId))
      .where(eq(members.userId, userId))
      .orderBy(asc(calendars.createdAt), asc(calendars.id)),
  )
