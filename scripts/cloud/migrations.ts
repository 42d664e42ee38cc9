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

const migrationsDir = ({ config }: Target) => join(dirname(config), 'migrations')
const namesIn = (dir: string) => globSync('*.sql', { cwd: dir }).toSorted()

/** Returns a problem if the database has migrations that this version lacks: a newer version was deployed before. */
export const problemsOfDatabase = async (api: CloudflareApi, account: string, target: Target): Promise<string[]> => {
  const known = new Set(namesIn(migrationsDir(target)))
  const unknown = [...(await appliedTo(api, account, target.database.id))].filter((name) => !known.has(name)).toSorted()
  if (unknown.length === 0) return []
  return [
    `the database was migrated by a newer version (${unknown.join(', ')}): deploy that version, or return to an uploaded one with npx wrangler rollback --env ${target.env}`,
  ]
}

/** Returns the migrations of this version that the database lacks. */
export const dueMigrations = async (api: CloudflareApi, account: string, target: Target): Promise<string[]> => {
  const applied = await appliedTo(api, account, target.database.id)
  return namesIn(migrationsDir(target)).filter((name) => !applied.has(name))
}

/**
 * Applies all pending migrations as one file, all or nothing. `wrangler d1 migrations apply` would post each migration
 * to the query endpoint, which splits triggers at their inner semicolons (workers-sdk issues 15178 and 15690).
 */
export const migrateRemote = async (api: CloudflareApi, account: string, target: Target): Promise<string[]> => {
  const root = dirname(target.config)
  const dir = migrationsDir(target)
  const due = await dueMigrations(api, account, target)
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
