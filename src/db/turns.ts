import type { Query, RawRow } from './statement.ts'

/**
 * The rows of each statement, or the error message, because errors lose their class in RPC between Durable Objects. If
 * `isShared`, another call in the same batch may have caused the error.
 */
export type BatchResult = { rows: RawRow[][] } | { failed: string; isShared: boolean }

interface Ports<Bound> {
  /** Prepares a query. Throws if D1 does not accept the parameters. */
  bind(query: Query): Bound
  /** Runs all statements in one transaction. */
  batch(statements: Bound[]): Promise<RawRow[][]>
}

interface Call<Bound> {
  statements: { key: string; bound: Bound }[]
  settle(outcome: BatchResult): void
}

const MAX_CALLS = 40
const MAX_STATEMENTS = 500

/**
 * True if SQLite rejected the batch, which means nothing was written. Any other error (disk full, broken connection,
 * lost response) leaves the outcome unknown: the batch may have been written.
 */
const isRefused = (message: string) =>
  /SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|TOOBIG|RANGE)|constraint failed/.test(message)

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Queues calls, and sends all waiting calls as one batch. Only one batch runs at a time, and a call never joins a batch
 * that has already started. If SQLite rejects a batch of several calls, each call runs again on its own, so that one
 * bad call does not make the others fail.
 */
export class Turns<Bound> {
  readonly #ports: Ports<Bound>
  /** For reads: a statement that several calls have in common is sent only once. */
  readonly #sharesStatements: boolean
  #waiting: Call<Bound>[] = []
  #isRunning = false

  constructor(ports: Ports<Bound>, { sharesStatements }: { sharesStatements: boolean }) {
    this.#ports = ports
    this.#sharesStatements = sharesStatements
  }

  take(queries: readonly Query[]): Promise<BatchResult> {
    let statements: Call<Bound>['statements']
    try {
      statements = queries.map((query) => ({
        key: this.#sharesStatements ? `${JSON.stringify(query.params)}\n${query.sql}` : '',
        bound: this.#ports.bind(query),
      }))
    } catch (error) {
      return Promise.resolve({ failed: textOf(error), isShared: false })
    }
    return new Promise((settle) => {
      this.#waiting.push({ statements, settle })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run() {
    this.#isRunning = true
    // Gives other calls from the same turn of the event loop a chance to join the first batch.
    await Promise.resolve()
    for (let group = this.#nextGroup(); group.length > 0; group = this.#nextGroup()) await this.#runGroup(group)
    this.#isRunning = false
  }

  #nextGroup() {
    let count = 0
    const end = this.#waiting.findIndex(
      ({ statements }, index) => index === MAX_CALLS || (count += statements.length) > MAX_STATEMENTS,
    )
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1))
  }

  async #runGroup(group: Call<Bound>[]) {
    try {
      const rows = await this.#send(group)
      for (const [index, { settle }] of group.entries()) settle({ rows: rows[index] ?? [] })
    } catch (error) {
      const failed = textOf(error)
      if (group.length > 1 && isRefused(failed)) for (const each of group) await this.#runGroup([each])
      else for (const { settle } of group) settle({ failed, isShared: group.length > 1 })
    }
  }

  async #send(group: Call<Bound>[]): Promise<RawRow[][][]> {
    const all = group.flatMap(({ statements }) => statements)
    const indexByKey = new Map<string, number>()
    const sent: Bound[] = []
    const indexes = all.map(({ key, bound }) => {
      const known = this.#sharesStatements ? indexByKey.get(key) : undefined
      if (known !== undefined) return known
      indexByKey.set(key, sent.length)
      return sent.push(bound) - 1
    })
    const rows = sent.length === 0 ? [] : await this.#ports.batch(sent)
    let next = 0
    return group.map(({ statements }) => statements.map(() => rows[indexes[next++] ?? 0] ?? []))
  }
}
