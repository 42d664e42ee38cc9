import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { sha256Hex } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { exchange, grantsOf, ISSUER, newApp, newClient, newCode, postForm, refresh } from '../../support/apps.ts'
import { newCalendar } from '../../support/factories.ts'

const MINUTE_MS = 60_000
const works = async (token: string) => (await send('GET /v1/me', { token })).status === 200
const refused = (error: string) => ({ status: 400, body: { error, error_description: expect.any(String) } })

/** Moves all stored times of these tokens into the past. */
const letPass = async (ms: number) => {
  await env.DB.prepare(
    'update app_tokens set created_at = created_at - ?, expires_at = expires_at - ?, used_at = used_at - ?',
  )
    .bind(ms, ms, ms)
    .run()
  await env.DB.prepare('update app_codes set created_at = created_at - ?').bind(ms).run()
}

describe('an authorization code', () => {
  it('is exchanged for tokens that the database holds only as hashes', async () => {
    const calendar = await newCalendar()
    const code = await newCode(calendar, ['events:read'])
    const { status, headers, body } = await exchange(code)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^svc_at_[0-9A-Za-z]{38}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svc_rt_[\w-]{22}$/),
      scope: 'events:read',
    })
    const rows = await Promise.all(
      ['app_codes', 'app_grants', 'app_tokens'].map((table) => env.DB.prepare(`select * from ${table}`).all()),
    )
    const stored = JSON.stringify(rows)
    for (const secret of [code.code, body.access_token, body.refresh_token])
      expect(stored).not.toContain(secret.slice(7))
  })

  it('ends the grant of the first use if it is used twice', async () => {
    const calendar = await newCalendar()
    const code = await newCode(calendar, ['events:read'])
    const { body } = await exchange(code)
    expect(await works(body.access_token)).toBe(true)
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
    expect(await works(body.access_token)).toBe(false)
    expect(await refresh(code.clientId, body.refresh_token)).toMatchObject(refused('invalid_grant'))
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('exchanged by eight requests at the same time makes one grant at most, and leaves none', async () => {
    const calendar = await newCalendar()
    const code = await newCode(calendar, ['events:read'])
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('is refused with another verifier, redirect address, client or resource, and stays good for its own', async () => {
    const calendar = await newCalendar()
    const code = await newCode(calendar, ['events:read'])
    const other = await newClient()
    const wrong: [Record<string, string>, string][] = [
      [{ code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_grant'],
      [{ redirect_uri: 'https://app.example/other' }, 'invalid_grant'],
      [{ client_id: other }, 'invalid_grant'],
      [{ resource: `${ISSUER}/mcp` }, 'invalid_target'],
      [{ code: `${code.code.slice(0, -1)}${code.code.endsWith('a') ? 'b' : 'a'}` }, 'invalid_grant'],
      [{ code: '' }, 'invalid_grant'],
    ]
    for (const [more, error] of wrong)
      expect(await exchange(code, more), JSON.stringify(more)).toMatchObject(refused(error))
    expect((await exchange(code)).status).toBe(200)
  })

  it('expires after a minute', async () => {
    const calendar = await newCalendar()
    const code = await newCode(calendar, ['events:read'])
    await letPass(MINUTE_MS + 1_000)
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
  })

  it('brings nothing once the person has lost the role', async () => {
    const calendar = await newCalendar()
    const userId = `usr_${crypto.randomUUID()}`
    const path = `/calendars/${calendar.slug}/members`
    await send(`POST ${path}`, { as: calendar.owner, json: { userId, role: 'MANAGER' } })
    const code = await newCode(calendar, ['events:read'], {}, userId)
    await send(`POST ${path}`, { as: calendar.owner, json: { userId, role: 'STAFF' } })
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
    expect(await grantsOf(calendar)).toEqual([])
  })
})

describe('a refresh token', () => {
  const start = async () => {
    const calendar = await newCalendar()
    return { calendar, ...(await newApp(calendar, ['events:read', 'guests:read'])) }
  }
  const next = async (clientId: string, token: string) => {
    const { status, body } = await refresh(clientId, token)
    expect(status, JSON.stringify(body)).toBe(200)
    return { access: body.access_token as string, token: body.refresh_token as string }
  }

  it('is replaced at each use, while earlier access tokens go on until they expire', async () => {
    const { clientId, refreshToken, token } = await start()
    const second = await next(clientId, refreshToken)
    const third = await next(clientId, second.token)
    expect(new Set([refreshToken, second.token, third.token]).size).toBe(3)
    for (const each of [token, second.access, third.access]) expect(await works(each)).toBe(true)
    await letPass(60 * MINUTE_MS)
    for (const each of [token, second.access, third.access]) expect(await works(each)).toBe(false)
    expect(await works((await next(clientId, third.token)).access)).toBe(true)
  })

  it('can be repeated after a lost response, even a day later', async () => {
    const { clientId, refreshToken } = await start()
    const lost = await next(clientId, refreshToken)
    await letPass(24 * 60 * MINUTE_MS)
    const again = await next(clientId, refreshToken)
    expect(again.token).toBe(lost.token)
    expect(await works((await next(clientId, again.token)).access)).toBe(true)
  })

  it('lets two workers of one app renew at the same time', async () => {
    const { calendar, clientId, refreshToken } = await start()
    const [one, two] = await Promise.all([next(clientId, refreshToken), next(clientId, refreshToken)])
    const after = await next(clientId, one.token)
    expect(await works((await next(clientId, refreshToken)).access)).toBe(true)
    expect(await works((await next(clientId, two.token)).access)).toBe(true)
    expect(await works((await next(clientId, after.token)).access)).toBe(true)
    expect(await grantsOf(calendar)).toHaveLength(1)
  })

  it('ends the grant if it is used after its successor, for the app and the thief', async () => {
    const { calendar, clientId, refreshToken } = await start()
    const second = await next(clientId, refreshToken)
    const third = await next(clientId, second.token)
    await letPass(MINUTE_MS)
    expect(await refresh(clientId, refreshToken)).toMatchObject(refused('invalid_grant'))
    expect(await works(third.access)).toBe(false)
    expect(await refresh(clientId, third.token)).toMatchObject(refused('invalid_grant'))
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('ends the grant if a thief refreshes first and the app later', async () => {
    const { clientId, refreshToken } = await start()
    const stolen = await next(clientId, (await next(clientId, refreshToken)).token)
    await letPass(MINUTE_MS)
    expect(await refresh(clientId, refreshToken)).toMatchObject(refused('invalid_grant'))
    expect(await works(stolen.access)).toBe(false)
  })

  /** Waits until the service has recorded the first use of the access token, which it does after responding. */
  const useNoted = async (access: string) => {
    expect(await works(access)).toBe(true)
    const used = env.DB.prepare('select used_at from app_tokens where hash = ?').bind(await sha256Hex(access))
    await vi.waitFor(async () => expect(await used.first('used_at')).not.toBeNull())
  }

  it('ends the grant if a thief follows each refresh of the app between two of them', async () => {
    const { calendar, clientId, refreshToken } = await start()
    const second = await next(clientId, refreshToken)
    await useNoted(second.access)
    await letPass(30 * MINUTE_MS)
    expect(await refresh(clientId, refreshToken)).toMatchObject(refused('invalid_grant'))
    expect(await refresh(clientId, second.token)).toMatchObject(refused('invalid_grant'))
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('ends the grant of an app that runs every few days, long after its access tokens are deleted', async () => {
    const { calendar, clientId, refreshToken } = await start()
    await useNoted((await next(clientId, refreshToken)).access)
    await letPass(3 * 24 * 60 * MINUTE_MS)
    await env.DB.prepare("delete from app_tokens where kind = 'access'").run()
    expect(await refresh(clientId, refreshToken)).toMatchObject(refused('invalid_grant'))
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('can be repeated after a lost response while the earlier access token is in use', async () => {
    const { clientId, refreshToken, token } = await start()
    const lost = await next(clientId, refreshToken)
    await useNoted(token)
    await letPass(30 * MINUTE_MS)
    expect((await next(clientId, refreshToken)).token).toBe(lost.token)
  })

  it('expires after 60 days without use, and its grant then ends', async () => {
    const { calendar, clientId, refreshToken } = await start()
    await letPass(60 * 24 * 60 * MINUTE_MS)
    expect(await refresh(clientId, refreshToken)).toMatchObject(refused('invalid_grant'))
    await env.DB.prepare('delete from app_tokens where expires_at < ?').bind(Date.now()).run()
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('is refused for another client, a wider scope and another resource', async () => {
    const { clientId, refreshToken, token } = await start()
    expect(await refresh(await newClient(), refreshToken)).toMatchObject(refused('invalid_grant'))
    expect(await refresh(clientId, refreshToken, { scope: 'events:write' })).toMatchObject(refused('invalid_scope'))
    expect(await refresh(clientId, refreshToken, { resource: `${ISSUER}/mcp` })).toMatchObject(
      refused('invalid_target'),
    )
    expect(await refresh(clientId, token)).toMatchObject(refused('invalid_grant'))
    expect(await refresh(clientId, `svc_rt_${'a'.repeat(22)}`)).toMatchObject(refused('invalid_grant'))
    expect((await refresh(clientId, refreshToken, { scope: 'events:read' })).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  it('refuses bodies that are not forms of a public client', async () => {
    const form = { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'x' }
    const cases: [Record<string, string> | string, Record<string, string>, number, string][] = [
      [{ ...form, grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
      [{}, {}, 400, 'unsupported_grant_type'],
      [{ ...form, grant_type: 'constructor' }, {}, 400, 'unsupported_grant_type'],
      ['grant_type=refresh_token&grant_type=refresh_token', {}, 400, 'invalid_request'],
      ['{}', { 'Content-Type': 'application/json' }, 400, 'invalid_request'],
      [{ ...form, client_secret: 's' }, {}, 401, 'invalid_client'],
      [form, { Authorization: 'Basic eDp5' }, 401, 'invalid_client'],
    ]
    for (const [sent, headers, status, error] of cases)
      expect(await postForm('/oauth/token', sent, headers), error).toMatchObject({ status, body: { error } })
    expect((await postForm('/oauth/token', 'x'.repeat(20_000))).status).toBe(413)
  })
})

describe('revocation', () => {
  it('ends the grant by either token, and says nothing about foreign ones', async () => {
    const calendar = await newCalendar()
    const [one, two] = [await newApp(calendar, ['events:read']), await newApp(calendar, ['events:read'])]
    const revoke = (token: string, clientId: string) =>
      postForm('/oauth/revoke', { token, client_id: clientId }).then(({ status }) => status)
    expect(await revoke(one.token, two.clientId)).toBe(200)
    expect(await revoke('svc_rt_made-up', one.clientId)).toBe(200)
    expect(await works(one.token)).toBe(true)
    expect(await revoke(one.token, one.clientId)).toBe(200)
    expect(await works(one.token)).toBe(false)
    expect(await revoke(two.refreshToken, two.clientId)).toBe(200)
    expect(await works(two.token)).toBe(false)
    expect(await grantsOf(calendar)).toEqual([])
  })
})
