import { DurableObject } from 'cloudflare:workers'
import { base64 } from '../kernel/crypto.ts'
import { notFound, unauthenticated } from '../kernel/failure.ts'
import { randomBytes, randomId } from '../kernel/ids.ts'
import { describeError } from '../kernel/log.ts'
import { systemClock, type Instant } from '../kernel/time.ts'
import { Books } from './books.ts'
import type { SandboxEnv } from './env.ts'
import { makeTestKey } from './keys.ts'
import { endsAt } from './lifetime.ts'
import type { SandboxAbout } from './ports.ts'
import { refusedBySandbox } from './refuse.ts'
import type { SandboxRpc, SandboxStart, SandboxState } from './rpc.ts'
import { RunningSandbox } from './running.ts'
import { insertRow, migrate } from './start-rows.ts'

interface OwnRehearsal {
  start: SandboxStart
  /** The rehearsal calls the API with it. */
  key: string
  isBegun: boolean
}

/** A rehearsal has failed after this many interruptions: it needs more time or memory than an object has. */
const MAX_ATTEMPTS = 3

/** A sandbox: the whole service on the SQLite of one Durable Object, with a frozen clock. */
export class SandboxObject
  extends DurableObject<SandboxEnv>
  implements Omit<SandboxRpc, keyof Rpc.DurableObjectBranded>
{
  #running: RunningSandbox | null = null
  /** Requests, advances and alarms run one at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  async start(start: SandboxStart): Promise<{ key: string }> {
    const { id, calendarId, seed, sendsWebhooks, rehearsal } = start
    const books = new Books(this.ctx.storage.sql)
    const { key, row } = await makeTestKey(id, { calendarId, now: start.now, id: randomId('key') })
    this.ctx.storage.transactionSync(() => {
      migrate(books)
      books.keep('about', { id, calendarId, seed, sendsWebhooks } satisfies SandboxAbout)
      books.keep('key', base64(randomBytes(32)))
      books.keep('now', start.now)
      books.keep('begin', start.now)
      books.keep('usedAt', systemClock())
      for (const [table, rows] of start.rows) for (const each of rows) insertRow(books, table, each)
      insertRow(books, 'api_keys', row)
      books.run("insert or ignore into taken_slugs (kind, slug, owner_id) select 'calendar', slug, id from calendars")
      // The change feed starts with the sandbox, however old the copied rows are.
      books.run('update changes set at = ?', start.now)
      if (rehearsal !== undefined) books.keep('rehearsal', { start, key, isBegun: false } satisfies OwnRehearsal)
    })
    await this.ctx.storage.setAlarm(rehearsal === undefined ? endsAt(systemClock()) : systemClock())
    return { key }
  }

  state(): SandboxState | null {
    const running = this.#open()
    if (running === null) return null
    const { books, clock } = running.engine
    return {
      calendarId: running.about.calendarId,
      now: clock.read(),
      lastUsedAt: books.read<Instant>('usedAt') ?? 0,
    }
  }

  setClosed(isClosed: boolean): void {
    if (this.#isBegun()) new Books(this.ctx.storage.sql).keep('isClosed', isClosed)
  }

  async end(): Promise<void> {
    this.#running = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override fetch(request: Request): Promise<Response> {
    const early = this.#open()?.answerMeanwhile(request) ?? null
    if (early !== null) return early
    return this.#inTurn(async () => {
      const running = this.#open()
      if (running !== null) return running.answer(request)
      const isByPath = new URL(request.url).pathname.startsWith('/s/')
      return refusedBySandbox(isByPath ? notFound() : unauthenticated())
    })
  }

  override async alarm() {
    await this.#inTurn(async () => {
      const running = this.#open()
      if (running === null) return
      const rehearsal = running.engine.books.read<OwnRehearsal>('rehearsal')
      if (rehearsal !== null) return this.#rehearse(running, rehearsal)
      const next = await running.wake()
      if (next === null) await this.end()
      else await this.ctx.storage.setAlarm(next)
    })
  }

  /** An interrupted rehearsal starts over, but not indefinitely, since the same seed would fail in the same way. */
  async #rehearse(running: RunningSandbox, { start, key, isBegun }: OwnRehearsal) {
    const { rehearsal, calendarId } = start
    if (rehearsal === undefined) return
    if (isBegun) {
      const attempt = (rehearsal.attempt ?? 1) + 1
      if (attempt > MAX_ATTEMPTS) await this.env.SHELVES.getByName(calendarId).finish(rehearsal.id, null)
      await this.end()
      if (attempt <= MAX_ATTEMPTS) await this.start({ ...start, rehearsal: { ...rehearsal, attempt } })
      return
    }
    running.engine.books.keep('rehearsal', { start, key, isBegun: true } satisfies OwnRehearsal)
    let result: string | null = null
    try {
      result = JSON.stringify(await running.rehearse(rehearsal, key))
    } catch (error) {
      running.engine.deps.log.error('a rehearsal failed', describeError(error))
    }
    await this.env.SHELVES.getByName(calendarId).finish(rehearsal.id, result)
    await this.end()
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  #isBegun() {
    const { sql } = this.ctx.storage
    return sql.exec("select 1 from sqlite_master where name = 'sandbox_state'").toArray().length > 0
  }

  #open(): RunningSandbox | null {
    if (this.#running !== null) return this.#running
    if (!this.#isBegun()) return null
    const books = new Books(this.ctx.storage.sql)
    this.ctx.storage.transactionSync(() => migrate(books))
    this.#running = new RunningSandbox(this.ctx.storage, this.env, books)
    return this.#running
  }
}
