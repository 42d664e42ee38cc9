import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { couponRedemptions } from '../schema.ts'
import { statement, type Statement } from '../statement.ts'
import { columnsInArchive } from './codec.ts'
import type { Archived } from './declaration.ts'

const name = (table: SQLiteTable) => sql.raw(`\`${getTableName(table)}\``)
const stored = (table: SQLiteTable, property: string) => {
  const column = getTableColumns(table)[property]
  if (column === undefined) throw new Error(`${getTableName(table)} has no column '${property}'`)
  return sql.raw(`\`${column.name}\``)
}

/** Selects the calendar of row `id` of a table, or null. */
const calendarOf = (table: SQLiteTable, id: SQL) => {
  const { calendarId, eventId } = getTableColumns(table)
  if (calendarId !== undefined) return sql`(select x.calendar_id from ${name(table)} x where x.id = ${id})`
  const owner = sql.raw(eventId === undefined ? 'orders p on p.id = x.order_id' : 'events p on p.id = x.event_id')
  return sql`(select p.calendar_id from ${name(table)} x join ${owner} where x.id = ${id})`
}

export interface RestoredRows {
  archived: Archived
  /** Values in the order of `columnsInArchive`. */
  rows: readonly (readonly unknown[])[]
  calendarId: string
  /** Values of columns that the archive doesn't have, the same in every row or one per row. */
  more?: Readonly<Record<string, unknown>>
  morePerRow?: Readonly<Record<string, readonly unknown[]>>
  /** Condition under which the step may write: its worker still has the restore. */
  isHeld: SQL
}

/**
 * Returns the statement that writes the rows. It skips a row whose event, parent or reference is in another calendar,
 * so that `changes()` is then less than the number of rows.
 */
export const writeRows = ({ archived, rows, calendarId, more = {}, morePerRow = {}, isHeld }: RestoredRows) => {
  const { table, of, inside = {}, afterwards = '', write = 'insert' } = archived
  const columns = columnsInArchive(archived)
  const valueAt = (index: number) => sql.raw(`(r.value ->> '$[${index}]')`)
  const valueOf = (property: string) => valueAt(columns.findIndex((column) => column.name === property))
  const added = [...Object.keys(more), ...Object.keys(morePerRow)]
  const sent = rows.map((row, index) => [
    ...row,
    ...Object.values(more),
    ...Object.values(morePerRow).map((values) => values[index]),
  ])
  const isOwn = (id: SQL, parent: SQLiteTable) => sql`${calendarOf(parent, id)} = ${calendarId}`
  const isNotForeign = (id: SQL, parent: SQLiteTable) =>
    sql`coalesce(${calendarOf(parent, id)}, ${calendarId}) = ${calendarId}`
  /** Every value in the JSON may be an id. */
  const areNotForeign = (json: SQL, parent: SQLiteTable) =>
    sql`not exists (select 1 from json_tree(${json}) t where t.atom is not null and not ${isNotForeign(sql.raw('t.atom'), parent)})`
  const holds = (property: string, parent: SQLiteTable) =>
    (columns.find((column) => column.name === property)?.kind === 'json' ? areNotForeign : isNotForeign)(
      valueOf(property),
      parent,
    )
  const owner = of === 'self' ? 'id' : 'calendarId'
  const conditions = [
    isHeld,
    ...(columns.some((column) => column.name === owner) ? [sql`${valueOf(owner)} = ${calendarId}`] : []),
    ...(of === 'event'
      ? [sql`(select e.calendar_id from events e where e.id = ${valueOf('eventId')}) = ${calendarId}`]
      : []),
    ...(typeof of === 'object' ? [isOwn(valueOf(of.by), of.parent)] : []),
    ...Object.entries(inside).flatMap(([property, parents]) => parents.map((parent) => holds(property, parent))),
  ]
  const where = sql.join(conditions, sql` and `)
  const later = afterwards.split(' ')
  const properties = [...columns.map((column) => column.name), ...added]
  const from = sql`json_each(${JSON.stringify(sent)}) r`
  if (write === 'update' && typeof of === 'object') {
    const assignments = properties
      .map((property, index) => sql`${stored(table, property)} = ${valueAt(index)}`)
      .filter((_, index) => properties[index] !== of.by)
    return statement(sql`update ${name(table)} set ${sql.join(assignments, sql`, `)} from ${from}
      where ${name(table)}.${stored(table, of.by)} = ${valueOf(of.by)} and ${where}`)
  }
  const values = properties.map((property, index) => (later.includes(property) ? sql`null` : valueAt(index)))
  return statement(
    sql`insert into ${name(table)} (${sql.join(
      properties.map((property) => stored(table, property)),
      sql`, `,
    )}) select ${sql.join(values, sql`, `)} from ${from} where ${where} order by r.key`,
  )
}

/** Returns the statements that follow `writeRows`: columns whose triggers run on updates, and corrected counters. */
export const writeAfterwards = ({ archived, rows, isHeld }: RestoredRows): Statement[] => {
  const { table, afterwards } = archived
  if (table === couponRedemptions)
    return [
      // A trigger raises `redeemed_count` with each redemption, but the coupon already has its final count.
      statement(sql`update coupons set redeemed_count = redeemed_count - r.redeemed
        from (select value as id, count(*) as redeemed from json_each(${JSON.stringify(rows.map(([id]) => id))}) group by 1) r
        where coupons.id = r.id and ${isHeld}`),
    ]
  if (afterwards === undefined) return []
  const columns = columnsInArchive(archived)
  const properties = ['id', ...afterwards.split(' ')]
  const positions = properties.map((property) => columns.findIndex((column) => column.name === property))
  const sent = rows
    .map((row) => positions.map((position) => row[position]))
    .filter(([, ...values]) => values.some((value) => value !== null))
  if (sent.length === 0) return []
  const assignments = properties
    .slice(1)
    .map((property, index) => sql`${stored(table, property)} = ${sql.raw(`r.value ->> '$[${index + 1}]'`)}`)
  return [
    statement(sql`update ${name(table)} set ${sql.join(assignments, sql`, `)} from json_each(${JSON.stringify(sent)}) r
      where ${name(table)}.id = r.value ->> '$[0]' and ${isHeld}`),
  ]
}
