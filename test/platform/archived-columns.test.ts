import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DERIVED_TABLES, LEFT_OUT_TABLES } from '../../src/db/archive/left-out.ts'
import { ARCHIVED } from '../../src/db/archive/tables.ts'

const NOT_OURS = /^(?:d1_migrations|sqlite_|_cf_)/

const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{ name: string }>()
const stored = results.map(({ name }) => name).filter((name) => !NOT_OURS.test(name))

it('every table is archived, derived or left out, and only one of them', () => {
  const declared = [...ARCHIVED, ...DERIVED_TABLES, ...LEFT_OUT_TABLES].map(({ table }) => getTableName(table))
  expect(declared.toSorted()).toEqual(stored.toSorted())
})

it('every column of an archived table is in the archive or has a reason', async () => {
  for (const { table, columns, without = {} } of ARCHIVED) {
    const name = getTableName(table)
    const found = await env.DB.prepare(`select name from pragma_table_xinfo('${name}')`).all<{ name: string }>()
    const known = getTableColumns(table)
    const declared = [columns, ...Object.keys(without)].flatMap((names) => names.split(' '))
    const inSql = declared.map((property) => known[property]?.name ?? `${property}, which is no column`)
    expect(inSql.toSorted(), name).toEqual(found.results.map((column) => column.name).toSorted())
  }
})

/** Ids of people, devices, steps, dates of a series and lines of files. No row of a calendar has them. */
const FREE_IDS = [
  'bank_lines.moveId',
  'checkin_conflicts.deviceId',
  'checkins.deviceId',
  'checkins.moveId',
  'checkpoint_scans.deviceId',
  'checkpoint_scans.moveId',
  'communications.chunkId',
  'events.recurrenceId',
  'guests.moveId',
  'guests.userId',
  'import_sources.sourceId',
  'imported_events.sourceId',
  'invites.answerMoveId',
]

it('every column with ids of other rows names their table', () => {
  const isReference = /(?:[a-z]Ids?|^place|^orders|^addons|^payment)$/
  const unchecked = ARCHIVED.flatMap(({ table, of, columns, inside = {} }) =>
    columns
      .split(' ')
      .filter((name) => isReference.test(name) && !(name in inside) && name !== 'calendarId')
      .filter((name) => !(of === 'event' && name === 'eventId') && !(typeof of === 'object' && of.by === name))
      .map((name) => `${getTableName(table)}.${name}`),
  )
  expect(unchecked.toSorted()).toEqual(FREE_IDS)
})

it('every reason is a sentence', () => {
  const reasons = [
    ...ARCHIVED.flatMap(({ without = {} }) => Object.values(without)),
    ...[...DERIVED_TABLES, ...LEFT_OUT_TABLES].map(({ reason }) => reason),
  ]
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{10,}\.$/)
})

it('every row comes after the rows that it belongs to', () => {
  const tables = ARCHIVED.map(({ table }) => table)
  const late = ARCHIVED.filter(
    ({ table, of }) => typeof of === 'object' && tables.indexOf(of.parent) >= tables.indexOf(table),
  )
  expect(late).toEqual([])
})
