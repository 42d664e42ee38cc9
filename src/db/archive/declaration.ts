import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** How the rows of a table are linked to a calendar. */
export type Owner =
  | 'self'
  | 'calendar'
  | 'event'
  /** Through a table archived earlier, such as the seats of an order. `by` is the column with the parent's id. */
  | { parent: SQLiteTable; by: string }

export interface Archived {
  table: SQLiteTable
  of: Owner
  /** Names of the columns in the archive, in order. */
  columns: string
  /** Columns that are not in the archive, by reason. */
  without?: Readonly<Record<string, string>>
  /** Columns that sort the rows of one owner. Together they are unique and never null. */
  order: string
  /** SQL condition for rows that are archived, over the table's own columns. */
  where?: string
  /** SQL expressions for columns that are not archived as stored. */
  reads?: Readonly<Record<string, string>>
  /** Columns with ids of other rows, also within JSON. A restore refuses an id that exists in another calendar. */
  inside?: Readonly<Record<string, readonly SQLiteTable[]>>
  /**
   * Columns that are null when the row is inserted and set afterwards, because the triggers that count them run on
   * updates.
   */
  afterwards?: string
  /** Maximum number of rows per part, if lower than usual: rows of `images` come with their files. */
  rowsPerPart?: number
  /** `update`: a trigger inserts the rows together with their parents. */
  write?: 'insert' | 'update'
}

/** A table that is not in archives, and why. */
export interface LeftOut {
  table: SQLiteTable
  reason: string
}
