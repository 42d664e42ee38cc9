import type { Query, RawRow } from './statement.ts'

/**
 * Rows, one list a statement, or the text of the error: between objects an error loses its class, so it goes as data. It may be
 * that of another call, where several went together.
 */
export type BatchResult = { rows: RawRow[][] } | { failed: string; isShared: boolean }

interface Ports<Bound> {
  /** Throws for parameters that the database does not take. */
  bind(query: Query): Bound
  /** One transaction: all of it, or nothing. */
  batch(statements: Bound[]): Promise<RawRow[][]>
}

interface Waiting<Bound> {
  /** The statements of one caller, in order. */
  statements: { key: string; bound: Bound }[]
  settle(outcome: BatchResult): void
}

const MAX_CALLS = 40
const MAX_STATEMENTS = 500

/**
 * SQLite has looked at the statements and refused: nothing of the batch was written. Anything else, a full disk, a broken
 * connection or an answer lost on the way, may have been written all the same.
 */
const isRefused = (message: string) =>
  /SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|TOOBIG|RANGE)|constraint failed/.test(message)

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Puts the calls of many in a row and sends those that wait together, one batch at a time. A batch never begins before
 * its calls came. Where one of them is refused the others are not to suffer: each is then run by itself.
 */
export class Turns<Bound> {
  readonly #ports: Ports<Bound>
  /** Reads: a statement that several wait for is sent once. */
  readonly #sharesStatements: boolean
  #waiting: Waiting<Bound>[] = []
  #isRunning = false

  constructor(ports: Ports<Bound>, { sharesStatements }: { sharesStatements: boolean }) {
    this.#ports = ports
    this.#sharesStatements = sharesStatements
  }

  take(queries: readonly Query[]): Promise<BatchResult> {
    let statements: Waiting<Bound>['statements']
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
    // Calls that come in the same turn of the event loop go together.
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

  async #runGroup(group: Waiting<Bound>[]) {
    try {
      const rows = await this.#send(group)
      for (const [index, { settle }] of group.entries()) settle({ rows: rows[index] ?? [] })
    } catch (error) {
      const failed = textOf(error)
      if (group.length > 1 && isRefused(failed)) for (const each of group) await this.#runGroup([each])
      else for (const { settle } of group) settle({ failed, isShared: group.length > 1 })
    }
  }

  async #send(group: Waiting<Bound>[]): Promise<RawRow[][][]> {
    const all = group.flatMap(({ statements }) => statements)
    const places = new Map<string, number>()
    const sent: Bound[] = []
    const placeOf = all.map(({ key, bound }) => {
      const known = this.#sharesStatements ? places.get(key) : undefined
      if (known !== undefined) return known
      places.set(key, sent.length)
      return sent.push(bound) - 1
    })
    const rows = sent.length === 0 ? [] : await this.#ports.batch(sent)
    let next = 0
    return group.map(({ statements }) => statements.map(() => rows[placeOf[next++] ?? 0] ?? []))
  }
}
