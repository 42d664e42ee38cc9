import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import type { CopiedRow } from '../../deps.ts'

/** Counters that triggers maintain, and secrets and dates of the live calendar. */
const FRESH = {
  event_count: 0,
  longest_event_ms: 0,
  content_revision: 0,
  feed_token_hash: null,
  link_key_cipher: null,
  person_ids_by_link_key: 1,
  erase_at: null,
  visibility_before: null,
  created_by: null,
  plan: 'PRO',
} as const

/** The row of a calendar, to begin a sandbox with: its name, zone and settings, and none of its people. */
export const calendarToCopy = async (db: Database, calendarId: string): Promise<CopiedRow[]> => {
  const rows = await rowsFrom(db, statement<CopiedRow>(sql`select * from calendars where id = ${calendarId}`))
  return rows.map((row) => ({ ...row, ...FRESH }))
}
