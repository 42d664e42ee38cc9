import { getTableColumns, getTableName, is, type Column } from 'drizzle-orm'
import { SQLiteBoolean, SQLiteTextJson } from 'drizzle-orm/sqlite-core'
import { iso } from '../../kernel/time.ts'
import type { RawRow } from '../statement.ts'
import type { Archived } from './declaration.ts'

type Kind = 'text' | 'number' | 'instant' | 'flag' | 'json'

export interface ArchivedColumn {
  name: string
  /** Column name in SQLite. */
  stored: string
  kind: Kind
  isNullable: boolean
  values: readonly string[] | undefined
}

const INSTANT = /(?:^at|At|Until|From)$/
const MAX_DEPTH = 20
const MAX_LINE_LENGTH = 256 * 1024

const kindOf = (name: string, column: Column): Kind => {
  if (is(column, SQLiteBoolean)) return 'flag'
  if (is(column, SQLiteTextJson)) return 'json'
  if (column.dataType === 'string') return 'text'
  return INSTANT.test(name) ? 'instant' : 'number'
}

export const tableNameOf = ({ table }: Archived) => getTableName(table)

const known = new Map<Archived, readonly ArchivedColumn[]>()

/** Returns the columns of a table that are in the archive. */
export const columnsInArchive = (archived: Archived): readonly ArchivedColumn[] => {
  const found = known.get(archived)
  if (found !== undefined) return found
  const columns = getTableColumns(archived.table)
  const made = archived.columns.split(' ').map((name) => {
    const column = columns[name]
    if (column === undefined) throw new Error(`${getTableName(archived.table)} has no column '${name}'`)
    const values = column.enumValues as readonly string[] | undefined
    return { name, stored: column.name, kind: kindOf(name, column), isNullable: !column.notNull, values }
  })
  known.set(archived, made)
  return made
}

const toJson = (kind: Kind, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'instant') return iso(Number(value))
  if (kind === 'flag') return value === 1
  return kind === 'json' ? (JSON.parse(value as string) as unknown) : value
}

/** Encodes a stored row as a line of the archive. The keys are in the order of the schema. */
export const lineOf = (archived: Archived, row: RawRow) =>
  JSON.stringify(
    Object.fromEntries(columnsInArchive(archived).map(({ name, stored, kind }) => [name, toJson(kind, row[stored])])),
  )

/** Thrown if a line isn't a row of its table. The message completes "The archive is invalid: …". */
export class UnfitLine extends Error {}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1)))

const fromJson = ({ name, kind, isNullable, values }: ArchivedColumn, value: unknown): unknown => {
  const unfit = () => new UnfitLine(`the value of '${name}' doesn’t fit its schema`)
  if (value === null) {
    if (!isNullable) throw unfit()
    return null
  }
  if (kind === 'json') return JSON.stringify(value)
  if (kind === 'flag') {
    if (typeof value !== 'boolean') throw unfit()
    return Number(value)
  }
  if (kind === 'number') {
    if (!Number.isSafeInteger(value)) throw unfit()
    return value
  }
  if (typeof value !== 'string') throw unfit()
  if (kind === 'instant') {
    const at = Date.parse(value)
    if (!Number.isFinite(at) || iso(at) !== value) throw unfit()
    return at
  }
  if (values !== undefined && !values.includes(value)) throw unfit()
  return value
}

/** Throws `UnfitLine` for a value that a restore doesn’t accept. */
export const requireShort = (lines: readonly string[]) => {
  if (lines.some((line) => line.length > MAX_LINE_LENGTH)) throw new UnfitLine('a line is longer than 256 KB')
}

/** Decodes a line into stored values, in the order of `columnsInArchive`. */
export const valuesOf = (archived: Archived, line: string): unknown[] => {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw new UnfitLine('a line isn’t JSON')
  }
  const columns = columnsInArchive(archived)
  if (typeof row !== 'object' || row === null || Array.isArray(row) || isDeeper(row, MAX_DEPTH))
    throw new UnfitLine('a line isn’t an object of at most 20 levels')
  const entries = row as Record<string, unknown>
  if (Object.keys(entries).length !== columns.length) throw new UnfitLine('a line has other fields than its schema')
  return columns.map((column) => {
    if (!Object.hasOwn(entries, column.name)) throw new UnfitLine(`a line has no '${column.name}'`)
    return fromJson(column, entries[column.name])
  })
}

const TYPES: Record<Kind, object> = {
  text: { type: 'string' },
  number: { type: 'integer' },
  instant: { type: 'string', format: 'date-time' },
  flag: { type: 'boolean' },
  json: {},
}

const schemaOfColumn = ({ kind, isNullable, values }: ArchivedColumn): object => {
  const schema = { ...TYPES[kind], ...(values === undefined || values.length === 0 ? {} : { enum: values }) }
  return isNullable && kind !== 'json' ? { anyOf: [schema, { type: 'null' }] } : schema
}

/** Returns the JSON Schema of a table's lines. */
export const schemaOf = (archived: Archived) => {
  const columns = columnsInArchive(archived)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: getTableName(archived.table),
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, schemaOfColumn(column)])),
    required: columns.map(({ name }) => name),
    additionalProperties: false,
  }
}
