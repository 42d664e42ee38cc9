import { sql, type SQL } from 'drizzle-orm'
import { refusal, REFUSALS, type Code, type Failure } from '../kernel/failure.ts'
import { lazy } from '../kernel/lazy.ts'
import { statement } from './statement.ts'

/** Details of a refusal, sent along with its code. A text is SQL if it depends on values in the row. */
interface Explanation {
  /** Replaces the code's sentence from `REFUSALS`. */
  says?: string | SQL
  /** SQL that returns JSON, sent as `data` in the error. */
  data?: SQL
  /** Invalid field of the request, and the message about it. */
  field?: { field: string | SQL; message: string | SQL }
}

interface Condition<C extends Code> extends Explanation {
  code: C
  holds: SQL
}

export const unless = <C extends Code>(code: C, holds: SQL, explanation: Explanation = {}): Condition<C> => ({
  code,
  holds,
  ...explanation,
})

/** Returns the SQL that `why` selects for a text. Constant texts stay out of the statement. */
const explanationColumn = (text: string | SQL | undefined) =>
  text === undefined || typeof text === 'string' ? sql.raw('null') : text
const textOf = (text: string | SQL | undefined, fromRow: string | null) => (typeof text === 'string' ? text : fromRow)

/** A row that includes the guard's `why`, which is null if all conditions hold. */
export interface Judged {
  why: string | null
}

/** Distributes over the codes, so that comparing `code` narrows to one failure type. */
export type RefusalOf<C extends Code> = C extends Code ? Failure<C> : never

export interface Guard<C extends Code> {
  /**
   * All conditions, for the `where` of the statement that writes: nothing can change between the check and the write.
   */
  holds: SQL
  /**
   * First condition that does not hold, as JSON; null if all hold. Select it in the same batch as the write, from the
   * same tables.
   */
  why: SQL<string | null>
  /** Returns the refusal of the first condition that failed, or null. */
  refusal(row: Judged | undefined): RefusalOf<C> | null
}

/** Selects `why` in the same batch as the write, for a guard whose conditions contain their own subqueries. */
export const judgedBy = ({ why }: Pick<Guard<Code>, 'why'>) => statement<Judged>(sql`select ${why} as why`)

/**
 * Returns the reason why a guarded write changed nothing. Throws if every condition held, because `holds` and `why`
 * then disagree.
 */
export const reasonOf = <C extends Code>(rule: Guard<C>, row: Judged | undefined): RefusalOf<C> => {
  const refused = rule.refusal(row)
  if (refused === null) throw new Error('a write changed nothing, although no condition failed')
  return refused
}

/**
 * Combines conditions into one rule: `holds` guards the write, and `why` reports the refusal from the same transaction.
 * A condition that evaluates to null does not hold.
 */
export const guard = <const Conditions extends readonly Condition<Code>[]>(
  conditions: Conditions,
): Guard<Conditions[number]['code']> => {
  // An isolate starts with all guards, and a request needs few of them.
  const holds = lazy(
    () =>
      sql`(${sql.join(
        conditions.map((condition) => sql`(${condition.holds})`),
        sql` and `,
      )})`,
  )
  const why = lazy(
    () =>
      sql<string | null>`(case ${sql.join(
        conditions.map(
          (condition, index) =>
            sql`when (${condition.holds}) is not true then json_array(${sql.raw(String(index))},
          ${explanationColumn(condition.data)}, ${explanationColumn(condition.says)}, ${explanationColumn(condition.field?.message)},
          ${explanationColumn(condition.field?.field)})`,
        ),
        sql` `,
      )} end)`,
  )
  return {
    get holds() {
      return holds()
    },
    get why() {
      return why()
    },
    refusal: (row) => {
      if (row === undefined || row.why === null) return null
      const [index, data, says, fault, at] = JSON.parse(row.why) as [number, unknown, ...(string | null)[]]
      const condition = conditions[index]
      if (condition === undefined) throw new Error(`a guard has no condition ${index}`)
      const { code, field } = condition
      return refusal(code, {
        says: textOf(condition.says, says ?? null) ?? REFUSALS[code].says,
        ...(data === null ? {} : { data: data as never }),
        ...(field === undefined
          ? {}
          : {
              fields: [
                {
                  field: textOf(field.field, at ?? null) ?? 'body',
                  message: textOf(field.message, fault ?? null) ?? 'is invalid',
                },
              ],
            }),
      }) as RefusalOf<Conditions[number]['code']>
    },
  }
}
