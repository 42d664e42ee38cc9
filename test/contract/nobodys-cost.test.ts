import { describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { makeKey, makePassToken } from '../../src/access/key-format.ts'
import { createRateCounter } from '../../src/platform/rate-limiter.ts'
import { send } from '../support/api.ts'
import { appWith, deps } from '../support/app.ts'
import { guestsOf } from '../support/database.ts'
import { newCalendar, newEvent, newKey, person } from '../support/factories.ts'
import { ways } from '../support/routes.ts'

/** An infinite body that counts how many bytes are read from it. */
const endless = () => {
  const taken = { bytes: 0 }
  const piece = new Uint8Array(16 * 1024).fill(120)
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += piece.length
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  return { taken, stream }
}

const refuseAll = (what: string) =>
  new Proxy({}, { get: () => () => Promise.reject(new Error(`${what} was asked`)) }) as never

/** The service with the rate limiter enabled. It throws on any access to the database or an event's Durable Object. */
const asCounted = (limiter: Deps['limiter']) =>
  appWith({
    limiter,
    config: { ...deps.config, trustProxy: true },
    db: { $client: refuseAll('the database') } as unknown as Deps['db'],
    atEvent: refuseAll('the object'),
  })

const from = (address: string) => ({ 'X-Forwarded-For': address, 'Content-Type': 'application/json' })

/** Every rate-limited open route, called with names that do not exist. */
const counted = ways.filter(({ route, operation }) => route.surface === 'open' && operation.limit !== 'none')
const closed = ways.filter(({ route }) => route.surface !== 'open')
const somewhere = (path: string) => `/api${path.replaceAll(/:\w+/g, 'nowhere-0000000000')}`

const calledWith = async (
  app: ReturnType<typeof asCounted>,
  { route }: (typeof ways)[number],
  headers: Record<string, string>,
) => {
  const { taken, stream } = endless()
  const body = route.method === 'GET' ? {} : { body: stream, duplex: 'half' }
  const answer = await app.request(somewhere(route.path), { method: route.method, headers, ...body })
  return { status: answer.status, taken: taken.bytes }
}

const answering = (retryAfterSeconds: number | null): Deps['limiter'] => ({
  take: async () => ({ retryAfterSeconds }),
  policy: (bucket) => bucket,
})
const full = asCounted(answering(30))
const free = asCounted(answering(null))

describe('anonymous caller', () => {
  it.each(counted.map((way) => [way.line, way] as const))(
    'gets a 429 before the body or the database is read: %s',
    async (_, way) => {
      expect(await calledWith(full, way, from('203.0.113.1'))).toEqual({ status: 429, taken: 0 })
    },
  )

  it.each(closed.map((way) => [way.line, way] as const))(
    'gets a 401 or 429 before the body or the database is read: %s',
    async (_, way) => {
      expect(await calledWith(free, way, from('203.0.113.1'))).toEqual({ status: 401, taken: 0 })
      expect(await calledWith(full, way, from('203.0.113.1'))).toEqual({ status: 429, taken: 0 })
    },
  )
})

it('an unknown credential wakes no event object, whatever id it names, while a known key reads through the object', async () => {
  const calendar = await newCalendar()
  const event = await newEvent(calendar)
  const woken: string[] = []
  const { atEvent } = deps
  const app = appWith({
    atEvent: {
      ...atEvent,
      read: (id, queries) => {
        woken.push(id)
        return atEvent.read(id, queries)
      },
    },
  })
  const made = 'evt_0000000000000000000000'
  const call = async (id: string, headers: Record<string, string>, path = 'guests') =>
    (await app.request(`/api/v1/events/${id}/${path}`, { headers })).status
  for (const id of [made, event.id]) {
    expect(await call(id, { 'x-svc-api-key': makeKey('live') })).toBe(401)
    const pass = { Authorization: `Bearer ${makePassToken()}` }
    expect((await app.request(`/api/events/${id}/checkins/summary`, { headers: pass })).status).toBe(401)
  }
  expect(woken).toEqual([])
  const { key } = await newKey(calendar)
  for (let time = 0; time < 2; time += 1) expect(await call(event.id, { 'x-svc-api-key': key })).toBe(200)
  expect(woken).toEqual([event.id])
})

describe('registrations per caller', async () => {
  const calendar = await newCalendar()
  const events = [
    await newEvent(calendar),
    await newEvent(calendar),
    await newEvent(calendar),
    await newEvent(calendar),
  ]

  const setUp = () => {
    const time = { now: Date.now() }
    const app = appWith({
      limiter: createRateCounter(() => time.now, 1),
      config: { ...deps.config, trustProxy: true },
    })
    const register = (eventId: string, address: string) =>
      app.request(`/api/public/events/${eventId}/registrations`, {
        method: 'POST',
        headers: from(address),
        body: JSON.stringify(person()),
      })
    const statusesOf = async (eventId: string, count: number, addressOf: (index: number) => string) => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) => register(eventId, addressOf(index))),
      )
      return answers.map(({ status }) => status).toSorted((one, other) => one - other)
    }
    return { app, time, register, statusesOf }
  }

  it('are limited to 20 per minute and event and 60 per minute in total', async () => {
    const { time, register, statusesOf } = setUp()
    const here = () => '203.0.113.5'
    for (const { id } of events.slice(0, 2)) {
      expect(await statusesOf(id, 20, here)).toEqual(Array.from({ length: 20 }, () => 200))
    }
    const tooMany = await register(events[0]!.id, here())
    expect(tooMany.status).toBe(429)
    expect(tooMany.headers.get('RateLimit-Policy')).toBe('"registration";q=20;w=60')
    expect(await statusesOf(events[2]!.id, 19, here)).toEqual(Array.from({ length: 19 }, () => 200))
    const inAll = await register(events[3]!.id, here())
    expect(inAll.status).toBe(429)
    expect(inAll.headers.get('RateLimit-Policy')).toBe('"registrations";q=60;w=60')
    expect((await register(events[3]!.id, '203.0.113.6')).status).toBe(200)
    time.now += 60_000
    expect((await register(events[3]!.id, here())).status).toBe(200)
  })

  it('count once for each date of a series', async () => {
    const { app, time } = setUp()
    const made = await send('POST /series', {
      as: calendar.owner,
      json: {
        calendarSlug: calendar.slug,
        template: { title: 'Class' },
        startAt: new Date(time.now + 86_400_000).toISOString().slice(0, 16),
        durationMinutes: 60,
        timezone: 'UTC',
        rrule: 'FREQ=DAILY;COUNT=20',
      },
    })
    const dates = await send(`GET /series/${made.body.data.id}/events`, { as: calendar.owner })
    const eventIds = (dates.body.data as { id: string }[]).map(({ id }) => id)
    expect(eventIds).toHaveLength(20)
    const registerForAll = async () => {
      const body = JSON.stringify({ ...person(), eventIds })
      const path = `/api/public/series/${made.body.data.id}/registrations`
      return app.request(path, { method: 'POST', headers: from('203.0.113.7'), body })
    }
    for (let times = 0; times < 3; times += 1) expect((await registerForAll()).status).toBe(200)
    const tooMany = await registerForAll()
    expect(tooMany.status).toBe(429)
    expect(tooMany.headers.get('RateLimit-Policy')).toBe('"registrations";q=60;w=60')
    expect(await guestsOf({ id: eventIds[0]! })).toHaveLength(3)
    time.now += 60_000
    expect((await registerForAll()).status).toBe(200)
  })

  it('share one limit per IPv6 /64', async () => {
    const { register, statusesOf } = setUp()
    const within = (index: number) => `2001:db8:1:2::${index.toString(16)}`
    expect(await statusesOf(events[0]!.id, 21, within)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    expect((await register(events[0]!.id, '2001:db8:1:3::1')).status).toBe(200)
  })
})

it.each(['D1_ERROR: database or disk is full: SQLITE_FULL', 'D1_ERROR: Exceeded maximum DB size'])(
  'a write to a full database returns 503 with Retry-After: %s',
  async (message) => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const app = appWith({ commit: () => Promise.reject(new Error(message)) })
    const answer = await app.request(`/api/public/events/${event.id}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person()),
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect((await send('GET /health')).status).toBe(200)
  },
)
