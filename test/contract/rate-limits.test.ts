import { describe, expect, it } from 'vitest'
import { createRateCounter } from '../../src/platform/rate-limiter.ts'
import { newCalendar, newCoupon, newEvent, newKey, person } from '../support/factories.ts'
import { appWith, deps } from '../support/app.ts'
import { tokenFor } from '../support/identity.ts'
import { rateLimits as published } from './additions.ts'

/** A tenth of the contract's limits, so that tests reach the limits quickly. */
const SCALE = 0.1
const rateLimits = Object.fromEntries(
  Object.entries(published).map(([name, limit]) => [name, limit * SCALE]),
) as Record<keyof typeof published, number>

/** The service with rate limits enabled, its own counter and a fake clock. */
const setUp = (trustProxy = false) => {
  const time = { now: Date.now() }
  const limiter = createRateCounter(() => time.now, SCALE)
  const app = appWith({ limiter, config: { ...deps.config, trustProxy } })
  const get = async (path: string, headers: Record<string, string> = {}) => app.request(`/api${path}`, { headers })
  const statuses = async (count: number, path: string, headers: Record<string, string> = {}) => {
    const found: Record<number, number> = {}
    const answers = await Promise.all(Array.from({ length: count }, async () => get(path, headers)))
    for (const { status } of answers) found[status] = (found[status] ?? 0) + 1
    return found
  }
  const post = async (path: string, json: object) =>
    app.request(`/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    })
  return { time, get, post, statuses }
}

const bearer = async (userId: string) => ({ Authorization: `Bearer ${await tokenFor(userId)}` })

describe('rate limit', () => {
  it('returns 429 with Retry-After and RateLimit-Policy until the minute ends', async () => {
    const { time, get, statuses } = setUp()
    const [ada, bob] = [await bearer('usr_ada'), await bearer('usr_bob')]
    expect(await statuses(rateLimits.bearer, '/me', ada)).toEqual({ 200: rateLimits.bearer })
    time.now += 20_000
    const refused = await get('/me', ada)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('40')
    expect(refused.headers.get('RateLimit-Policy')).toBe(`"bearer";q=${rateLimits.bearer};w=60`)
    expect(await refused.json()).toEqual({
      statusCode: 429,
      message: expect.any(String),
      errors: [],
      code: 'rate_limited',
      requestId: refused.headers.get('X-Request-Id'),
    })
    expect((await get('/calendars', ada)).status).toBe(429)
    expect((await get('/me', bob)).status).toBe(200)
    time.now += 40_000
    expect((await get('/me', ada)).status).toBe(200)
  })

  it('counts per API key, not per calendar, and separately for door routes', async () => {
    const { get, statuses } = setUp()
    const calendar = await newCalendar()
    const [first, second] = [
      await newKey(calendar, ['events:read', 'checkins:read']),
      await newKey(calendar, ['events:read']),
    ]
    const head = { 'x-svc-api-key': first.key }
    expect(await statuses(rateLimits.v1 + 1, '/v1/me', head)).toEqual({ 200: rateLimits.v1, 429: 1 })
    const lookup = await get('/v1/events/evt_nowhere/checkins/lookup?qrCode=qr_x', head)
    expect(lookup.status).toBe(404)
    expect(lookup.headers.get('RateLimit-Policy')).toBe(`"door";q=${rateLimits.door};w=60`)
    expect((await get('/v1/me', { 'x-svc-api-key': second.key })).status).toBe(200)
  })

  it('counts per IP address for anonymous callers', async () => {
    const { get, statuses } = setUp(true)
    const from = (address: string) => ({ 'X-Forwarded-For': `203.0.113.9, ${address}` })
    const path = '/calendars/no-such-calendar'
    expect(await statuses(rateLimits.open + 1, path, from('198.51.100.1'))).toEqual({ 404: rateLimits.open, 429: 1 })
    expect((await get(path, from('198.51.100.2'))).status).toBe(404)
  })

  it('counts wrong credentials per IP address without blocking a valid credential', async () => {
    const { get, statuses } = setUp()
    const wrong = { Authorization: 'Bearer garbage' }
    expect(await statuses(rateLimits.failedCredentials, '/me', wrong)).toEqual({ 401: rateLimits.failedCredentials })
    const refused = await get('/v1/me', { 'x-svc-api-key': 'garbage' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.headers.get('RateLimit-Policy')).toBe(`"failed-credentials";q=${rateLimits.failedCredentials};w=60`)
    expect((await get('/me', await bearer('usr_honest'))).status).toBe(200)
  })
})

describe('RateLimit-Policy', () => {
  it.each([
    ['v1', published.v1],
    ['door', published.door],
    ['bearer', published.bearer],
    ['failed-credentials', published.failedCredentials],
    ['open', published.open],
    ['registration', published.registration],
    ['registrations', published.registrations],
    ['export', published.export],
  ] as const)('gives bucket %s a limit of %i per minute', (bucket, limit) => {
    expect(createRateCounter(Date.now, 1).policy(bucket)).toBe(`"${bucket}";q=${limit};w=60`)
  })

  it.each([
    ['/me', 'bearer'],
    ['/calendars/no-such-calendar', 'open'],
  ])('is sent for %s with successful responses too (bucket %s)', async (path, bucket) => {
    const { get } = setUp()
    const { headers } = await get(path, path === '/me' ? await bearer('usr_policy') : {})
    expect(headers.get('RateLimit-Policy')).toContain(`"${bucket}"`)
    expect(headers.get('Retry-After')).toBeNull()
  })
})

describe('coupon codes', () => {
  it('share the registration limit of one event across all events', async () => {
    const { time, post } = setUp()
    const calendar = await newCalendar()
    const ask = async (couponCode?: string) => {
      const event = await newEvent(calendar)
      return post(`/public/events/${event.id}/registrations`, { ...person(), ...(couponCode && { couponCode }) })
    }
    for (let count = 0; count < rateLimits.registration; count += 1) expect((await ask('GUESS')).status).toBe(422)
    const refused = await ask('GUESS')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
    expect((await ask()).status).toBe(200)
    time.now += 60_000
    expect((await ask('GUESS')).status).toBe(422)
  })

  it('are checked last, so a registration that fails anyway does not reveal a valid code', async () => {
    const { post } = setUp()
    const calendar = await newCalendar()
    const full = await newEvent(calendar, { capacity: 1 })
    await newCoupon(calendar, { code: 'REAL', percentOff: 10 })
    await post(`/public/events/${full.id}/registrations`, person())
    const ask = async (email: string, couponCode: string) => {
      const answer = await appWith({}).request(`/api/public/events/${full.id}/registrations`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...person(), email, couponCode }),
      })
      const { requestId: _, ...said } = await answer.json<Record<string, unknown>>()
      return [answer.status, said]
    }
    expect(await ask('one@coupons.test', 'REAL')).toEqual(await ask('two@coupons.test', 'NONE'))
  })
})
