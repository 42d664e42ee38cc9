import { sql } from 'drizzle-orm'
import { check, integer, text, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { EFFECT_STATES } from '../../kernel/vocabulary.ts'

/**
 * Declares a timestamp in epoch milliseconds. The service uses numbers everywhere; ISO text exists only on the wire.
 */
export const instant = (name: string) => integer(name)
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)

/**
 * Declares the columns of a pending operation at the payment provider. `effect` is independent of the status that
 * people see, and null if nothing is pending. The service stores the exact request in `effect_request` before sending
 * it, so that a retry repeats it byte for byte. It clears the request when `effect` becomes `SETTLED`.
 */
export const effect = () => ({
  effect: text('effect', { enum: EFFECT_STATES }),
  effectRequest: text('effect_request'),
  /**
   * Time of the last request or status query. A worker claims the operation by updating this value with a
   * compare-and-set; no other worker can claim it for at least 60 seconds.
   */
  effectAt: instant('effect_at'),
})
