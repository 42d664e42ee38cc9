import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { HOLDINGS, NOBODYS } from '../../src/db/personal/registry.ts'
import * as schema from '../../src/db/schema.ts'

const NOT_OURS = /^(?:d1_migrations|sqlite_|_cf_)/

/** A table's columns as the registry has them: each once, somebody's or nobody's. */
const registered = [
  ...HOLDINGS.map(({ table, persons, nobodys }) => ({
    table,
    names: [...Object.keys(persons), ...nobodys.split(' ')],
  })),
  ...NOBODYS.map(([table, names]) => ({ table, names: names.split(' ') })),
]

/** In the words of the database: a name that no column has stays as it is. */
const byTable = Object.fromEntries(
  registered.map(({ table, names }) => {
    const columns = getTableColumns(table)
    return [getTableName(table), names.map((name) => columns[name]?.name ?? `${name}, which is no column`).toSorted()]
  }),
)

it('names every column of every table as somebody’s or as nobody’s, and each once', async () => {
  const { results: tables } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string
  }>()
  const found: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !NOT_OURS.test(table.name))) {
    const { results } = await env.DB.prepare(`select name from pragma_table_xinfo('${name}')`).all<{ name: string }>()
    found[name] = results.map((column) => column.name).toSorted()
  }
  expect(Object.keys(found).length).toBeGreaterThan(25)
  expect(byTable).toEqual(found)
  expect(registered.length).toBe(Object.values(schema).filter((each) => is(each, SQLiteTable)).length)
})

it('says of everything that is somebody’s why it is kept, how long, and what becomes of it when a guest is erased', () => {
  for (const { table, reason, kept, ofGuest, erasing, persons } of HOLDINGS) {
    const name = getTableName(table)
    expect(reason.length, name).toBeGreaterThan(10)
    if ('days' in kept) expect(kept.days, name).toBeLessThanOrEqual(30)
    const ofOthers = Object.values(persons).filter((person) => person?.owner === 'guest' || person?.owner === 'buyer')
    // Whatever is a guest's is found by the guest.
    if (ofOthers.length > 0) expect(ofGuest, name).toBeDefined()
    if (erasing === 'gone') expect(ofGuest, name).toBeDefined()
  }
})
