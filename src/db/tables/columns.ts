import { sql } from 'drizzle-orm'
import { check, integer, text, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Instants are epoch milliseconds everywhere inside; ISO text exists only on the wire. */
export const instant = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
