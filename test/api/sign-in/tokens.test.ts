import { env } from 'cloudflare:workers'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import { depart, discover, redeem } from '../../../harness/sign-in-browser.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/time.ts'
import { ORIGIN, startIdentity } from '../../support/sign-in.ts'

const identity = startIdentity()
const provider = await discover(ORIGIN, identity.fetcher)
const ada = await identity.signIn('ada@venue.test')

const refresh = (token: string) => client.refreshTokenGrant(provider, token, { resource: `${ORIGIN}/api` })
const locationOf = async (url: URL, from = ada) => (await from.visit(url.href)).headers.get('location') ?? ''

describe('the token endpoint', () => {
  it('issues tokens that openid-client accepts, for 15 minutes and signed with ES256', async () => {
    const tokens = await identity.tokensFor(ada)
    const access = decodeJwt(tokens.accessToken)
    expect(decodeProtectedHeader(tokens.accessToken)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    expect(access).toMatchObject({
      iss: `${ORIGIN}/sign-in`,
      aud: `${ORIGIN}/api`,
      client_id: 'console',
      email: 'ada@venue.test',
      email_verified: true,
    })
    expect(access.sub).toMatch(/^acc_/)
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(900)
    expect(access['operator']).toBeUndefined()
    expect(tokens.claims.sub).toBe(access.sub)
  })

  it('gives a new refresh token each time, and ends the session if one is used twice', async () => {
    const visitor = await identity.signIn('refresh@venue.test')
    const first = await identity.tokensFor(visitor)
    const second = await refresh(first.refreshToken)
    expect(second.refresh_token).not.toBe(first.refreshToken)
    await expect(refresh(first.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(refresh(second.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    const { url } = await depart(provider, ORIGIN, { prompt: 'none' })
    expect(new URL(await locationOf(url, visitor)).searchParams.get('error')).toBe('login_required')
  })

  it('ends the session when 8 requests use a refresh token at the same time', async () => {
    const visitor = await identity.signIn('race@venue.test')
    const { refreshToken } = await identity.tokensFor(visitor)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => refresh(refreshToken)))
    const won = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.refresh_token ?? ''] : []))
    expect(won.length).toBeLessThanOrEqual(1)
    for (const token of won) await expect(refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('ends the session if an authorization code is used twice', async () => {
    const visitor = await identity.signIn('code-twice@venue.test')
    const departure = await depart(provider, ORIGIN)
    const location = await locationOf(departure.url, visitor)
    const tokens = await redeem(provider, ORIGIN, departure, location)
    await expect(redeem(provider, ORIGIN, departure, location)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(refresh(tokens.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a code after a minute', async () => {
    const departure = await depart(provider, ORIGIN)
    const location = await locationOf(departure.url)
    identity.pass(MINUTE_MS + 1)
    await expect(redeem(provider, ORIGIN, departure, location)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a code with another verifier or another redirect_uri', async () => {
    for (const change of [{ code_verifier: client.randomPKCECodeVerifier() }, { redirect_uri: `${ORIGIN}/kiosk` }]) {
      const { url, verifier } = await depart(provider, ORIGIN)
      const code = new URL(await locationOf(url)).searchParams.get('code') ?? ''
      const answer = await identity.visitor().post(
        '/sign-in/token',
        {
          grant_type: 'authorization_code',
          client_id: 'console',
          redirect_uri: `${ORIGIN}/console`,
          code,
          code_verifier: verifier,
          ...change,
        },
        { cookie: '' },
      )
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    }
  })

  it('refuses other clients, client secrets, other resources and parameters that occur twice', async () => {
    const send = async (body: string) => {
      const answer = await identity.visitor().visit('/sign-in/token', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      const { error } = await answer.json<{ error: string }>()
      return error
    }
    const grant = 'grant_type=refresh_token&refresh_token=x'
    expect(await send(`${grant}&client_id=other`)).toBe('invalid_client')
    expect(await send(`${grant}&client_id=console&client_secret=x`)).toBe('invalid_client')
    expect(await send(`${grant}&client_id=console&resource=https://evil.test`)).toBe('invalid_target')
    expect(await send(`${grant}&client_id=console&client_id=console`)).toBe('invalid_request')
    for (const type of ['password', 'constructor', '__proto__', ''])
      expect(await send(`grant_type=${type}&client_id=console`), type).toBe('unsupported_grant_type')
  })

  it('keeps auth_time of the first sign-in when a token is refreshed after another one', async () => {
    const visitor = await identity.signIn('fresh@venue.test')
    const before = await identity.tokensFor(visitor)
    identity.pass(20 * MINUTE_MS)
    await identity.signIn('fresh@venue.test', visitor)
    const refreshed = await refresh(before.refreshToken)
    expect(decodeJwt(refreshed.access_token)['auth_time']).toBe(before.claims.auth_time)
    const after = await identity.tokensFor(visitor)
    expect((after.claims.auth_time ?? 0) - (before.claims.auth_time ?? 0)).toBeGreaterThanOrEqual(20 * 60)
  })

  it('refuses tokens of a session after 30 days without use', async () => {
    const visitor = await identity.signIn('idle@venue.test')
    const { refreshToken } = await identity.tokensFor(visitor)
    identity.pass(31 * DAY_MS)
    await expect(refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('the authorization endpoint', () => {
  it('honours max_age and prompt', async () => {
    const visitor = await identity.signIn('age@venue.test')
    identity.pass(11 * MINUTE_MS)
    const outcome = async (more: Record<string, string>) => {
      const answer = await visitor.visit((await depart(provider, ORIGIN, more)).url.href)
      if (answer.status === 200) return 'page'
      const { searchParams } = new URL(answer.headers.get('location') ?? '')
      return searchParams.get('error') ?? 'code'
    }
    expect(await outcome({})).toBe('code')
    expect(await outcome({ max_age: '600' })).toBe('page')
    expect(await outcome({ max_age: '900' })).toBe('code')
    expect(await outcome({ max_age: '600', prompt: 'none' })).toBe('login_required')
    expect(await outcome({ prompt: 'login' })).toBe('page')
    expect(await outcome({ prompt: 'none' })).toBe('code')
    expect(await outcome({ prompt: 'none login' })).toBe('invalid_request')
    expect(await outcome({ max_age: '-1' })).toBe('invalid_request')
  })

  it('returns to the request after a sign-in that prompt=login asked for', async () => {
    const departure = await depart(provider, ORIGIN, { prompt: 'login' })
    const page = await (await ada.visit(departure.url.href)).text()
    const request = (/name="request" value="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
    await ada.post('/sign-in/code', { address: 'ada@venue.test', request })
    const code = (await identity.codeFor('ada@venue.test')) ?? ''
    const checked = await ada.post('/sign-in/code/check', { address: 'ada@venue.test', code, request })
    const back = await ada.visit(checked.headers.get('location') ?? '')
    const tokens = await redeem(provider, ORIGIN, departure, back.headers.get('location') ?? '')
    expect(tokens.claims.sub).toMatch(/^acc_/)
  })

  it.each([
    ['another client', { client_id: 'evil' }],
    ['another site', { redirect_uri: 'https://evil.test/console' }],
    ['a path below', { redirect_uri: `${ORIGIN}/console/x` }],
    ['a query', { redirect_uri: `${ORIGIN}/console?x` }],
  ])('shows a page and redirects nowhere for %s', async (_name, more) => {
    const answer = await ada.visit((await depart(provider, ORIGIN, more)).url.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  it.each([
    ['no PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an implicit answer', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['a fragment answer', { response_mode: 'fragment' }, 'invalid_request'],
    ['no openid scope', { scope: 'profile' }, 'invalid_scope'],
    ['another resource', { resource: 'https://evil.test' }, 'invalid_target'],
    ['a request object', { request: 'x' }, 'request_not_supported'],
  ])('refuses %s with an error for the client', async (_name, more, error) => {
    const { url, state } = await depart(provider, ORIGIN, more)
    const { searchParams } = new URL(await locationOf(url))
    expect(Object.fromEntries(searchParams)).toEqual({ error, state, iss: `${ORIGIN}/sign-in` })
  })
})

describe('signing out', () => {
  it('ends the session that the id token names and returns to the workspace', async () => {
    const visitor = await identity.signIn('leave@venue.test')
    const tokens = await identity.tokensFor(visitor)
    identity.pass(60 * MINUTE_MS)
    const url = client.buildEndSessionUrl(provider, {
      id_token_hint: tokens.idToken,
      post_logout_redirect_uri: `${ORIGIN}/console`,
    })
    expect(await locationOf(url, visitor)).toBe(`${ORIGIN}/console`)
    await expect(refresh(tokens.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('asks first without an id token, or with a forged one', async () => {
    const visitor = await identity.signIn('stay@venue.test')
    const tokens = await identity.tokensFor(visitor)
    const forged = `${tokens.idToken.slice(0, -6)}AAAAAA`
    for (const query of ['', `?id_token_hint=${forged}&post_logout_redirect_uri=${ORIGIN}/console`]) {
      const answer = await visitor.visit(`/sign-in/logout${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    }
    expect((await refresh(tokens.refreshToken)).access_token).toMatch(/^ey/)
    await visitor.post('/sign-in/logout', {})
    expect((await visitor.visit('/sign-in/account')).status).toBe(303)
  })

  it('leads to no other site', async () => {
    const visitor = await identity.signIn('elsewhere@venue.test')
    const { idToken } = await identity.tokensFor(visitor)
    const url = client.buildEndSessionUrl(provider, {
      id_token_hint: idToken,
      post_logout_redirect_uri: 'https://evil.test',
    })
    const answer = await visitor.visit(url.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  })
})

describe('signing keys', () => {
  it('are stored sealed, replaced after 90 days, and published for a day longer', async () => {
    const stored = await env.DB.prepare('select private_key_cipher as cipher from signing_keys').first<string>('cipher')
    expect(stored).not.toContain('PRIVATE KEY')
    const before = await identity.signing.keySet()
    const key = await env.DB.prepare('select starts_at as startsAt, ends_at as endsAt from signing_keys').first<{
      startsAt: number
      endsAt: number
    }>()
    const { startsAt, endsAt } = key ?? { startsAt: 0, endsAt: 0 }
    expect(endsAt - startsAt).toBe(90 * DAY_MS)
    identity.pass(endsAt - identity.deps.clock())
    const after = await identity.signing.keySet()
    expect(after.keys).toHaveLength(2)
    expect(after.keys).toEqual(expect.arrayContaining(before.keys))
    expect(Object.keys(after.keys[0] ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    identity.pass(DAY_MS + 1)
    expect((await identity.signing.keySet()).keys).toHaveLength(1)
  })

  it('are replaced if the key that opens them is lost', async () => {
    const restored = startIdentity({ IDENTITY_KEY: btoa('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef') })
    restored.pass(92 * DAY_MS)
    const tokens = await restored.tokensFor(await restored.signIn('restored@venue.test'))
    expect(tokens.claims.email).toBe('restored@venue.test')
  })
})
