import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, inject, it, vi, type MockInstance } from 'vitest'
import { createLog } from '../../src/kernel/log.ts'
import type { Env } from '../../src/platform/env.ts'
import { createSessionVerifier } from '../../src/platform/session.ts'
import { appWith } from '../support/app.ts'
import { rotatedKey, tokenFor } from '../support/identity.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TRIES = 24
const { jwksUrl, signingKey } = inject('identity')
const realFetch = globalThis.fetch

let fetched: MockInstance<typeof fetch> | undefined
const answerWith = (answer: () => Promise<Response>) => {
  fetched ??= vi.spyOn(globalThis, 'fetch')
  fetched.mockClear()
  fetched.mockImplementation(answer)
  return fetched
}
const recover = () => answerWith(() => realFetch(jwksUrl))
const refuse = () => answerWith(() => Promise.reject(new TypeError('connection refused')))
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

afterEach(() => {
  vi.useRealTimers()
  fetched?.mockRestore()
  fetched = undefined
})

const start = () =>
  createSessionVerifier(
    env as unknown as Env,
    createLog('error', () => {}, Date.now),
  )
/** A token that is still valid at the times that these tests jump to. */
const longToken = (userId = 'usr_ada', key = signingKey) =>
  tokenFor(userId, { exp: Math.floor(Date.now() / 1000) + 72 * 3600 }, key)
const unavailable = { code: 'unavailable', status: 503 }
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (session) => (session === null ? 401 : 200),
    (error: unknown) => (error as { status: number }).status,
  )

const GARBAGE: [string, () => Promise<Response>][] = [
  ['is unreachable', () => Promise.reject(new TypeError('connection refused'))],
  ['returns 500', async () => new Response('{"keys":[]}', { status: 500 })],
  ['redirects', async () => new Response(null, { status: 302, headers: { Location: jwksUrl } })],
  ['returns HTML', async () => new Response('<h1>Maintenance</h1>')],
  ['returns JSON without keys', async () => Response.json({})],
  ['returns null', async () => Response.json(null)],
  ['returns an empty set', async () => Response.json({ keys: [] })],
  ['returns keys that are no objects', async () => Response.json({ keys: ['a', 1] })],
]

describe.each(GARBAGE)('identity provider that %s', (_how, answer) => {
  it('does not end sessions signed with the known keys, for 24 hours', async () => {
    const verify = start()
    const [token, own] = [await longToken(), await longToken('usr_new', await rotatedKey())]
    expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    answerWith(answer)
    for (const passed of [11 * MINUTE, HOUR, 22 * HOUR]) {
      pass(passed)
      expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    }
    pass(2 * HOUR)
    await expect(verify(token)).rejects.toMatchObject(unavailable)
    recover()
    pass(6_000)
    expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    expect(await verify(own)).toMatchObject({ userId: 'usr_new' })
  })

  it('makes a token with an unknown key id a 503, not a 401', async () => {
    const verify = start()
    const [token, own] = [await longToken(), await longToken('usr_new', await rotatedKey())]
    const forged = await longToken('usr_forged', { ...signingKey, kid: 'forged' })
    expect(await verify(forged)).toBeNull()
    answerWith(answer)
    pass(6_000)
    await expect(verify(forged)).rejects.toMatchObject(unavailable)
    expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    recover()
    pass(6_000)
    expect(await verify(own)).toMatchObject({ userId: 'usr_new' })
    expect(await verify(forged)).toBeNull()
  })
})

describe('keys of the identity provider', () => {
  it('are no longer accepted ten minutes after the provider withdrew them', async () => {
    const verify = start()
    const token = await longToken()
    expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    await rotatedKey()
    const others = (await (await realFetch(jwksUrl)).json<{ keys: { kid: string }[] }>()).keys
    answerWith(async () => Response.json({ keys: others.filter(({ kid }) => kid !== signingKey.kid) }))
    pass(9 * MINUTE)
    expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    pass(2 * MINUTE)
    expect(await verify(token)).toBeNull()
  })

  it(`are fetched once for ${TRIES} concurrent requests, at the start and after a rotation`, async () => {
    const verify = start()
    const { keys } = await (await realFetch(jwksUrl)).json<{ keys: unknown[] }>()
    const own = await rotatedKey()
    const spy = answerWith(async () => Response.json({ keys }))
    const tokens = await Promise.all(Array.from({ length: TRIES }, (_, index) => longToken(`usr_${index}`)))
    const ids = async () => (await Promise.all(tokens.map(verify))).map((session) => session?.userId)
    expect(await ids()).toEqual(tokens.map((_, index) => `usr_${index}`))
    expect(spy).toHaveBeenCalledTimes(1)
    const rotated = await Promise.all(tokens.map((_, index) => longToken(`usr_${index}`, own)))
    recover()
    pass(6_000)
    expect(await Promise.all(rotated.map((token) => outcomeOf(verify(token))))).toEqual(tokens.map(() => 200))
    expect(spy).toHaveBeenCalledTimes(1)
    pass(11 * MINUTE)
    spy.mockClear()
    expect(await ids()).toEqual(tokens.map((_, index) => `usr_${index}`))
    expect(spy).toHaveBeenCalledTimes(1)
  })

  it(`are asked for once per five seconds by ${TRIES} requests while the provider is down`, async () => {
    const verify = start()
    const spy = refuse()
    const token = await longToken()
    const all = () => Promise.all(Array.from({ length: TRIES }, () => outcomeOf(verify(token))))
    const down = Array.from({ length: TRIES }, () => 503)
    expect(await all()).toEqual(down)
    expect(await all()).toEqual(down)
    expect(spy).toHaveBeenCalledTimes(1)
    pass(6_000)
    expect(await all()).toEqual(down)
    expect(spy).toHaveBeenCalledTimes(2)
    recover()
    pass(6_000)
    expect(await all()).toEqual(down.map(() => 200))
  })

  it('keep other requests going while a slow provider delays one of them', async () => {
    const verify = start()
    const token = await longToken()
    await verify(token)
    let end = () => {}
    answerWith(() => new Promise((_, fail) => (end = () => fail(new DOMException('timed out', 'TimeoutError')))))
    pass(11 * MINUTE)
    const slow = verify(token)
    for (let tried = 0; tried < TRIES; tried += 1) expect(await verify(token)).toMatchObject({ userId: 'usr_ada' })
    end()
    expect(await slow).toMatchObject({ userId: 'usr_ada' })
  })
})

it('answers 503 with Retry-After over HTTP while the provider has never answered, and 401 without a token', async () => {
  refuse()
  const app = appWith({ verifySession: start(), log: createLog('error', () => {}, Date.now) })
  const answer = await app.request('/api/me', { headers: { Authorization: `Bearer ${await longToken()}` } })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect((await app.request('/api/me')).status).toBe(401)
  expect((await app.request('/api/me', { headers: { Authorization: 'Bearer no.jwt.here' } })).status).toBe(401)
})
