import { Column, fillPlaceholders, getTableColumns, is, sql, type SQL } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { toQuery, withLimits, type Query } from './text.ts'

export type { Query } from './text.ts'

/** Anything that can render itself as text and parameters: a drizzle builder or a handwritten statement. */
export interface Statement {
  toSQL(): Query
}

/** A row as D1 returns it. It is an object, so two columns with the same name would collapse into one. */
export type RawRow = Record<string, unknown>

export interface TypedStatement<Row> extends Statement {
  rowsOf(rows: RawRow[]): Row[]
}

const asRawRows = <Row>(rows: RawRow[]) => rows as Row[]

/** Wraps a handwritten statement. Its rows are not decoded. */
export const statement = <Row = RawRow>(query: SQL): TypedStatement<Row> => ({
  toSQL: () => toQuery(query),
  rowsOf: asRawRows,
})

/**
 * Returns the right-hand side of an `in`. All values are sent as one JSON parameter, so the SQL text is the same for
 * any number of values.
 */
export const inList = (values: readonly (string | number)[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`

/** Returns SQL that formats an instant in the same way as the API. */
export const isoOf = (at: SQL) =>
  sql`strftime('%Y-%m-%dT%H:%M:%S', ${at} / 1000, 'unixepoch') || printf('.%03dZ', ${at} % 1000)`

/** Returns the decoder of a column, or null if its values need none. */
export const decoderOf = (column: Column) =>
  column.mapFromDriverValue === Column.prototype.mapFromDriverValue
    ? null
    : (value: unknown) => column.mapFromDriverValue(value)

export const storedOf = (column: Column, value: unknown) =>
  value === null || value === undefined ? null : column.mapToDriverValue(value)

export const columnsOf = <Table extends SQLiteTable>(table: Table) =>
  Object.entries(getTableColumns(table)) as [keyof Table['$inferSelect'] & string, Column][]

interface Step {
  from: string
  key: string
  decode: ((value: unknown) => unknown) | null
}

interface Steps {
  blank: () => RawRow
  steps: readonly Step[]
}

/**
 * Returns a factory for objects with these keys, all null. V8 turns an object that gains its keys one by one into a
 * dictionary, which is slow to read and to serialise; a copy of a parsed object keeps its shape.
 */
export const blanksOf = (names: readonly string[]) => {
  const blank = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`) as RawRow
  return (): RawRow => ({ ...blank })
}

export const missingColumn = (name: string) => new Error(`a row came without its column '${name}'`)

const read = (row: RawRow, { blank, steps }: Steps) => {
  const values = blank()
  for (const { from, key, decode } of steps) {
    const value = row[from]
    if (value === undefined) throw missingColumn(from)
    values[key] = value === null || decode === null ? value : decode(value)
  }
  return values
}

type Columns = Readonly<Record<string, Column>>
export type ColumnValue<C> = C extends Column
  ? C['_']['notNull'] extends true
    ? C['_']['data']
    : C['_']['data'] | null
  : never
type RowOfColumns<Chosen> = { -readonly [Name in keyof Chosen]: ColumnValue<Chosen[Name]> }

const stepsOfColumns = new WeakMap<object, Steps>()
const stepsOf = (columns: SQLiteTable | Columns) => {
  const known = stepsOfColumns.get(columns)
  if (known !== undefined) return known
  const chosen: Columns = is(columns, SQLiteTable) ? getTableColumns(columns) : columns
  const steps = Object.entries(chosen).map(([key, column]) => ({ key, from: column.name, decode: decoderOf(column) }))
  const made = { blank: blanksOf(Object.keys(chosen)), steps }
  stepsOfColumns.set(columns, made)
  return made
}

/** Decodes the rows of a `select()` or `returning()` on one table: all columns, or only the given ones. */
export const rowsOf = <const Chosen extends SQLiteTable | Columns>(
  columns: Chosen,
  builder: Statement,
): TypedStatement<Chosen extends SQLiteTable ? Chosen['$inferSelect'] : RowOfColumns<Chosen>> => ({
  toSQL: () => withLimits(builder.toSQL()),
  rowsOf: (rows) => rows.map((row) => read(row, stepsOf(columns))) as never,
})

/**
 * Renders a statement on first use and caches its text, because rendering takes as long as sending it.
 * `sql.placeholder` marks the values that each use supplies.
 */
export const preparedStatement = <Values extends Record<string, unknown>, Row>(
  write: () => TypedStatement<Row>,
): ((values: Values) => TypedStatement<Row>) => {
  let cached: (TypedStatement<Row> & { text: string; params: unknown[] }) | null = null
  return (values) => {
    if (cached === null) {
      const source = write()
      const { sql: text, params } = source.toSQL()
      cached = { ...source, text, params }
    }
    const { text, params, rowsOf: decode } = cached
    return { toSQL: () => ({ sql: text, params: fillPlaceholders(params, values) }), rowsOf: decode }
  }
}

/**
 * Returns the placeholders of a prepared statement, checked against the names of its values:
 * `const param = paramsOf<Values>()`, then `param('now')`.
 */
export const paramsOf =
  <Values extends object = Record<string, unknown>>() =>
  (name: keyof Values & string) =>
    sql.placeholder(name)

/** Statements, either by name or in an array. Entries may be nested. */
export type Statements = { readonly [name: string]: Statement | Statements } | readonly (Statement | Statements)[]

type ResultOf<S> = Statements extends S
  ? unknown
  : S extends TypedStatement<infer Row>
    ? Row[]
    : S extends Statement
      ? RawRow[]
      : { -readonly [Name in keyof S]: ResultOf<S[Name]> }
export type ResultsOf<S extends Statements> = { -readonly [Name in keyof S]: ResultOf<S[Name]> }

const isStatement = (each: Statement | Statements): each is Statement =>
  'toSQL' in each && typeof each.toSQL === 'function'

export const inOrder = (statements: Statements): Statement[] =>
  Object.values<Statement | Statements>(statements).flatMap((each) => (isStatement(each) ? [each] : inOrder(each)))

const decodeRows = (each: Statement, rows: RawRow[]) =>
  'rowsOf' in each ? (each as TypedStatement<unknown>).rowsOf(rows) : rows

/** Assigns the rows of the flattened statements to the statements' names again. */
export const resultsByName = <S extends Statements>(statements: S, rows: readonly RawRow[][]): ResultsOf<S> => {
  let next = 0
  const take = (each: Statement | Statements): unknown => {
    if (!isStatement(each)) {
      const found = Object.entries<Statement | Statements>(each).map(([name, part]) => [name, take(part)] as const)
      return Array.isArray(each) ? found.map(([, part]) => part) : Object.fromEntries(found)
    }
    next += 1
    return decodeRows(each, rows[next - 1] ?? [])
  }
  return take(statements) as ResultsOf<S>
}

export const queryOf = (each: Statement): Query => {
  const { sql: text, params } = each.toSQL()
  return { sql: text, params }
}

/** Sends any number of statements as one batch, which D1 runs as one transaction. */
export const send = async ({ $client }: Database, statements: readonly Statement[]): Promise<RawRow[][]> => {
  if (statements.length === 0) return []
  const results = await $client.batch<RawRow>(
    statements.map((each) => {
      const { sql: text, params } = each.toSQL()
      return $client.prepare(text).bind(...params)
    }),
  )
  return results.map(({ results: rows }) => rows)
}

export const inOneBatch = async <const S extends Statements>(db: Database, statements: S): Promise<ResultsOf<S>> =>
  resultsByName(statements, await send(db, inOrder(statements)))

export const rowsFrom = async <Row>(db: Database, query: TypedStatement<Row>): Promise<Row[]> =>
  (await inOneBatch(db, [query]))[0]

/** Read-only statements, with a function that combines their results. */
export interface Read<Found> {
  statements: Statements
  found(results: never): Found
}

export const reading = <const S extends Statements, Found>(
  statements: S,
  found: (results: ResultsOf<S>) => Found,
): Read<Found> => ({ statements, found })

export const inOneRead = async <Found>(db: Database, { statements, found }: Read<Found>): Promise<Found> =>
  found((await inOneBatch(db, statements)) as never)

export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}
