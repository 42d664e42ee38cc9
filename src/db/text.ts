import { Column, is, Name, Placeholder, SQL, sql, StringChunk } from 'drizzle-orm'
import { SQLiteAsyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'

export interface Query {
  sql: string
  params: unknown[]
}

const dialect = new SQLiteAsyncDialect()

const names = new WeakMap<object, string>()
/** Returns the quoted name of a table or column, cached per object. */
const nameOf = (named: SQLiteTable | Column | Name) => {
  const name = names.get(named) ?? dialect.sqlToQuery(sql`${named}`).sql
  names.set(named, name)
  return name
}

class Draft {
  text = ''
  readonly params: unknown[] = []
  readonly #numbers = new Map<unknown, number>()

  /** Appends one piece of the query. Returns false if only drizzle can render it. */
  append(piece: unknown): boolean {
    if (piece === undefined) return true
    if (piece === null || typeof piece === 'boolean') this.text += `?${this.params.push(piece)}`
    else if (typeof piece === 'number' && this.text.endsWith('limit ')) this.text += piece
    else if (typeof piece !== 'object') this.text += `?${this.#numberOf(piece, piece)}`
    else if (piece instanceof StringChunk) this.text += piece.value.join('')
    else if (piece instanceof SQL) return piece.queryChunks.every((each) => this.append(each))
    else if (piece instanceof Placeholder) this.text += `?${this.#numberOf(Symbol.for(String(piece.name)), piece)}`
    else if (piece instanceof Name || is(piece, Column) || is(piece, SQLiteTable)) this.text += nameOf(piece)
    else return false
    return true
  }

  /** Gives equal values the same parameter number, so that each value is sent only once. */
  #numberOf(key: unknown, value: unknown) {
    const number = this.#numbers.get(key) ?? this.params.push(value)
    this.#numbers.set(key, number)
    return number
  }
}

/**
 * Inlines LIMIT values. With a bound `limit ?`, SQLite re-plans the query on every execution, which costs more than the
 * query itself.
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
  // The counts differ if a string literal contains a question mark. The query is then returned unchanged.
  return next === query.params.length ? { sql: text, params } : query
}

/**
 * Renders a handwritten statement. Drizzle checks the type of each piece about 12 times, which takes longer than
 * sending the statement. Almost all pieces are text, nested statements or values, which `Draft` renders itself.
 */
export const toQuery = (statement: SQL): Query => {
  const draft = new Draft()
  return draft.append(statement) ? { sql: draft.text, params: draft.params } : dialect.sqlToQuery(statement)
}
