import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCalendar, newKey } from '../../support/factories.ts'
import { callTool, MODERN_VERSION, sendMcp } from '../../support/mcp.ts'

let key: string
beforeAll(async () => {
  key = (await newKey(await newCalendar())).key
})

/** Sends a message of a revision that begins with `initialize`. */
const sendLegacy = async (method: string, params: object = {}, headers: Record<string, string> = {}) => {
  const response = await exports.default.fetch(
    new Request('http://127.0.0.1:8787/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    }),
  )
  // `any`: tests read responses without the service's own types.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, body: (await response.json()) as any }
}

const CHALLENGE =
  'Bearer realm="event-calendar", resource_metadata="http://127.0.0.1:8787/.well-known/oauth-protected-resource/mcp"'

describe('POST /mcp of the revision without sessions', () => {
  it('returns its versions and capabilities to server/discover, with hints for caches', async () => {
    const { body } = await sendMcp('server/discover', {}, { key })
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [MODERN_VERSION],
      capabilities: { tools: {} },
      cacheScope: 'public',
    })
    expect(body.result.ttlMs).toBeGreaterThan(0)
  })

  it('lists 14 tools in at most 4,000 tokens, the same for every key', async () => {
    const { body, text } = await sendMcp('tools/list', {}, { key })
    expect(body.result.tools).toHaveLength(14)
    expect(Buffer.byteLength(text) / 3.5).toBeLessThanOrEqual(4_000)
    const other = await newKey(await newCalendar({ name: 'Another' }), ['events:read'])
    expect((await sendMcp('tools/list', {}, { key: other.key })).text).toBe(text)
  })

  it.each([
    ['initialize', 404, -32_601],
    ['ping', 404, -32_601],
    ['resources/list', 404, -32_601],
    ['prompts/list', 404, -32_601],
  ])('refuses %s with %i', async (method, status, code) => {
    const answer = await sendMcp(method, {}, { key })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  it.each([
    ['no _meta', { meta: {} }, -32_602],
    ['no method header', { headers: { 'Mcp-Method': null } }, -32_020],
    ['another method header', { headers: { 'Mcp-Method': 'tools/call' } }, -32_020],
    ['another version header', { headers: { 'MCP-Protocol-Version': '2025-11-25' } }, -32_020],
    ['no version header', { headers: { 'MCP-Protocol-Version': null } }, -32_020],
    ['text that is no JSON', { body: '{' }, -32_700],
    ['a batch', { body: '[]' }, -32_600],
  ])('refuses %s with 400', async (_what, sent, code) => {
    const answer = await sendMcp('tools/list', {}, { key, ...sent })
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  })

  it('names its versions to a client of an unknown one', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const answer = await sendMcp('tools/list', {}, { key, meta, headers: { 'MCP-Protocol-Version': '2099-01-01' } })
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      {
        code: -32_022,
        data: { requested: '2099-01-01', supported: [MODERN_VERSION] },
      },
    ])
  })

  it('compares the name header with the body, also in Base64', async () => {
    const call = { name: 'overview', arguments: {} }
    const right = await sendMcp('tools/call', call, { key, headers: { 'Mcp-Name': `=?base64?${btoa('overview')}?=` } })
    expect(right.body.result.isError).toBeUndefined()
    for (const name of ['find_events', `=?base64?${btoa('find_events')}?=`, '=?base64?%%?=', null]) {
      const wrong = await sendMcp('tools/call', call, { key, headers: { 'Mcp-Name': name } })
      expect([wrong.status, wrong.body.error.code]).toEqual([400, -32_020])
    }
  })

  it('refuses unknown tools and unknown arguments', async () => {
    const unknown = await sendMcp('tools/call', { name: 'drop_tables', arguments: {} }, { key })
    expect(unknown.body.error).toMatchObject({ code: -32_602 })
    expect(await callTool(key, 'read_event', { eventId: 'evt_1', sql: 'x' })).toMatchObject({ isError: true })
    expect(await callTool(key, 'run_operation', { id: 'calendars.delete' })).toMatchObject({ isError: true })
  })
})

describe('POST /mcp of the revisions with initialize', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('agrees on %s', async (protocolVersion) => {
    const { body } = await sendLegacy('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    })
    expect(body.result).toMatchObject({ protocolVersion, capabilities: { tools: {} } })
    expect((await sendLegacy('ping', {}, { 'MCP-Protocol-Version': protocolVersion })).body.result).toEqual({})
    const listed = await sendLegacy('tools/list', {}, { 'MCP-Protocol-Version': protocolVersion })
    expect(listed.body.result.tools).toHaveLength(14)
    expect(listed.body.result.ttlMs).toBeUndefined()
  })

  it('offers its newest version to a client of another one', async () => {
    const { body } = await sendLegacy('initialize', { protocolVersion: '2024-11-05' })
    expect(body.result.protocolVersion).toBe('2025-11-25')
  })
})

describe('access to /mcp', () => {
  it.each([undefined, 'svc_live_wrong', 'svc_at_wrong', 'eyJhbGciOiJub25lIn0.e30.'])(
    'refuses the credential %s with 401 and a challenge',
    async (wrong) => {
      const given = wrong === undefined ? {} : { key: wrong }
      for (const answer of [
        await sendMcp('tools/list', {}, given),
        await sendMcp('tools/call', { name: 'read_event', arguments: { eventId: 'evt_1' } }, given),
        await sendMcp('tools/call', { name: 'find_operation', arguments: { search: 'event' } }, given),
      ])
        expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, CHALLENGE])
    },
  )

  it('names the missing scope with 403', async () => {
    const poor = await newKey(await newCalendar(), ['events:read'])
    const answer = await sendMcp('tools/call', { name: 'find_people', arguments: { search: 'Ada' } }, { key: poor.key })
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="guests:read"',
    ])
  })

  it('refuses other origins and hosts with 403, and methods other than POST with 405', async () => {
    const foreign = await sendMcp('tools/list', {}, { key, headers: { Origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    const own = await sendMcp('tools/list', {}, { key, headers: { Origin: 'http://127.0.0.1:8787' } })
    expect(own.status).toBe(200)
    expect((await sendMcp('tools/list', {}, { key, origin: 'http://rebound.example' })).status).toBe(403)
    for (const method of ['GET', 'DELETE']) {
      const answer = await sendMcp('tools/list', {}, { key, method })
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
    }
  })
})
