import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import type { CloudflareApi } from './cloudflare-api.ts'
import type { Target } from './target.ts'
import { runWrangler } from './wrangler.ts'

/**
 * The table in which wrangler records applied migrations. This script uses it too, so each can continue the other's
 * work.
 */
const RECORD = 'd1_migrations'
const TABLE = `CREATE TABLE IF NOT EXISTS ${RECORD} (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`

const Rows = z.array(z.object({ results: z.array(z.object({ name: z.string() })) }))

const appliedTo = async (api: CloudflareApi, account: string, database: string): Promise<Set<string>> => {
  const ask = async (sql: string) => {
    const answers = await api.post(`/accounts/${account}/d1/database/${database}/query`, { sql }, Rows)
    return answers.flatMap(({ results }) => results.map(({ name }) => name))
  }
  const tables = await ask(`SELECT name FROM sqlite_master WHERE type = 'table' AND name = '${RECORD}'`)
  return new Set(tables.length === 0 ? [] : await ask(`SELECT name FROM ${RECORD}`))
}

const scriptOf = (dir: string, names: readonly string[]): string =>
  [
    TABLE,
    ...names.flatMap((name) => [
      readFileSync(join(dir, name), 'utf8'),
      `;\nINSERT INTO ${RECORD} (name) VALUES ('${name}');`,
    ]),
  ].join('\n')

/**
 * Applies all pending migrations as one file, all or nothing. `wrangler d1 migrations apply` would post each migration
 * to the query endpoint, which splits triggers at their inner semicolons (workers-sdk issues 15178 and 15690).
 */
export const migrateRemote = async (api: CloudflareApi, account: string, target: Target): Promise<string[]> => {
  const root = dirname(target.config)
  const dir = join(root, 'migrations')
  const applied = await appliedTo(api, account, target.database.id)
  const due = globSync('*.sql', { cwd: dir })
    .toSorted()
    .filter((name) => !applied.has(name))
  if (due.length === 0) return due
  const file = resolve(root, '.tmp', `migrations-${target.env}.sql`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, scriptOf(dir, due))
  await runWrangler(
    'd1',
    'execute',
    'DB',
    '--remote',
    '--yes',
    '--file',
    file,
    '--config',
    target.config,
    '--env',
    target.env,
  )
  rmSync(file)
  return due
}
