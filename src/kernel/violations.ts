/**
 * Returns the innermost cause of an error. Drizzle wraps errors in messages that contain the parameters of the query.
 */
export const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

/** Returns whether a UNIQUE constraint on `table` failed. To ask about one column, pass `table.column`. */
export const isUniqueViolation = (error: unknown, table: string) =>
  new RegExp(`UNIQUE constraint failed: .*\\b${table.replace('.', '\\.')}\\b`).test(String(rootOf(error)))

/** Returns the first column of the UNIQUE constraint that failed, as `table.column`, or null. */
export const uniqueColumnOf = (error: unknown) =>
  /UNIQUE constraint failed: ([\w.]+)/.exec(String(rootOf(error)))?.[1] ?? null

export const isNullViolation = (error: unknown, column: string) =>
  String(rootOf(error)).includes(`NOT NULL constraint failed: ${column}`)
