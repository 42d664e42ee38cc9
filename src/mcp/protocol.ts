import { withoutInvisible } from '../kernel/foreign-text.ts'

/** Sessionless protocol revisions, newest first. Each request names its revision. */
export const MODERN = ['2026-07-28'] as const
/** Protocol revisions that begin with `initialize`, newest first. */
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

const META = 'io.modelcontextprotocol'

/** Error codes of JSON-RPC and of MCP. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
const HEADER_MISMATCH = -32_020
const UNSUPPORTED_VERSION = -32_022

type Id = string | number

export interface Message {
  id: Id | null
  method: string
  params: Record<string, unknown>
  /** Whether the client uses a sessionless revision. */
  isModern: boolean
  capabilities: Record<string, unknown>
  /** Name and version of the client, such as `claude-code 2.1.0`. Older revisions send them only with `initialize`. */
  client: string | null
}

interface ErrorExtras {
  data?: unknown
  id?: Id | null
  headers?: Record<string, string>
}

/** Thrown to refuse a whole message, with an HTTP status and a JSON-RPC error. */
export class ProtocolError extends Error {
  readonly status: number
  readonly code: number
  readonly extras: ErrorExtras

  constructor(status: number, code: number, message: string, extras: ErrorExtras = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extras = extras
  }
}

export const errorAnswer = ({ status, code, message, extras: { data, headers = {} } }: ProtocolError, id: Id | null) =>
  Response.json(
    {
      jsonrpc: '2.0',
      ...(id === null ? {} : { id }),
      error: { code, message, ...(data === undefined ? {} : { data }) },
    },
    { status, headers },
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (holder: Record<string, unknown>, name: string) => {
  const value = holder[name]
  return isObject(value) ? value : {}
}

const ENCODED = /^=\?base64\?([\w+/]*={0,2})\?=$/

const decoded = (header: string) => {
  const base64 = ENCODED.exec(header)?.[1]
  if (base64 === undefined) return header
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}

const parsed = (text: string): Record<string, unknown> => {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new ProtocolError(400, PARSE_ERROR, 'The body is not JSON.')
  }
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string') {
    throw new ProtocolError(400, INVALID_REQUEST, 'The body must be one request or notification of JSON-RPC 2.0.')
  }
  return message
}

const MAX_CLIENT_LENGTH = 100

const clientOf = (info: unknown) => {
  if (!isObject(info) || typeof info['name'] !== 'string') return null
  const version = typeof info['version'] === 'string' ? info['version'] : ''
  return withoutInvisible(`${info['name']} ${version}`).slice(0, MAX_CLIENT_LENGTH).trim() || null
}

/** Headers repeat parts of the body. They must match, because a proxy may have made decisions based on them. */
const checkHeaders = (
  headers: Headers,
  version: string,
  method: string,
  params: Record<string, unknown>,
  id: Id | null,
) => {
  const mismatch = (name: string) => {
    throw new ProtocolError(400, HEADER_MISMATCH, `The header ${name} is missing or differs from the body.`, { id })
  }
  if (headers.get('MCP-Protocol-Version') !== version) mismatch('MCP-Protocol-Version')
  if (headers.get('Mcp-Method') !== method) mismatch('Mcp-Method')
  const named = method === 'tools/call' ? params['name'] : undefined
  if (named !== undefined && decoded(headers.get('Mcp-Name') ?? '') !== named) mismatch('Mcp-Name')
}

const isLegacyVersion = (version: string | null) => version === null || (LEGACY as readonly string[]).includes(version)

/**
 * Reads a message and determines its kind of revision. A request without the new `_meta` is of the old kind: its header
 * names an old revision, or is missing, because revisions before 2025-06-18 had none.
 */
export const readMessage = (text: string, headers: Headers): Message => {
  const message = parsed(text)
  const method = message['method'] as string
  const params = objectIn(message, 'params')
  const meta = objectIn(params, '_meta')
  const given = message['id']
  const id = typeof given === 'string' || typeof given === 'number' ? given : null
  if (id === null && given !== undefined)
    throw new ProtocolError(400, INVALID_REQUEST, 'The id must be a string or number.')
  const header = headers.get('MCP-Protocol-Version')
  const inMeta = meta[`${META}/protocolVersion`]
  if (inMeta === undefined && isLegacyVersion(header)) {
    return { id, method, params, isModern: false, capabilities: {}, client: null }
  }
  const capabilities = meta[`${META}/clientCapabilities`]
  if (id !== null && (typeof inMeta !== 'string' || !isObject(capabilities))) {
    const says = `params._meta must have ${META}/protocolVersion and ${META}/clientCapabilities.`
    throw new ProtocolError(400, INVALID_PARAMS, says, { id })
  }
  const version = typeof inMeta === 'string' ? inMeta : (header ?? '')
  if (id !== null) checkHeaders(headers, version, method, params, id)
  if (!(MODERN as readonly string[]).includes(version)) {
    const data = { supported: [...MODERN], requested: version }
    throw new ProtocolError(400, UNSUPPORTED_VERSION, 'Unsupported protocol version', { id, data })
  }
  const client = clientOf(meta[`${META}/clientInfo`])
  return { id, method, params, isModern: true, capabilities: isObject(capabilities) ? capabilities : {}, client }
}

/** Whether the client can show a form to the user. An empty `elicitation` stands for forms. */
export const mayElicit = ({ isModern, capabilities }: Message) => {
  const elicitation = capabilities['elicitation']
  return isModern && isObject(elicitation) && ('form' in elicitation || !('url' in elicitation))
}

export const personAnswerIn = (params: Record<string, unknown>) => {
  const state = params['requestState']
  if (typeof state !== 'string') return null
  const { action, content } = objectIn(objectIn(params, 'inputResponses'), 'confirm')
  return { state, action: typeof action === 'string' ? action : 'none', content: isObject(content) ? content : {} }
}
