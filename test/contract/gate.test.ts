import { beforeAll, describe, expect, it } from 'vitest'
import { makeKey } from '../../src/access/key-format.ts'
import { planCovers } from '../../src/kernel/ranks.ts'
import { SCOPE_NAMES } from '../../src/kernel/vocabulary.ts'
import { demandsOf } from '../../src/operation/handle.ts'
import { send, type Answered } from '../support/api.ts'
import type { Columns } from '../support/database.ts'
import { newKey } from '../support/factories.ts'
import { operatorToken } from '../support/identity.ts'
import {
  ask,
  bytesButForId,
  closedWays,
  documentedCall,
  isStated,
  namesBelow,
  namesSubject,
  pathIn,
  sameButForId,
  ways,
  type Asked,
  type Way,
} from '../support/routes.ts'
import { openRoutes } from './additions.ts'
import { credentialsOf, newWorld, nowhere, type World } from '../support/worlds.ts'
import { brokenTokens } from '../support/broken-tokens.ts'

let ours: World
let foreign: World
let free: World
let plus: World
let hidden: World
let wholeKey: string
let brokenKeys: Record<string, Asked>
let brokenSessions: Record<string, Asked>

beforeAll(async () => {
  ;[ours, foreign, free, plus, hidden] = await Promise.all([
    newWorld(),
    newWorld(),
    newWorld('FREE'),
    newWorld('PLUS'),
    newWorld('PLUS', 'PRIVATE'),
  ])
  wholeKey = (await newKey(ours.calendar)).key
  const last = wholeKey.at(-1)
  const oddKey = async (columns: Columns) => (await newKey(ours.calendar, undefined, columns)).key
  brokenKeys = {
    none: {},
    garbage: { key: 'svc_live_' },
    'a wrong checksum': { key: wholeKey.slice(0, -1) + (last === '0' ? '1' : '0') },
    'a well-formed unknown key': { key: makeKey('live') },
    revoked: { key: await oddKey({ revoked_at: Date.now() - 1, is_active: 0 }) },
    inactive: { key: await oddKey({ is_active: 0 }) },
    expired: { key: await oddKey({ expires_at: Date.now() - 1 }) },
    'a session instead of a key': { as: ours.members.OWNER },
    'the key as a bearer token': { token: wholeKey },
  }
  brokenSessions = {
    none: {},
    'a key instead of a session': { key: wholeKey },
    ...(await brokenTokens(ours.members.OWNER, wholeKey)),
  }
})

const all = (found: readonly Way[]) => found.map((way) => [way.line, way] as const)
const on = (surface: string) => (way: Way) => way.route.surface === surface
const demands = (way: Way) => demandsOf(way.operation, way.route)

/** Returns a credential with full access to the route, so that each test can break a single condition. */
const entitled = async (way: Way, world: World): Promise<Asked> => (await credentialsOf(world))[way.route.surface]

const expectRefusal = (answer: Answered, statusCode: number, code: string, why: string) =>
  expect(answer.body, why).toEqual({
    statusCode,
    code,
    message: expect.any(String),
    errors: [],
    requestId: answer.headers.get('X-Request-Id'),
  })

describe('registry', () => {
  it('requires a credential on every route except the published open ones', () => {
    const unexpected = ways
      .filter((way) => on('open')(way) && !isStated(way))
      .map(({ line }) => line)
      .filter((line) => !(openRoutes as readonly string[]).includes(line))
    expect(unexpected).toEqual([])
    expect(closedWays.length).toBeGreaterThan(15)
  })
})

describe('401', () => {
  it.each(all(closedWays))('%s returns the same body for every invalid credential', async (_line, way) => {
    const broken = way.route.surface === 'v1' ? brokenKeys : brokenSessions
    const answers = await Promise.all(
      Object.entries(broken).map(async ([why, asked]) => [why, await ask(way, ours, asked)] as const),
    )
    for (const [why, answer] of answers) {
      expect(answer.status, why).toBe(401)
      expectRefusal(answer, 401, 'unauthenticated', why)
      expect(sameButForId(answer.body), why).toEqual(sameButForId(answers[0]![1].body))
      const isKeyed = way.route.surface === 'v1'
      expect(answer.headers.get('WWW-Authenticate'), why).toMatch(isKeyed ? /^ApiKey / : /^Bearer /)
      expect(answer.body.message, why).toMatch(
        isKeyed ? /^This path requires .*x-svc-api-key/ : /^This path requires .*Bearer/,
      )
    }
  })
})

describe('403', () => {
  const scoped = closedWays.filter((way) => way.route.surface === 'v1' && demands(way).scope !== 'any')
  it.each(all(scoped))(
    '%s returns scope_missing for a key with every scope except the required one',
    async (_line, way) => {
      const scopes = SCOPE_NAMES.filter((scope) => scope !== demands(way).scope)
      expect(scopes).toHaveLength(SCOPE_NAMES.length - 1)
      const { key } = await newKey(ours.calendar, scopes)
      expectRefusal(await ask(way, ours, { key }), 403, 'scope_missing', way.line)
      // The scope is checked before the subject, so a key without the scope cannot find out which ids exist.
      expectRefusal(await ask(way, nowhere, { key }), 403, 'scope_missing', way.line)
    },
  )

  const planned = closedWays.filter((way) => demands(way).plan !== null)
  it.each(all(planned))('%s returns plan_insufficient on a lower plan', async (_line, way) => {
    const lesser = planCovers('PLUS', demands(way).plan!) ? free : plus
    expectRefusal(await ask(way, lesser, await entitled(way, lesser)), 403, 'plan_insufficient', way.line)
  })

  const ranked = closedWays.filter(
    (way) => way.route.surface === 'dashboard' && demands(way).role !== null && demands(way).role !== 'STAFF',
  )
  it.each(all(ranked))('%s returns role_insufficient for members with a lower role', async (_line, way) => {
    const lesser = { MANAGER: ['STAFF'], OWNER: ['STAFF', 'MANAGER'], OPERATOR: ['STAFF', 'MANAGER', 'OWNER'] } as const
    for (const role of lesser[demands(way).role as keyof typeof lesser]) {
      // This holds on the FREE calendar too: the role is checked before the plan.
      for (const world of [ours, free]) {
        expectRefusal(
          await ask(way, world, { as: world.members[role] }),
          403,
          'role_insufficient',
          `${way.line} as ${role}`,
        )
      }
    }
  })
})

describe('404', () => {
  it.each(all(closedWays.filter(namesSubject)))(
    '%s returns the same bytes for a foreign and an unknown subject',
    async (_line, way) => {
      // Creates a calendar per route, because the allowed call may change or delete it.
      const own = await newWorld()
      const asked = await entitled(way, own)
      const refused = await Promise.all([foreign, free, nowhere].map((world) => ask(way, world, asked)))
      for (const answer of refused) {
        expectRefusal(answer, 404, 'not_found', way.line)
        expect(bytesButForId(answer)).toEqual(bytesButForId(refused[2]!))
      }
      const isOperators = demands(way).role === 'OPERATOR'
      const known = await ask(way, own, isOperators ? { token: await operatorToken() } : asked)
      const gateCodes = ['unauthenticated', 'scope_missing', 'role_insufficient', 'plan_insufficient']
      expect([...gateCodes, ...(namesBelow(way).length === 0 ? ['not_found'] : [])]).not.toContain(known.body?.code)
      expect(known.status).toBeLessThan(500)
    },
  )

  it.each(all(closedWays.filter((way) => namesBelow(way).length > 0)))(
    '%s returns the same bytes for a foreign id and an unknown id below its own subject',
    async (_line, way) => {
      const own = await newWorld()
      const asked = await entitled(way, own)
      const { query, json } = await documentedCall(way)
      const [alien, none] = (await Promise.all(
        [foreign, nowhere].map((below) =>
          send(`${way.route.method} ${pathIn(way, own, below)}${query}`, {
            ...asked,
            ...(json === undefined ? {} : { json }),
          }),
        ),
      )) as [Answered, Answered]
      expectRefusal(none, 404, 'not_found', way.line)
      expectRefusal(alien, 404, 'not_found', way.line)
      expect(bytesButForId(alien)).toEqual(bytesButForId(none))
    },
  )

  it.each(all(ways.filter((way) => on('open')(way) && namesSubject(way))))(
    '%s returns the same bytes for a private and an unknown calendar',
    async (_line, way) => {
      const [secret, none] = await Promise.all([ask(way, hidden, {}), ask(way, nowhere, {})])
      expectRefusal(none, 404, 'not_found', way.line)
      expectRefusal(secret, 404, 'not_found', way.line)
      expect(bytesButForId(secret)).toEqual(bytesButForId(none))
    },
  )
})
