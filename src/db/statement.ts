import { Column, fillPlaceholders, getTableColumns, is, sql, SQL } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { toQuery, withLimits, type Query } from './text.ts'

export type { Query } from './text.ts'

/** A statement is whatever can say its text and its parameters: one of drizzle's builders, or one written by hand. */
export interface Statement {
  toSQL(): Query
}

/** A row as D1 gives it: an object, in which two columns of one name would be one. */
export type RawRow = Record<string, unknown>

/** A statement that also knows what its rows mean. */
export interface Reading<Row> extends Statement {
  rowsOf(rows: RawRow[]): Row[]
}

const asTheyAre = <Row>(rows: RawRow[]) => rows as Row[]

/** A statement written by hand; its rows are used as they come. */
export const written = <Row = RawRow>(query: SQL): Reading<Row> => ({
  toSQL: () => toQuery(query),
  rowsOf: asTheyAre,
})

/** How a value of the column is read; null where it is used as it comes. */
export const decoderOf = (column: Column) =>
  column.mapFromDriverValue === Column.prototype.mapFromDriverValue
    ? null
    : (value: unknown) => column.mapFromDriverValue(value)

/** How a value of the column is stored. */
export const storedOf = (column: Column, value: unknown) =>
  value === null || value === undefined ? null : column.mapToDriverValue(value)

/** The columns of a table by the names that its rows have for them. */
export const columnsOf = <Table extends SQLiteTable>(table: Table) =>
  Object.entries(getTableColumns(table)) as [keyof Table['$inferSelect'] & string, Column][]

interface Step {
  /** Where the value stands in the raw row. */
  from: string
  key: string
  decode: ((value: unknown) => unknown) | null
}

const alone = (name: string): Step => ({ from: name, key: name, decode: null })
const stepOf = (key: string, column: Column, from = column.name): Step => ({ from, key, decode: decoderOf(column) })

const read = (row: RawRow, steps: readonly Step[]) => {
  const values: RawRow = {}
  for (const { from, key, decode } of steps) {
    const value = row[from]
    if (value === undefined) throw new Error(`a row came without its column '${from}'`)
    values[key] = value === null || decode === null ? value : decode(value)
  }
  return values
}

type Columns = Readonly<Record<string, Column>>
type RowOfColumns<Chosen> = { -readonly [Name in keyof Chosen]: ValueOf<Chosen[Name]> }

const stepsOfColumns = new WeakMap<object, Step[]>()
const stepsOf = (columns: SQLiteTable | Columns) => {
  const known = stepsOfColumns.get(columns)
  if (known !== undefined) return known
  const chosen: Columns = is(columns, SQLiteTable) ? getTableColumns(columns) : columns
  const made = Object.entries(chosen).map(([key, column]) => stepOf(key, column))
  stepsOfColumns.set(columns, made)
  return made
}

/** Reads the rows of one table: of `select()` and of `returning()`, whole or by the columns that were asked for. */
export const rowsOf = <const Chosen extends SQLiteTable | Columns>(
  columns: Chosen,
  statement: Statement,
): Reading<Chosen extends SQLiteTable ? Chosen['$inferSelect'] : RowOfColumns<Chosen>> => ({
  toSQL: () => withLimits(statement.toSQL()),
  rowsOf: (rows) => rows.map((row) => read(row, stepsOf(columns))) as never,
})

/** A left-joined table or column of one: null where there was no row. */
class Maybe<Joined extends SQLiteTable | Column> {
  readonly joined: Joined

  constructor(joined: Joined) {
    this.joined = joined
  }
}
export const maybe = <Joined extends SQLiteTable | Column>(joined: Joined) => new Maybe(joined)

type Field = SQLiteTable | Column | Maybe<SQLiteTable | Column> | SQL
type ValueOf<F> = F extends Column
  ? F['_']['notNull'] extends true
    ? F['_']['data']
    : F['_']['data'] | null
  : F extends SQL<infer Value>
    ? Value
    : F extends SQLiteTable
      ? F['$inferSelect']
      : F extends Maybe<infer Joined>
        ? ValueOf<Joined> | null
        : never
type RowOf<Fields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }

/** What a select over several tables brings: each of its columns has a name of its own, and a place in the row. */
export interface Shape<Row> {
  columns: Record<string, SQL.Aliased>
  /** The same as text, put together once: for the select of a list, where the columns are most of it. */
  list(): SQL
  of(statement: Statement): Reading<Row>
}

/** How one field of a shape is selected, and how it is read again. */
const partOf = (name: string, field: Field) => {
  const joined = field instanceof Maybe ? field.joined : field
  if (is(joined, SQL)) return { columns: [joined.as(name)], valueOf: (row: RawRow) => read(row, [alone(name)])[name] }
  if (is(joined, Column)) {
    const step = stepOf(name, joined, name)
    return { columns: [sql`${joined}`.as(name)], valueOf: (row: RawRow) => read(row, [step])[name] }
  }
  const named = Object.entries(getTableColumns(joined)).map(([key, column]) => ({
    column: sql`${column}`.as(`${name}_${column.name}`),
    step: stepOf(key, column, `${name}_${column.name}`),
  }))
  const steps = named.map(({ step }) => step)
  const id = field instanceof Maybe ? steps.find(({ key }) => key === 'id')?.from : undefined
  return {
    columns: named.map(({ column }) => column),
    valueOf: (row: RawRow) => (id !== undefined && row[id] === null ? null : read(row, steps)),
  }
}

const asText = (columns: Record<string, SQL.Aliased>) =>
  sql.join(
    Object.entries(columns).map(([name, { sql: column }]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  )

export const shapeOf = <const Fields extends Record<string, Field>>(fields: Fields): Shape<RowOf<Fields>> => {
  const parts = Object.entries(fields).map(([name, field]) => ({ name, ...partOf(name, field) }))
  const columns = Object.fromEntries(parts.flatMap((part) => part.columns.map((column) => [column.fieldAlias, column])))
  const rowOf = (row: RawRow) => {
    const whole: RawRow = {}
    for (const { name, valueOf } of parts) whole[name] = valueOf(row)
    return whole as RowOf<Fields>
  }
  let text: string | null = null
  const list = () => sql.raw((text ??= toQuery(asText(columns)).sql))
  return {
    columns,
    list,
    of: (statement) => ({ toSQL: () => withLimits(statement.toSQL()), rowsOf: (rows) => rows.map(rowOf) }),
  }
}

/**
 * A statement whose text is put together at its first use and kept: that costs a request as much as sending it.
 * `sql.placeholder` stands for what each use fills in.
 */
export const writtenOnce = <Values extends Record<string, unknown>, Row>(
  write: () => Reading<Row>,
): ((values: Values) => Reading<Row>) => {
  let kept: (Reading<Row> & { text: string; params: unknown[] }) | null = null
  return (values) => {
    if (kept === null) {
      const statement = write()
      const { sql: text, params } = statement.toSQL()
      kept = { ...statement, text, params }
    }
    const { text, params, rowsOf: meaning } = kept
    return { toSQL: () => ({ sql: text, params: fillPlaceholders(params, values) }), rowsOf: meaning }
  }
}

/** Statements under names, or in a row; a name may stand for several. */
export type Statements = { readonly [name: string]: Statement | Statements } | readonly (Statement | Statements)[]

type ResultOf<S> = Statements extends S
  ? unknown
  : S extends Reading<infer Row>
    ? Row[]
    : S extends Statement
      ? RawRow[]
      : { -readonly [Name in keyof S]: ResultOf<S[Name]> }
export type ResultsOf<S extends Statements> = { -readonly [Name in keyof S]: ResultOf<S[Name]> }

const isOne = (each: Statement | Statements): each is Statement => 'toSQL' in each && typeof each.toSQL === 'function'

/** The statements one after the other, as they are sent. */
export const inOrder = (statements: Statements): Statement[] =>
  Object.values<Statement | Statements>(statements).flatMap((each) => (isOne(each) ? [each] : inOrder(each)))

const meaningOf = (statement: Statement, rows: RawRow[]) =>
  'rowsOf' in statement ? (statement as Reading<unknown>).rowsOf(rows) : rows

/** The rows of statements that were sent in order, under the names of the statements. */
export const underNames = <S extends Statements>(statements: S, rows: readonly RawRow[][]): ResultsOf<S> => {
  let next = 0
  const take = (each: Statement | Statements): unknown => {
    if (!isOne(each)) {
      const found = Object.entries<Statement | Statements>(each).map(([name, part]) => [name, take(part)] as const)
      return Array.isArray(each) ? found.map(([, part]) => part) : Object.fromEntries(found)
    }
    next += 1
    return meaningOf(each, rows[next - 1] ?? [])
  }
  return take(statements) as ResultsOf<S>
}

export const queryOf = (statement: Statement): Query => {
  const { sql: text, params } = statement.toSQL()
  return { sql: text, params }
}

/** Sends any number of statements as one batch, which D1 runs as one transaction. */
export const send = async ({ $client }: Database, statements: readonly Statement[]): Promise<RawRow[][]> => {
  if (statements.length === 0) return []
  const results = await $client.batch<RawRow>(
    statements.map((statement) => {
      const { sql: text, params } = statement.toSQL()
      return $client.prepare(text).bind(...params)
    }),
  )
  return results.map(({ results: rows }) => rows)
}

/** Reads together, in one round trip. */
export const inOneBatch = async <const S extends Statements>(db: Database, statements: S): Promise<ResultsOf<S>> =>
  underNames(statements, await send(db, inOrder(statements)))

/** One statement by itself. */
export const rowsFrom = async <Row>(db: Database, statement: Reading<Row>): Promise<Row[]> =>
  (await inOneBatch(db, [statement]))[0]

/** Statements that only read, and what their rows mean. */
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

/** The row that an unconditional statement is sure to return. */
export const onlyRow = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}
