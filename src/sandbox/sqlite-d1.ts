/** The part of a Durable Object's storage that the adapter needs. */
interface ObjectStorage {
  sql: SqlStorage
  transactionSync<Result>(work: () => Result): Result
}

type Value = ArrayBuffer | string | number | null

const MAX_PARAMETERS = 100

const valueOf = (value: unknown): Value => {
  if (typeof value === 'boolean') return Number(value)
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof ArrayBuffer) return value
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice().buffer
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported`)
}

/**
 * Adds the prefix that D1 puts before errors, because `violations.ts`, `turns.ts` and `app.ts` match on these texts.
 */
const asD1Error = (error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  return message.startsWith('D1_') ? error : new Error(`D1_ERROR: ${message}`, { cause: new Error(message) })
}

/** Like a column of D1, which returns the bytes of a blob as a list of numbers. */
const shown = (value: unknown) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value)

class Prepared {
  readonly #database: SqliteD1
  readonly text: string
  readonly values: readonly Value[]

  constructor(database: SqliteD1, text: string, values: readonly Value[] = []) {
    this.#database = database
    this.text = text
    this.values = values
  }

  bind(...values: unknown[]) {
    if (values.length > MAX_PARAMETERS) throw new Error('D1_ERROR: too many SQL variables: SQLITE_ERROR')
    return new Prepared(this.#database, this.text, values.map(valueOf))
  }

  async all() {
    return (await this.#database.batch([this]))[0]
  }

  run() {
    return this.all()
  }

  async first(column?: string) {
    const row = (await this.all())?.results[0] ?? null
    return row === null || column === undefined ? row : (row[column] ?? null)
  }

  raw() {
    return this.#database.raw(this)
  }
}

/**
 * A D1 database on the SQLite of a Durable Object: the same dialect, the same errors, one transaction per batch. Every
 * batch that wrote a row calls `onWrite` inside its transaction.
 */
export class SqliteD1 {
  readonly #storage: ObjectStorage
  readonly #onWrite: () => void
  readonly #onError: (error: unknown) => void

  constructor(
    storage: ObjectStorage,
    onWrite: () => void = () => undefined,
    onError: (error: unknown) => void = () => undefined,
  ) {
    this.#storage = storage
    this.#onWrite = onWrite
    this.#onError = onError
  }

  prepare(text: string) {
    return new Prepared(this, text)
  }

  async batch(statements: readonly Prepared[]) {
    return this.#inTransaction((exec) =>
      statements.map((each) => {
        const cursor = exec(each)
        const results = cursor.toArray().map((row): Record<string, unknown> => {
          for (const [name, value] of Object.entries(row))
            if (value instanceof ArrayBuffer) row[name] = shown(value) as never
          return row
        })
        return { success: true as const, results, meta: { rows_written: cursor.rowsWritten } }
      }),
    )
  }

  async raw(statement: Prepared) {
    return this.#inTransaction((exec) => [...exec(statement).raw()].map((row) => row.map(shown)))
  }

  #inTransaction<Result>(
    work: (exec: (statement: Prepared) => SqlStorageCursor<Record<string, SqlStorageValue>>) => Result,
  ) {
    const cursors: { rowsWritten: number }[] = []
    try {
      return this.#storage.transactionSync(() => {
        const result = work(({ text, values }) => {
          const cursor = this.#storage.sql.exec(text, ...values)
          cursors.push(cursor)
          return cursor
        })
        if (cursors.some(({ rowsWritten }) => rowsWritten > 0)) this.#onWrite()
        return result
      })
    } catch (error) {
      this.#onError(error)
      throw asD1Error(error)
    }
  }
}

export const asD1 = (database: SqliteD1) => database as unknown as D1Database
