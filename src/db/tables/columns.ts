import { sql } from 'drizzle-orm'
import { check, integer, text, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { EFFECT_STATES } from '../../kernel/vocabulary.ts'

/** Instants are epoch milliseconds everywhere inside; ISO text exists only on the wire. */
export const instant = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)

/**
 * What is to happen at the payment provider, beside the status that people see; null where nothing is to. Before it is
 * sent the request is kept as it will be sent, to be repeated letter by letter, and it goes once the answer is known.
 */
export const effect = () => ({
  effect: text('effect', { enum: EFFECT_STATES }),
  effectRequest: text('effect_request'),
  /** When it was last sent or asked for. Whoever does so takes it by this, and nobody else for a minute. */
  effectAt: instant('effect_at'),
})
