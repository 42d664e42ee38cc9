import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { allow, ISSUER, newApp, newClient, newRequest, REDIRECT, type Wanted } from '../../support/apps.ts'
import { asks } from '../../support/asks.ts'
import { addMember, newCalendar } from '../../support/factories.ts'

asks({
  'GET /apps/authorization': { role: null },
  'POST /calendars/:slug/apps': { role: 'MANAGER', plan: 'PRO' },
})

const newUser = () => `usr_${crypto.randomUUID()}`
const check = async (query: string, as = 'usr_checker') =>
  send(`GET /apps/authorization?request=${encodeURIComponent(query)}`, { as })
const checkWanted = async (wanted: Wanted) => check((await newRequest(wanted)).query)

describe('checking an authorization request', () => {
  it('shows the app’s host and the redirect target', async () => {
    const clientId = await newClient()
    const answer = await checkWanted({ clientId, scope: 'events:read guests:write', state: 'a b' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toEqual({
      host: new URL(clientId).host,
      name: 'Zap',
      returnsTo: 'app.example',
      isElsewhere: true,
      isCommandLine: false,
      isLoopback: false,
      scopes: ['events:read', 'guests:write'],
      resource: 'api',
      denyUrl: `${REDIRECT}?error=access_denied&error_description=The+person+declined.&state=a+b&iss=${encodeURIComponent(ISSUER)}`,
      errorUrl: null,
    })
  })

  it('knows the command line without a fetch, and sends its code only to this computer', async () => {
    const clientId = `${ISSUER}/oauth/evcal.json`
    const document = await exports.default.fetch(new Request(clientId))
    const { client_id, redirect_uris } = await document.json<{ client_id: string; redirect_uris: string[] }>()
    expect([document.status, client_id, redirect_uris]).toEqual([200, clientId, ['http://127.0.0.1/callback']])
    const answer = await checkWanted({ clientId, redirectUri: 'http://127.0.0.1:49152/callback' })
    expect(answer.body.data).toMatchObject({
      name: 'evcal',
      host: new URL(ISSUER).host,
      isCommandLine: true,
      isLoopback: true,
    })
    const elsewhere = await checkWanted({ clientId, redirectUri: REDIRECT })
    expect([elsewhere.status, elsewhere.body.errors[0].field]).toEqual([400, 'redirect_uri'])
  })

  it.each([
    ['Zapier” is verified. “', "Zapier' is verified. '"],
    ['Bank\u202Egnp.exe\u2066\u200B of\u{E0041} you', 'Bank gnp.exe of you'],
    ['「信頼」済み', "'信頼'済み"],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
    ['\u202E\u200B', null],
  ])('shows the name %j so that it can’t leave its quotes', async (name, shown) => {
    const clientId = await newClient({ client_name: name })
    const answer = await checkWanted({ clientId })
    expect(answer.body.data.name).toBe(shown ?? new URL(clientId).host)
  })

  it('asks for all scopes if the request names none', async () => {
    const answer = await checkWanted({ scope: null, resource: `${ISSUER}/mcp` })
    expect(answer.body.data.scopes).toHaveLength(12)
    expect(answer.body.data.resource).toBe('mcp')
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ scope: 'events:read events:admin' }, 'invalid_scope'],
    [{ scope: '' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example/api' }, 'invalid_target'],
    [{ request_uri: 'https://app.example/r' }, 'request_not_supported'],
  ])('sends the browser back for %j with %s', async (more, code) => {
    const { query } = await newRequest({ more })
    const { errorUrl } = (await check(query)).body.data
    const url = new URL(errorUrl)
    expect(url.origin + url.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: code, state: 'state-1', iss: ISSUER })
    const calendar = await newCalendar()
    const refused = await send(`POST /calendars/${calendar.slug}/apps`, {
      as: calendar.owner,
      json: { request: query, scopes: ['events:read'] },
    })
    expect(refused.body).toMatchObject({ statusCode: 400, errors: [{ field: 'request' }] })
  })

  it.each([
    ['https://app.example/callback/', 'another path'],
    ['https://app.example.evil.example/callback', 'another host'],
    ['http://app.example/callback', 'another scheme'],
    ['https://app.example/callback?x=1', 'a query'],
    ['https://app.example/callback#x', 'a fragment'],
    ['', 'none'],
  ])('never sends the browser to %s, which has %s', async (redirectUri) => {
    const answer = await checkWanted({ redirectUri })
    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'redirect_uri' }] })
    expect(answer.text).not.toContain('error=')
  })

  it('never sends the browser to a script, even if the app lists one', async () => {
    for (const uri of [
      'javascript:alert(1)//',
      'data:text/html,x',
      'http://app.example/callback',
      'https://a@app.example/',
    ]) {
      const clientId = await newClient({ redirect_uris: [uri] })
      const answer = await checkWanted({ clientId, redirectUri: uri })
      expect(answer.body, uri).toMatchObject({ statusCode: 400, errors: [{ field: 'redirect_uri' }] })
    }
  })

  it('lets a program on the person’s computer listen on any port, and an app use its own scheme', async () => {
    const clientId = await newClient({ redirect_uris: ['http://127.0.0.1/done', 'com.example.app:/done'] })
    const local = await checkWanted({ clientId, redirectUri: 'http://127.0.0.1:51234/done' })
    expect(local.body.data).toMatchObject({ returnsTo: '127.0.0.1:51234', isLoopback: true, isElsewhere: false })
    expect((await checkWanted({ clientId, redirectUri: 'http://127.0.0.1:51234/other' })).status).toBe(400)
    expect((await checkWanted({ clientId, redirectUri: 'com.example.app:/done' })).status).toBe(200)
  })

  it('refuses a parameter that occurs twice', async () => {
    const { query } = await newRequest()
    const answer = await check(`${query}&redirect_uri=${encodeURIComponent('https://evil.example')}`)
    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'request' }] })
  })
})

describe('the metadata document of an app', () => {
  const refusalOf = async (clientId: string) => (await checkWanted({ clientId })).body
  const field = 'client_id'

  it.each([
    ['https://10.0.0.1/client.json'],
    ['https://127.0.0.1/client.json'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://[::1]/client.json'],
    ['https://localhost/client.json'],
    ['https://app.internal/client.json'],
    ['https://10.0.0.1.nip.io/client.json'],
    ['http://app.example/client.json'],
    ['https://app.example'],
    ['https://app.example/'],
    ['https://app.example/client.json#x'],
    ['https://app.example/a/../client.json'],
    ['https://user@app.example/client.json'],
    [`${ISSUER}/client.json`],
    ['zapier'],
  ])('is never fetched from %s', async (clientId) => {
    expect(await refusalOf(clientId)).toMatchObject({ statusCode: 400, errors: [{ field }] })
  })

  it.each([
    ['another client_id', { client_id: 'https://app.example/client.json' }, {}],
    ['no redirect_uris', { redirect_uris: [] }, {}],
    ['a client with a secret', { token_endpoint_auth_method: 'client_secret_basic' }, {}],
    ['a client without codes', { grant_types: ['client_credentials'] }, {}],
    ['text', {}, { body: 'hello' }],
    ['a list', {}, { body: '[]' }],
    ['HTML', {}, { headers: { 'content-type': 'text/html' } }],
    ['an error', {}, { status: 404 }],
    ['a redirect', {}, { status: 302, headers: { location: 'https://app.example/client.json' } }],
    ['more than 5 KB', { client_uri: 'x'.repeat(5_000) }, {}],
  ])('is refused if it is %s', async (_what, fields, stored) => {
    expect(await refusalOf(await newClient(fields, stored))).toMatchObject({ statusCode: 400, errors: [{ field }] })
  })
})

describe('allowing an app', () => {
  it('returns the browser to the app with a code, the state and the issuer', async () => {
    const calendar = await newCalendar()
    const { query } = await newRequest({ redirectUri: REDIRECT, state: 'x&y' })
    const url = await allow(calendar, query, ['events:read'])
    expect(url.origin + url.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(/^svc_ac_[0-9A-Za-z]{38}$/),
      state: 'x&y',
      iss: ISSUER,
    })
  })

  it('takes fewer scopes than the app asks for, and never more', async () => {
    const calendar = await newCalendar()
    const { query } = await newRequest({ scope: 'events:read guests:read' })
    await allow(calendar, query, ['guests:read'])
    const more = await send(`POST /calendars/${calendar.slug}/apps`, {
      as: calendar.owner,
      json: { request: query, scopes: ['events:read', 'billing:write'] },
    })
    expect(more.body).toMatchObject({ statusCode: 400, errors: [{ field: 'scopes' }] })
  })

  it('is for managers and owners', async () => {
    const calendar = await newCalendar()
    const [manager, staff] = [newUser(), newUser()]
    await addMember(calendar, manager, 'MANAGER')
    await addMember(calendar, staff, 'STAFF')
    await newApp(calendar, ['events:read'], {}, manager)
    const { query } = await newRequest()
    const json = { request: query, scopes: ['events:read'] }
    const refused = await send(`POST /calendars/${calendar.slug}/apps`, { as: staff, json })
    expect(refused.body.code).toBe('role_insufficient')
  })
})
