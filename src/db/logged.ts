import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { ChangeObject } from '../kernel/vocabulary.ts'
import { finishedJobs } from './schema.ts'

/** SQL expression over one row of the table, where `$` stands for `OLD` or `NEW`. */
type OverRow = string

/** A table whose rows appear in the change feed, and how its columns map to the fields of the API object. */
export interface Logged {
  table: SQLiteTable
  /** Types of object in the table; `object` evaluates to the type of a row. */
  objects: readonly [ChangeObject, ...ChangeObject[]]
  object: OverRow
  calendarId: OverRow
  eventId: OverRow
  /**
   * Condition for a row to exist as an API object; without it, every row does. A row that was undone or erased counts
   * as deleted.
   */
  existsWhen?: OverRow
  /**
   * Child tables whose triggers look up `calendar_id` in this row. `ON DELETE CASCADE` would delete the children after
   * the row, when the lookup no longer works, so a trigger deletes them first.
   */
  deletesFirst?: readonly { table: SQLiteTable; by: string }[]
  /** Maps each column name to a field of the API object. */
  fields: Readonly<Record<string, string>>
  /**
   * Columns that no API object shows, or that follow from other rows of the feed. The feed does not record changes to
   * them.
   */
  silent: readonly string[]
}

/** Maps each column of the list to a field with its name in camel case. */
export const camelCased = (columns: string) =>
  Object.fromEntries(
    columns.split(/\s+/).map((name) => [name, name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]),
  )

/** Complete imports, archives and restores. */
export const jobsLogged: Logged = {
  table: finishedJobs,
  objects: ['job'],
  object: `'job'`,
  calendarId: '$.calendar_id',
  eventId: '$.event_id',
  fields: camelCased('event_id kind source counts row_count digest is_verified created_at'),
  silent: ['id', 'calendar_id'],
}
