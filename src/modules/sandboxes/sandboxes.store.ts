import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import type { CopiedRow } from '../../kernel/sandbox-port.ts'

/** Columns that aren't copied: counters that triggers maintain, secrets and timestamps of the live calendar. */
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

/** Reads the calendar's row for a new sandbox: name, time zone and settings, but no personal data. */
export const calendarToCopy = async (db: Database, calendarId: string): Promise<CopiedRow[]> => {
  const rows = await rowsFrom(db, statement<CopiedRow>(sql`select * from calendars where id = ${calendarId}`))
  return rows.map((row) => ({ ...row, ...FRESH }))
}
