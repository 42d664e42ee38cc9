import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type OAuthClientProvider,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type RunningService } from '../../harness/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService({ env: { RATE_LIMIT_SCALE: '100' } })
})
afterAll(async () => {
  await service.stop()
})

type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>
const MODES: [string, Mode][] = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['the newest revision', 'auto'],
  ['a revision with initialize', 'legacy'],
]

const connect = async (mode: Mode, answer?: 'accept' | 'decline') => {
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } }
  const client = new Client({ name: 'stranger', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } })
  const asked: string[] = []
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return answer === 'accept' ? { action: 'accept', content: { confirm: true } } : { action: 'decline' }
    })
  }
  const url = new URL(`http://127.0.0.1:${service.port}/mcp`)
  const requestInit = { headers: { Authorization: `Bearer ${service.demo.apiKeys.pro}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  return { client, asked }
}

interface Result {
  isDone: boolean
  quote: { token: string }
  data: { status: string }
}

const call = async (client: Client, name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: args })).structuredContent as Result

const newEvent = async () => {
  const startAt = '2031-05-02T18:00:00Z'
  const answer = await fetch(`${service.baseUrl}/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-svc-api-key': service.demo.apiKeys.pro },
    body: JSON.stringify({ title: 'Told by a client', startAt, timezone: 'UTC', status: 'PUBLISHED' }),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

describe('official client of the Model Context Protocol', () => {
  it.each(MODES)('lists and reads with %s', async (_name, mode) => {
    const { client } = await connect(mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('cancel_event')
    const { content } = await client.callTool({ name: 'overview', arguments: {} })
    expect(JSON.stringify(content)).toContain('nextEvents')
    await client.close()
  })

  it.each(MODES.slice(0, 2))('asks the person before an effect with %s', async (_name, mode) => {
    const no = await connect(mode, 'decline')
    const eventId = await newEvent()
    expect(await call(no.client, 'cancel_event', { eventId })).toMatchObject({ isDone: false })
    const yes = await connect(mode, 'accept')
    expect(await call(yes.client, 'cancel_event', { eventId })).toMatchObject({ data: { status: 'CANCELLED' } })
    expect([no.asked, yes.asked].map(([text]) => text)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('Cancels “Told by a client” on 2 May 2031. Go on?')),
    )
    await Promise.all([no.client.close(), yes.client.close()])
  })

  it('gets the quote and confirms it with a revision with initialize', async () => {
    const { client } = await connect('legacy')
    const eventId = await newEvent()
    const { isDone, quote } = await call(client, 'cancel_event', { eventId })
    expect(isDone).toBe(false)
    const done = await call(client, 'cancel_event', { eventId, confirm: quote.token })
    expect(done).toMatchObject({ isDone: true, data: { status: 'CANCELLED' } })
    await client.close()
  })
})

describe('official client as an app', () => {
  it('is allowed after a 401 and renews its token', async () => {
    const redirectUrl = 'http://127.0.0.1:49152/callback'
    const documents = createServer((_request, response) => {
      const document = { client_id: clientId, redirect_uris: [redirectUrl] }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document))
    })
    await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
    const clientId = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/app.json`
    let asked: URL | undefined
    let verifier = ''
    let tokens: StoredOAuthTokens | undefined
    const provider: OAuthClientProvider = {
      redirectUrl,
      clientMetadata: { redirect_uris: [redirectUrl] },
      clientInformation: () => ({ client_id: clientId }),
      tokens: () => tokens,
      saveTokens: (given) => void (tokens = given),
      redirectToAuthorization: (url) => void (asked = url),
      saveCodeVerifier: (given) => void (verifier = given),
      codeVerifier: () => verifier,
    }
    const origin = `http://127.0.0.1:${service.port}`
    const connected = async () => {
      const client = new Client({ name: 'stranger', version: '1.0.0' })
      const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider })
      const error = await client.connect(transport).then(
        () => null,
        (thrown: unknown) => thrown as Error,
      )
      return { client, transport, error }
    }
    const first = await connected()
    expect(first.error?.name).toMatch(/Unauthorized/)
    expect(asked?.searchParams.get('resource')).toBe(`${origin}/mcp`)
    const allowed = await fetch(`${service.baseUrl}/calendars/${service.demo.calendars.pro}/apps`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.demo.tokens.owner}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ request: asked?.search.slice(1), scopes: ['events:read', 'guests:read'] }),
    })
    const answer = (await allowed.json()) as { data: { redirectUrl: string } }
    expect(allowed.status, JSON.stringify(answer)).toBe(200)
    await first.transport.finishAuth(new URL(answer.data.redirectUrl).searchParams)

    const second = await connected()
    expect(second.error).toBeNull()
    const { tools } = await second.client.listTools()
    expect(tools.map(({ name }) => name)).toContain('overview')
    const before = tokens
    tokens = { ...before, access_token: 'svc_at_over', token_type: 'Bearer' }
    const { content } = await second.client.callTool({ name: 'overview', arguments: {} })
    expect(JSON.stringify(content)).toContain('nextEvents')
    expect([tokens.access_token, tokens.refresh_token]).toEqual([
      expect.stringMatching(/^svc_at_/),
      expect.not.stringMatching(before?.refresh_token ?? ''),
    ])
    await second.client.close()
    documents.close()
  })
})
