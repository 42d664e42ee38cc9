import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../database.ts'
import { inOneBatch, rowsFrom, statement, type RawRow, type TypedStatement } from '../statement.ts'
import { columnsInArchive, lineOf } from './codec.ts'
import type { Archived } from './declaration.ts'
import { ARCHIVED } from './tables.ts'

/**
 * Start of the next part. `event` is the event whose rows were read last, for tables that are read event by event.
 * `after` has the values of the `order` columns of the last row, or null at the start of a table or after an event.
 */
export interface ArchivePosition {
  table: number
  event: string | null
  after: unknown[] | null
}

export const FIRST_POSITION: ArchivePosition = { table: 0, event: null, after: null }

export const MAX_PART_BYTES = 1_000_000
/** Small, because a restore writes a part in one transaction, which blocks other writes. */
const MAX_PART_ROWS = 500
/** One batch reads up to `ROWS_PER_SMALL_EVENT` rows of each of up to 30 events while the events are small. */
const MAX_EVENTS_PER_BATCH = 30
const ROWS_PER_SMALL_EVENT = 200

const storedName = (table: SQLiteTable, name: string) => {
  const column = getTableColumns(table)[name]
  if (column === undefined) throw new Error(`${getTableName(table)} has no column '${name}'`)
  return column.name
}

/** True if the table's rows are read event by event. */
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
  limit: number,
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

type EventRow = { row: RawRow; event: string | null }

/**
 * Returns how many events to read in one batch, so that few rows are read in vain. `eventRows` is the number of rows of
 * the previous event, or null if unknown.
 */
const eventsPerBatch = (room: number, eventRows: number | null) =>
  Math.max(1, Math.min(MAX_EVENTS_PER_BATCH, Math.floor(room / Math.max(1, eventRows ?? ROWS_PER_SMALL_EVENT))))

/** Returns about `room` rows after the position, the event read last, and whether the table has no more rows. */
const readPage = async (
  db: Database,
  calendarId: string,
  archived: Archived,
  { event, after }: ArchivePosition,
  { room, eventRows }: { room: number; eventRows: number | null },
): Promise<{ rows: EventRow[]; event: string | null; isEnd: boolean }> => {
  if (!isByEvent(archived)) {
    const rows = await rowsFrom(db, pageAfter(archived, calendarId, { event: null, after }, room))
    return { rows: rows.map((row) => ({ row, event: null })), event: null, isEnd: rows.length < room }
  }
  if (event !== null && after !== null) {
    const rows = await rowsFrom(db, pageAfter(archived, calendarId, { event, after }, room))
    if (rows.length > 0) return { rows: rows.map((row) => ({ row, event })), event, isEnd: false }
  }
  const eventCount = eventsPerBatch(room, eventRows)
  const nextEvents = await rowsFrom(
    db,
    statement<{ id: string }>(sql`select id from events where calendar_id = ${calendarId} and id > ${event ?? ''}
      order by id limit ${sql.raw(String(eventCount))}`),
  )
  const limit = eventCount === 1 ? room : ROWS_PER_SMALL_EVENT
  const pages = await inOneBatch(
    db,
    nextEvents.map(({ id }) => pageAfter(archived, calendarId, { event: id, after: null }, limit)),
  )
  const found: EventRow[] = []
  let last = event
  for (const [index, { id }] of nextEvents.entries()) {
    const rows = pages[index] ?? []
    last = id
    found.push(...rows.map((row) => ({ row, event: id })))
    if (rows.length === limit) return { rows: found, event: last, isEnd: false }
  }
  return { rows: found, event: last, isEnd: nextEvents.length < eventCount }
}

export interface Part {
  archived: Archived
  lines: string[]
  /** The rows as stored, for tables whose rows refer to files. */
  rows: RawRow[]
  next: ArchivePosition
}

const utf8Length = new TextEncoder()

/**
 * Reads the part that starts at `from`: rows of one table, at most `MAX_PART_ROWS` (or `rowsPerPart` of the table) and
 * 1 MB. Returns null after the last table. The same rows always produce the same parts, so that archives of the same
 * content have the same digest. Calls `pause` after each query.
 */
export const readPart = async (
  db: Database,
  calendarId: string,
  from: ArchivePosition,
  pause: () => Promise<void>,
): Promise<Part | null> => {
  const archived = ARCHIVED[from.table]
  if (archived === undefined) return null
  const maxRows = archived.rowsPerPart ?? MAX_PART_ROWS
  const part: Part = { archived, lines: [], rows: [], next: from }
  let bytes = 0
  let latest = { event: from.event, rows: 0 }
  for (;;) {
    // Reads one row more than fits, to find out whether the part is full.
    const room = maxRows + 1 - part.lines.length
    // If the previous part ended within an event, its events are large: read one at a time.
    const eventRows = part.lines.length > 0 ? latest.rows : from.after === null ? null : room
    const page = await readPage(db, calendarId, archived, part.next, { room, eventRows })
    await pause()
    for (const { row, event } of page.rows) {
      latest = { event, rows: event === latest.event ? latest.rows + 1 : 1 }
      const line = lineOf(archived, row)
      bytes += utf8Length.encode(line).length + 1
      if (part.lines.length > 0 && (bytes > MAX_PART_BYTES || part.lines.length === maxRows)) return part
      part.lines.push(line)
      part.rows.push(row)
      part.next = { table: from.table, event, after: keyOf(archived, row) }
    }
    if (page.isEnd) return { ...part, next: { table: from.table + 1, event: null, after: null } }
    if (page.rows.length === 0) latest = { event: page.event, rows: 0 }
    if (page.rows.length === 0 || page.event !== part.next.event)
      part.next = { table: from.table, event: page.event, after: null }
  }
}
