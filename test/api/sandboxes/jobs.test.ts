import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../../src/kernel/time.ts'
import type { Books } from '../../../src/sandbox/books.ts'
import { nextInstants } from '../../../src/sandbox/next-at.store.ts'
import { schedule, type ChoreName } from '../../../src/schedule.ts'
import { inOwnSandbox, listenIn, type OwnSandbox } from '../../support/own-sandbox.ts'
import { STORY_BEGINS, tellStory } from '../../support/sandbox-story.ts'

type Values = Record<string, SqlStorageValue>

interface Column extends Record<string, SqlStorageValue> {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
}

/** Inserts a row. Required columns without a given value become 0 or ''. */
const put = ({ books }: OwnSandbox, table: string, values: Values) => {
  const columns = books.rows<Column>('select name, type, "notnull", dflt_value from pragma_table_info(?)', table)
  const row: Values = { ...values }
  for (const { name, type, notnull, dflt_value: preset } of columns)
    if (notnull === 1 && preset === null && row[name] === undefined) row[name] = type === 'INTEGER' ? 0 : ''
  const names = Object.keys(row)
  const marks = names.map(() => '?').join()
  books.run(`insert into ${table} (${names.join()}) values (${marks})`, ...names.map((name) => row[name] ?? null))
}

const set = ({ books }: OwnSandbox, text: string, ...values: SqlStorageValue[]) => {
  books.run(`update ${text}`, ...values)
  expect(books.rows('select changes() as rows')).toEqual([{ rows: expect.toSatisfy((rows: number) => rows > 0) }])
}

const idIn = ({ books }: OwnSandbox, table: string) =>
  books.rows<{ id: string }>(`select id from ${table} limit 1`)[0]?.id ?? ''
const later = ({ running }: OwnSandbox) => running.engine.clock.read() + HOUR_MS

const schedules = (sandbox: OwnSandbox, values: Values = {}) =>
  put(sandbox, 'scheduled_exports', {
    id: 'sxp_test',
    calendar_id: idIn(sandbox, 'calendars'),
    dataset: 'GUESTS',
    format: 'csv',
    frequency: 'DAILY',
    time_of_day: '06:00',
    timezone: 'UTC',
    recipients: '[]',
    is_active: 1,
    created_by: 'usr_test',
    ...values,
  })

const exportRun = (sandbox: OwnSandbox, values: Values) => {
  schedules(sandbox)
  put(sandbox, 'export_runs', { id: 'xrn_test', scheduled_export_id: 'sxp_test', ...values })
}

const refundOf = async (sandbox: OwnSandbox) => {
  const [order] = sandbox.books.rows<{ id: string; event_id: string }>(
    "select id, event_id from orders where status = 'PAID' and total > 0 limit 1",
  )
  const { status } = await sandbox.call(`POST /v1/events/${order?.event_id}/orders/${order?.id}/refund`, {})
  expect(status).toBe(200)
  set(sandbox, "refunds set status = 'PENDING', reference = null, effect_at = ?", sandbox.running.engine.clock.read())
}

/** Removes the constraints of a table, so that the test can insert a row that the service creates in many steps. */
const withoutTriggers = (books: Books, table: string) => {
  const names = books.rows<{ name: string }>(
    "select name from sqlite_master where type = 'trigger' and tbl_name = ?",
    table,
  )
  for (const { name } of names) books.sql.exec(`drop trigger "${name}"`)
}

interface Case {
  name: ChoreName
  /** Adds work for the job that is due later than the next minute. */
  arrange?: (sandbox: OwnSandbox) => unknown
  /** Whether its work can only be due immediately. */
  isDueNow?: true
  /** Whether another job must act first, so that this one may find nothing to do at its instant. */
  mayBeEarly?: true
  /** Number of rows that the job always writes. Default: none. */
  idleRows?: number
}

const CASES: Case[] = [
  {
    name: 'requeue pending deliveries',
    async arrange(sandbox) {
      await listenIn(sandbox)
      await sandbox.call('POST /v1/test/triggers', { type: 'guest.registered' })
      set(sandbox, "deliveries set status = 'retrying', next_attempt_at = ?, lease_until = null", later(sandbox))
    },
  },
  {
    name: 'requeue recoveries',
    async arrange(sandbox) {
      await listenIn(sandbox)
      put(sandbox, 'recoveries', {
        id: 'rec_test',
        webhook_id: idIn(sandbox, 'webhooks'),
        status: 'RUNNING',
        statuses: '[]',
        next_turn_at: later(sandbox),
      })
    },
  },
  {
    name: 'requeue pending emails',
    arrange: (sandbox) => set(sandbox, "mails set status = 'retrying', next_attempt_at = ?", later(sandbox)),
  },
  {
    name: 'wake events of an earlier version',
    arrange: (sandbox) => put(sandbox, 'events_to_wake', { event_id: idIn(sandbox, 'events') }),
    isDueNow: true,
  },
  {
    name: 'deactivate webhooks whose key has expired',
    async arrange(sandbox) {
      await listenIn(sandbox)
      set(sandbox, 'webhooks set key_id = ?', idIn(sandbox, 'api_keys'))
      set(sandbox, 'api_keys set expires_at = ?', later(sandbox))
    },
  },
  {
    name: 'delete webhooks that no program polls',
    arrange: async ({ call }) => expect((await call('POST /v1/webhooks/polled', {})).status).toBe(201),
  },
  // The job stores up to where the feed was deleted, even if that is unchanged.
  { name: 'drop old changes', idleRows: 2 },
  { name: 'expire offers' },
  {
    name: 'open pending checkouts',
    arrange(sandbox) {
      const [order] = sandbox.books.rows<{ id: string }>("select id from orders where status = 'PENDING' limit 1")
      set(sandbox, 'orders set payment_reference = null, created_at = ? where id = ?', later(sandbox), order?.id ?? '')
    },
    mayBeEarly: true,
  },
  { name: 'expire checkouts of closed orders' },
  { name: 'expire unpaid orders', mayBeEarly: true },
  { name: 'drop old payment messages' },
  { name: 'follow up pending refunds', arrange: refundOf, mayBeEarly: true },
  {
    name: 'reconcile payments with the provider',
    arrange: (sandbox) =>
      put(sandbox, 'payment_reconciliations', { id: '2030-03-01', phase: 'PAYMENTS', ended_at: STORY_BEGINS }),
  },
  { name: 'send reminders and continue announcements' },
  {
    name: 'continue messages about changes',
    async arrange(sandbox) {
      const { books, call } = sandbox
      const [event] = books.rows<{ id: string; start_at: number }>(
        'select e.id, e.start_at from events e join guests g on g.event_id = e.id limit 1',
      )
      const startAt = iso((event?.start_at ?? 0) + HOUR_MS)
      const endAt = iso((event?.start_at ?? 0) + 3 * HOUR_MS)
      expect((await call(`PATCH /v1/events/${event?.id}`, { startAt, endAt })).status).toBe(200)
      set(sandbox, 'letters set is_queued = 0')
    },
    isDueNow: true,
  },
  { name: 'start due exports', arrange: (sandbox) => schedules(sandbox, { next_run_at: later(sandbox) }) },
  {
    name: 'requeue pending exports',
    arrange: (sandbox) => exportRun(sandbox, { status: 'PENDING', scheduled_for: later(sandbox) }),
  },
  {
    name: 'drop files whose links are over',
    arrange: (sandbox) => exportRun(sandbox, { status: 'SUCCEEDED', file_expires_at: later(sandbox) }),
  },
  {
    name: 'requeue archives',
    arrange: (sandbox) => put(sandbox, 'archives', { id: 'arc_test', status: 'RUNNING', created_at: later(sandbox) }),
  },
  {
    name: 'requeue restores',
    arrange: (sandbox) => put(sandbox, 'restores', { id: 'rst_test', status: 'RUNNING', created_at: later(sandbox) }),
  },
  {
    name: 'drop expired archives',
    arrange: (sandbox) =>
      put(sandbox, 'archives', { id: 'arc_test', status: 'READY', file_expires_at: later(sandbox) }),
  },
  {
    name: 'drop uploads that are no longer needed',
    arrange: (sandbox) => put(sandbox, 'restores', { id: 'rst_test', status: 'DONE', file_expires_at: later(sandbox) }),
  },
  {
    name: 'drop images that nothing shows',
    arrange: (sandbox) =>
      put(sandbox, 'images', {
        id: 'img_test',
        calendar_id: idIn(sandbox, 'calendars'),
        hash: 'any',
        given_at: STORY_BEGINS,
      }),
  },
  { name: 'drop what is kept no longer' },
  {
    name: 'drop old counts of recipients',
    arrange: (sandbox) =>
      put(sandbox, 'recipient_counts', {
        calendar_id: idIn(sandbox, 'calendars'),
        day: Math.floor(STORY_BEGINS / DAY_MS),
        recipients: 1,
      }),
  },
  {
    name: 'erase buyers in documents',
    arrange(sandbox) {
      withoutTriggers(sandbox.books, 'documents')
      put(sandbox, 'documents', { id: 'doc_test', kind: 'INVOICE', buyer: '{}', keep_until: later(sandbox) })
    },
  },
  {
    name: 'erase events, calendars and accounts',
    arrange: (sandbox) =>
      set(sandbox, 'events set erase_at = ? where id = ?', STORY_BEGINS + 10 * DAY_MS, idIn(sandbox, 'events')),
  },
  { name: 'create the next dates of series' },
]

/** Jobs that never have anything to do in a sandbox: it has one key, no payment account and no device. */
const IDLE: ChoreName[] = [
  're-encrypt data sealed with an older key',
  're-encrypt keys of payment accounts',
  'erase keys of disconnected payment accounts',
  'notify devices of changed passes',
]

/** Runs one job, and returns the number of rows that it wrote. */
const written = async ({ running, books }: OwnSandbox, name: ChoreName) => {
  const total = () => books.rows<{ rows: number }>('select total_changes() as rows')[0]?.rows ?? 0
  const before = total()
  await schedule.find((job) => job.name === name)?.run(running.engine.deps)
  await running.engine.settle()
  return total() - before
}

describe('the next instant of a job', { timeout: 120_000 }, () => {
  it.for(CASES)(
    'of “$name” is the first minute at which it has something to do',
    ({ name, arrange, isDueNow, mayBeEarly, idleRows = 0 }) =>
      inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
        const { clock, deps } = sandbox.running.engine
        await tellStory(sandbox, 3, { offerMinutes: 600 })
        await arrange?.(sandbox)
        const at = (await nextInstants(deps.db)).get(name)
        expect(at).toBeTypeOf('number')
        const minute = Math.ceil(Math.max(at ?? 0, clock.read()) / MINUTE_MS) * MINUTE_MS
        if (isDueNow === undefined) {
          expect(minute - MINUTE_MS).toBeGreaterThan(clock.read())
          clock.set(minute - MINUTE_MS)
          expect(await written(sandbox, name)).toBe(idleRows)
        }
        clock.set(minute)
        const rows = await written(sandbox, name)
        if (mayBeEarly === undefined) expect(rows).toBeGreaterThan(idleRows)
      }),
  )

  it('is tested for every job of the schedule', () => {
    expect([...CASES.map(({ name }) => name), ...IDLE].toSorted()).toEqual(schedule.map(({ name }) => name).toSorted())
  })
})
