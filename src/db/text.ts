import { Column, is, Name, Placeholder, SQL, sql, StringChunk } from 'drizzle-orm'
import { SQLiteAsyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A statement as it travels: text and parameters. */
export interface Query {
  sql: string
  params: unknown[]
}

const dialect = new SQLiteAsyncDialect()

const names = new WeakMap<object, string>()
/** What a table or a column is called in a statement. */
const nameOf = (named: SQLiteTable | Column | Name) => {
  const name = names.get(named) ?? dialect.sqlToQuery(sql`${named}`).sql
  names.set(named, name)
  return name
}

/** A statement on its way to be text. */
class Draft {
  text = ''
  readonly params: unknown[] = []
  readonly #numbers = new Map<unknown, number>()

  /** False for a piece that drizzle alone knows how to write. */
  take(piece: unknown): boolean {
    if (piece === undefined) return true
    if (piece === null || typeof piece === 'boolean') this.text += `?${this.params.push(piece)}`
    else if (typeof piece === 'number' && this.text.endsWith('limit ')) this.text += piece
    else if (typeof piece !== 'object') this.text += `?${this.#numberOf(piece, piece)}`
    else if (piece instanceof StringChunk) this.text += piece.value.join('')
    else if (piece instanceof SQL) return piece.queryChunks.every((each) => this.take(each))
    else if (piece instanceof Placeholder) this.text += `?${this.#numberOf(Symbol.for(String(piece.name)), piece)}`
    else if (piece instanceof Name || is(piece, Column) || is(piece, SQLiteTable)) this.text += nameOf(piece)
    else return false
    return true
  }

  /** What stands in a statement several times is sent once. */
  #numberOf(key: unknown, value: unknown) {
    const number = this.#numbers.get(key) ?? this.params.push(value)
    this.#numbers.set(key, number)
    return number
  }
}

/**
 * The statement with its limits as text. To a limit that is bound SQLite makes its plan anew at every run, which costs more
 * than the run itself.
 */
export const withLimits = (query: Query): Query => {
  if (!query.sql.includes(' limit ?')) return query
  const params: unknown[] = []
  let next = 0
  const text = query.sql.replaceAll(/( limit )?\?/g, (whole, limit: string | undefined) => {
    const value = query.params[next]
    next += 1
    if (limit !== undefined && typeof value === 'number') return limit + value
    params.push(value)
    return whole
  })
  // A question mark in a text of its own would have been counted for a value.
  return next === query.params.length ? { sql: text, params } : query
}

/**
 * The text of a statement written by hand. Drizzle asks each piece a dozen times what it is, which costs a request more than
 * sending the statement does; hardly anything is ever in it but text, other such statements and values.
 */
export const toQuery = (statement: SQL): Query => {
  const draft = new Draft()
  return draft.take(statement) ? { sql: draft.text, params: draft.params } : dialect.sqlToQuery(statement)
}
