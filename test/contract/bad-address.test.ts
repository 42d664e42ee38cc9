import { beforeAll, describe, expect, it } from 'vitest'
import { byLiteralFirst, matchRoute } from '../../src/kernel/route-pattern.ts'
import { send } from '../support/api.ts'
import { expectNoCrash } from '../support/errors.ts'
import { pathIn, ways, type Asked, type Way } from '../support/routes.ts'
import { operatorToken } from '../support/identity.ts'
import { credentialsOf, newWorld, type World } from '../support/worlds.ts'

let world: World
let asked: Record<Way['route']['surface'], Asked>
let operator: Asked

beforeAll(async () => {
  world = await newWorld()
  asked = await credentialsOf(world)
  operator = { token: await operatorToken() }
})

const paths = [...new Set(ways.map(({ route }) => route.path))]

describe('wrong method', () => {
  it.each(paths)('returns 405 at %s and lists the supported methods in Allow', async (path) => {
    const sample = pathIn(ways.find(({ route }) => route.path === path) as Way, world)
    const here = ways
      .filter(({ route }) => matchRoute(route.path, sample.split('?')[0] as string) !== null)
      .toSorted((left, right) => byLiteralFirst(left.route.path, right.route.path))
    const own = here.filter(({ route }) => route.path === here[0]?.route.path)
    const right = new Set<string>(
      own.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])),
    )
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((name) => !right.has(name))) {
      const answer = await send(`${method} ${sample}`)
      expectNoCrash(answer, `${method} ${path}`)
      expect(answer.body, method).toMatchObject({ statusCode: 405, code: 'method_not_allowed', errors: [] })
      expect(new Set(answer.headers.get('Allow')?.split(', '))).toEqual(right)
    }
  })
})

describe('path that also matches a parameter', () => {
  it.each(['summary', 'manifest', 'lookup', 'live', 'door', 'search', 'batch', 'live-ticket'])(
    'returns 405 to DELETE at checkins/%s, which is no check-in id',
    async (name) => {
      for (const [prefix, credentials] of [
        ['/v1', asked.v1],
        ['', asked.dashboard],
      ] as const) {
        const answer = await send(`DELETE ${prefix}/events/${world.ids.events}/checkins/${name}`, credentials)
        expect(answer.body).toMatchObject({ statusCode: 405, code: 'method_not_allowed' })
        expect(answer.headers.get('Allow')).toMatch(/^(?:GET, HEAD|POST)$/)
      }
    },
  )
})

const GARBAGE = [
  '%',
  '%zz',
  '%00',
  '%0d%0aX-Injected:1',
  '%ff%fe',
  '..%2f..%2fhealth',
  "'%22;--",
  '__proto__',
  ':slug',
  'x'.repeat(5_000),
]

describe('garbage path parameter', () => {
  const named = ways.filter(({ operation, route }) => route.path.includes('/:') && route === operation.routes.at(-1))
  it.each(named.map((way) => [way.line, way] as const))('returns 400, 404 or 405 at %s', async (_line, way) => {
    const answers = await Promise.all(
      GARBAGE.map(async (garbage) => {
        const line = `${way.route.method} ${way.route.path.replaceAll(/:\w+/g, garbage)}`
        const json = way.operation.body === undefined ? {} : { json: {} }
        return [garbage, await send(line, { ...asked[way.route.surface], ...json })] as const
      }),
    )
    for (const [garbage, answer] of answers) {
      expectNoCrash(answer, `${way.line} with ${garbage.slice(0, 40)}`)
      expect(answer.headers.get('X-Injected')).toBeNull()
      expect([400, 404, 405], `${way.line} with ${garbage.slice(0, 40)}`).toContain(answer.status)
    }
  })
})

describe('unknown path', () => {
  it.each([
    '/',
    '//',
    '//me',
    '/me/',
    '/me//',
    '/ME',
    '/v1',
    '/v1/',
    '/v1//me',
    '/calendars//settings',
    '/%6De/x',
    '/me%2F',
    '/me%00',
    '/api/me',
    `/${'x'.repeat(20_000)}`,
    `/${'a/'.repeat(2_000)}`,
    '/🙂',
    '/me;x=1',
  ])('returns 404 with the error body for %j', async (path) => {
    const answer = await send(`GET ${path}`, asked.dashboard)
    expectNoCrash(answer, path)
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'not_found', errors: [] })
  })
})

describe('malformed query', () => {
  const queries = [
    'page=1e400',
    'page=%00',
    'page=1&page=x',
    '__proto__=1&constructor=2&toString=3',
    '%zz=%zz&=&%&&',
    `q=${'x'.repeat(8_000)}`,
    'q=%00%ff',
    'q=%25_%27%22',
    'status=NOPE&email=%00',
    'from=yesterday&to=2027-02-30',
    'since=x&updatedSince=0',
    'past=maybe&format=xml',
    'calendarSlug=%00',
  ]
  const reads = ways.filter(({ operation, route }) => route.method === 'GET' && route === operation.routes.at(-1))
  it.each(reads.map((way) => [way.line, way] as const))('never causes a 500 at %s', async (_line, way) => {
    const path = pathIn(way, world)
    const answers = await Promise.all(
      queries.map(async (query) => {
        const line = `GET ${path}${path.includes('?') ? '&' : '?'}${query}`
        return [query, await send(line, asked[way.route.surface])] as const
      }),
    )
    for (const [query, answer] of answers) expectNoCrash(answer, `${way.line} ? ${query.slice(0, 60)}`)
  })

  const paged = reads.filter(({ operation, route }) => (route.answer ?? operation.answer).kind === 'page')
  it.each(paged.map((way) => [way.line, way] as const))(
    'returns 400 with the name of the invalid page or limit at %s',
    async (_line, way) => {
      const credential = way.operation.access?.role === 'OPERATOR' ? operator : asked[way.route.surface]
      const path = pathIn(way, world)
      const join = path.includes('?') ? '&' : '?'
      for (const [field, value] of [
        ['page', '0'],
        ['page', 'x'],
        ['limit', '0'],
        ['limit', '101'],
        ['limit', '2.5'],
      ] as const) {
        const answer = await send(`GET ${path}${join}${field}=${value}`, credential)
        expect(answer.body).toMatchObject({ statusCode: 400, code: 'validation_failed', errors: [{ field }] })
      }
      const beyond = await send(`GET ${path}${join}page=1000000&limit=100`, credential)
      expect(beyond.status).toBe(200)
      expect(beyond.body.data).toEqual([])
    },
  )
})

describe('malformed header', () => {
  const heads: Record<string, string>[] = [
    { Authorization: '' },
    { Authorization: 'Bearer' },
    { Authorization: `Bearer ${'x'.repeat(20_000)}` },
    { Authorization: 'Bearer a.b.c' },
    { Authorization: 'Bearer é' },
    { 'x-svc-api-key': 'x'.repeat(20_000) },
    { 'x-svc-api-key': 'svc_live_é' },
    { 'x-svc-api-key': '' },
  ]
  it.each(heads)('returns 401 for %j', async (headers) => {
    for (const line of ['GET /me', 'GET /v1/me']) {
      const answer = await send(line, { headers })
      expectNoCrash(answer, line)
      expect(answer.status).toBe(401)
    }
  })

  it.each<Record<string, string>>([
    { Accept: 'text/html' },
    { 'If-None-Match': '"' },
    { 'If-None-Match': 'W/' },
    { 'If-Match': '"""' },
    { 'If-Match': 'é' },
    { Origin: 'null' },
    { 'X-Forwarded-For': ',,,' },
    { 'Accept-Encoding': 'nonsense' },
    { Range: 'bytes=0-1' },
    { 'Content-Length': 'x' },
    { Cookie: '\t;;=' },
  ])('%j does not affect the response', async (headers) => {
    const answer = await send('GET /me', { as: world.members.OWNER, headers })
    expect(answer.status).toBe(200)
  })
})
