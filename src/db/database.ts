import { fillPlaceholders, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { mapperOf, type PreparedQuery } from './mapping.ts'
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

const withMapper = (query: PreparedQuery) => Object.assign(query, { map: mapperOf(query) })

/** A use of a query that was written before, alone or in a batch. */
type Use<Rows> = RunnableQuery<Rows, 'sqlite'> & PromiseLike<Rows>

/**
 * A query whose text is written at its first use and kept: writing it costs a request as much as sending it.
 * `sql.placeholder` stands for what each use fills in.
 */
export const writtenOnce = <Values extends Record<string, unknown>, Rows>(
  write: (db: Database) => PromiseLike<Rows> & { prepare(): unknown },
) => {
  const known = new WeakMap<Database, PreparedQuery & { map: (result: unknown) => unknown }>()
  return (db: Database, values: Values): Use<Rows> => {
    const written = known.get(db) ?? withMapper(write(db).prepare() as PreparedQuery)
    known.set(db, written)
    const use = {
      _prepare: () => ({
        getQuery: () => ({ ...written.getQuery(), params: fillPlaceholders(written.getQuery().params, values) }),
        stmt: written.stmt,
        mapResult: written.map,
      }),
      // oxlint-disable-next-line unicorn/no-thenable -- awaited alone it runs, as drizzle's own queries do
      then: (...then: Parameters<Promise<unknown>['then']>) => written.execute(values).then(...then),
    }
    return use as unknown as Use<Rows>
  }
}

/** A query for a batch whose rows are many: they are mapped in less time than drizzle takes. */
export const ofManyRows = <Rows>(query: PromiseLike<Rows> & { prepare(): unknown }): Use<Rows> => {
  const prepared = query.prepare() as PreparedQuery
  const use = {
    _prepare: () => ({ getQuery: () => prepared.getQuery(), stmt: prepared.stmt, mapResult: mapperOf(prepared) }),
  }
  return use as unknown as Use<Rows>
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
