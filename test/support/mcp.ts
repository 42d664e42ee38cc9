import { exports } from 'cloudflare:workers'

export const MODERN_VERSION = '2026-07-28'
const META = 'io.modelcontextprotocol'

/** Origin of the service in `wrangler.toml`. */
const HOME = 'http://127.0.0.1:8787'

interface Sent {
  key?: string
  /** Whether the client can show questions to the person. */
  mayAsk?: boolean
  headers?: Record<string, string | null>
  method?: string
  /** Replaces the whole body. */
  body?: string
  meta?: Record<string, unknown>
  origin?: string
}

const encodedName = (name: unknown): Record<string, string> => (typeof name === 'string' ? { 'Mcp-Name': name } : {})

/** Sends one message of the revision without sessions. */
export const sendMcp = async (
  rpc: string,
  params: Record<string, unknown> = {},
  { key, mayAsk = true, headers = {}, method = 'POST', body, meta, origin = HOME }: Sent = {},
) => {
  const _meta = meta ?? {
    [`${META}/protocolVersion`]: MODERN_VERSION,
    [`${META}/clientInfo`]: { name: 'test', version: '1' },
    [`${META}/clientCapabilities`]: mayAsk ? { elicitation: {} } : {},
  }
  const head = new Headers({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': MODERN_VERSION,
    'Mcp-Method': rpc,
    ...(rpc === 'tools/call' ? encodedName(params['name']) : {}),
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  })
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) head.delete(name)
    else head.set(name, value)
  }
  const text = body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method: rpc, params: { ...params, _meta } })
  const response = await exports.default.fetch(
    new Request(`${origin}/mcp`, {
      method,
      headers: head,
      ...(method === 'POST' ? { body: text } : {}),
    }),
  )
  const answer = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text: answer,
    body: answer === '' ? undefined : JSON.parse(answer),
  }
}

/** Calls a tool. */
export const callTool = async (
  key: string,
  name: string,
  args: Record<string, unknown> = {},
  { mayAsk = true, ...more }: { mayAsk?: boolean; requestState?: string; inputResponses?: unknown } = {},
) => {
  const answer = await sendMcp('tools/call', { name, arguments: args, ...more }, { key, mayAsk })
  return answer.body.result
}
