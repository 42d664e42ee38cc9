/** Returns the innermost cause. Drizzle wraps errors in messages that contain the parameters of the query. */
export const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

/** Returns whether a UNIQUE constraint of `table` failed. Pass `table.column` to be more specific. */
export const isUniqueViolation = (error: unknown, table: string) =>
  new RegExp(`UNIQUE constraint failed: .*\\b${table.replace('.', '\\.')}\\b`).test(String(rootOf(error)))

export const isNullViolation = (error: unknown, column: string) =>
  String(rootOf(error)).includes(`NOT NULL constraint failed: ${column}`)
