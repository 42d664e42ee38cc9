import { and, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { events } from './schema.ts'

/** Returns whether an event named in a request body belongs to the calendar that the caller has access to. */
export const isEventOf = async (db: Database, calendarId: string, eventId: string) => {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.calendarId, calendarId)))
  return rows.length > 0
}
