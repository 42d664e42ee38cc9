import { describe, expect, it } from 'vitest'
import type { Contract, Operation } from '../../../web/docs/contract.ts'
import { groupName, operationsOf } from '../../../web/docs/contract.ts'
import { firstValueOf, requestOf, withPlaceholders } from '../../../web/docs/request.ts'
import { listingOf, type ListedOperation } from '../../../web/docs/listing.ts'
import { EVERYTHING, matches } from '../../../web/docs/search.ts'
import { curlOf, scriptOf } from '../../../web/docs/snippets.ts'

const SURFACES: Record<string, string> = { apiKey: 'v1', session: 'dashboard', open: 'open' }

/** Route ids are `module.verb`, followed by the surface if the operation has several. */
const route = (operationId: string, scheme: string | null, more: object = {}) => ({
  operationId,
  'x-operation': operationId.split('.').slice(0, 2).join('.'),
  'x-surface': SURFACES[scheme ?? 'open'],
  summary: 'Add a guest',
  tags: ['guests'],
  security: scheme === null ? [] : [{ [scheme]: [] }],
  responses: {},
  'x-status': 'live',
  ...more,
})

const contract = {
  info: { title: '', version: '' },
  servers: [{ url: 'https://calendar.test/api' }],
  tags: [{ name: 'events' }, { name: 'guests' }],
  paths: {
    '/events/{eventId}/guests': { post: route('guests.add.dashboard', 'session', { 'x-role': 'MANAGER' }) },
    '/v1/events/{eventId}/guests': {
      post: route('guests.add', 'apiKey', { 'x-scope': 'guests:write', 'x-status': 'divergent' }),
    },
    '/v1/keys': { get: route('keys.list.alias', 'session') },
    '/events/slug/{slug}': { get: route('events.read.open', null, { tags: ['events'], summary: 'Read an event' }) },
  },
  components: { schemas: {} },
} as unknown as Contract

const operations = operationsOf(contract)
const [read, add] = operations as [Operation, Operation]
const listed = listingOf(contract).operations
const [, listedAdd] = listed as [ListedOperation, ListedOperation]

describe('operationsOf', () => {
  it('groups the routes of an operation, with the API key route first', () => {
    expect(operations.map(({ id }) => id)).toEqual(['events.read', 'guests.add', 'keys.list'])
    expect(add.routes.map(({ surface, path }) => [surface, path])).toEqual([
      ['v1', '/v1/events/{eventId}/guests'],
      ['dashboard', '/events/{eventId}/guests'],
    ])
    expect(read.routes[0].surface).toBe('open')
  })

  it('groupName returns readable names', () => {
    expect(['apiKeys', 'calendarWebhooks', 'checkins'].map(groupName)).toEqual([
      'API keys',
      'Calendar webhooks',
      'Check-ins',
    ])
  })
})

describe('matches', () => {
  it.each([
    ['', 2],
    ['guest', 1],
    ['GUEST add', 1],
    ['guests:write', 1],
    ['manager', 1],
    ['/events/slug', 1],
    ['guest refund', 0],
  ])('words %j: finds %i operations', (words, found) => {
    expect(listed.slice(0, 2).filter((operation) => matches(operation, { ...EVERYTHING, words }))).toHaveLength(found)
  })

  it('requires surface and status to match on the same route', () => {
    expect(matches(listedAdd, { ...EVERYTHING, surface: 'v1', status: 'divergent' })).toBe(true)
    expect(matches(listedAdd, { ...EVERYTHING, surface: 'dashboard', status: 'divergent' })).toBe(false)
  })
})

describe('requestOf', () => {
  const filled = {
    path: { eventId: 'a/b c' },
    query: { q: 'Ada & Bob', page: '' },
    header: { 'Idempotency-Key': '' },
    body: '{"name":"O\'Hara","note":"$HOME `id`"}',
  }
  const request = requestOf(add.routes[0], filled, withPlaceholders({ apiKey: '', bearer: '' }))

  it('escapes path and query and omits empty parameters', () => {
    expect(request.address).toBe('/v1/events/a%2Fb%20c/guests?q=Ada+%26+Bob')
    expect(request.headers).toEqual({ 'x-svc-api-key': '$API_KEY', 'Content-Type': 'application/json' })
  })

  it('sends a credential only if the route requires one', () => {
    const secrets = { apiKey: 'svc_live_x', bearer: 'token' }
    expect(requestOf(add.routes[1] as never, { ...filled, body: null }, secrets).headers).toEqual({
      Authorization: 'Bearer token',
    })
    expect(requestOf(read.routes[0], { ...filled, body: null }, secrets).headers).toEqual({})
  })

  it('curlOf lets the shell expand the API key and nothing else', () => {
    expect(curlOf('https://calendar.test/api', request)).toBe(
      [
        "curl -X POST 'https://calendar.test/api/v1/events/a%2Fb%20c/guests?q=Ada+%26+Bob' \\",
        '  -H "x-svc-api-key: $API_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"name":"O'\\''Hara","note":"$HOME \`id\`"}'`,
      ].join('\n'),
    )
  })

  it('scriptOf reads the API key from the environment', () => {
    const script = scriptOf('https://calendar.test/api', request)
    expect(script).toContain("'x-svc-api-key': process.env.API_KEY,")
    expect(script).toContain('name: "O\'Hara"')
    expect(
      scriptOf('', requestOf(add.routes[1] as never, filled, withPlaceholders({ apiKey: '', bearer: '' }))),
    ).toContain('Authorization: `Bearer $')
  })

  it('firstValueOf returns an example or default for required parameters, otherwise an empty string', () => {
    const parameter = (more: object) => ({
      name: 'x',
      in: 'query' as const,
      schema: { type: 'string', default: 'd' },
      ...more,
    })
    expect(firstValueOf(contract, parameter({}))).toBe('')
    expect(firstValueOf(contract, parameter({ required: true }))).toBe('d')
    expect(firstValueOf(contract, parameter({ in: 'path', example: 'evt_1' }))).toBe('evt_1')
  })
})
