import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type * as schema from './schema.ts'

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
