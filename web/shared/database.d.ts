/** The wire schemas name the database on their way; a browser knows as much of it as their types need. */
interface D1PreparedStatement {
  bind(...values: unknown[]): D1PreparedStatement
}

interface D1Database {
  prepare(query: string): D1PreparedStatement
  batch<Row>(statements: D1PreparedStatement[]): Promise<{ results: Row[] }[]>
}
