import { describe, expect, it } from 'vitest'
import { publishedOperations } from '../../contract/published.ts'
import { appWith, deps } from '../../support/app.ts'
import { send } from '../../support/api.ts'
import { shapeOf } from '../../support/routes.ts'

interface Row {
  operation: string
  current: { method: string; path: string }
  target: { method: string; path: string }
  status: string
  isDeprecated: boolean
}

const DAY_MS = 86_400_000
const ended = () => ({
  ...deps.config,
  deprecation: { deprecatedAt: Date.now() - DAY_MS, sunsetAt: Date.now() + 100 * DAY_MS },
})
const lineOf = ({ method, path }: Row['current']) => `${method} ${path}`

it('GET /health returns the version and the state of the database and the event objects', async () => {
  const { status, body, headers } = await send('GET /health')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ok',
    data: {
      status: 'ok',
      version: expect.any(String),
      time: expect.any(String),
      checks: { database: 'ok', desk: 'ok' },
    },
  })
  expect(headers.get('Cache-Control')).toBe('no-store')
})

describe('GET /v1/migration', () => {
  it('contains every versioned path of the contract that has an unversioned twin', async () => {
    const { body } = await send('GET /v1/migration')
    const rows = body.data.paths as Row[]
    const printed = rows.flatMap(({ current, target }) => [lineOf(current), lineOf(target)])
    const shapes = new Set(printed.map(shapeOf))
    const owners = publishedOperations.filter(({ line }) => line.includes('/v1/') && shapes.has(shapeOf(line)))
    expect(owners.length).toBeGreaterThan(15)
    expect(owners.map(({ line }) => line).filter((line) => !printed.includes(line))).toEqual([])
  })

  it('contains the API key routes of a calendar, whose /v1 paths are aliases', async () => {
    const { body } = await send('GET /v1/migration')
    const keys = (body.data.paths as Row[]).filter(({ operation }) => operation.startsWith('apiKeys.'))
    expect(keys.map(({ current, target }) => [lineOf(current), lineOf(target)])).toEqual([
      ['POST /calendars/:slug/api-keys', 'POST /v1/api-keys'],
      ['GET /calendars/:slug/api-keys', 'GET /v1/api-keys'],
    ])
    expect(keys.map(({ status, isDeprecated }) => [status, isDeprecated])).toEqual([
      ['live', false],
      ['live', false],
    ])
  })

  it('marks paths with a successor as divergent, and as deprecated only once dates are set', async () => {
    const { body } = await send('GET /v1/migration')
    const rows = body.data.paths as Row[]
    expect(body.data.deprecation).toBeNull()
    expect(rows.filter(({ isDeprecated }) => isDeprecated)).toEqual([])
    const divergent = rows.filter(({ status }) => status === 'divergent').map(({ current }) => lineOf(current))
    expect(divergent.toSorted()).toEqual([
      'GET /coupons/calendar/:slug',
      'GET /events',
      'GET /events/:eventId/orders',
      'GET /events/slug/:slug',
      'POST /events',
      'POST /events/:eventId/guests',
      'POST /events/:eventId/orders/:orderId/refund',
    ])
    const announced = await appWith({ config: ended() }).request('/api/v1/migration')
    const { data } = await announced.json<{ data: { deprecation: object; paths: Row[] } }>()
    expect(data.deprecation).toEqual({ deprecatedAt: expect.any(String), sunsetAt: expect.any(String) })
    expect(data.paths.filter(({ isDeprecated }) => isDeprecated).map(({ current }) => lineOf(current))).toHaveLength(
      divergent.length,
    )
  })
})

describe('GET /v1/openapi.json', () => {
  type Paths = Record<string, Record<string, { 'x-status': string; deprecated?: boolean; 'x-successor-path'?: string }>>
  const labelsOf = (paths: Paths) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => ({ line: `${method.toUpperCase()} ${path}`, ...described })),
    )

  it('marks operations with a successor path as divergent and all others as live', async () => {
    const labels = labelsOf((await send('GET /v1/openapi.json')).body.paths)
    expect(new Set(labels.map((each) => each['x-status']))).toEqual(new Set(['live', 'divergent']))
    for (const { line, ...each } of labels) {
      expect(each['x-status'], line).toBe(each['x-successor-path'] === undefined ? 'live' : 'divergent')
      expect(each.deprecated, line).toBeUndefined()
    }
  })

  it('marks the seven divergent operations as deprecated once dates are set', async () => {
    const answer = await appWith({ config: ended() }).request('/api/v1/openapi.json')
    const labels = labelsOf((await answer.json<{ paths: Paths }>()).paths)
    const deprecated = labels.filter((each) => each.deprecated === true)
    expect(deprecated).toHaveLength(7)
    expect(deprecated.every((each) => each['x-status'] === 'divergent')).toBe(true)
  })
})

describe('GET /v1/openapi.sdk.json', () => {
  type Folded = Record<string, Record<string, { operationId: string; 'x-operation': string; 'x-codes': string[] }>>
  const operationsOf = (paths: Folded) => Object.values(paths).flatMap((item) => Object.values(item))

  it('has one route for each operation of the whole document, named by its id', async () => {
    const whole = operationsOf((await send('GET /v1/openapi.json')).body.paths)
    const folded = operationsOf((await send('GET /v1/openapi.sdk.json')).body.paths)
    const ids = folded.map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual([...new Set(whole.map((each) => each['x-operation']))].toSorted())
  })

  it('prefers the path for API keys, and names the path for sessions where it differs', async () => {
    const { paths } = (await send('GET /v1/openapi.sdk.json')).body
    expect(paths['/v1/events/{eventId}'].get).toMatchObject({
      operationId: 'events.read',
      'x-surfaces': ['v1', 'dashboard', 'open'],
    })
    expect(paths['/v1/webhook-deliveries'].get['x-session-path']).toBe('/calendars/{slug}/webhook-deliveries')
    expect(paths['/v1/events'].post).not.toHaveProperty('x-session-path')
    expect(paths['/v1/events/{eventId}/checkins'].post['x-codes']).toEqual(
      expect.arrayContaining(['already_checked_in', 'scope_missing']),
    )
  })

  it('has every schema that it refers to and no other', async () => {
    const { text, body } = await send('GET /v1/openapi.sdk.json')
    const refs = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect(Object.keys(body.components.schemas).toSorted()).toEqual([...refs].toSorted())
  })
})
