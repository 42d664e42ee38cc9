import { Column, getTableColumns, is, sql, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { lazy } from '../kernel/lazy.ts'
import {
  blanksOf,
  decoderOf,
  missingColumn,
  type ColumnValue,
  type RawRow,
  type Statement,
  type TypedStatement,
} from './statement.ts'
import { toQuery, withLimits } from './text.ts'

/** A left-joined table, or one of its columns: null if no row matched. */
class Maybe<Joined extends SQLiteTable | Column> {
  readonly joined: Joined

  constructor(joined: Joined) {
    this.joined = joined
  }
}
export const maybe = <Joined extends SQLiteTable | Column>(joined: Joined) => new Maybe(joined)

type Columns = Readonly<Record<string, Column>>

/** Some columns of a table. */
class Some<Chosen extends Columns> {
  readonly chosen: Chosen

  constructor(chosen: Chosen) {
    this.chosen = chosen
  }
}
export const some = <const Chosen extends Columns>(chosen: Chosen) => new Some(chosen)

type Field = SQLiteTable | Column | Maybe<SQLiteTable | Column> | Some<Columns> | SQL
type ValueOf<F> = F extends Column
  ? ColumnValue<F>
  : F extends SQL<infer Value>
    ? Value
    : F extends SQLiteTable
      ? F['$inferSelect']
      : F extends Some<infer Chosen>
        ? RowOf<Chosen>
        : F extends Maybe<infer Joined>
          ? ValueOf<Joined> | null
          : never
type RowOf<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }

/**
 * The columns of a select over several tables. Each table is packed into one text, as are `some` of its columns; every other entry has its own
 * column.
 */
export interface Projection<Row> {
  columns: Record<string, SQL.Aliased>
  /** Returns `columns` as SQL text, rendered only once, because the columns are most of the text of a list's query. */
  list(): SQL
  of(builder: Statement): TypedStatement<Row>
}

/** D1's limit on the number of arguments to an SQL function. */
const MAX_ARGUMENTS = 32

/**
 * Packs columns into one JSON text, because D1 takes several times as long to return them as separate cells. JSON
 * columns are embedded as JSON.
 */
const pack = (chosen: Columns) => {
  const columns = Object.entries(chosen).map(([key, column], index) => ({
    key,
    part: Math.floor(index / MAX_ARGUMENTS),
    position: index % MAX_ARGUMENTS,
    value: column.dataType === 'json' ? sql`json(${column})` : sql`${column}`,
    decode: column.dataType === 'json' ? null : decoderOf(column),
  }))
  const parts = [...Map.groupBy(columns, ({ part }) => part).values()].map(
    (own) =>
      sql`json_array(${sql.join(
        own.map(({ value }) => value),
        sql`, `,
      )})`,
  )
  const blank = blanksOf(columns.map(({ key }) => key))
  const rowOf = (text: string) => {
    const values = JSON.parse(text) as unknown[][]
    const row = blank()
    for (const { key, part, position, decode } of columns) {
      const value = values[part]?.[position]
      row[key] = value === null || decode === null ? value : decode(value)
    }
    return row
  }
  return { text: sql`json_array(${sql.join(parts, sql`, `)})`, rowOf }
}

/** Returns the SQL that selects one field of a projection, and the function that decodes it. */
const partOf = (field: Field): { column: SQL; valueOf: (value: unknown) => unknown } => {
  const joined = field instanceof Maybe ? field.joined : field
  if (joined instanceof Some) {
    const { text, rowOf } = pack(joined.chosen)
    return { column: text, valueOf: (value) => rowOf(value as string) }
  }
  if (is(joined, SQL)) return { column: joined, valueOf: (value) => value }
  if (is(joined, Column)) {
    const decode = decoderOf(joined)
    return { column: sql`${joined}`, valueOf: (value) => (value === null || decode === null ? value : decode(value)) }
  }
  const { text, rowOf } = pack(getTableColumns(joined))
  if (!(field instanceof Maybe)) return { column: text, valueOf: (value) => rowOf(value as string) }
  return {
    column: sql`case when ${getTableColumns(joined)['id']} is not null then ${text} end`,
    valueOf: (value) => (value === null ? null : rowOf(value as string)),
  }
}

export const projectionOf = <const Fields extends Record<string, Field>>(fields: Fields): Projection<RowOf<Fields>> => {
  const parts = lazy(() => Object.entries(fields).map(([name, field]) => ({ name, ...partOf(field) })))
  const columns = lazy(() => Object.fromEntries(parts().map(({ name, column }) => [name, column.as(name)])))
  const text = lazy(() => {
    const named = parts().map(({ name, column }) => sql`${column} as ${sql.identifier(name)}`)
    return toQuery(sql.join(named, sql`, `)).sql
  })
  const rowOf = (row: RawRow) => {
    const whole: RawRow = {}
    for (const { name, valueOf } of parts()) {
      const value = row[name]
      if (value === undefined) throw missingColumn(name)
      whole[name] = valueOf(value)
    }
    return whole as RowOf<Fields>
  }
  return {
    get columns() {
      return columns()
    },
    list: () => sql.raw(text()),
    of: (builder) => ({ toSQL: () => withLimits(builder.toSQL()), rowsOf: (rows) => rows.map(rowOf) }),
  }
}
