import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../database.ts'
import { inOneBatch, rowsFrom, statement, type RawRow, type TypedStatement } from '../statement.ts'
import { columnsInArchive, lineOf } from './codec.ts'
import type { Archived } from './declaration.ts'
import { ARCHIVED } from './tables.ts'

/** Where the next part begins. `after` has the values of the `order` columns of the last row, within `event`. */
export interface ArchivePosition {
  table: number
  event: string | null
  after: unknown[] | null
}

export const FIRST_POSITION: ArchivePosition = { table: 0, event: null, after: null }

export const MAX_PART_BYTES = 1_000_000
const MAX_PART_ROWS = 2_000
/** While events have few rows, one batch reads up to this many of each of these events. */
const EVENTS_PER_BATCH = 30
const ROWS_PER_SMALL_EVENT = 200

const storedName = (table: SQLiteTable, name: string) => {
  const column = getTableColumns(table)[name]
  if (column === undefined) throw new Error(`${getTableName(table)} has no column '${name}'`)
  return column.name
}

/** Whether rows are read event by event. */
const isByEvent = ({ of }: Archived): boolean => {
  if (typeof of !== 'object') return of === 'event'
  const parent = ARCHIVED.find(({ table }) => table === of.parent)
  return parent !== undefined && isByEvent(parent)
}

const fromOf = ({ table, of }: Archived): SQL => {
  const name = getTableName(table)
  if (typeof of !== 'object') return sql.raw(`\`${name}\``)
  const parent = getTableName(of.parent)
  return sql.raw(`\`${parent}\` p join \`${name}\` on \`${name}\`.\`${storedName(table, of.by)}\` = p.id`)
}

const ownerIs = (archived: Archived, calendarId: string, eventId: string | null): SQL => {
  const { table, of } = archived
  const name = typeof of === 'object' ? 'p' : `\`${getTableName(table)}\``
  if (of === 'self') return sql`${sql.raw(name)}.id = ${calendarId}`
  return isByEvent(archived)
    ? sql`${sql.raw(name)}.event_id = ${eventId}`
    : sql`${sql.raw(name)}.calendar_id = ${calendarId}`
}

const pageAfter = (
  archived: Archived,
  calendarId: string,
  { event, after }: Pick<ArchivePosition, 'event' | 'after'>,
  limit = MAX_PART_ROWS,
): TypedStatement<RawRow> => {
  const { table, order, where = '1', reads = {} } = archived
  const name = getTableName(table)
  const keys = order.split(' ').map((each) => `\`${name}\`.\`${storedName(table, each)}\``)
  const columns = columnsInArchive(archived).map(
    ({ name: property, stored }) => `${reads[property] ?? `\`${name}\`.\`${stored}\``} as \`${stored}\``,
  )
  const cursor = keys.map((key, index) => `${key} as \`k${index}\``)
  const beyond =
    after === null
      ? sql`1`
      : sql`(${sql.raw(keys.join(', '))}) > (${sql.join(
          after.map((value) => sql`${value}`),
          sql`, `,
        )})`
  return statement(sql`select ${sql.raw([...columns, ...cursor].join(', '))} from ${fromOf(archived)}
    where ${ownerIs(archived, calendarId, event)} and ${sql.raw(where)} and ${beyond}
    order by ${sql.raw(keys.join(', '))} limit ${sql.raw(String(limit))}`)
}

const keyOf = ({ order }: Archived, row: RawRow) => order.split(' ').map((_, index) => row[`k${index}`])

type Found = { row: RawRow; event: string | null }

/** Returns rows after the position, and whether the table has no more. */
const readPage = async (
  db: Database,
  calendarId: string,
  archived: Archived,
  { event, after }: ArchivePosition,
): Promise<{ rows: Found[]; event: string | null; isEnd: boolean }> => {
  if (!isByEvent(archived)) {
    const rows = await rowsFrom(db, pageAfter(archived, calendarId, { event: null, after }))
    return { rows: rows.map((row) => ({ row, event: null })), event: null, isEnd: rows.length < MAX_PART_ROWS }
  }
  if (event !== null && after !== null) {
    const rows = await rowsFrom(db, pageAfter(archived, calendarId, { event, after }))
    if (rows.length > 0) return { rows: rows.map((row) => ({ row, event })), event, isEnd: false }
  }
  const next = await rowsFrom(
    db,
    statement<{ id: string }>(sql`select id from events where calendar_id = ${calendarId} and id > ${event ?? ''}
      order by id limit ${sql.raw(String(EVENTS_PER_BATCH))}`),
  )
  const pages = await inOneBatch(
    db,
    next.map(({ id }) => pageAfter(archived, calendarId, { event: id, after: null }, ROWS_PER_SMALL_EVENT)),
  )
  const found: Found[] = []
  let last = event
  for (const [index, { id }] of next.entries()) {
    const rows = pages[index] ?? []
    last = id
    found.push(...rows.map((row) => ({ row, event: id })))
    if (rows.length === ROWS_PER_SMALL_EVENT) return { rows: found, event: last, isEnd: false }
  }
  return { rows: found, event: last, isEnd: next.length < EVENTS_PER_BATCH }
}

export interface Part {
  archived: Archived
  lines: string[]
  /** The rows as stored, for parts that bring files with them. */
  rows: RawRow[]
  next: ArchivePosition
}

const utf8Length = new TextEncoder()

/**
 * Reads the part that begins at the position: at most 2,000 rows and 1 MB of one table. Null after the last table. The
 * same rows always give the same parts.
 */
export const readPart = async (db: Database, calendarId: string, from: ArchivePosition): Promise<Part | null> => {
  const archived = ARCHIVED[from.table]
  if (archived === undefined) return null
  const part: Part = { archived, lines: [], rows: [], next: from }
  let bytes = 0
  for (;;) {
    const page = await readPage(db, calendarId, archived, part.next)
    for (const { row, event } of page.rows) {
      const line = lineOf(archived, row)
      bytes += utf8Length.encode(line).length + 1
      if (part.lines.length > 0 && (bytes > MAX_PART_BYTES || part.lines.length === MAX_PART_ROWS)) return part
      part.lines.push(line)
      part.rows.push(row)
      part.next = { table: from.table, event, after: keyOf(archived, row) }
    }
    if (page.isEnd) return { ...part, next: { table: from.table + 1, event: null, after: null } }
    if (page.rows.length === 0 || page.event !== part.next.event)
      part.next = { table: from.table, event: page.event, after: null }
  }
}
