/** The root of an error: query builders wrap it in messages that hold the values of the query. */
export const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

/** Whether a statement was refused by a UNIQUE constraint of this table (or, more exactly, `table.column`). */
export const isUniqueViolation = (error: unknown, table: string) =>
  new RegExp(`UNIQUE constraint failed: .*\\b${table.replace('.', '\\.')}\\b`).test(String(rootOf(error)))

export const isNullViolation = (error: unknown, column: string) =>
  String(rootOf(error)).includes(`NOT NULL constraint failed: ${column}`)
