import { sql, type SQL } from 'drizzle-orm'
import { refusal, REFUSALS, type Code, type Failure } from '../kernel/failure.ts'

interface Condition<C extends Code> {
  code: C
  holds: SQL
  says?: string
  data?: SQL
}

/** One thing that must be true, and the code of who is refused because it is not. */
export const unless = <C extends Code>(
  code: C,
  holds: SQL,
  { says, data }: { says?: string; data?: SQL } = {},
): Condition<C> => ({ code, holds, ...(says === undefined ? {} : { says }), ...(data === undefined ? {} : { data }) })

/** A row that brought the guard's `why`: null where everything holds. */
export interface Judged {
  why: string | null
}

export interface Guard<C extends Code> {
  /** Everything is true: stands in the statement that writes, where nothing can come between. */
  holds: SQL
  /** The first that is not, as JSON, or null: read in the same batch, over the same tables. */
  why: SQL<string | null>
  /** What the first that was not true says. A write that did nothing, and a row that tells no reason, disagree. */
  refusal(row: Judged | undefined): Failure<C> | null
}

/**
 * A rule, written once: the write stands under `holds`, and `why` tells who was kept out, in the same transaction.
 * A condition that is unknown (null) does not hold.
 */
export const guard = <const Conditions extends readonly Condition<Code>[]>(
  conditions: Conditions,
): Guard<Conditions[number]['code']> => {
  const holds = sql`(${sql.join(
    conditions.map((condition) => sql`(${condition.holds})`),
    sql` and `,
  )})`
  const why = sql<string | null>`(case ${sql.join(
    conditions.map(
      (condition, index) =>
        sql`when (${condition.holds}) is not true then ${
          condition.data === undefined
            ? sql.raw(`'[${index}]'`)
            : sql`json_array(${sql.raw(String(index))}, ${condition.data})`
        }`,
    ),
    sql` `,
  )} end)`
  return {
    holds,
    why,
    refusal: (row) => {
      if (row === undefined || row.why === null) return null
      const [index, data] = JSON.parse(row.why) as [number, unknown]
      const condition = conditions[index]
      if (condition === undefined) throw new Error(`a guard has no condition ${index}`)
      const { code, says = REFUSALS[code].says } = condition
      return refusal<Conditions[number]['code']>(code, { says, data: data as never })
    },
  }
}
