import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { dropOverdue } from '../../src/db/personal/retention.ts'
import { HOLDINGS, NON_PERSONAL_COLUMNS } from '../../src/db/personal/registry.ts'
import * as schema from '../../src/db/schema.ts'
import { deps } from '../support/app.ts'
import { insertAll } from '../support/database.ts'

const NOT_OURS = /^(?:d1_migrations|sqlite_|_cf_)/

/** The columns of every table in the registry, personal and non-personal. */
const registered = [
  ...HOLDINGS.map(({ table, persons, otherColumns }) => ({
    table,
    names: [...Object.keys(persons), ...otherColumns.split(' ')],
  })),
  ...NON_PERSONAL_COLUMNS.map(([table, names]) => ({ table, names: names.split(' ') })),
]

/** Column names are as in SQLite. A property that is not a column is reported as "which is no column". */
const byTable = Object.fromEntries(
  registered.map(({ table, names }) => {
    const columns = getTableColumns(table)
    return [getTableName(table), names.map((name) => columns[name]?.name ?? `${name}, which is no column`).toSorted()]
  }),
)

it('the personal data registry lists every column of every table once', async () => {
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

it('the personal data registry has a reason, a retention period and an erasure rule for each table', () => {
  for (const { table, reason, kept, ofGuest, erasing, persons } of HOLDINGS) {
    const name = getTableName(table)
    expect(reason.length, name).toBeGreaterThan(10)
    if ('days' in kept) expect(kept.days, name).toBeLessThanOrEqual(30)
    const ofOthers = Object.values(persons).filter((person) => person?.owner === 'guest' || person?.owner === 'buyer')
    // Everything stored about a guest or buyer must be reachable from the guest, for the data export and the erasure.
    if (ofOthers.length > 0) expect(ofGuest, name).toBeDefined()
    if (erasing === 'gone') expect(ofGuest, name).toBeDefined()
  }
})

it('dropOverdue deletes finished emails and queued messages after 30 days, and idempotency claims after 1 day', async () => {
  const now = Date.now()
  const aged = (days: number, more: number) => now - days * 86_400_000 - more
  const mail = { calendar_id: 'cal_1', kind: 'confirmation', recipient: 'ada@guests.test', data: '{}', status: 'sent' }
  const rows = {
    mails: [
      { id: 'over', cause: 'over', created_at: aged(30, 1), ...mail },
      { id: 'young', cause: 'young', created_at: aged(30, 0), ...mail },
      { id: 'waits', cause: 'waits', created_at: aged(90, 0), ...mail, status: 'retrying' },
    ],
    letters: [
      { id: 'over', created_at: aged(30, 1), is_queued: 1 },
      { id: 'young', created_at: aged(30, 0), is_queued: 1 },
      { id: 'waits', created_at: aged(90, 0), is_queued: 0 },
    ].map((letter) => ({
      calendar_id: 'cal_1',
      event_id: 'evt_1',
      kind: 'changed',
      data: '{}',
      chunk_id: 'mov_1',
      ...letter,
    })),
    idempotency_claims: [
      { id: 'over', created_at: aged(1, 1) },
      { id: 'young', created_at: aged(1, 0) },
    ].map((claim) => ({ request_hash: 'h', holder: 'h', claimed_until: 1, ...claim })),
  }
  await insertAll(rows)
  await dropOverdue(deps.db, now, 100)
  const left = async (table: string) =>
    (await env.DB.prepare(`select id from ${table} order by id`).all<{ id: string }>()).results.map(({ id }) => id)
  expect(await left('mails')).toEqual(['waits', 'young'])
  expect(await left('letters')).toEqual(['waits', 'young'])
  expect(await left('idempotency_claims')).toEqual(['young'])
})
