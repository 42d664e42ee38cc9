import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { insertAll, setColumns, type Columns } from '../../support/database.ts'
import {
  newCalendar,
  newEvent,
  newKey,
  newWebhook,
  register,
  type Calendar,
  type Event,
} from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'
import {
  afterAttempts,
  delivery,
  deliveriesOf,
  receiver,
  runSchedule,
  testDelivery,
  type Seen,
} from '../../support/webhooks.ts'

asks({
  'POST /events/:eventId/webhooks/:id/recoveries': { role: 'OWNER', plan: 'PLUS' },
  'GET /events/:eventId/webhooks/:id/recoveries': { role: 'OWNER', plan: 'PLUS', isWhole: true },
  'GET /events/:eventId/webhooks/:id/recoveries/:recoveryId': { role: 'OWNER', plan: 'PLUS' },
  'DELETE /events/:eventId/webhooks/:id/recoveries/:recoveryId': { role: 'OWNER', plan: 'PLUS' },
  'POST /calendars/:slug/webhooks/:id/recoveries': { role: 'OWNER', plan: 'PLUS' },
  'GET /calendars/:slug/webhooks/:id/recoveries': { role: 'OWNER', plan: 'PLUS', isWhole: true },
  'GET /calendars/:slug/webhooks/:id/recoveries/:recoveryId': { role: 'OWNER', plan: 'PLUS' },
  'DELETE /calendars/:slug/webhooks/:id/recoveries/:recoveryId': { role: 'OWNER', plan: 'PLUS' },
  'POST /v1/webhooks/:id/recoveries': { scope: 'webhooks:write' },
  'GET /v1/webhooks/:id/recoveries': { scope: 'webhooks:read', isWhole: true },
  'GET /v1/webhooks/:id/recoveries/:recoveryId': { scope: 'webhooks:read' },
  'DELETE /v1/webhooks/:id/recoveries/:recoveryId': { scope: 'webhooks:write' },
})

const HOUR = 3_600_000
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

let calendar: Calendar
let event: Event
beforeAll(async () => {
  calendar = await newCalendar()
  event = await newEvent(calendar)
})

/**
 * Inserts finished deliveries one second apart, oldest first. Every second one is cancelled; the others have failed.
 */
const missed = async (webhookId: string, count: number, columns: (index: number) => Columns = () => ({})) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `del_${crypto.randomUUID()}`,
    webhook_id: webhookId,
    calendar_id: calendar.id,
    event_type: 'event.updated',
    data: '{"eventId":"evt_of_before"}',
    status: index % 2 === 0 ? 'failed' : 'cancelled',
    attempts: 4,
    created_at: Date.now() - HOUR + index * 1_000,
    completed_at: Date.now() - HOUR / 2,
    ...columns(index),
  }))
  await insertAll({ deliveries: rows })
  return rows.map(({ id }) => id)
}

const at = (id: string) => `/calendars/${calendar.slug}/webhooks/${id}/recoveries`
const start = async (id: string, json: object = {}) =>
  send(`POST ${at(id)}`, { as: calendar.owner, json: { since: ago(2 * HOUR), ...json } })
const state = async (id: string, recovery: string) =>
  (await send(`GET ${at(id)}/${recovery}`, { as: calendar.owner })).body.data
const ended = async (id: string, recovery: string) => {
  await expect.poll(async () => (await state(id, recovery)).status, { timeout: 25_000 }).not.toBe('RUNNING')
  return state(id, recovery)
}
const recovered = async (id: string, json: object = {}) => ended(id, (await start(id, json)).body.data.id)

const idsOf = async (seen: () => Promise<Seen[]>) =>
  (await seen()).map(({ body }) => (JSON.parse(body) as { id: string }).id)

/** Expects no request for 1.5 s, which is longer than the pause between two rounds of a recovery. */
const staysSilent = async (seen: () => Promise<Seen[]>) => {
  const before = (await seen()).length
  await new Promise((passed) => setTimeout(passed, 1_500))
  expect((await seen()).length).toBe(before)
}

describe('webhook recovery', () => {
  it('sends failed deliveries again with the same ids and bodies, oldest first', async () => {
    const { url, seen } = receiver('400,200', '?by=delivery')
    const { id } = await newWebhook(calendar, url)
    for (let count = 0; count < 3; count += 1) await afterAttempts(calendar, await testDelivery(calendar, id), 1)
    const before = await seen()
    const made = await start(id)
    expect([made.status, made.body.data]).toEqual([
      200,
      {
        id: expect.stringMatching(/^rcv_/),
        status: 'RUNNING',
        matched: 3,
        sent: 0,
        succeeded: 0,
        failed: 0,
        since: expect.any(String),
        until: made.body.data.createdAt,
        createdAt: expect.any(String),
        completedAt: null,
      },
    ])
    const over = await ended(id, made.body.data.id)
    expect(over).toEqual({
      ...made.body.data,
      status: 'DONE',
      sent: 3,
      succeeded: 3,
      completedAt: expect.stringMatching(/Z$/),
    })
    const after = (await seen()).slice(3)
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
    const log = await deliveriesOf(calendar, `?webhookId=${id}`)
    expect(log.map(({ status, attempts }) => [status, attempts])).toEqual(log.map(() => ['succeeded', 2]))
    expect((await send(`GET ${at(id)}`, { as: calendar.owner })).body.data).toEqual([over])
  })

  it(
    'sends at most 10 requests per second to an endpoint, even if two webhooks share it',
    { timeout: 40_000 },
    async () => {
      const { url, seen } = receiver('200')
      const [one, other] = [await newWebhook(calendar, url), await newWebhook(calendar, url)]
      const ids = [await missed(one.id, 14), await missed(other.id, 6)]
      const both = await Promise.all([recovered(one.id), recovered(other.id)])
      expect(both.map(({ status, succeeded }) => [status, succeeded])).toEqual([
        ['DONE', 14],
        ['DONE', 6],
      ])
      const order = await idsOf(seen)
      for (const own of ids) expect(order.filter((each) => own.includes(each))).toEqual(own)
      expect(order).toHaveLength(20)
      const times = (await seen()).map((post) => post.at)
      const apart = times.slice(10).map((time, index) => time - (times[index] ?? 0))
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(1_000)
    },
  )

  it('keeps the insertion order of deliveries with the same created_at', async () => {
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    const moment = Date.now() - HOUR
    const ids = await missed(id, 5, () => ({ created_at: moment }))
    expect(await recovered(id, { since: new Date(moment).toISOString() })).toMatchObject({ status: 'DONE', sent: 5 })
    expect(await idsOf(seen)).toEqual(ids)
  })

  it('makes one attempt per delivery, and keeps its counts when another recovery follows', async () => {
    const { url } = receiver('500,500,500,200')
    const { id } = await newWebhook(calendar, url)
    const [first = ''] = await missed(id, 3)
    const failed = await recovered(id)
    expect(failed).toMatchObject({ status: 'DONE', matched: 3, sent: 3, succeeded: 0, failed: 3 })
    expect(await delivery(calendar, first)).toMatchObject({ status: 'failed', attempts: 5, nextRetryAt: null })
    const again = await recovered(id)
    expect(again).toMatchObject({ status: 'DONE', matched: 3, sent: 3, succeeded: 3, failed: 0 })
    expect((await send(`GET ${at(id)}`, { as: calendar.owner })).body.data).toEqual([again, failed])
  })

  it('includes only the finished deliveries of the given period and statuses', async () => {
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    const ids = await missed(id, 6)
    await missed(id, 1, () => ({ status: 'succeeded' }))
    await missed(id, 1, () => ({ status: 'retrying', completed_at: null, next_attempt_at: Date.now() + HOUR }))
    const [from, until] = [1, 4].map((index) => Date.parse(ago(HOUR)) + index * 1_000 - 500)
    const json = { since: new Date(from ?? 0).toISOString(), until: new Date(until ?? 0).toISOString() }
    expect(await recovered(id, { ...json, statuses: ['failed'] })).toMatchObject({ ...json, matched: 1, sent: 1 })
    expect(await idsOf(seen)).toEqual([ids[2]])
    const whole = await recovered(id, { until: ago(-HOUR) })
    expect(whole).toMatchObject({ matched: 5, sent: 5, until: whole.createdAt })
    for (const wrong of [
      { since: ago(-HOUR) },
      { until: ago(3 * HOUR) },
      { statuses: ['pending'] },
      { statuses: [] },
    ]) {
      const { status, body } = await start(id, wrong)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    }
  })

  it('sends nothing about an erased guest; a retry returns 409 delivery_erased', async () => {
    const { url, seen } = receiver('400,200')
    const { id } = await newWebhook(calendar, url, { events: ['guest.registered'] })
    const { guest } = (await register(event)).body.data
    const [sent] = await deliveriesOf(calendar, `?webhookId=${id}`)
    const failed = sent?.['id'] as string
    await afterAttempts(calendar, failed, 1)
    const { key } = await newKey(calendar)
    expect((await send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key })).status).toBe(200)
    expect(await recovered(id)).toMatchObject({ status: 'DONE', matched: 0, sent: 0 })
    const retried = await send(`POST /v1/webhook-deliveries/${failed}/retry`, { key })
    expect([retried.status, retried.body.code]).toEqual([409, 'delivery_erased'])
    expect(await seen()).toHaveLength(1)
  })

  it('sends new deliveries first and waits while one of them is in progress', { timeout: 40_000 }, async () => {
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    const ids = await missed(id, 2)
    // This delivery has a lease, as if a worker were waiting for its receiver.
    const [live = ''] = await missed(id, 1, () => ({
      status: 'pending',
      attempts: 0,
      completed_at: null,
      next_attempt_at: Date.now() - 1,
      lease_until: Date.now() + HOUR,
    }))
    const { id: recovery } = (await start(id)).body.data
    await staysSilent(seen)
    expect(await state(id, recovery)).toMatchObject({ status: 'RUNNING', matched: 2, sent: 0 })
    await setColumns('deliveries', live, { lease_until: 1 })
    await runSchedule()
    expect(await ended(id, recovery)).toMatchObject({ status: 'DONE', sent: 2 })
    expect(await idsOf(seen)).toEqual([live, ...ids])
  })

  /**
   * Creates the state after a crash: the first `through` deliveries have succeeded, and the next one has a lease from a
   * worker that died.
   */
  const broken = async (id: string, ids: string[], through: number) => {
    for (const each of ids.slice(0, through)) await setColumns('deliveries', each, { status: 'succeeded' })
    const picked = ids[through] ?? ''
    await setColumns('deliveries', picked, {
      status: 'retrying',
      retried_at: Date.now(),
      next_attempt_at: Date.now() - 1_000,
      lease_until: Date.now() + 1_500,
      completed_at: null,
    })
    const row = await env.DB.prepare('select created_at, rowid from deliveries where id = ?')
      .bind(picked)
      .first<{ created_at: number; rowid: number }>()
    const recovery = {
      id: `rcv_${crypto.randomUUID()}`,
      webhook_id: id,
      status: 'RUNNING',
      statuses: '["failed","cancelled"]',
      since: Date.now() - 2 * HOUR,
      until: Date.now(),
      matched: ids.length,
      sent: through,
      succeeded: through,
      delivery_id: picked,
      picked_at: Date.now() - 1_000,
      passed_at: row?.created_at ?? 0,
      passed_row: row?.rowid ?? 0,
      next_turn_at: Date.now() - 1_000,
      lease_until: Date.now() - 1,
      created_at: Date.now(),
    }
    await insertAll({ recoveries: [recovery] })
    return recovery.id
  }

  it.each([1, 4])(
    'resumes in order after a crash during delivery %i and counts each delivery once',
    async (through) => {
      const { url, seen } = receiver('200')
      const { id } = await newWebhook(calendar, url)
      const ids = await missed(id, 5)
      const recovery = await broken(id, ids, through)
      await runSchedule()
      const over = await ended(id, recovery)
      expect(over).toMatchObject({ status: 'DONE', matched: 5, sent: 5, succeeded: 5 })
      expect(await idsOf(seen)).toEqual(ids.slice(through))
    },
  )

  it('returns 409 recovery_running if the webhook already has one, and can be stopped for good', async () => {
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    const ids = await missed(id, 40)
    const tries = await Promise.all(Array.from({ length: 5 }, () => start(id)))
    const refused = tries.filter(({ status }) => status === 409)
    expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'recovery_running'))
    const recovery = tries.find(({ status }) => status === 200)?.body.data.id as string
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBeGreaterThan(1)
    const line = `DELETE ${at(id)}/${recovery}`
    const stopped = (await send(line, { as: calendar.owner })).body.data
    expect(stopped).toMatchObject({ id: recovery, status: 'STOPPED', completedAt: expect.stringMatching(/Z$/) })
    await expect.poll(async () => (await state(id, recovery)).sent).toBe((await seen()).length)
    await staysSilent(seen)
    const again = await send(line, { as: calendar.owner })
    expect(again.body.data).toMatchObject({ status: 'STOPPED', completedAt: stopped.completedAt })
    expect(await idsOf(seen)).toEqual(ids.slice(0, (await seen()).length))
    const next = (await start(id)).body.data
    expect(next).toMatchObject({ status: 'RUNNING', matched: 40 - (await seen()).length })
    await send(`DELETE ${at(id)}/${next.id}`, { as: calendar.owner })
  })

  const byOperator = async (path: string, json: object) =>
    send(`PUT /calendars/${calendar.slug}/${path}`, { token: await operatorToken(), json })
  const switched = (id: string, isActive: boolean) =>
    send(`PATCH /calendars/${calendar.slug}/webhooks/${id}`, { as: calendar.owner, json: { isActive } })

  it.each([
    ['the webhook is deactivated', (id: string) => switched(id, false), (id: string) => switched(id, true)],
    [
      'the calendar is downgraded to FREE',
      () => byOperator('plan', { plan: 'FREE' }),
      () => byOperator('plan', { plan: 'PRO' }),
    ],
    [
      'the calendar is suspended',
      () => byOperator('suspension', { suspended: true, reason: 'Looked into' }),
      () => byOperator('suspension', { suspended: false }),
    ],
  ] as const)('stops when %s and does not resume afterwards', async (_, end, begin) => {
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    await missed(id, 40)
    const recovery = (await start(id)).body.data.id as string
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await end(id)
    expect((await start(id)).status).not.toBe(200)
    expect((await begin(id)).status).toBe(200)
    expect(await state(id, recovery)).toMatchObject({ status: 'STOPPED', completedAt: expect.stringMatching(/Z$/) })
    // A delivery that was already selected may still be sent after `begin()`.
    await new Promise((passed) => setTimeout(passed, 300))
    await staysSilent(seen)
    expect((await seen()).length).toBeLessThan(40)
  })

  it('stops when the receiver returns 410 and counts that attempt', async () => {
    const { url, seen } = receiver('200,410')
    const { id } = await newWebhook(calendar, url)
    await missed(id, 10)
    expect(await recovered(id)).toMatchObject({ status: 'STOPPED', sent: 2, succeeded: 1, failed: 1 })
    await staysSilent(seen)
    const off = await start(id)
    expect([off.status, off.body.code]).toEqual([409, 'webhook_inactive'])
  })

  it('stops and is deleted with its webhook', async () => {
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(calendar, url)
    await missed(id, 40)
    const recovery = (await start(id)).body.data.id as string
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await send(`DELETE /calendars/${calendar.slug}/webhooks/${id}`, { as: calendar.owner })
    await new Promise((passed) => setTimeout(passed, 300))
    await staysSilent(seen)
    expect((await send(`GET ${at(id)}/${recovery}`, { as: calendar.owner })).status).toBe(404)
  })

  it('works for a webhook of an event, under the path of that event only', async () => {
    const { id } = await newWebhook(event, receiver('200').url)
    await missed(id, 1)
    const line = `/events/${event.id}/webhooks/${id}/recoveries`
    const made = await send(`POST ${line}`, { as: calendar.owner, json: { since: ago(2 * HOUR) } })
    expect(made.body.data).toMatchObject({ matched: 1 })
    const { id: recovery } = made.body.data
    const read = async () => (await send(`GET ${line}/${recovery}`, { as: calendar.owner })).body.data
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('DONE')
    expect((await send(`GET ${line}`, { as: calendar.owner })).body.data).toMatchObject([{ id: recovery }])
    const over = await send(`DELETE ${line}/${recovery}`, { as: calendar.owner })
    expect(over.body.data).toMatchObject({ id: recovery, status: 'DONE' })
    const other = await newWebhook(calendar, receiver('200').url)
    for (const path of [`${at(id)}/${recovery}`, `${at(other.id)}/${recovery}`]) {
      expect((await send(`GET ${path}`, { as: calendar.owner })).status).toBe(404)
      expect((await send(`DELETE ${path}`, { as: calendar.owner })).status).toBe(404)
    }
    expect((await start(id)).status).toBe(404)
    expect((await send(`GET ${at(id)}`, { as: calendar.owner })).status).toBe(404)
  })

  it(
    'covers only webhooks managed by keys and types the key may read if a key started it',
    { timeout: 40_000 },
    async () => {
      const own = await newWebhook(calendar, receiver('200').url)
      const { key } = await newKey(calendar, ['webhooks:read', 'webhooks:write', 'events:read'])
      const json = { since: ago(2 * HOUR) }
      expect((await send(`POST /v1/webhooks/${own.id}/recoveries`, { key, json })).status).toBe(404)
      const { url, seen } = receiver('200')
      const { id } = (await send('POST /v1/webhooks', { key, json: { url, events: ['event.updated'] } })).body.data
      const [mine] = await missed(id, 1)
      await missed(id, 1, () => ({ event_type: 'guest.registered' }))
      const headers = { 'Idempotency-Key': 'after-the-night' }
      const begin = () => send(`POST /v1/webhooks/${id}/recoveries`, { key, json, headers })
      const made = await begin()
      expect(made.body.data).toMatchObject({ matched: 1 })
      expect((await begin()).body.data.id).toBe(made.body.data.id)
      const line = `/v1/webhooks/${id}/recoveries/${made.body.data.id}`
      const read = async () => (await send(`GET ${line}`, { key })).body.data
      await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('DONE')
      expect(await idsOf(seen)).toEqual([mine])
      expect((await send(`GET /v1/webhooks/${id}/recoveries`, { key })).body.data).toEqual([await read()])
      expect((await send(`DELETE ${line}`, { key })).body.data).toEqual(await read())
    },
  )
})
