import { sql } from 'drizzle-orm'
import { statement } from '../../db/statement.ts'

/** Replacement for the id of an erased user. */
const ERASED_USER = 'usr_erased'

/**
 * Columns with user ids, each with columns that are cleared along with it because they name the same user. `members`
 * and `accounts` are missing, because their rows are deleted.
 */
const USER_COLUMNS: readonly { table: string; id: string; cleared?: readonly string[] }[] = [
  { table: 'checkins', id: 'checked_in_by', cleared: ['checked_in_by_label'] },
  { table: 'checkins', id: 'undone_by' },
  { table: 'checkpoint_scans', id: 'scanned_by', cleared: ['scanned_by_label'] },
  { table: 'checkpoint_scans', id: 'undone_by' },
  { table: 'checkin_conflicts', id: 'scanned_by', cleared: ['scanned_by_label'] },
  { table: 'communications', id: 'created_by' },
  { table: 'api_keys', id: 'created_by' },
  { table: 'app_grants', id: 'user_id' },
  { table: 'app_codes', id: 'user_id' },
  { table: 'images', id: 'created_by' },
  { table: 'door_passes', id: 'created_by' },
  { table: 'scheduled_exports', id: 'created_by' },
  { table: 'member_invitations', id: 'created_by' },
  { table: 'member_invitations', id: 'claimed_by', cleared: ['claimed_name', 'claimed_email'] },
  { table: 'calendars', id: 'created_by' },
  { table: 'changes', id: 'actor_id' },
  { table: 'archives', id: 'created_by' },
  { table: 'restores', id: 'created_by' },
]

/** Rows examined per step. These columns have no index on the user, so the erasure scans each table once. */
const ROWS_PER_STEP = 5_000

/** Replaces the user's id in the next rows of a table, and stores its progress in the same batch. */
export const replaceUserStep = (userId: string, progress: string | null) => {
  const [index = 0, after = 0] = (progress ?? '0:0').split(':').map(Number)
  const column = USER_COLUMNS[index]
  if (column === undefined) return null
  const { id, cleared = [] } = column
  const table = sql.raw(column.table)
  const end = sql`(select max(r) from (select rowid as r from ${table} where rowid > ${after} order by rowid limit ${sql.raw(String(ROWS_PER_STEP))}))`
  return [
    statement(sql`update ${table} set ${sql.raw([`${id} = '${ERASED_USER}'`, ...cleared.map((name) => `${name} = null`)].join(', '))}
      where rowid > ${after} and rowid <= ${end} and ${sql.raw(id)} = ${userId}`),
    statement(sql`update accounts set progress = coalesce(${`${index}:`} || ${end}, ${`${index + 1}:0`})
      where user_id = ${userId} and erase_at = 0`),
  ]
}

/** Deletes the last traces of the user: the emails about the erasure, and the account itself. */
export const dropAccount = (userId: string) => [
  ...['erasure', 'soon:erasure'].map((cause) =>
    statement(sql`delete from mails where cause > ${`${cause}:${userId}:`} and cause < ${`${cause}:${userId};`}`),
  ),
  statement(sql`delete from accounts where user_id = ${userId} and erase_at = 0`),
]
