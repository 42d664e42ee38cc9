import { strongEtag } from '../kernel/crypto.ts'
import { comparableEtag } from '../kernel/etags.ts'
import type { Config } from '../deps.ts'
import type { Route } from './operation.ts'

const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id, RateLimit-Policy'

/** Default headers of all responses. A response that already sets one of them keeps its own value. */
const DEFAULT_HEADERS: Record<string, string> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Returns whether any origin may read the response. True for `open` routes, except if the URL is a credential
 * (`secret`) or the response is marked `private`.
 */
const isForAllOrigins = (route: Route | null, answer: Response) =>
  route !== null &&
  route.surface === 'open' &&
  route.secret !== true &&
  !(answer.headers.get('Cache-Control') ?? '').startsWith('private')

const corsHeaders = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED_HEADERS }

export const preflight = (methods: string[]) =>
  new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  })

/** Sets `X-Request-Id`. The headers of a fetched response are immutable, so such a response is copied first. */
const withRequestId = (answer: Response, requestId: string) => {
  try {
    answer.headers.set('X-Request-Id', requestId)
    return answer
  } catch {
    const headers = new Headers(answer.headers)
    headers.set('X-Request-Id', requestId)
    if (answer.webSocket !== null) return new Response(null, { status: 101, headers, webSocket: answer.webSocket })
    return new Response(answer.body, { status: answer.status, headers })
  }
}

/** Adds the headers that all responses of a route have. */
export const withRouteHeaders = (answer: Response, route: Route | null) => {
  for (const [name, value] of Object.entries(DEFAULT_HEADERS))
    if (!answer.headers.has(name)) answer.headers.set(name, value)
  if (answer.status !== 101 && isForAllOrigins(route, answer))
    for (const [name, value] of Object.entries(corsHeaders)) answer.headers.set(name, value)
  return answer
}

/** Adds the headers of one request. A response from the cache has those of its route. */
export const withRequestHeaders = (
  answer: Response,
  route: Route | null,
  { requestId, headers, isFromCache }: { requestId: string; headers: Record<string, string>; isFromCache?: boolean },
) => {
  const own = withRequestId(answer, requestId)
  if (isFromCache !== true) withRouteHeaders(own, route)
  for (const [name, value] of Object.entries(headers)) own.headers.set(name, value)
  return own
}

export const withDefaultHeaders = (answer: Response, requestId: string) =>
  withRequestHeaders(answer, null, { requestId, headers: {} })

/** Allows shared caches to store the response, but makes them revalidate it on each use. */
const REVALIDATE = 'public, max-age=0, must-revalidate'

export const withEtag = (answer: Response, etag: string) => {
  answer.headers.set('ETag', etag)
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', REVALIDATE)
  return answer
}

export const unchanged = (etag: string) =>
  new Response(null, { status: 304, headers: { ETag: etag, 'Cache-Control': REVALIDATE } })

export const withBytesEtag = async (answer: Response) => {
  if (answer.status !== 200 || answer.headers.has('ETag')) return answer
  const bytes = await answer.arrayBuffer()
  const { headers } = answer
  return withEtag(new Response(bytes, { status: 200, headers }), await strongEtag(new Uint8Array(bytes)))
}

export const notModified = (request: Request, answer: Response) => {
  const known = request.headers.get('If-None-Match')
  const etag = known === null ? null : answer.headers.get('ETag')
  if (answer.status !== 200 || etag === null || known === null) return answer
  const matching = known.split(',').find((candidate) => comparableEtag(candidate) === comparableEtag(etag))
  if (known.trim() !== '*' && matching === undefined) return answer
  const headers = new Headers(answer.headers)
  headers.delete('Content-Type')
  headers.delete('Content-Length')
  headers.delete('Content-Encoding')
  // Names the representation that the client has, which may be compressed when this response isn't.
  if (matching !== undefined) headers.set('ETag', matching.trim().replace(/^W\//, ''))
  return new Response(null, { status: 304, headers })
}

/** Returns no headers until `DEPRECATED_AT` and `SUNSET_AT` are set, and none on routes without a `successor`. */
export const deprecationHeaders = (
  route: Route,
  config: Config,
  params: Record<string, string>,
): Record<string, string> => {
  if (config.deprecation === null || route.successor === undefined) return {}
  const successor = route.successor.replaceAll(/:(\w+)/g, (whole, name: string) =>
    encodeURIComponent(params[name] ?? whole),
  )
  return {
    Deprecation: `@${Math.floor(config.deprecation.deprecatedAt / 1000)}`,
    Sunset: new Date(config.deprecation.sunsetAt).toUTCString(),
    Link: `<${config.baseUrl}${successor}>; rel="successor-version"`,
  }
}
