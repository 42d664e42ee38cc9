import { sql, type SQL } from 'drizzle-orm'
import { refusal, REFUSALS, type Code, type Failure } from '../kernel/failure.ts'
import { statement } from './statement.ts'

/** What who is refused is told beside the code: text, or SQL where only the row knows it. */
interface Explanation {
  /** A better sentence than the catalogue's. */
  says?: string | SQL
  /** As JSON. */
  data?: SQL
  /** What is wrong with which field of the request. */
  field?: { field: string; message: string | SQL }
}

interface Condition<C extends Code> extends Explanation {
  code: C
  holds: SQL
}

/** One thing that must be true, and the code of who is refused because it is not. */
export const unless = <C extends Code>(code: C, holds: SQL, explained: Explanation = {}): Condition<C> => ({
  code,
  holds,
  ...explained,
})

/** What the row brings of it: constant text stays out of the statement. */
const boundExplanation = (said: string | SQL | undefined) =>
  said === undefined || typeof said === 'string' ? sql.raw('null') : said
const textOf = (said: string | SQL | undefined, fromRow: string | null) => (typeof said === 'string' ? said : fromRow)

/** A row that brought the guard's `why`: null where everything holds. */
export interface Judged {
  why: string | null
}

/** A refusal for each of the codes, so that asking for its code tells them apart. */
export type RefusalOf<C extends Code> = C extends Code ? Failure<C> : never

export interface Guard<C extends Code> {
  /** Everything is true: stands in the statement that writes, where nothing can come between. */
  holds: SQL
  /** The first that is not, as JSON, or null: read in the same batch, over the same tables. */
  why: SQL<string | null>
  /** What the first that was not true says. */
  refusal(row: Judged | undefined): RefusalOf<C> | null
}

/** Why not, read in the batch of the write, for a rule that names its tables by itself. */
export const judgedBy = ({ why }: Pick<Guard<Code>, 'why'>) => statement<Judged>(sql`select ${why} as why`)

/** Why a write under the rule did nothing. If nothing stood against it, the two disagree. */
export const reasonOf = <C extends Code>(rule: Guard<C>, row: Judged | undefined): RefusalOf<C> => {
  const refused = rule.refusal(row)
  if (refused === null) throw new Error('a write changed nothing, although no condition failed')
  return refused
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
        sql`when (${condition.holds}) is not true then json_array(${sql.raw(String(index))},
          ${boundExplanation(condition.data)}, ${boundExplanation(condition.says)}, ${boundExplanation(condition.field?.message)})`,
    ),
    sql` `,
  )} end)`
  return {
    holds,
    why,
    refusal: (row) => {
      if (row === undefined || row.why === null) return null
      const [index, data, says, fault] = JSON.parse(row.why) as [number, unknown, string | null, string | null]
      const condition = conditions[index]
      if (condition === undefined) throw new Error(`a guard has no condition ${index}`)
      const { code, field } = condition
      return refusal(code, {
        says: textOf(condition.says, says) ?? REFUSALS[code].says,
        ...(data === null ? {} : { data: data as never }),
        ...(field === undefined
          ? {}
          : { fields: [{ field: field.field, message: textOf(field.message, fault) ?? 'is invalid' }] }),
      }) as RefusalOf<Conditions[number]['code']>
    },
  }
}
