import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCommit } from '../../../src/db/commit.ts'
import { statement } from '../../../src/db/statement.ts'
import { deliverDue, deliveryOutbox } from '../../../src/modules/deliveries/index.ts'
import { handleQueue } from '../../../src/queues.ts'
import type { Deps } from '../../../src/deps.ts'
import { createTell } from '../../../src/platform/queues.ts'
import type { Env } from '../../../src/platform/env.ts'
import { sql } from 'drizzle-orm'
import { deps } from '../../support/app.ts'
import { newCalendar, newWebhook } from '../../support/factories.ts'
import { receiver, runSchedule } from '../../support/webhooks.ts'

interface Row {
  id: string
  webhook_id: string
  status: string
  attempts: number
  logged: number
  due: number
}

const rowsOf = async (calendarId: string) => {
  const { results } = await env.DB.prepare(
    `select id, webhook_id, status, attempts, next_attempt_at as due, (select count(*) from delivery_attempts where delivery_id = id) as logged
     from deliveries where calendar_id = ?`,
  )
    .bind(calendarId)
    .all<Row>()
  return results
}

const waitingIn = async (calendarId: string) =>
  (await rowsOf(calendarId)).filter(({ status }) => status === 'pending' || status === 'retrying').length

const makeDeliveries = (webhookId: string, count: number) =>
  env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
     select 'del_' || lower(hex(randomblob(16))), id, calendar_id, 'event.updated', json_object('n', i), 'pending', 0, ?
     from webhooks, n where id = ?`,
  )
    .bind(count, Date.now(), webhookId)
    .run()

const STILL_MS = 1_500

/**
 * Runs one sweep per simulated minute until no delivery is `pending` or `retrying`. A minute ends when no
 * `next_attempt_at` is due.
 */
const untilQuiet = async (calendarId: string, sweep: () => Promise<unknown>) => {
  for (let minute = 0; minute < 40; minute += 1) {
    await env.DB.prepare(`update deliveries set next_attempt_at = 0 where calendar_id = ? and status = 'retrying'`)
      .bind(calendarId)
      .run()
    await sweep()
    let [done, since] = [-1, Date.now()]
    while (Date.now() - since < STILL_MS) {
      const rows = await rowsOf(calendarId)
      const waiting = rows.filter(({ status }) => status === 'pending' || status === 'retrying')
      if (waiting.length === 0) return rows
      if (waiting.every(({ due }) => due > Date.now())) break
      const now = rows.reduce((sum, { attempts }) => sum + attempts, 0)
      if (now > done) [done, since] = [now, Date.now()]
      await new Promise((passed) => setTimeout(passed, 25))
    }
  }
  throw new Error('deliveries still wait after forty minutes')
}

afterEach(() => vi.restoreAllMocks())

describe('1,000 deliveries', () => {
  it('each have as many attempts as log entries and requests at the receiver', { timeout: 90_000 }, async () => {
    const calendar = await newCalendar()
    const modes = ['200', '204', '400', '500', '500,200', '500,reset,200', '429,500,500,204', '301', '408,404', 'reset']
    const receivers = new Map<string, ReturnType<typeof receiver>>()
    for (const mode of modes) {
      const one = receiver(mode, '?by=delivery')
      const { id } = await newWebhook(calendar, one.url)
      receivers.set(id, one)
      await makeDeliveries(id, 100)
    }
    const rows = await untilQuiet(calendar.id, runSchedule)
    expect(rows).toHaveLength(1_000)
    const seen = new Map<string, number>()
    for (const one of receivers.values()) {
      for (const { headers } of await one.seen()) {
        const id = headers['x-svc-delivery-id'] ?? ''
        seen.set(id, (seen.get(id) ?? 0) + 1)
      }
    }
    for (const { id, attempts, logged } of rows)
      expect({ id, logged, seen: seen.get(id) }).toEqual({ id, logged: attempts, seen: attempts })
    const attemptsOf = (index: number) =>
      new Set(
        rows
          .filter(({ webhook_id }) => webhook_id === [...receivers.keys()][index])
          .map(({ attempts, status }) => `${status} after ${attempts}`),
      )
    expect(modes.map((mode, index) => [mode, ...attemptsOf(index)])).toEqual([
      ['200', 'succeeded after 1'],
      ['204', 'succeeded after 1'],
      ['400', 'failed after 1'],
      ['500', 'failed after 4'],
      ['500,200', 'succeeded after 2'],
      ['500,reset,200', 'succeeded after 3'],
      ['429,500,500,204', 'succeeded after 4'],
      ['301', 'failed after 1'],
      ['408,404', 'failed after 2'],
      ['reset', 'failed after 4'],
    ])
  })
})

describe('delivery queue', () => {
  it('logs an error with the ids of messages that ran out of retries', async () => {
    const error = vi.fn<Deps['log']['error']>()
    await handleQueue('event-calendar-dead-letters', ['del_1'], { ...deps, log: { ...deps.log, error } })
    const about = { queue: 'event-calendar-dead-letters', ids: ['del_1'] }
    expect(error.mock.calls).toEqual([['messages ran out of retries', about]])
  })

  it('sends one POST per delivery even if every message arrives ten times', { timeout: 60_000 }, async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('slow')
    const { id } = await newWebhook(calendar, url)
    await makeDeliveries(id, 60)
    const messages = (await rowsOf(calendar.id)).flatMap((row) =>
      Array.from({ length: 10 }, () => ({ body: { id: row.id } })),
    )
    for (let start = 0; start < messages.length; start += 100)
      await env.DELIVERIES.sendBatch(messages.slice(start, start + 100))
    // In addition to the queue, ten concurrent `deliverDue()` calls receive all ids.
    const ids = (await rowsOf(calendar.id)).map((row) => row.id)
    await Promise.all(Array.from({ length: 10 }, () => deliverDue(ids, deps)))
    await expect.poll(() => waitingIn(calendar.id), { timeout: 15_000 }).toBe(0)
    const posts = await seen()
    expect(posts).toHaveLength(60)
    expect(new Set(posts.map(({ headers }) => headers['x-svc-delivery-id'])).size).toBe(60)
  })

  it(
    'loses no delivery if half of the queue sends fail, because the sweep sends those messages again',
    { timeout: 60_000 },
    async () => {
      const calendar = await newCalendar()
      const { url, seen } = receiver('500,200', '?by=delivery')
      await newWebhook(calendar, url)
      let asked = 0
      const flaky: Pick<Env, 'DELIVERIES' | 'MAILS' | 'JOBS'> = {
        JOBS: env.DELIVERIES,
        MAILS: env.DELIVERIES,
        DELIVERIES: Object.assign(Object.create(env.DELIVERIES) as Queue<{ id: string }>, {
          sendBatch: async (batch: MessageSendRequest<{ id: string }>[]) => {
            asked += 1
            if (asked % 2 === 1) throw new Error('the queue is not to be reached')
            return env.DELIVERIES.sendBatch(batch)
          },
        }),
      }
      const warnings = vi.fn<(message: string) => void>()
      const tell = createTell(flaky, { ...deps.log, warn: warnings }, deps.later)
      const { db, clock, newId } = deps
      const commit = createCommit({ db, clock, newId, tell, makeStale: async () => {}, writeAt: deps.atEvent.write })
      for (let change = 0; change < 40; change += 1) {
        await commit({
          calendarId: calendar.id,
          seenBy: 'visitors',
          statements: [statement(sql`update calendars set name = ${`Change ${change}`} where id = ${calendar.id}`)],
          events: [{ type: 'event.updated', eventId: 'evt_x', data: { change } }],
        })
      }
      const rows = await untilQuiet(calendar.id, () => deliveryOutbox.sweep({ ...deps, tell }))
      expect(warnings.mock.calls.length).toBeGreaterThanOrEqual(20)
      expect(rows.map(({ status, attempts }) => `${status} after ${attempts}`)).toEqual(
        Array.from({ length: 40 }, () => 'succeeded after 2'),
      )
      expect(await seen()).toHaveLength(80)
    },
  )
})

describe('lease of a delivery', () => {
  const leased = async (until: number) => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    await makeDeliveries(id, 1)
    await env.DB.prepare('update deliveries set lease_until = ? where webhook_id = ?').bind(until, id).run()
    const [row] = await rowsOf(calendar.id)
    return { calendar, seen, row: row?.id ?? '' }
  }

  it.each([
    [null, undefined],
    ['sbx_0123456789', 'test'],
  ])('sends a body whose mode in sandbox %s is %s', async (sandboxId, mode) => {
    const { seen, row } = await leased(Date.now() - 1)
    await deliverDue([row], { ...deps, config: { ...deps.config, sandboxId } })
    const [request] = await seen()
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ id: row })
    expect(JSON.parse(request?.body ?? '').mode).toBe(mode)
  })

  it('keeps other workers from sending it until the lease expires', async () => {
    const { calendar, seen, row } = await leased(Date.now() + 20_000)
    await deliverDue([row], deps)
    await new Promise((passed) => setTimeout(passed, 200))
    expect(await seen()).toEqual([])
    expect(await rowsOf(calendar.id)).toMatchObject([{ status: 'pending', attempts: 0 }])
  })

  it(
    'allows a retry as soon as it expires, not a minute later, if its worker crashed',
    { timeout: 30_000 },
    async () => {
      const { calendar, seen } = await leased(Date.now() + 2_000)
      await runSchedule()
      await expect.poll(() => waitingIn(calendar.id), { timeout: 15_000 }).toBe(0)
      expect(await seen()).toHaveLength(1)
    },
  )
})

describe('retry due in 1.5 seconds', () => {
  it('is triggered by its own queue message, neither early nor at the next sweep', { timeout: 30_000 }, async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    await makeDeliveries(id, 1)
    const due = Date.now() + 1_500
    await env.DB.prepare('update deliveries set next_attempt_at = ? where webhook_id = ?').bind(due, id).run()
    await runSchedule()
    await expect.poll(() => waitingIn(calendar.id), { timeout: 15_000 }).toBe(0)
    const [post] = await seen()
    expect((post?.at ?? 0) - due).toBeGreaterThanOrEqual(0)
    expect((post?.at ?? 0) - due).toBeLessThan(10_000)
  })
})
