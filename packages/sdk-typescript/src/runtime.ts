import { Call, Pages, type PageInfo, type Received } from './call.ts'
import { NoResponseError, RefusedError, type ErrorBody, type ResponseInfo } from './errors.ts'

export { Call, Pages } from './call.ts'

export interface ClientOptions {
  /** URL of the API, such as `https://calendar.example.org/api`. */
  baseUrl: string
  /** API key of one calendar (`svc_…`). */
  apiKey?: string
  /** Access token of an app that a user has allowed (`svc_at_…`). */
  accessToken?: string
  /** Session token of a user, for the operations that no API key can call. */
  sessionToken?: string
  /** Number of repeats after 429, 502, 503, 504 or no response. Default: 3. */
  maxRetries?: number
  /** Time limit of one attempt in milliseconds. Default: 30000. */
  timeoutMs?: number
  fetch?: typeof fetch
}

export interface RequestOptions {
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
  headers?: Record<string, string>
}
export interface Keyed {
  /** Repeating a call with the same key returns the first response. Without it every call has a random key. */
  idempotencyKey?: string
}
export interface IfMatch {
  /** ETag of an earlier read. The call fails with 412 if the object has changed since. */
  ifMatch?: string
}
export interface IfNoneMatch {
  /** ETag of an earlier read. The call fails with status 304 while it is current. */
  ifNoneMatch?: string
}
export interface Quoted {
  /** Token of a quote. The service does exactly what the quote says, or refuses with `quote_changed`. */
  quote?: string
}

type Options = RequestOptions & Keyed & IfMatch & IfNoneMatch & Quoted & { isDryRun?: true }

interface Request {
  method: string
  path: string
  /** Path for session tokens, if it differs from `path` without `/v1`. */
  sessionPath?: string
  /** The only credential that the operation takes. Without it, an API key and a session token are both accepted. */
  by?: 'key' | 'key or nothing' | 'session' | 'anyone'
  body?: unknown
  query?: object | undefined
  isKeyed?: boolean
  reads?: 'whole' | 'text' | 'bytes'
  options?: Options | undefined
}

type Paging = 'page' | 'cursor' | 'before'

/** Statuses after which the same request can succeed. */
const PASSING = new Set([429, 502, 503, 504])
const V1 = /^\/v1/
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000
/** Methods that can be repeated without an `Idempotency-Key`, because they are idempotent. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE'])

/** Escapes one segment of a path. */
export const segment = (text: string) => encodeURIComponent(text)

const searchOf = (query: object | undefined) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return search.toString()
}

const joined = (path: string, search: string) => {
  if (search === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${search}`
}

const isBinary = (body: unknown): body is Uint8Array<ArrayBuffer> | Blob =>
  body instanceof Uint8Array || body instanceof Blob

/** Returns null if `Retry-After` is longer than `LONGEST_WAIT_MS`. The caller then gets the refusal. */
const waitOf = (attempt: number, response: Response | null) => {
  const asked = Number(response?.headers.get('Retry-After') ?? Number.NaN)
  if (asked >= 0) return asked * 1000 > LONGEST_WAIT_MS ? null : asked * 1000
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2)
}

/** Waits, or rejects with the reason of the signal. */
export const sleep = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })

const infoOf = ({ status, headers }: Response, attempts: number): ResponseInfo => ({
  status,
  headers,
  requestId: headers.get('X-Request-Id'),
  attempts,
  isReplayed: headers.get('Idempotent-Replayed') === 'true',
})

const bodyOf = async (response: Response): Promise<ErrorBody> => {
  const text = await response.text()
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    // The response is from a proxy in front of the service, or is an HTML page.
    return { message: `The response ${response.status} is not JSON.` }
  }
}

/** Sends the requests of all resources. */
export class Client {
  readonly #options: ClientOptions
  readonly #baseUrl: string

  constructor(options: ClientOptions) {
    if (!URL.canParse(options.baseUrl)) throw new TypeError('baseUrl must be a URL, such as https://example.org/api')
    this.#options = options
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
  }

  #addressOf({ path, sessionPath, by }: Request): { path: string; headers: Record<string, string> } {
    const { apiKey, accessToken, sessionToken } = this.#options
    const hasKey = apiKey !== undefined || accessToken !== undefined
    if (by === 'anyone') return { path, headers: {} }
    if (by === 'key or nothing' && !hasKey) return { path: path.replace(V1, ''), headers: {} }
    if (by === 'session' ? sessionToken === undefined : by === 'key' && !hasKey) {
      throw new TypeError(`This operation takes ${by === 'key' ? 'an apiKey or accessToken' : 'a sessionToken'}.`)
    }
    if (by !== 'session' && apiKey !== undefined) return { path, headers: { 'x-svc-api-key': apiKey } }
    if (by !== 'session' && accessToken !== undefined) {
      return { path, headers: { Authorization: `Bearer ${accessToken}` } }
    }
    if (sessionToken === undefined) throw new TypeError('The client has no apiKey, accessToken or sessionToken.')
    const own = sessionPath ?? (by === 'session' ? path : path.replace(V1, ''))
    return { path: own, headers: { Authorization: `Bearer ${sessionToken}` } }
  }

  #headersOf({ body, isKeyed = false, options = {} }: Request, credential: Record<string, string>) {
    const { idempotencyKey, ifMatch, ifNoneMatch, quote, isDryRun, headers = {} } = options
    const key = isKeyed && isDryRun !== true && quote === undefined ? (idempotencyKey ?? crypto.randomUUID()) : null
    const given: Record<string, string | null | undefined> = {
      Accept: 'application/json, */*;q=0.5',
      'Content-Type': body === undefined ? null : isBinary(body) ? 'application/octet-stream' : 'application/json',
      'Idempotency-Key': key,
      'If-Match': ifMatch,
      'If-None-Match': ifNoneMatch,
      Quote: quote,
      'Dry-Run': isDryRun === true ? 'true' : null,
      ...credential,
      ...headers,
    }
    const set = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return { key, headers: Object.fromEntries(set) }
  }

  /** Sends the request until its status isn't one of `PASSING`, or until the attempts are used up. */
  async #attempt(request: Request): Promise<{ response: Response; attempts: number }> {
    const { method, body, query, options = {} } = request
    const { fetch: send = fetch, timeoutMs = 30_000, maxRetries = 3 } = { ...this.#options, ...options }
    const { path, headers: credential } = this.#addressOf(request)
    const { key, headers } = this.#headersOf(request, credential)
    const url = `${this.#baseUrl}${joined(path, searchOf(query))}`
    const payload = body === undefined || isBinary(body) ? body : JSON.stringify(body)
    const mayRepeat = REPEATABLE.has(method) || key !== null || options.quote !== undefined || options.isDryRun === true
    for (let attempt = 0; ; attempt += 1) {
      const limits = [AbortSignal.timeout(timeoutMs), ...(options.signal === undefined ? [] : [options.signal])]
      let response: Response | null = null
      let failure: unknown = null
      try {
        response = await send(url, { method, headers, body: payload ?? null, signal: AbortSignal.any(limits) })
        // Reads the body as part of the attempt, because a body that breaks off counts as no response.
        const bytes = await response.arrayBuffer()
        response = new Response([101, 204, 205, 304].includes(response.status) ? null : bytes, response)
      } catch (error) {
        options.signal?.throwIfAborted()
        response = null
        failure = error
      }
      if (response !== null && !PASSING.has(response.status)) return { response, attempts: attempt + 1 }
      // After 429 and 503, nothing was written. Without a response, or with one from a gateway, the write may have been
      // done.
      const wasRefused = response !== null && (response.status === 429 || response.status === 503)
      const wait = waitOf(attempt, response)
      if (attempt < maxRetries && (mayRepeat || wasRefused) && wait !== null) {
        await sleep(wait, options.signal)
        continue
      }
      if (response !== null) return { response, attempts: attempt + 1 }
      throw new NoResponseError(`${method} ${path} got no response.`, key, failure)
    }
  }

  async #receive<Data>(request: Request): Promise<Received<Data>> {
    const { response, attempts } = await this.#attempt(request)
    const info = infoOf(response, attempts)
    if (!response.ok) throw new RefusedError(await bodyOf(response), info)
    const { reads } = request
    if (reads === 'text') return { data: (await response.text()) as Data, response: info }
    if (reads === 'bytes') return { data: new Uint8Array(await response.arrayBuffer()) as Data, response: info }
    const body = (await response.json()) as { data: Data; message?: string; meta?: unknown }
    if (reads === 'whole') return { data: body as Data, response: info }
    const { data, message, meta = body } = body
    return { data, meta, response: { ...info, message } }
  }

  send<Data>(request: Request): Call<Data> {
    return new Call(this.#receive<Data>(request))
  }

  pages<Item>(paging: Paging, request: Request): Pages<Item> {
    return new Pages<Item>(async (from) => {
      const next = from === null ? {} : positionAfter(paging, from)
      const { data, meta, response } = await this.#receive<Item[]>({ ...request, query: { ...request.query, ...next } })
      return pageOf(paging, data, (meta ?? {}) as Meta, response)
    })
  }
}

interface Meta {
  page?: number
  totalPages?: number
  total?: number
  cursor?: string
  hasMore?: boolean
}

/** Page numbers are encoded in the cursor too, so that `positionAfter` needs nothing else. */
const pageOf = <Item>(paging: Paging, items: Item[], meta: Meta, response: ResponseInfo): PageInfo<Item> => {
  const { page = 1, totalPages = 1, total = null } = meta
  const last = items.at(-1) as { id?: string } | undefined
  const cursor = { page: String(page + 1), cursor: meta.cursor ?? null, before: last?.id ?? null }[paging]
  const hasMore = paging === 'page' ? page < totalPages : meta.hasMore === true
  return { items, total, cursor, hasMore, response }
}

const positionAfter = (paging: Paging, { cursor }: PageInfo<unknown>) => ({ [paging]: cursor })

/** Base class of the operations on one kind of object. */
export class Resource {
  protected readonly client: Client

  constructor(client: Client) {
    this.client = client
  }
}

/** The effects of a call, and the token that carries out exactly these. */
export interface Quote {
  token: string
  expiresAt: string
  /** Email addresses that the call concerns, and those that get an email. `list` is null without `guests:read`. */
  people: { count: number; mailed: number; list: string[] | null; next: string | null }
  /** Amounts in minor units. */
  money: { currency: string; refunded: number; charged: number }[]
  /** Number of created and updated objects by type. */
  changes: Record<string, number>
  deleted: { object: string; id: string }[]
  webhooks: number
}

/** Adds `.quote(…)`, which takes the same arguments and returns the effects of the call without carrying it out. */
export const quotable = <Args extends unknown[], Data>(act: (...args: Args) => Call<Data>, optionsAt: number) => {
  const quote = (...args: Args): Promise<Quote> => {
    const all: unknown[] = [...args]
    all[optionsAt] = { ...(args[optionsAt] as object | undefined), isDryRun: true }
    const call = act(...(all as Args)) as unknown as Call<{ quote: Quote }>
    return call.then((data) => data.quote)
  }
  return Object.assign(act, { quote })
}
