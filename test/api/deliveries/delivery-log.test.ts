import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { SCOPE_NAMES } from '../../../src/kernel/vocabulary.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newKey, newWebhook } from '../../support/factories.ts'
import { afterAttempts, deliveriesOf, delivery, receiver, runSchedule, testDelivery } from '../../support/webhooks.ts'
import { publishedFields } from '../../contract/published.ts'

vi.setConfig({ testTimeout: 30_000 })

const ids = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)

const start = async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar, ['webhooks:read', 'webhooks:write'])
  return { calendar, key }
}

describe('delivery log', () => {
  it('lists the newest deliveries first to a key and to a session, each delivery in its own envelope', async () => {
    const { calendar, key } = await start()
    const { id: webhookId } = await newWebhook(calendar, receiver('200').url)
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const id = await testDelivery(calendar, webhookId)
      await afterAttempts(calendar, id, 1)
      made.unshift(id)
    }
    const byKey = await send('GET /v1/webhook-deliveries?limit=2&page=2', { key })
    expect(byKey.status, byKey.text).toBe(200)
    expect(byKey.body.meta).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3 })
    expect(ids(byKey)).toEqual(made.slice(2, 4))
    const bySession = await send(`GET /calendars/${calendar.slug}/webhook-deliveries`, { as: calendar.owner })
    expect(bySession.body).toMatchObject({ total: 5, page: 1, limit: 50, totalPages: 1 })
    expect(ids(bySession)).toEqual(made)
    const one = await send(`GET /v1/webhook-deliveries/${made[0]}`, { key })
    expect(one.body.data).toEqual(bySession.body.data[0])
    expect(Object.keys(one.body.data)).toEqual(expect.arrayContaining([...publishedFields.delivery]))
    expect(one.body.data).toMatchObject({ webhookId, attempts: 1, attemptLog: [{ responseCode: 200 }] })
  })

  it('filters by webhook, status and type, and returns 400 for unknown values', async () => {
    const { calendar, key } = await start()
    const well = await newWebhook(calendar, receiver('200').url, { events: ['event.updated'] })
    const ill = await newWebhook(calendar, receiver('400').url, { events: ['event.cancelled'] })
    const [good, bad] = [await testDelivery(calendar, well.id), await testDelivery(calendar, ill.id)]
    for (const id of [good, bad]) await afterAttempts(calendar, id, 1)
    const list = async (query: string) => ids(await send(`GET /v1/webhook-deliveries?${query}`, { key }))
    expect(await list(`webhookId=${well.id}`)).toEqual([good])
    expect(await list('status=failed')).toEqual([bad])
    expect(await list('status=succeeded')).toEqual([good])
    expect(await list('status=pending')).toEqual([])
    expect(await list('eventType=event.cancelled')).toEqual([bad])
    expect(await list(`webhookId=${well.id}&status=failed`)).toEqual([])
    expect(await list('webhookId=whk_unknown')).toEqual([])
    for (const query of ['status=lost', 'eventType=guest.deleted', 'page=0', 'limit=101']) {
      const { status, body } = await send(`GET /v1/webhook-deliveries?${query}`, { key })
      expect({ status, code: body.code }, query).toEqual({ status: 400, code: 'validation_failed' })
    }
  })

  it('shows the payload of an unsent delivery, and keeps the deliveries of a deleted webhook', async () => {
    const { calendar } = await start()
    const { id: webhookId } = await newWebhook(calendar, receiver('200').url)
    const id = await testDelivery(calendar, webhookId)
    const sent = await afterAttempts(calendar, id, 1)
    const unsent = `update deliveries set body = null, status = 'pending', attempts = 0, next_attempt_at = ? where id = ?`
    await env.DB.prepare(unsent)
      .bind(Date.now() + 60_000, id)
      .run()
    const waiting = await delivery(calendar, id)
    expect(waiting).toMatchObject({ status: 'pending', nextRetryAt: null, payload: sent.payload })
    await send(`DELETE /calendars/${calendar.slug}/webhooks/${webhookId}`, { as: calendar.owner })
    expect(await deliveriesOf(calendar)).toMatchObject([{ id, webhookId, status: 'cancelled' }])
  })

  it('returns 404 when another calendar reads or retries a delivery', async () => {
    const [mine, theirs] = [await start(), await start()]
    const { id: webhookId } = await newWebhook(mine.calendar, receiver('400').url)
    const id = await testDelivery(mine.calendar, webhookId)
    await afterAttempts(mine.calendar, id, 1)
    expect((await send(`GET /v1/webhook-deliveries?webhookId=${webhookId}`, { key: theirs.key })).body.data).toEqual([])
    const unknown = await send('GET /v1/webhook-deliveries/del_unknown', { key: theirs.key })
    for (const line of [`GET /v1/webhook-deliveries/${id}`, `POST /v1/webhook-deliveries/${id}/retry`]) {
      const { status, body } = await send(line, { key: theirs.key })
      expect(status).toBe(404)
      expect({ ...body, requestId: null }).toEqual({ ...unknown.body, requestId: null })
    }
    const own = `/calendars/${theirs.calendar.slug}/webhook-deliveries/${id}`
    expect((await send(`GET ${own}`, { as: theirs.calendar.owner })).status).toBe(404)
    expect((await send(`POST ${own}/retry`, { as: theirs.calendar.owner })).status).toBe(404)
    expect((await delivery(mine.calendar, id)).status).toBe('failed')
  })

  it('requires webhooks:write for a retry, and the plan PRO with a session', async () => {
    const { calendar } = await start()
    const { key } = await newKey(calendar, ['webhooks:read'])
    const refused = await send('POST /v1/webhook-deliveries/del_x/retry', { key })
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 403, code: 'scope_missing' })
    await env.DB.prepare(`update calendars set plan = 'PLUS' where id = ?`).bind(calendar.id).run()
    const path = `/calendars/${calendar.slug}/webhook-deliveries`
    for (const line of [`GET ${path}`, `GET ${path}/del_x`, `POST ${path}/del_x/retry`]) {
      const { status, body } = await send(line, { as: calendar.owner })
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'plan_insufficient' })
    }
  })

  it.each([
    ['guest.registered', 'guests:read', ['eventId', 'eventSlug', 'eventTitle']],
    ['checkin.created', 'guests:read', ['eventId', 'eventSlug']],
    ['order.updated', 'billing:read', ['eventId']],
    ['event.updated', null, null],
  ])('shows the data of %s to a key with %s only, and else %j', async (eventType, scope, fields) => {
    const calendar = await newCalendar()
    const { id: webhookId } = await newWebhook(calendar, receiver('400').url, { events: [eventType] })
    const id = await testDelivery(calendar, webhookId)
    await afterAttempts(calendar, id, 1)
    const sample = await delivery(calendar, id)
    const others = SCOPE_NAMES.filter((name) => name !== scope)
    const [{ key: without }, { key: whole }] = [
      await newKey(calendar, others),
      await newKey(calendar, ['webhooks:read', ...(scope === null ? [] : [scope])]),
    ]
    const shown = async (key: string) => {
      const one = (await send(`GET /v1/webhook-deliveries/${id}`, { key })).body.data
      expect((await send('GET /v1/webhook-deliveries', { key })).body.data).toEqual([one])
      return one
    }
    expect(await shown(without)).toEqual(sample)

    await env.DB.prepare(`update deliveries set body = null, data = json_remove(data, '$.test') where id = ?`)
      .bind(id)
      .run()
    const real = await delivery(calendar, id)
    expect(await shown(whole)).toEqual(real)
    const seen = await shown(without)
    if (fields === null) {
      expect(seen).toEqual(real)
      return
    }
    expect(Object.keys(seen.payload.data)).toEqual(fields)
    expect({ ...seen, payload: { ...seen.payload, data: real.payload.data }, attemptLog: real.attemptLog }).toEqual(
      real,
    )
    expect(real.attemptLog).toMatchObject([{ responseBody: 'you asked for 400' }])
    expect(seen.attemptLog).toEqual([{ ...real.attemptLog[0], responseBody: null }])
  })

  it('deletes deliveries older than 30 days with their attempts, and keeps younger ones', async () => {
    const { calendar } = await start()
    const { id: webhookId } = await newWebhook(calendar, receiver('200').url)
    const [old, young] = [await testDelivery(calendar, webhookId), await testDelivery(calendar, webhookId)]
    for (const id of [old, young]) await afterAttempts(calendar, id, 1)
    const days = (count: number) => Date.now() - count * 86_400_000
    const age = env.DB.prepare('update deliveries set created_at = ? where id = ?')
    await env.DB.batch([age.bind(days(30.01), old), age.bind(days(29.99), young)])
    await runSchedule()
    expect(await deliveriesOf(calendar)).toMatchObject([{ id: young, attemptLog: [{ responseCode: 200 }] }])
    const { results } = await env.DB.prepare(
      'select delivery_id as id from delivery_attempts where delivery_id in (?, ?)',
    )
      .bind(old, young)
      .all()
    expect(results).toEqual([{ id: young }])
  })
})

describe('manual retry of a delivery', () => {
  const failed = async (modes: string) => {
    const { calendar, key } = await start()
    const { url, seen } = receiver(modes)
    const webhook = await newWebhook(calendar, url)
    const id = await testDelivery(calendar, webhook.id)
    await afterAttempts(calendar, id, 1)
    const retry = (headers = {}) => send(`POST /v1/webhook-deliveries/${id}/retry`, { key, headers })
    return { calendar, id, seen, retry, webhook }
  }
  const restIsOver = (id: string) =>
    env.DB.prepare('update deliveries set retried_at = retried_at - 10001 where id = ?').bind(id).run()

  it('sends the same body under the same id again', async () => {
    const { calendar, id, seen, retry } = await failed('400,200')
    const answer = await retry()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({ id, status: 'retrying', attempts: 1, completedAt: null })
    expect(await afterAttempts(calendar, id, 2)).toMatchObject({ status: 'succeeded', responseCode: 200 })
    const [first, second] = await seen()
    expect(second?.body).toBe(first?.body)
    const again = await retry()
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'delivery_not_failed' })
  })

  it('makes one attempt, and returns 409 delivery_just_retried for the next 10 s', async () => {
    const { calendar, id, retry, seen } = await failed('400,500')
    await retry()
    expect(await afterAttempts(calendar, id, 2)).toMatchObject({ status: 'failed', nextRetryAt: null })
    const tooSoon = await retry()
    expect({ status: tooSoon.status, code: tooSoon.body.code }).toEqual({ status: 409, code: 'delivery_just_retried' })
    expect(Number(tooSoon.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(tooSoon.headers.get('Retry-After'))).toBeLessThanOrEqual(10)
    await restIsOver(id)
    expect((await retry()).status).toBe(200)
    await afterAttempts(calendar, id, 3)
    expect(await seen()).toHaveLength(3)
  })

  it('sends only one POST when 50 requests arrive concurrently', async () => {
    const { calendar, id, retry, seen } = await failed('400')
    const answers = await Promise.all(Array.from({ length: 50 }, () => retry()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    await afterAttempts(calendar, id, 2)
    await runSchedule()
    expect(await seen()).toHaveLength(2)
  })

  it('returns delivery_not_failed while an automatic retry is scheduled', async () => {
    const { retry } = await failed('500')
    expect((await retry()).body.code).toBe('delivery_not_failed')
  })

  it.each(['DELETE', 'PATCH'])('returns 409 webhook_inactive once a %s has disabled the webhook', async (method) => {
    const { calendar, retry, webhook, seen } = await failed('400')
    const json = method === 'PATCH' ? { isActive: false } : undefined
    await send(`${method} /calendars/${calendar.slug}/webhooks/${webhook.id}`, { as: calendar.owner, json })
    const { status, body } = await retry()
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'webhook_inactive' })
    expect(await seen()).toHaveLength(1)
  })

  it('happens once per Idempotency-Key, even if the first response was lost', async () => {
    const { calendar, id, retry, seen } = await failed('400')
    const headers = { 'Idempotency-Key': 'retry-once' }
    expect((await retry(headers)).status).toBe(200)
    await afterAttempts(calendar, id, 2)
    expect((await retry(headers)).headers.get('Idempotent-Replayed')).toBe('true')
    await env.DB.prepare('update idempotency_claims set answer_cipher = null, status = null, claimed_until = 0').run()
    await restIsOver(id)
    const recovered = await retry(headers)
    expect(recovered.body.data).toMatchObject({ id, attempts: 2, status: 'failed' })
    expect(await seen()).toHaveLength(2)
  })
})

describe('next automatic attempt of a delivery', () => {
  const waiting = async (modes: string) => {
    const { calendar } = await start()
    const { url, seen } = receiver(modes)
    const webhook = await newWebhook(calendar, url)
    const id = await testDelivery(calendar, webhook.id)
    await afterAttempts(calendar, id, 1)
    const sendNow = () =>
      send(`POST /calendars/${calendar.slug}/webhook-deliveries/${id}/send-now`, { as: calendar.owner })
    return { calendar, webhook, id, seen, sendNow }
  }

  it('is made now, and the attempts after it keep their delays', async () => {
    const { calendar, id, seen, sendNow } = await waiting('500,500,200')
    const answer = await sendNow()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({ id, status: 'retrying', attempts: 1 })
    const after = await afterAttempts(calendar, id, 2)
    expect(after.status).toBe('retrying')
    const waitMs = Date.parse(after.nextRetryAt ?? '') - Date.parse(after.attemptLog.at(-1)?.at ?? '')
    expect(waitMs).toBeGreaterThanOrEqual(5 * 60_000)
    expect((await sendNow()).status).toBe(200)
    expect(await afterAttempts(calendar, id, 3)).toMatchObject({ status: 'succeeded' })
    const bodies = new Set((await seen()).map(({ body }) => body))
    expect(bodies.size).toBe(1)
    const late = await sendNow()
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'invalid_transition' })
  })

  it('is not made when the webhook is paused, nor for another calendar', async () => {
    const { calendar, webhook, id, seen, sendNow } = await waiting('500')
    const other = await newCalendar()
    const foreign = `POST /calendars/${other.slug}/webhook-deliveries/${id}/send-now`
    expect((await send(foreign, { as: other.owner })).status).toBe(404)
    await send(`PATCH /calendars/${calendar.slug}/webhooks/${webhook.id}`, {
      as: calendar.owner,
      json: { isActive: false },
    })
    expect((await sendNow()).status).toBe(409)
    await runSchedule()
    expect(await seen()).toHaveLength(1)
  })

  it('is sent once when 20 requests arrive concurrently', async () => {
    const { calendar, id, seen, sendNow } = await waiting('500,200')
    await Promise.all(Array.from({ length: 20 }, () => sendNow()))
    await afterAttempts(calendar, id, 2)
    await runSchedule()
    expect(await seen()).toHaveLength(2)
  })
})
