import { verify as verifyTarget } from '@octokit/webhooks-methods'
import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { send } from '../../support/api.ts'
import { setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newWebhook } from '../../support/factories.ts'
import {
  afterAttempts,
  deliveriesOf,
  delivery,
  judge,
  onlyOne,
  passTheWait,
  receiver,
  runSchedule,
  testDelivery,
} from '../../support/webhooks.ts'
import { HOSTILE_URLS } from '../../support/receiver-urls.ts'

vi.setConfig({ testTimeout: 30_000 })
const SOON = { timeout: 20_000, interval: 25 }

const header = (headers: Record<string, string>, name: string) => headers[name] ?? ''

const delivered = async (url: string, timeout?: number) => {
  const calendar = await newCalendar()
  const webhook = await newWebhook(calendar, url)
  const id = await testDelivery(calendar, webhook.id)
  return { calendar, webhook, id, first: await afterAttempts(calendar, id, 1, timeout) }
}

const webhookOf = async (calendar: { slug: string; owner: string }) =>
  (await send(`GET /calendars/${calendar.slug}/webhooks`, { as: calendar.owner })).body.data[0]

describe('change of an event', () => {
  it('is delivered within 10 s to each active webhook that subscribed to it, in the form of that webhook', async () => {
    const calendar = await newCalendar()
    const [event, other] = [await newEvent(calendar), await newEvent(calendar)]
    const [whole, own, foreign, deaf, off] = Array.from({ length: 5 }, () => receiver('200'))
    const target = await newWebhook(calendar, whole!.url, { events: ['event.updated'] })
    const current = await newWebhook(event, own!.url)
    await newWebhook(other, foreign!.url)
    await newWebhook(calendar, deaf!.url, { events: ['event.cancelled'] })
    const { id: sleeping } = await newWebhook(calendar, off!.url)
    const as = calendar.owner
    await send(`PATCH /calendars/${calendar.slug}/webhooks/${sleeping}`, { as, json: { isActive: false } })

    const changed = await send(`PATCH /events/${event.id}`, { as, json: { title: 'Zoë’s launch 🚀' } })
    expect(changed.status, changed.text).toBe(200)
    const answeredAt = Date.now()
    await expect
      .poll(async () => (await deliveriesOf(calendar)).map(({ status }) => status), SOON)
      .toEqual(['succeeded', 'succeeded'])

    const toTarget = await onlyOne(whole!.seen)
    const toCurrent = await onlyOne(own!.seen)
    for (const { at } of [toTarget, toCurrent]) expect(at - answeredAt).toBeLessThan(10_000)
    for (const nobody of [foreign!, deaf!, off!]) expect(await nobody.seen()).toEqual([])

    const bodies = [JSON.parse(toTarget.body), JSON.parse(toCurrent.body)]
    expect(bodies[0]).toEqual({
      id: toTarget.headers['x-svc-delivery-id'],
      type: 'event.updated',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      calendarSlug: calendar.slug,
      data: expect.objectContaining({ eventId: event.id, eventTitle: 'Zoë’s launch 🚀' }),
      seq: expect.any(Number),
    })
    expect(Object.keys(bodies[1])).toEqual(['id', 'type', 'createdAt', 'seq', 'data'])
    expect(bodies[1].data).toEqual(bodies[0].data)

    expect(await verifyTarget(target.plainSecret, toTarget.body, header(toTarget.headers, 'x-svc-signature'))).toBe(
      true,
    )
    expect(
      await verifyTarget(target.plainSecret, `${toTarget.body} `, header(toTarget.headers, 'x-svc-signature')),
    ).toBe(false)
    expect(new Webhook(target.plainSecret).verify(toTarget.body, toTarget.headers)).toEqual(bodies[0])
    expect(() =>
      new Webhook(target.plainSecret).verify(toTarget.body.replace('updated', 'deleted'), toTarget.headers),
    ).toThrow(/signature/)
    const signature = header(toCurrent.headers, 'x-svc-webhook-signature')
    expect(await judge(toCurrent.body, signature, current.plainSecret)).toEqual({ event: bodies[1] })
    for (const [body, secret] of [
      [`${toCurrent.body}\n`, current.plainSecret],
      [toCurrent.body, target.plainSecret],
    ] as const) {
      expect(await judge(body, signature, secret)).toEqual({ refusal: expect.stringMatching(/signature/i) })
    }
  })
})

describe('headers of a delivery', () => {
  const ours = (headers: Record<string, string>) =>
    Object.keys(headers)
      .filter((name) => /^(x-svc|webhook|content-type|user-agent)/.test(name))
      .toSorted((a, b) => a.localeCompare(b))

  it('are the documented ones and those of Standard Webhooks in the target form', async () => {
    const { url, seen } = receiver('200')
    await delivered(url)
    const { headers } = await onlyOne(seen)
    expect(ours(headers)).toEqual([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-svc-delivery-id',
      'x-svc-event',
      'x-svc-signature',
    ])
    expect(headers['user-agent']).toMatch(/\/1\.0$/)
    expect(headers['content-type']).toBe('application/json')
  })

  it('are only the documented ones in the current form', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const { url, seen } = receiver('200')
    const { id } = await newWebhook(event, url)
    const asked = await send(`POST /events/${event.id}/webhooks/${id}/test`, { as: calendar.owner })
    await afterAttempts(calendar, asked.body.data.id, 1)
    const { headers, body } = await onlyOne(seen)
    expect(ours(headers)).toEqual([
      'content-type',
      'user-agent',
      'x-svc-webhook-event',
      'x-svc-webhook-signature',
      'x-svc-webhook-timestamp',
    ])
    expect(JSON.parse(body).data).toMatchObject({ test: true, eventId: event.id, eventSlug: event.slug })
  })
})

describe('delivery', () => {
  it.each([
    ['200', 200, 'you asked for 200'],
    ['204', 204, ''],
    ['binary', 200, expect.any(String)],
  ])('succeeds after one attempt when the receiver returns %s', async (mode, responseCode, responseBody) => {
    const { url, seen } = receiver(mode)
    const { first } = await delivered(url)
    expect(first).toMatchObject({
      status: 'succeeded',
      responseCode,
      nextRetryAt: null,
      completedAt: expect.any(String),
      attemptLog: [{ responseCode, error: null, responseBody, durationMs: expect.any(Number) }],
    })
    expect(first.payload).toEqual(JSON.parse((await onlyOne(seen)).body))
  })

  it.each(['huge', 'bomb'])('succeeds when the response is %s, and logs 4 KiB of it', async (mode) => {
    const { url, seen } = receiver(mode)
    const { first } = await delivered(url)
    expect(first).toMatchObject({ status: 'succeeded', responseCode: 200 })
    expect(first.attemptLog[0].responseBody).toHaveLength(4096)
    await onlyOne(seen)
  })

  it.each(['301', '400', '404'])('fails without retry or redirect when the receiver returns %s', async (mode) => {
    const { url, seen } = receiver(mode)
    const { first } = await delivered(url)
    expect(first).toMatchObject({
      status: 'failed',
      responseCode: Number(mode),
      nextRetryAt: null,
      completedAt: expect.any(String),
    })
    expect((await onlyOne(seen)).method).toBe('POST')
  })

  it('disables the webhook and cancels its pending deliveries when the receiver returns 410', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('500,410')
    const webhook = await newWebhook(calendar, url)
    const waiting = await testDelivery(calendar, webhook.id)
    await afterAttempts(calendar, waiting, 1)
    const id = await testDelivery(calendar, webhook.id)
    expect(await afterAttempts(calendar, id, 1)).toMatchObject({ status: 'failed', responseCode: 410 })
    expect(await webhookOf(calendar)).toMatchObject({
      isActive: false,
      disabledReason: 'receiver_gone',
      consecutiveFailures: 2,
    })
    expect(await delivery(calendar, waiting)).toMatchObject({
      status: 'cancelled',
      nextRetryAt: null,
      completedAt: expect.any(String),
    })
    const refused = await send(`POST /calendars/${calendar.slug}/webhooks/${webhook.id}/test`, { as: calendar.owner })
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'webhook_inactive' })
    await passTheWait(waiting)
    await runSchedule()
    expect(await seen()).toHaveLength(2)
  })

  it.each([
    ['500', '', 60],
    ['429', '?retryAfter=90', 90],
    ['429', '?retryAfter=86400', 120],
    ['503', '?retryAfter=1', 60],
    ['408', '', 60],
    ['reset', '', 60],
  ])('if the receiver returns %s%s, is retried after %i s', async (mode, query, seconds) => {
    const { url } = receiver(mode, query)
    const { calendar, first } = await delivered(url)
    const [{ at, durationMs }] = first.attemptLog
    expect(first).toMatchObject({ status: 'retrying', attempts: 1, completedAt: null })
    expect(Date.parse(first.nextRetryAt)).toBe(Date.parse(at) + durationMs + seconds * 1000)
    expect(await webhookOf(calendar)).toMatchObject({ consecutiveFailures: 1, isActive: true })
  })

  it('is retried when the host is unknown or the connection is refused', async () => {
    for (const [url, error] of [
      ['https://no-such-host.invalid/', 'the host has no public address'],
      ['http://127.0.0.1:1025/', 'the connection was refused or lost'],
    ] as const) {
      const { first } = await delivered(url)
      expect(first).toMatchObject({
        status: 'retrying',
        responseCode: null,
        attemptLog: [{ error, responseBody: null }],
      })
    }
  })

  it(
    'is retried when no response arrives within 10 s, but a 200 whose body never ends counts as a success',
    { timeout: 40_000 },
    async () => {
      const [hang, drip] = await Promise.all([
        delivered(receiver('hang').url, 14_000),
        delivered(receiver('drip').url, 14_000),
      ])
      expect(hang.first).toMatchObject({
        status: 'retrying',
        responseCode: null,
        attemptLog: [{ error: 'no answer in time' }],
      })
      expect(drip.first).toMatchObject({
        status: 'succeeded',
        responseCode: 200,
        attemptLog: [{ error: 'no answer in time' }],
      })
      for (const { first } of [hang, drip]) {
        expect(first.attemptLog[0].durationMs).toBeGreaterThanOrEqual(9_900)
        expect(first.attemptLog[0].durationMs).toBeLessThan(15_000)
      }
    },
  )

  it('is retried with the same body and id but a new timestamp, and a success resets consecutiveFailures', async () => {
    const { url, seen } = receiver('500,reset,429,200')
    const { calendar, id, webhook } = await delivered(url)
    for (const attempt of [2, 3, 4]) {
      await new Promise((passed) => setTimeout(passed, attempt === 2 ? 1_000 : 0))
      await passTheWait(id)
      await runSchedule()
      await afterAttempts(calendar, id, attempt)
    }
    expect(await delivery(calendar, id)).toMatchObject({
      status: 'succeeded',
      attempts: 4,
      responseCode: 200,
      attemptLog: [{ responseCode: 500 }, { responseCode: null }, { responseCode: 429 }, { responseCode: 200 }],
    })
    expect(await webhookOf(calendar)).toMatchObject({ consecutiveFailures: 0 })
    const posts = await seen()
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
    expect(new Set(posts.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
    expect(posts[1]?.headers['webhook-timestamp']).not.toBe(posts[0]?.headers['webhook-timestamp'])
    for (const { body, headers } of posts) new Webhook(webhook.plainSecret).verify(body, headers)
  })

  it('fails after four attempts', async () => {
    const { url, seen } = receiver('500')
    const { calendar, id } = await delivered(url)
    for (const attempt of [2, 3, 4]) {
      await passTheWait(id)
      await runSchedule()
      await afterAttempts(calendar, id, attempt)
    }
    expect(await delivery(calendar, id)).toMatchObject({ status: 'failed', attempts: 4, nextRetryAt: null })
    await runSchedule()
    expect(await seen()).toHaveLength(4)
  })

  it('is not attempted before nextRetryAt, even if ten queue messages name it', async () => {
    const { url, seen } = receiver('500')
    const { id } = await delivered(url)
    for (let time = 0; time < 10; time += 1) await env.DELIVERIES.send({ id })
    await runSchedule()
    await new Promise((passed) => setTimeout(passed, 500))
    expect(await seen()).toHaveLength(1)
  })
})

describe('retry of a delivery', () => {
  it('uses the current URL and secrets of the webhook', async () => {
    const [before, after] = [receiver('500'), receiver('200')]
    const { calendar, id, webhook } = await delivered(before.url)
    const path = `/calendars/${calendar.slug}/webhooks/${webhook.id}`
    const as = calendar.owner
    await send(`PATCH ${path}`, { as, json: { url: after.url } })
    const rotated = (await send(`POST ${path}/rotate-secret`, { as })).body.data.plainSecret
    await passTheWait(id)
    await runSchedule()
    await afterAttempts(calendar, id, 2)
    const { body, headers } = await onlyOne(after.seen)
    expect(body).toBe((await onlyOne(before.seen)).body)
    for (const secret of [rotated, webhook.plainSecret]) new Webhook(secret).verify(body, headers)
    expect(await verifyTarget(rotated, body, header(headers, 'x-svc-signature'))).toBe(true)
    expect(await verifyTarget(webhook.plainSecret, body, header(headers, 'x-svc-signature'))).toBe(false)
  })

  it('is signed with both secrets for 24 hours after a rotation, then with the new one only', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const { url, seen } = receiver('200')
    const { id, plainSecret } = await newWebhook(event, url)
    const path = `/events/${event.id}/webhooks/${id}`
    const as = calendar.owner
    const rotated = (await send(`POST ${path}/rotate-secret`, { as })).body.data.plainSecret
    const signatures: string[] = []
    for (const count of [1, 2]) {
      await send(`POST ${path}/test`, { as })
      await expect.poll(async () => (await seen()).length, SOON).toBe(count)
      const last = (await seen()).at(-1)
      signatures.push(header(last?.headers ?? {}, 'x-svc-webhook-signature'))
      await env.DB.prepare('update webhooks set previous_secret_until = ?').bind(Date.now()).run()
      const verdict = (secret: string) => judge(last?.body ?? '', signatures.at(-1) ?? '', secret)
      const accepted = { event: expect.objectContaining({ type: 'guest.registered' }) }
      expect(await verdict(rotated)).toEqual(accepted)
      expect(await verdict(plainSecret)).toEqual(count === 1 ? accepted : { refusal: expect.any(String) })
    }
    expect(signatures.map((text) => text.match(/v1=/g)?.length)).toEqual([2, 1])
  })

  it('is cancelled when the webhook is deleted or deactivated', async () => {
    for (const [method, json] of [['DELETE'], ['PATCH', { isActive: false }]] as const) {
      const { url, seen } = receiver('500')
      const { calendar, id, webhook } = await delivered(url)
      await send(`${method} /calendars/${calendar.slug}/webhooks/${webhook.id}`, { as: calendar.owner, json })
      expect(await delivery(calendar, id)).toMatchObject({ status: 'cancelled', nextRetryAt: null, attempts: 1 })
      await passTheWait(id)
      await runSchedule()
      expect(await seen()).toHaveLength(1)
    }
  })

  it('is cancelled when the calendar is downgraded to FREE, and stays cancelled after an upgrade', async () => {
    const { url, seen } = receiver('500')
    const { calendar, id } = await delivered(url)
    const row = () => env.DB.prepare('select status, attempts from deliveries where id = ?').bind(id).first()
    await setColumns('calendars', calendar.id, { plan: 'FREE' })
    await passTheWait(id)
    await runSchedule()
    await expect.poll(row, SOON).toEqual({ status: 'cancelled', attempts: 1 })
    await setColumns('calendars', calendar.id, { plan: 'PRO' })
    await runSchedule()
    expect(await row()).toEqual({ status: 'cancelled', attempts: 1 })
    expect(await seen()).toHaveLength(1)
  })

  it('is not scheduled when the calendar is downgraded to FREE during the attempt', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('slow-500')
    const id = await testDelivery(calendar, (await newWebhook(calendar, url)).id)
    await expect.poll(async () => (await seen()).length, SOON).toBe(1)
    await setColumns('calendars', calendar.id, { plan: 'FREE' })
    const row = () => env.DB.prepare('select status, attempts from deliveries where id = ?').bind(id).first()
    await expect.poll(row, SOON).toEqual({ status: 'cancelled', attempts: 1 })
  })

  it('is not scheduled when the webhook is deleted during the attempt, but a success is still recorded', async () => {
    for (const [mode, status] of [
      ['slow', 'succeeded'],
      ['slow-500', 'cancelled'],
    ] as const) {
      const calendar = await newCalendar()
      const { url, seen } = receiver(mode)
      const webhook = await newWebhook(calendar, url)
      const id = await testDelivery(calendar, webhook.id)
      await expect.poll(async () => (await seen()).length, SOON).toBe(1)
      await send(`DELETE /calendars/${calendar.slug}/webhooks/${webhook.id}`, { as: calendar.owner })
      expect(await delivery(calendar, id)).toMatchObject({ status: 'cancelled', attempts: 0 })
      expect(await afterAttempts(calendar, id, 1)).toMatchObject({ status, nextRetryAt: null })
    }
  })
})

describe('attempt that finishes late', () => {
  it('does not disable the webhook on 410 if its URL changed during the attempt', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('slow-410')
    const webhook = await newWebhook(calendar, url)
    const id = await testDelivery(calendar, webhook.id)
    await expect.poll(async () => (await seen()).length, SOON).toBe(1)
    const json = { url: receiver('200').url }
    await send(`PATCH /calendars/${calendar.slug}/webhooks/${webhook.id}`, { as: calendar.owner, json })
    expect(await afterAttempts(calendar, id, 1)).toMatchObject({ status: 'failed', responseCode: 410 })
    expect(await webhookOf(calendar)).toMatchObject({ isActive: true, disabledReason: null, consecutiveFailures: 1 })
  })

  it('changes nothing if its lease expired and another worker claimed the delivery', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('slow-500')
    const webhook = await newWebhook(calendar, url)
    const id = await testDelivery(calendar, webhook.id)
    await expect.poll(async () => (await seen()).length, SOON).toBe(1)
    const another = Date.now() + 60_000
    await env.DB.prepare('update deliveries set lease_until = ? where id = ?').bind(another, id).run()
    await new Promise((passed) => setTimeout(passed, 2_200))
    expect(await delivery(calendar, id)).toMatchObject({ status: 'pending', attempts: 0, attemptLog: [] })
    expect(await webhookOf(calendar)).toMatchObject({ consecutiveFailures: 0 })
  })
})

describe('delivery that cannot be signed', () => {
  it('is not sent, logs an error and is retried on the usual schedule', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('200')
    const { id: webhookId } = await newWebhook(calendar, url)
    await env.DB.prepare(`update webhooks set secret_cipher = 'broken' where id = ?`).bind(webhookId).run()
    const id = await testDelivery(calendar, webhookId)
    const error = 'not sent: signing failed'
    expect(await afterAttempts(calendar, id, 1)).toMatchObject({ status: 'retrying', attemptLog: [{ error }] })
    expect(await seen()).toEqual([])
  })
})

describe('webhook address check', () => {
  it('runs at every send and blocks a stored URL that is not allowed', { timeout: 30_000 }, async () => {
    const calendar = await newCalendar()
    const { id: webhookId } = await newWebhook(calendar, receiver('200').url)
    const ids = new Map<string, string>()
    const insert = env.DB.prepare(
      `insert into webhooks (id, calendar_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
       select ?, calendar_id, form, ?, events, 1, secret_cipher, 1, 1 from webhooks where id = ?`,
    )
    await env.DB.batch(HOSTILE_URLS.map((url, index) => insert.bind(`whk_hostile_${index}`, url, webhookId)))
    for (const [index, url] of HOSTILE_URLS.entries()) {
      ids.set(url, await testDelivery(calendar, `whk_hostile_${index}`))
    }
    for (const [url, id] of ids) {
      const { status, responseCode, attemptLog } = await afterAttempts(calendar, id, 1)
      expect({ url, status, responseCode }).toEqual({ url, status: 'failed', responseCode: null })
      expect(attemptLog[0].error, url).toMatch(/^not sent: the URL must/)
    }
  })
})
