/**
 * Minimal D1 types for the browser build. It needs them because the API schemas import modules whose types mention
 * `D1Database`.
 */
interface D1PreparedStatement {
  bind(...values: unknown[]): D1PreparedStatement
}

interface D1Database {
  prepare(query: string): D1PreparedStatement
  batch<Row>(statements: D1PreparedStatement[]): Promise<{ results: Row[] }[]>
}
