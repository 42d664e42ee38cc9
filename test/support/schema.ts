import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Columns } from './database.ts'

interface Made {
  type: 'table' | 'index' | 'trigger'
  name: string
  sql: string
}

/** Everything that the migrations leave behind in an empty database. */
export interface Schema {
  made: Made[]
  rows: { table: string; columns: string[]; rows: Columns[] }[]
}

/** Tables of D1 and SQLite. Both create them when they need them. */
const NOT_OURS = /^(?:sqlite_|_cf_)/

/** Reads all tables, then indexes, then triggers, each in the order of their creation, and all rows. */
export const readSchema = async (db: D1Database): Promise<Schema> => {
  const found = await db
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null
        order by type = 'trigger', type = 'index', rowid`,
    )
    .all<Made>()
  const made = found.results.filter(({ name }) => !NOT_OURS.test(name))
  const tables = made.filter(({ type }) => type === 'table')
  const rowsOf = ({ name }: Made) => db.prepare(`select * from "${name}"`)
  // Unlike `select *`, it leaves out generated columns, which an insert must not name.
  const columnsOf = ({ name }: Made) => db.prepare('select name from pragma_table_info(?)').bind(name)
  const contents = await db.batch<Columns>(tables.flatMap((table) => [rowsOf(table), columnsOf(table)]))
  const rows = tables.map(({ name }, index) => ({
    table: name,
    columns: (contents[2 * index + 1]?.results ?? []).map((column) => String(column['name'])),
    rows: contents[2 * index]?.results ?? [],
  }))
  return { made, rows: rows.filter((each) => each.rows.length > 0) }
}

/** Creates the schema in an empty database with one commit. Triggers come last, so that none fires for the rows. */
const writeSchema = async (db: D1Database, { made, rows }: Schema) => {
  const create = (type: Made['type']) => made.filter((each) => each.type === type).map(({ sql }) => db.prepare(sql))
  const fill = rows.map(({ table, columns, rows: all }) =>
    db
      .prepare(
        `insert into "${table}" (${columns.join()})
          select ${columns.map((name) => `value ->> '${name}'`).join()} from json_each(?)`,
      )
      .bind(JSON.stringify(all)),
  )
  await db.batch([...create('table'), ...fill, ...create('index'), ...create('trigger')])
}

let migrated: Schema | null = null

/** Returns the schema that the migrations leave, read from the first file's database. */
export const migratedSchema = () => migrated

const MAX_RESETS = 50
const PAUSE_MS = 100

/** Empties all storage. `reset()` leaves a database as it is while a request of the file before still uses it. */
const emptyStorage = async () => {
  for (let tried = 0; tried < MAX_RESETS; tried += 1) {
    await reset()
    const table = await env.DB.prepare(`select 1 from sqlite_master where name = 'calendars'`).first()
    if (table === null) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('an earlier file still uses the database')
}

/**
 * Starts each file with empty storage, because all files share one runtime. Runs the 75 migrations only for the first
 * file, because creating the schema that they leave takes a tenth of the time.
 */
export const createTables = async () => {
  await emptyStorage()
  if (migrated === null) {
    await applyD1Migrations(env.DB, inject('migrations'))
    migrated = await readSchema(env.DB)
    await emptyStorage()
  }
  await writeSchema(env.DB, migrated)
}
