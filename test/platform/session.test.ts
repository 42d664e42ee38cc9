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

describe('rotated signing key', () => {
  it.each(['RS256', 'ES256'] as const)('is accepted (%s) five seconds after the last JWKS fetch', async (algorithm) => {
    const { verify } = verifierOf()
    expect(await verify(await tokenFor('usr_old_key'))).toMatchObject({ userId: 'usr_old_key', isOperator: false })
    const token = await tokenFor('usr_new_key', {}, await rotatedKey(algorithm))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5.1 * SECOND_MS })
    expect(await verify(token)).toMatchObject({ userId: 'usr_new_key', isOperator: false })
    expect(await verify(await tokenFor('usr_old_key'))).toMatchObject({ userId: 'usr_old_key', isOperator: false })
  })

  it('triggers no JWKS fetch for unknown key ids within five seconds', async () => {
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

describe('identity provider without keys', () => {
  it.each([
    ['is down', 'http://127.0.0.1:9/jwks'],
    ['returns an error', `${inject('identity').issuer}/nothing-here`],
  ])('returns 503 with Retry-After instead of 401 if it %s', async (_how, AUTH_JWKS_URL) => {
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

  it('does not affect keys that were already fetched', async () => {
    const { verify } = verifierOf()
    await verify(await tokenFor('usr_ada'))
    const down = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('connection refused'))
    expect(await verify(await tokenFor('usr_ada'))).toMatchObject({ userId: 'usr_ada' })
    down.mockRestore()
  })
})

describe('incomplete session settings', () => {
  it.each([
    ['no issuer', { AUTH_ISSUER: '' }, 'must be set before anyone can sign in'],
    ['no audience', { AUTH_AUDIENCE: '' }, 'must be set before anyone can sign in'],
  ])('(%s) return 503 with one log line', async (_which, changes, said) => {
    const { answer, lines } = await askedWith(changes, await tokenFor('usr_ada'))
    expect(answer.status).toBe(503)
    expect(lines.filter((line) => line.includes(said))).toHaveLength(1)
  })
})

describe('AUTH_AUDIENCE_CLAIM', () => {
  it.each([
    [{ client_id: 'event-calendar', aud: undefined }, true],
    [{ client_id: 'event-calendar', aud: 'somebody-else' }, true],
    [{ client_id: 'somebody-else' }, false],
    [{ client_id: ['event-calendar'] }, false],
    [{}, false],
  ])('is the only claim checked: %j accepted is %s', async (claims, isTaken) => {
    const { verify } = verifierOf({ AUTH_AUDIENCE_CLAIM: 'client_id' })
    expect((await verify(await tokenFor('usr_ada', claims))) !== null).toBe(isTaken)
  })
})

describe('operator claim', () => {
  it.each([
    [true, true],
    ['true', false],
    [1, false],
    [undefined, false],
  ])('%j makes the caller an operator: %s', async (value, isOperator) => {
    const { verify } = verifierOf()
    const claims = { [inject('identity').operatorClaim]: value }
    expect(await verify(await tokenFor('usr_ops', claims))).toMatchObject({ userId: 'usr_ops', isOperator })
  })

  it('makes no caller an operator while it is not configured', async () => {
    const { verify } = verifierOf({ AUTH_OPERATOR_CLAIM: '' })
    expect(await verify(await tokenFor('usr_ops', { '': true, operator: true }))).toMatchObject({
      userId: 'usr_ops',
      isOperator: false,
    })
  })
})
