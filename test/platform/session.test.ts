import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { createLog } from '../../src/kernel/log.ts'
import type { Env } from '../../src/platform/env.ts'
import { createSessionVerifier } from '../../src/platform/session.ts'
import { appWith } from '../support/app.ts'
import { rotatedKey, tokenFor } from '../support/identity.ts'

const own = env as unknown as Env
const SECOND_MS = 1_000

afterEach(() => void vi.useRealTimers())

const verifierOf = (changes: Partial<Env> = {}) => {
  const lines: string[] = []
  const verify = createSessionVerifier(
    { ...own, ...changes },
    createLog('error', (line) => lines.push(line), Date.now),
  )
  return { verify, lines }
}

const askedWith = async (changes: Partial<Env>, token: string) => {
  const { verify, lines } = verifierOf(changes)
  const log = createLog('error', (line) => lines.push(line), Date.now)
  const app = appWith({ log, verifySession: verify })
  return { answer: await app.request('/api/me', { headers: { Authorization: `Bearer ${token}` } }), lines }
}

describe('a signing key that the provider has just rotated in', () => {
  it.each(['RS256', 'ES256'] as const)(
    'is found, %s, five seconds after the keys were last fetched',
    async (algorithm) => {
      const { verify } = verifierOf()
      expect(await verify(await tokenFor('usr_old_key'))).toMatchObject({ userId: 'usr_old_key', isOperator: false })
      const token = await tokenFor('usr_new_key', {}, await rotatedKey(algorithm))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5.1 * SECOND_MS })
      expect(await verify(token)).toMatchObject({ userId: 'usr_new_key', isOperator: false })
      expect(await verify(await tokenFor('usr_old_key'))).toMatchObject({ userId: 'usr_old_key', isOperator: false })
    },
  )

  it('cannot be used to make the service fetch keys all the time', async () => {
    const { verify } = verifierOf()
    await verify(await tokenFor('usr_old_key'))
    const { signingKey } = inject('identity')
    const fetched = vi.spyOn(globalThis, 'fetch')
    for (const kid of ['one', 'two', 'three'])
      expect(await verify(await tokenFor('usr_x', {}, { ...signingKey, kid }))).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })
})

describe('a provider that does not give its keys', () => {
  it.each([
    ['is down', 'http://127.0.0.1:9/jwks'],
    ['answers with an error', `${inject('identity').issuer}/nothing-here`],
  ])('and %s is 503 with Retry-After, not 401', async (_how, AUTH_JWKS_URL) => {
    const { answer, lines } = await askedWith({ AUTH_JWKS_URL }, await tokenFor('usr_ada'))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
    expect(await answer.json()).toEqual({
      statusCode: 503,
      message: expect.any(String),
      errors: [],
      code: 'unavailable',
      requestId: answer.headers.get('X-Request-Id'),
    })
    expect(lines.join('\n')).not.toContain(await tokenFor('usr_ada'))
    expect(lines.length).toBeGreaterThan(0)
  })

  it('does not stop keys that were fetched before', async () => {
    const { verify } = verifierOf()
    await verify(await tokenFor('usr_ada'))
    const down = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('connection refused'))
    expect(await verify(await tokenFor('usr_ada'))).toMatchObject({ userId: 'usr_ada' })
    down.mockRestore()
  })
})

describe('an issuer that may not be trusted', () => {
  it.each([
    ['no issuer at all', { AUTH_ISSUER: '' }, 'must be set before anyone can sign in'],
    ['no audience', { AUTH_AUDIENCE: '' }, 'must be set before anyone can sign in'],
  ])('(%s) is refused with one clear line in the log', async (_which, changes, said) => {
    const { answer, lines } = await askedWith(changes, await tokenFor('usr_ada'))
    expect(answer.status).toBe(503)
    expect(lines.filter((line) => line.includes(said))).toHaveLength(1)
  })
})

describe('a provider whose tokens say by another claim whom they are for', () => {
  it.each([
    [{ client_id: 'event-calendar', aud: undefined }, true],
    [{ client_id: 'event-calendar', aud: 'somebody-else' }, true],
    [{ client_id: 'somebody-else' }, false],
    [{ client_id: ['event-calendar'] }, false],
    [{}, false],
  ])('is taken at that claim and no other: %j is %s', async (claims, isTaken) => {
    const { verify } = verifierOf({ AUTH_AUDIENCE_CLAIM: 'client_id' })
    expect((await verify(await tokenFor('usr_ada', claims))) !== null).toBe(isTaken)
  })
})

describe('the operator', () => {
  it.each([
    [true, true],
    ['true', false],
    [1, false],
    [undefined, false],
  ])('is whoever carries the claim as %j: %s', async (value, isOperator) => {
    const { verify } = verifierOf()
    const claims = { [inject('identity').operatorClaim]: value }
    expect(await verify(await tokenFor('usr_ops', claims))).toMatchObject({ userId: 'usr_ops', isOperator })
  })

  it('is nobody while no claim is configured', async () => {
    const { verify } = verifierOf({ AUTH_OPERATOR_CLAIM: '' })
    expect(await verify(await tokenFor('usr_ops', { '': true, operator: true }))).toMatchObject({
      userId: 'usr_ops',
      isOperator: false,
    })
  })
})
