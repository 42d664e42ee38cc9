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
export const writeSchema = async (db: D1Database, { made, rows }: Schema) => {
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
