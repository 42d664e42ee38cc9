import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createApp } from '../../src/app.ts'
import { one, open, operation } from '../../src/operation/operation.ts'
import { createLog } from '../../src/kernel/log.ts'
import { send } from '../support/api.ts'
import { newCalendar } from '../support/factories.ts'
import { appWith, deps } from '../support/app.ts'
import { tokenFor } from '../support/identity.ts'

const DAY_MS = 86_400_000

describe('every response', () => {
  it.each(['GET /health', 'GET /nowhere', 'GET /me', 'PUT /health', 'GET /v1/openapi.json'])(
    'has the security headers in reply to %s',
    async (line) => {
      const { headers } = await send(line)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(headers.get('X-Request-Id')).toMatch(/^req_/)
      expect(headers.get('Cache-Control')).not.toBeNull()
    },
  )

  it('has a unique request id', async () => {
    const [first, second] = await Promise.all([send('GET /nowhere'), send('GET /nowhere')])
    expect(first.body.requestId).toBe(first.headers.get('X-Request-Id'))
    expect(first.body.requestId).not.toBe(second.body.requestId)
  })
})

describe('path', () => {
  it('returns 404 with the error body if it is unknown', async () => {
    const { status, body } = await send('GET /nowhere')
    expect(status).toBe(404)
    expect(body).toEqual({
      statusCode: 404,
      message: expect.any(String),
      errors: [],
      code: 'not_found',
      requestId: expect.any(String),
    })
  })

  it('returns 405 with Allow before authentication', async () => {
    const { status, headers, body } = await send('DELETE /calendars')
    expect(status).toBe(405)
    expect(body.code).toBe('method_not_allowed')
    expect(headers.get('Allow')).toBe('GET, HEAD, POST')
  })

  it('answers HEAD like GET, without a body', async () => {
    const get = await send('GET /v1/migration')
    const head = await send('HEAD /v1/migration')
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'))
  })
})

describe('CORS', () => {
  it('allows every origin on open paths, including for preflight requests', async () => {
    const { slug } = await newCalendar()
    const preflight = await send(`OPTIONS /calendars/${slug}`, {
      headers: { Origin: 'https://site.test', 'Access-Control-Request-Method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS')
    const read = await send(`GET /calendars/${slug}`)
    expect(read.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(read.headers.get('Access-Control-Expose-Headers')).toContain('ETag')
    expect(read.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  })

  it('is disabled on other paths, which also send no-store', async () => {
    const calendar = await newCalendar()
    const read = await send(`GET /calendars/${calendar.slug}/settings`, { as: calendar.owner })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(read.headers.get('Cache-Control')).toBe('no-store')
  })

  it('public calendar data does not include the plan, and a private calendar returns 404', async () => {
    const shown = await newCalendar({ plan: 'PLUS' })
    expect((await send(`GET /calendars/${shown.slug}`)).body.data).not.toHaveProperty('plan')
    const hidden = await newCalendar({ visibility: 'PRIVATE' })
    expect((await send(`GET /calendars/${hidden.slug}`, { as: hidden.owner })).status).toBe(404)
    expect((await send(`GET /calendars/${hidden.slug}/settings`, { as: hidden.owner })).body.data.visibility).toBe(
      'PRIVATE',
    )
  })
})

describe('deprecation', () => {
  const old = operation({
    id: 'old.read',
    summary: 'Read by an old path',
    subject: 'calendar',
    routes: [open('GET /old/:slug', { successor: '/v1/calendars/:slug' })],
    answer: one(() => z.object({ id: z.string() })),
    run: async ({ calendar }) => ({ id: calendar.id }),
  })

  const askedOn = async (deprecation: typeof deps.config.deprecation, slug?: string) => {
    const app = createApp([old], { ...deps, config: { ...deps.config, deprecation } })
    return app.request(`/api/old/${slug ?? (await newCalendar()).slug}`)
  }

  it('sends no headers until dates are configured', async () => {
    const { status, headers } = await askedOn(null)
    expect(status).toBe(200)
    expect(headers.get('Deprecation')).toBeNull()
    expect(headers.get('Sunset')).toBeNull()
  })

  it('sends Deprecation, Sunset and the successor link on every response, including errors', async () => {
    const slug = 'nobodys'
    const deprecatedAt = Date.UTC(2027, 0, 1)
    const { headers } = await askedOn({ deprecatedAt, sunsetAt: deprecatedAt + 90 * DAY_MS }, slug)
    expect(headers.get('Deprecation')).toBe(`@${deprecatedAt / 1000}`)
    expect(headers.get('Sunset')).toBe('Thu, 01 Apr 2027 00:00:00 GMT')
    expect(headers.get('Link')).toMatch(/^<http.*\/api\/v1\/calendars\/nobodys>; rel="successor-version"$/)
  })
})

describe('log', () => {
  it('contains the route pattern and the actor, but no path, query or credential', async () => {
    const calendar = await newCalendar()
    const lines: string[] = []
    const log = createLog('debug', (line) => lines.push(line), deps.clock)
    const token = await tokenFor(calendar.owner)
    const app = appWith({ log })
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await app.request(`/api/calendars/${calendar.slug}/settings?token=feed-secret`, { headers })
    expect(answer.status).toBe(200)
    const [line] = lines.map((text) => JSON.parse(text))
    expect(line).toMatchObject({
      message: 'request',
      route: '/calendars/:slug/settings',
      method: 'GET',
      status: 200,
      actor: calendar.owner,
    })
    const whole = lines.join('\n')
    for (const secret of [calendar.slug, 'feed-secret', token]) expect(whole).not.toContain(secret)
  })

  it('has no line for a healthy GET /health, and two for an unhealthy one', async () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), deps.clock)
    expect((await appWith({ log }).request('/api/health')).status).toBe(200)
    expect(lines).toEqual([])
    const database = () => Promise.reject(new Error('gone'))
    const ill = appWith({ log, probes: { ...deps.probes, database } })
    expect((await ill.request('/api/health')).status).toBe(503)
    expect(lines.map((text) => JSON.parse(text).message)).toEqual(['health: the database does not answer', 'request'])
  })
})
