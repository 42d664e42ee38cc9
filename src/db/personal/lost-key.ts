import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { rowsFrom, statement } from '../statement.ts'

/** Stored instead of a hash, to mark a calendar whose hashes use a link key that was lost in a restore. */
export const LOST_KEY = 'lost key'

/** Records, if the calendar has such hashes, that no import can recognise its erased people and imported lists. */
export const markKeyLost = (calendarId: string, holds: SQL) =>
  statement(sql`insert into erased_addresses (calendar_id, hash) select ${calendarId}, ${LOST_KEY} where ${holds}
    and (exists (select 1 from erased_addresses a where a.calendar_id = ${calendarId})
      or exists (select 1 from events e join import_sources s on s.event_id = e.id where e.calendar_id = ${calendarId}))
    on conflict do nothing`)

export const isKeyLost = async (db: Database, calendarId: string) => {
  const marks = await rowsFrom(
    db,
    statement(sql`select 1 from erased_addresses where calendar_id = ${calendarId} and hash = ${LOST_KEY}`),
  )
  return marks.length > 0
}
