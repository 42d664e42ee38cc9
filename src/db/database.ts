import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

export type Database = DrizzleD1Database<typeof schema> & { $client: D1Database }
export type Statement = BatchItem<'sqlite'>

/**
 * A statement written by hand, for a batch or on its own, with the rows that it returns. In a batch the D1
 * driver binds parameters through the prepared statement, which drizzle's own raw queries come without.
 */
export const handwritten = <Row = Record<string, unknown>>(db: Database, query: SQL) => {
  const statement = db.all<Row>(query)
  const prepared = db.$client.prepare(statement.getQuery().sql)
  return Object.assign(statement, { stmt: prepared })
}

export const openDatabase = (binding: D1Database): Database => drizzle(binding, { schema })

/** The row that an unconditional statement is sure to return. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}
