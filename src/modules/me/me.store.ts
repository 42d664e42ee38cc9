import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { calendars, members } from '../../db/schema.ts'

export const membershipsOf = (db: Database, userId: string) =>
  db
    .select({ id: calendars.id, slug: calendars.slug, name: calendars.name, plan: calendars.plan, role: members.role })
    .from(members)
    .innerJoin(calendars, eq(calendars.id, members.calendarId))
    .where(eq(members.userId, userId))
    .orderBy(asc(calendars.createdAt), asc(calendars.id))
