export type Credential =
  | { kind: 'none' }
  | { kind: 'key'; key: string }
  | { kind: 'pass'; token: string }
  | {
      kind: 'session'
      /** Returns a valid token, refreshed if necessary. Null if the user has to sign in again. */
      token(): Promise<string | null>
      /** Returns a replacement for a token that the service has just rejected. Null if there is none. */
      renew(): Promise<string | null>
    }

interface RefusalBody {
  message?: string
  code?: string
  requestId?: string
  errors?: { field: string; message: string }[]
  data?: unknown
}

export interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
}

export interface Sending {
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page, as long as its body is small (64 KiB for all such requests). */
  keepalive?: boolean
}

/** An error whose `message` can be shown to the user. */
export class SaidInWords extends Error {}

/** Thrown for an error response, or if there was no response at all (`status` 0). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly errors: readonly { field: string; message: string }[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  /** Details that come with some error codes, such as the first check-in for `already_checked_in`. */
  readonly data: unknown

  constructor(status: number, body: RefusalBody, retryAfterSeconds: number | null, cause?: unknown) {
    super(body.message ?? `The service answered ${status}.`, { cause })
    this.status = status
    this.code = body.code ?? (status === 0 ? 'unreachable' : 'unknown')
    this.errors = body.errors ?? []
    this.requestId = body.requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
    this.data = body.data ?? null
  }
}

const CREDENTIAL_MESSAGES = {
  none: 'Sign in or add a credential to continue.',
  key: 'This API key isn’t valid, or no longer works.',
  pass: 'This door pass no longer works.',
  session: 'You’re signed out. Sign in again to continue.',
} as const satisfies Record<Credential['kind'], string>

/**
 * JSON has no NaN and writes null instead, which the service reads as "not set". A form whose amount isn't a number would
 * then be saved with the default.
 */
const jsonText = (body: unknown) =>
  JSON.stringify(body, (_name, value: unknown) => (Number.isNaN(value) ? 'NaN' : value))

const pathOf = (path: string, query: Sending['query'] = {}) => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

const retryAfterOf = (headers: Headers) => {
  const seconds = Number(headers.get('Retry-After') ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}

const credentialHeaders = async (credential: Credential): Promise<Record<string, string>> => {
  if (credential.kind === 'none') return {}
  if (credential.kind === 'key') return { 'x-svc-api-key': credential.key }
  const token = credential.kind === 'pass' ? credential.token : await credential.token()
  if (token === null) throw new Refusal(401, { code: 'unauthenticated', message: CREDENTIAL_MESSAGES.session }, null)
  return { Authorization: `Bearer ${token}` }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refusalOf = (status: number, text: string, headers: Headers, kind: Credential['kind']) => {
  const parsed = (jsonOf(text) ?? {}) as RefusalBody
  const body = status === 401 ? { ...parsed, message: CREDENTIAL_MESSAGES[kind] } : parsed
  return new Refusal(status, body, retryAfterOf(headers))
}

interface RequestOptions extends RequestInit {
  headers?: Record<string, string>
}

/**
 * Creates a client of the public API. Each `path` is relative to `/api`. Any response other than 2xx throws a
 * `Refusal`.
 */
export const createApi = (credential: Credential, base = '/api') => {
  const sendOnce = async (address: string, init: RequestOptions) =>
    fetch(address, {
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...init,
      headers: { ...(await credentialHeaders(credential)), ...init.headers },
    }).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error
      throw new Refusal(0, { message: 'We can’t reach the service.' }, null, error)
    })

  /** After a 401, refreshes the session token and retries the request, once. */
  const send = async (address: string, init: RequestOptions) => {
    let response = await sendOnce(address, init)
    if (response.status === 401 && credential.kind === 'session' && (await credential.renew()) !== null)
      response = await sendOnce(address, init)
    if (!response.ok) throw refusalOf(response.status, await response.text(), response.headers, credential.kind)
    return response
  }

  const request = async <Body>(method: string, path: string, sending: Sending = {}): Promise<Answer<Body>> => {
    const { query, body, headers = {}, signal = null, keepalive = false } = sending
    const content: RequestOptions =
      body === undefined
        ? { headers }
        : { headers: { 'Content-Type': 'application/json', ...headers }, body: jsonText(body) }
    // Paths of a sandbox are complete.
    const address = path.startsWith('/s/') ? pathOf(path, query) : base + pathOf(path, query)
    const response = await send(address, { method, signal, keepalive, ...content })
    return { status: response.status, body: jsonOf(await response.text()) as Body, headers: response.headers }
  }

  const upload = async <Body>(path: string, content: Blob, method = 'POST'): Promise<Body> => {
    const response = await send(base + path, { method, headers: { 'Content-Type': content.type }, body: content })
    return jsonOf(await response.text()) as Body
  }

  const file = async (path: string, query?: Sending['query']): Promise<Blob> =>
    (await send(base + pathOf(path, query), { method: 'GET' })).blob()

  /** Posts JSON to a page and returns its HTML. The `address` is relative to the origin. */
  const page = async (address: string, body: unknown): Promise<string> => {
    const headers = { 'Content-Type': 'application/json' }
    return (await send(address, { method: 'POST', headers, body: jsonText(body) })).text()
  }

  const bodyOf =
    (method: string) =>
    async <Body>(path: string, body?: unknown, rest: Omit<Sending, 'body'> = {}) =>
      (await request<Body>(method, path, { ...rest, body })).body

  return {
    request,
    file,
    page,
    upload,
    /** These methods return the response body, `{data, …}`. */
    get: async <Body>(path: string, query?: Sending['query'], rest: Omit<Sending, 'query'> = {}) =>
      (await request<Body>('GET', path, { ...rest, ...(query === undefined ? {} : { query }) })).body,
    post: bodyOf('POST'),
    put: bodyOf('PUT'),
    patch: bodyOf('PATCH'),
    delete: bodyOf('DELETE'),
  }
}

export type Api = ReturnType<typeof createApi>

const waitOf = (seconds: number) => {
  if (seconds <= 1) return 'in a second'
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.round(seconds / 60)} minutes`
}

const whenOf = ({ retryAfterSeconds }: Refusal) =>
  retryAfterSeconds === null ? 'in a moment' : waitOf(retryAfterSeconds)

/** Returns the message to show for any thrown error. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof SaidInWords) return error.message
  if (!(error instanceof Refusal)) return 'Something went wrong on this page. Reload it.'
  if (error.status === 0) return 'We can’t reach the service. Check your connection and try again.'
  if (error.status === 429) return `Too many tries. Try again ${whenOf(error)}.`
  if (error.status === 503) return `Something isn’t responding. Try again ${whenOf(error)}.`
  if (error.status >= 500) {
    const number = error.requestId === null ? '' : ` If it happens again, send us this number: ${error.requestId}.`
    return `Something went wrong on our side.${number}`
  }
  return error.message
}
