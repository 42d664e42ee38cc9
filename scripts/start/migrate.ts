import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

const statementsOf = (sql: string) =>
  sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** Records migrations in wrangler's own table, so that wrangler and this script can each continue the other's work. */
export const migrate = async (db: Database, dir: string): Promise<string[]> => {
  await db.prepare(TABLE).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const due = globSync('*.sql', { cwd: dir })
    .toSorted()
    .filter((name) => !applied.has(name))
  for (const name of due) {
    const statements = statementsOf(readFileSync(join(dir, name), 'utf8'))
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
  return due
}
