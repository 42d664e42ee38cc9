import { globSync, readFileSync } from 'node:fs'
import { changeTriggers } from '../../src/db/change-triggers.ts'

const STATEMENT = /(?:CREATE TRIGGER|DROP TRIGGER(?: IF EXISTS)?) `(changes_\w+)`[\s\S]*?(?:\nEND;|(?=--> |$))/g

/**
 * Replays every `CREATE TRIGGER` and `DROP TRIGGER` of the migrations in order and returns the triggers that remain.
 */
const triggersOf = (migrations: readonly string[]) => {
  const current = new Map<string, string>()
  for (const sql of migrations) {
    for (const [statement, name = ''] of sql.matchAll(STATEMENT)) {
      if (statement.startsWith('DROP')) current.delete(name)
      else current.set(name, statement)
    }
  }
  return current
}

const allMigrations = () =>
  globSync('migrations/*.sql')
    .toSorted()
    .map((path) => readFileSync(path, 'utf8'))

/**
 * Returns the SQL that a new migration needs to make the triggers match `src/db/change-fields.ts` again. Empty if they
 * already match.
 */
export const staleTriggers = (migrations = allMigrations()): string[] => {
  const current = triggersOf(migrations)
  const wanted = new Map(changeTriggers.map(({ name, sql }) => [name, sql]))
  const drop = (name: string) => `DROP TRIGGER \`${name}\`;`
  return [
    ...[...current.keys()].filter((name) => !wanted.has(name)).map(drop),
    ...[...wanted].flatMap(([name, sql]) => {
      if (current.get(name) === sql) return []
      return current.has(name) ? [drop(name), sql] : [sql]
    }),
  ]
}
