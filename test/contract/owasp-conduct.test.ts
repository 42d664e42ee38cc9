import { env } from 'cloudflare:workers'
import { beforeAll, expect, inject, it } from 'vitest'
import { patternOf } from '../../src/kernel/route-pattern.ts'
import { registry } from '../../src/registry.ts'
import { createRateCounter } from '../../src/platform/rate-limiter.ts'
import { send } from '../support/api.ts'
import { mailsTo, seatsHeld } from '../support/database.ts'
import { newCalendar, newEvent, newKey, person, register, type Calendar } from '../support/factories.ts'
import { receiver } from '../support/webhooks.ts'
import { appWith } from '../support/app.ts'
import { tokenFor } from '../support/identity.ts'
import { shapeOf, ways } from '../support/routes.ts'
import { HOSTILE_URLS } from '../support/receiver-urls.ts'
import { additions, dashboardTwins, openRoutes } from './additions.ts'
import { publishedOperations } from './published.ts'

/** OWASP API Security Top 10 2023, items 6 to 10. */

let calendar: Calendar

beforeAll(async () => {
  calendar = await newCalendar()
})

it('API6:2023 Unrestricted Access to Sensitive Business Flows: a bot cannot take more seats, coupons or emails than allowed', async () => {
  const event = await newEvent(calendar, { capacity: 5 })
  const limited = appWith({ limiter: createRateCounter(Date.now, 1) })
  const grab = async (json: object) =>
    limited.request(`/api/public/events/${event.id}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    })
  // Each IP address may make 20 registrations per minute, and the capacity of 5 holds.
  const answers = await Promise.all(Array.from({ length: 40 }, () => grab(person())))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(await seatsHeld(event)).toBe(5)

  // Registering one address repeatedly sends at most two emails.
  const open = await newEvent(calendar)
  const victim = person({ email: 'victim@guests.test' })
  const told = await Promise.all(Array.from({ length: 10 }, () => register(open, victim)))
  expect(told.filter(({ body }) => body.data.guest !== null)).toHaveLength(1)
  expect((await mailsTo('victim@guests.test')).length).toBeLessThanOrEqual(2)

  // Only one of 8 simultaneous registrations can use a single-use coupon.
  const coupon = { code: 'ONCE', discountType: 'PERCENT', percentOff: 100, maxRedemptions: 1 }
  await send(`POST /calendars/${calendar.slug}/coupons`, { as: calendar.owner, json: coupon })
  const paid = await newEvent(calendar, { tickets: [{ name: 'Seat', type: 'PAID', price: 1_000, currency: 'EUR' }] })
  const used = await Promise.all(Array.from({ length: 8 }, () => register(paid, { couponCode: 'once' })))
  expect(used.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('API7:2023 Server Side Request Forgery: no URL from a caller reaches an internal address', async () => {
  const inside = receiver('200')
  const turning = receiver('301')
  const hook = await send(`POST /calendars/${calendar.slug}/webhooks`, {
    as: calendar.owner,
    json: { url: turning.url },
  })
  const path = `/calendars/${calendar.slug}/webhooks/${hook.body.data.id}`
  await send(`POST ${path}/test`, { as: calendar.owner })
  await expect.poll(async () => (await turning.seen()).length, { timeout: 20_000 }).toBe(1)
  const farm = await fetch(`${inject('farm')}/seen/redirected`)
  expect(await farm.json(), 'the redirect was followed').toEqual([])
  for (const url of HOSTILE_URLS.filter((address) => /169\.254|\[|localhost|10\.|metadata/i.test(address))) {
    expect((await send(`PATCH ${path}`, { as: calendar.owner, json: { url } })).status, url).toBe(400)
  }
  // Image and website URLs are stored as text and never fetched.
  const json = { avatarUrl: inside.url, coverUrl: inside.url, website: inside.url }
  expect((await send(`PATCH /calendars/${calendar.slug}`, { as: calendar.owner, json })).status).toBe(200)
  await newEvent(calendar, { coverUrl: inside.url, meetingUrl: inside.url })
  for (const line of [`GET /calendars/${calendar.slug}`, `GET /calendars/${calendar.slug}/embed`]) await send(line)
  expect(await inside.seen()).toEqual([])
  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://user:pass@example.com/',
  ]) {
    expect(
      (await send(`PATCH /calendars/${calendar.slug}`, { as: calendar.owner, json: { website: url } })).status,
    ).toBe(400)
  }
})

it('API8:2023 Security Misconfiguration: errors reveal no internals, forwarded headers are ignored and CORS excludes sessions', async () => {
  const forged = {
    Origin: 'https://evil.test',
    Host: 'evil.test',
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Proto': 'gopher',
    Forwarded: 'host=evil.test',
    'X-Rewrite-URL': '/api/health',
  }
  const event = await newEvent(calendar)
  const made = await send(`POST /public/events/${event.id}/registrations`, { json: person(), headers: forged })
  const shown = await send(`GET /calendars/${calendar.slug}`, { headers: forged })
  const session = await send('GET /me', { as: calendar.owner, headers: forged })
  for (const { status, text, headers } of [made, shown, session]) {
    expect(status).toBe(200)
    expect(text + JSON.stringify(Object.fromEntries(headers))).not.toContain('evil.test')
  }
  expect(session.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const preflight = await send('OPTIONS /me', { headers: { ...forged, 'Access-Control-Request-Method': 'GET' } })
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull()

  const broken = [
    send('POST /calendars', { as: calendar.owner, body: '{"a', headers: { 'Content-Type': 'application/json' } }),
    send('GET /calendars/%00', {}),
    send(`GET /events/${event.id}/guests?status='or 1=1--`, { as: calendar.owner }),
    send('GET /.env', {}),
    send('GET /.git/config', {}),
    send('GET /v1/../../etc/passwd', {}),
    send('PROPFIND /me', {}),
  ]
  for (const { status, text, headers } of await Promise.all(broken)) {
    expect([400, 404, 405]).toContain(status)
    // Leaves out the random `X-Request-Id`, which could spell one of these words by chance.
    expect(text.replaceAll(headers.get('X-Request-Id') ?? '-', '')).not.toMatch(
      /\bat \/|\.ts:\d|node_modules|SQLITE|D1_ERROR|SyntaxError|drizzle|zod|hono|stack/i,
    )
  }
})

it('API9:2023 Improper Inventory Management: the service answers exactly the documented routes', async () => {
  const { body } = await send('GET /v1/openapi.json')
  const listed = Object.entries<Record<string, { 'x-status': string }>>(body.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method]) => `${method.toUpperCase()} ${patternOf(path)}`),
  )
  const promised = [...publishedOperations, ...additions, ...dashboardTwins].map(({ line }) => line)
  const known = [...new Set([...promised, ...openRoutes, ...inject('stated')].map(shapeOf))].toSorted()
  expect(listed.map(shapeOf).toSorted()).toEqual(known)
  expect(registry.flatMap(({ routes }) => routes)).toHaveLength(ways.length)

  const { key } = await newKey(calendar, ['events:read'])
  for (const path of [
    '/v2/me',
    '/v0/me',
    '/beta/me',
    '/internal/health',
    '/admin',
    '/debug',
    '/metrics',
    '/graphql',
    '/swagger.json',
    '/openapi.json',
    '/v1/openapi.yaml',
    '/v1/',
    '/V1/me',
    '/v1/me.json',
    '/api/v1/me',
    '/v1/events/../me/..',
  ]) {
    expect((await send(`GET ${path}`, { key, as: calendar.owner })).status, path).toBe(404)
  }
  const migration = await send('GET /v1/migration')
  const divergent = ways.filter(({ route }) => route.successor !== undefined).map(({ route }) => route.path)
  expect(migration.body.data.paths.map(({ current }: { current: { path: string } }) => current.path)).toEqual(
    expect.arrayContaining(divergent),
  )
})

it('API10:2023 Unsafe Consumption of APIs: responses and claims of other services are limited and validated', async () => {
  const as = calendar.owner
  for (const mode of ['bomb', 'huge', 'binary']) {
    const talker = receiver(mode)
    const hook = await send(`POST /calendars/${calendar.slug}/webhooks`, { as, json: { url: talker.url } })
    await send(`POST /calendars/${calendar.slug}/webhooks/${hook.body.data.id}/test`, { as })
    const log = async () =>
      (await send(`GET /calendars/${calendar.slug}/webhook-deliveries?webhookId=${hook.body.data.id}`, { as })).body
        .data
    await expect.poll(async () => (await log())[0]?.status, { timeout: 20_000 }).toBe('succeeded')
    const [delivery] = await log()
    expect(delivery.attemptLog[0].responseBody.length, mode).toBeLessThanOrEqual(4_096)
  }
  // An identity provider may use any `sub`. The service treats it as an opaque value.
  for (const sub of [
    "x' or '1'='1",
    '__proto__',
    'a\u0000b',
    '<script>alert(1)</script>',
    '../../admin',
    '🙂'.repeat(60),
  ]) {
    const me = await send('GET /me', { token: await tokenFor(sub) })
    expect(me.body.data, sub).toEqual({
      userId: sub,
      name: null,
      email: null,
      locale: null,
      eraseAt: null,
      isOperator: false,
      calendars: [],
    })
  }
  expect((await send('GET /me', { token: await tokenFor('x'.repeat(256)) })).status).toBe(401)
  // The operator claim must be exactly `true`.
  for (const claim of ['true', 1, {}, ['true'], 'yes']) {
    const token = await tokenFor('usr_almost', { [inject('identity').operatorClaim]: claim })
    expect((await send(`PUT /calendars/${calendar.slug}/plan`, { token, json: { plan: 'FREE' } })).status).toBe(404)
  }
  // A Stripe event without a valid signature is rejected.
  const signed = { 'Stripe-Signature': 't=1,v1=0000' }
  const paid = { id: 'evt_1', type: 'checkout.session.completed', data: { object: { payment_status: 'paid' } } }
  expect([400, 404]).toContain((await send('POST /public/payments/stripe', { json: paid, headers: signed })).status)
  expect(
    await env.DB.prepare("select count(*) as count from orders where status = 'PAID' and provider = 'STRIPE'").first(),
  ).toEqual({ count: 0 })
})
