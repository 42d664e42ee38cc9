import { oncePerFile } from './once-per-file.ts'
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, inject } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { randomId } from '../../src/kernel/ids.ts'
import type { Instant } from '../../src/kernel/time.ts'
import { calendarToCopy } from '../../src/modules/sandboxes/sandboxes.store.ts'
import { Books } from '../../src/sandbox/books.ts'
import type { SandboxEnv } from '../../src/sandbox/env.ts'
import { makeTestKey } from '../../src/sandbox/keys.ts'
import { limitGuests } from '../../src/sandbox/limits.ts'
import type { RehearsalOf } from '../../src/sandbox/rehearsal/rehearse.ts'
import { RunningSandbox } from '../../src/sandbox/running.ts'
import { newCalendar } from './factories.ts'

/** A sandbox that the test runs itself, so that it can reach the clock, the ports and the rows. */
export interface OwnSandbox {
  running: RunningSandbox
  books: Books
  // `any`: tests read answers without the service's own types.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(line: string, json?: object): Promise<{ status: number; body: any; headers: Headers }>
  rehearse: (rehearsal: RehearsalOf) => ReturnType<RunningSandbox['rehearse']>
  /** Drops everything except the rows, as when the object is killed. */
  wake(): OwnSandbox
  /** When the object wakes by itself, or null. */
  alarm(): Promise<Instant | null>
}

const own = (storage: DurableObjectStorage, key: string): OwnSandbox => {
  const books = new Books(storage.sql)
  const running = new RunningSandbox(storage, env as unknown as SandboxEnv, books)
  return {
    running,
    books,
    async call(line, json) {
      const [method = '', path = ''] = line.split(' ')
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const headers = { 'x-svc-api-key': key, 'Content-Type': 'application/json' }
      const answer = await running.answer(new Request(`https://calendar.test/api${path}`, { method, headers, ...body }))
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
    rehearse: (rehearsal) => running.rehearse(rehearsal, key),
    wake: () => own(storage, key),
    alarm: () => storage.getAlarm(),
  }
}

/** All sandboxes of a file copy one calendar, so that their rows can be compared. */
const ourCalendar = oncePerFile(newCalendar)

/** Runs `work` in a new sandbox whose clock begins at `now`. Webhooks are recorded, not sent. */
export const inOwnSandbox = async <Result>(
  { now, seed = 7 }: { now: Instant; seed?: number },
  work: (sandbox: OwnSandbox) => Promise<Result>,
): Promise<Result> => {
  const calendar = await ourCalendar()
  const rows = await calendarToCopy(openDatabase(env.DB), calendar.id)
  const { EVENTS } = env as unknown as { EVENTS: DurableObjectNamespace }
  return runInDurableObject(EVENTS.getByName(crypto.randomUUID()), async (_object, { storage }) => {
    const books = new Books(storage.sql)
    const id = 'sbx_0123456789'
    const { key, row } = await makeTestKey(id, { id: randomId('key'), calendarId: calendar.id, now })
    storage.transactionSync(() => {
      for (const { queries } of inject('migrations')) for (const query of queries) storage.sql.exec(query)
      limitGuests(books)
      books.keep('about', { id, calendarId: calendar.id, seed, sendsWebhooks: false })
      books.keep('key', btoa('0123456789abcdef0123456789abcdef'))
      books.keep('now', now)
      books.keep('begin', now)
      for (const [table, values] of [
        ['calendars', rows],
        ['api_keys', [row]],
      ] as const)
        for (const value of values) {
          const entries = Object.entries(value)
          storage.sql.exec(
            `insert into ${table} (${entries.map(([name]) => name).join()}) values (${entries.map(() => '?').join()})`,
            ...entries.map(([, each]) => each as SqlStorageValue),
          )
        }
      books.run('update changes set at = ?', now)
    })
    return work(own(storage, key))
  })
}

/** The receiver of the sandbox's webhooks answers only every third request. */
export const answerEveryThird = ({ running }: OwnSandbox) => {
  let posts = 0
  Object.assign(running.engine.deps, {
    outbound: {
      post: async () => {
        posts += 1
        const status = posts % 3 === 0 ? 200 : 503
        return { kind: 'answered', status, retryAfter: null, body: '', error: null }
      },
    },
  })
}

/** Adds a webhook whose receiver answers only every third request. */
export const listenIn = async (sandbox: OwnSandbox) => {
  answerEveryThird(sandbox)
  const { status } = await sandbox.call('POST /v1/webhooks', { url: 'https://receiver.example/hook' })
  expect(status).toBe(201)
}

const NOT_STATE = /^(?:sqlite_|_cf_|sandbox_(?:state|migrations)$|idempotency_claims$)/
/** Ids, tokens and hashes, some of which don't come from the seed. */
const RANDOM = /\b[a-z]{2,5}_(?=[\w-]*[A-Z\d])[\w-]{8,}|[0-9a-f]{24,}|[\w+/=-]{22,}/g
/**
 * Short random texts, such as the start of a key, order numbers, and positions that depend on the order of random ids.
 */
const RANDOM_COLUMNS = new Set(['short_code', 'number', 'prefix', 'rowid', 'epoch', 'secret_cipher'])

type Shown = string | number | null

const shown = (name: string, value: SqlStorageValue | undefined, roundMs: number): Shown => {
  if (value === null || value === undefined || RANDOM_COLUMNS.has(name)) return null
  if (typeof value === 'number') return value > 1e12 ? Math.floor(value / roundMs) * roundMs : value
  if (value instanceof ArrayBuffer) return value.byteLength > 0 ? 'bytes' : ''
  return value
    .replaceAll(RANDOM, '#')
    .replaceAll(/\d{13}/g, (instant) => String(Math.floor(Number(instant) / roundMs) * roundMs))
}

/** Every row of every table, without random values. Instants are rounded down to `roundMs`. */
export const rowsOf = (books: Books, roundMs = 1) => {
  const { sql } = books
  const secrets = books.rows<{ text: string }>(
    'select number as text from orders union select short_code from guests where short_code is not null',
  )
  const texts = secrets.flatMap(({ text }) => [text, `${text.slice(0, 3)}-${text.slice(3)}`])
  const plain = (text: string) => texts.reduce((left, each) => left.replaceAll(each, '#'), text)
  const tables = sql
    .exec<{ name: string }>("select name from sqlite_master where type = 'table' order by name")
    .toArray()
    .filter(({ name }) => !NOT_STATE.test(name))
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      sql
        .exec(`select * from "${name}"`)
        .toArray()
        .map((row) =>
          plain(JSON.stringify(Object.entries(row).map(([column, value]) => [column, shown(column, value, roundMs)]))),
        )
        .toSorted(),
    ]),
  )
}
