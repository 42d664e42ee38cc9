import { fillPlaceholders, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import * as schema from './schema.ts'

export type Database = DrizzleD1Database<typeof schema> & { $client: D1Database }
export type Statement = BatchItem<'sqlite'>

/**
 * A statement written by hand, for a batch or on its own, with the rows that it returns. In a batch the D1
 * driver binds parameters through the prepared statement, which drizzle's own raw queries come without.
 */
export const handwritten = <Row = Record<string, unknown>>(db: Database, query: SQL) => {
  const statement = db.all<Row>(query)
  // The text is put together once, not anew by everyone who asks for it.
  const written = statement.getQuery()
  return Object.assign(statement, { stmt: db.$client.prepare(written.sql), getQuery: () => written })
}

/** What drizzle keeps of a query that it has prepared. */
interface Written {
  getQuery(): { sql: string; params: unknown[] }
  stmt: D1PreparedStatement
  mapResult(result: unknown, isFromBatch: boolean): unknown
  execute(values: Record<string, unknown>): Promise<unknown>
}

/** A use of such a query, alone or in a batch. */
type Use<Rows> = RunnableQuery<Rows, 'sqlite'> & PromiseLike<Rows>

/**
 * A query whose text is written at its first use and kept: writing it costs a request as much as sending it.
 * `sql.placeholder` stands for what each use fills in.
 */
export const writtenOnce = <Values extends Record<string, unknown>, Rows>(
  write: (db: Database) => PromiseLike<Rows> & { prepare(): unknown },
) => {
  const known = new WeakMap<Database, Written>()
  return (db: Database, values: Values): Use<Rows> => {
    const written = known.get(db) ?? (write(db).prepare() as Written)
    known.set(db, written)
    const use = {
      _prepare: () => ({
        getQuery: () => ({ ...written.getQuery(), params: fillPlaceholders(written.getQuery().params, values) }),
        stmt: written.stmt,
        mapResult: (result: unknown, isFromBatch: boolean) => written.mapResult(result, isFromBatch),
      }),
      // oxlint-disable-next-line unicorn/no-thenable -- awaited alone it runs, as drizzle's own queries do
      then: (...then: Parameters<Promise<unknown>['then']>) => written.execute(values).then(...then),
    }
    return use as unknown as Use<Rows>
  }
}

/** Statements that only read, and what their rows mean. */
export interface Read<Found> {
  statements: Statement[]
  found(results: unknown[]): Found
}

/** Any number of statements in one round trip. */
export const inOneTrip = async (db: Database, statements: Statement[]): Promise<unknown[]> => {
  const [first, ...rest] = statements
  return first === undefined ? [] : db.batch([first, ...rest])
}

export const openDatabase = (binding: D1Database): Database => drizzle(binding, { schema })

/** The row that an unconditional statement is sure to return. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}
