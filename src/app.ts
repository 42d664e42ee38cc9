import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { actorId, isProgram, type ProgramActor } from './access/actor.ts'
import { callerOf } from './access/caller.ts'
import { crashOf, errorResponse } from './operation/answer.ts'
import { handle, type Arrival } from './operation/handle.ts'
import { notModified, preflight, withRequestHeaders } from './operation/finish.ts'
import type { Operation } from './operation/operation.ts'
import { METHODS, type Route } from './operation/route.ts'
import type { Deps } from './deps.ts'
import { Failure, notFound, refusal } from './kernel/failure.ts'
import { describeError } from './kernel/log.ts'
import { lazy } from './kernel/lazy.ts'
import { keyedOperations, type KeyedApi } from './mcp/operations.ts'
import { credentialOf, serveMcp } from './mcp/serve.ts'
import { oauthEndpoints, serveOAuth } from './oauth/serve.ts'
import { byLiteralFirst, matchRoute, overlaps } from './kernel/route-pattern.ts'
import { rootOf } from './kernel/violations.ts'
import type { Api, HtmlPage } from './pages/page.ts'
import { isForPeople } from './operation/for-people.ts'
import { servePage, serveRefusal } from './pages/serve.tsx'

const BASE_PATH = '/api'

interface Assistant {
  /** Name that the assistant's program gives itself. */
  via: string
  caller: ProgramActor | null
}

interface Matched {
  operation: Operation
  route: Route
}

const methodsOf = (routes: Route[]) =>
  METHODS.filter((method) => routes.some((route) => route.method === method)).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )

const addressOf = (request: Request, deps: Deps) => {
  if (deps.config.trustProxy)
    return callerOf(request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? 'everyone')
  if (deps.config.environment === 'local') return 'everyone'
  return callerOf(request.headers.get('CF-Connecting-IP') ?? 'unknown')
}

const isTransient = (error: unknown) =>
  /D1_ERROR.*(?:network connection lost|reset|overloaded|timed? ?out|internal error|maximum db size)|database or disk is full|Network connection lost|\.overloaded/i.test(
    String(rootOf(error)),
  )

const failureOf = (error: unknown): Failure | null => {
  if (error instanceof Failure) return error
  if (isTransient(error)) {
    return refusal('unavailable', { retryAfterSeconds: 5, cause: error })
  }
  return null
}

type Refuse = (failure: Failure | null, requestId: string, request: Request) => Response | Promise<Response>

const refuseAsJson: Refuse = (failure, requestId) =>
  failure === null ? crashOf(requestId) : errorResponse(failure, requestId)

const refuseAsPage: Refuse = (failure, requestId, request) =>
  serveRefusal(failure, failure?.status ?? 500, { requestId, request })

/** Renders refusals as HTML for browsers, for operations with a `refusalPage`. API clients get JSON. */
const refuseBy =
  ({ refusalPage }: Operation, context: Context): Refuse =>
  async (failure, requestId, request) => {
    const plain = await refuseAsJson(failure, requestId, request)
    if (refusalPage === undefined || !isForPeople(context.req.raw)) return plain
    const { text, policy } = await refusalPage(failure, context.req.param() as Record<string, string>, request)
    const answer = new Response(text, plain)
    answer.headers.set('Content-Type', 'text/html; charset=utf-8')
    answer.headers.set('Content-Security-Policy', policy)
    return answer
  }

/**
 * Headers with the visitor's IP address. Pages pass them on when they call the API, so that rate limits count the
 * visitor.
 */
const FORWARDED_HEADERS = ['CF-Connecting-IP', 'X-Forwarded-For']

/**
 * Builds the HTTP application from operations and pages. All responses, including refusals and crashes, go through
 * `answerTo`.
 */
export const createApp = (operations: readonly Operation[], deps: Deps, pages: readonly HtmlPage[] = []) => {
  const app = new HonoBase({ router: new TrieRouter() })
  const routes: Matched[] = operations
    .flatMap((operation) => operation.routes.map((route) => ({ operation, route })))
    .toSorted((left, right) => byLiteralFirst(left.route.path, right.route.path))

  /**
   * The assistants behind requests that `/mcp` makes within the process, by request, so that no header can claim one.
   * `caller` is set once the credential has been checked, which saves a tool the request that would identify its
   * caller.
   */
  const assistants = new WeakMap<Request, Assistant>()

  const answerTo = async (
    context: Context,
    matched: Matched | null,
    work: (arrival: Arrival) => Promise<Response>,
    { refuse, path }: { refuse: Refuse; path?: string } = { refuse: refuseAsJson },
  ) => {
    const request = context.req.raw
    const startedAt = deps.machine()
    const requestId = deps.newId('req')
    const noted: Arrival['noted'] = { headers: {} }
    const assistant = assistants.get(request)
    const route = matched?.route ?? null
    let answer: Response
    try {
      const params = context.req.param() as Record<string, string>
      answer = await work({
        request,
        requestId,
        address: addressOf(request, deps),
        params,
        via: assistant?.via ?? null,
        noted,
      })
    } catch (error) {
      const failure = failureOf(error)
      if (failure === null || failure.code === 'unavailable') {
        deps.log.error('request failed', {
          requestId,
          route: route?.path ?? path,
          ...describeError(failure?.extras.cause ?? error),
        })
      }
      answer = await refuse(failure, requestId, request)
    }
    const { actor, ...sent } = noted
    if (assistant !== undefined && actor !== undefined && isProgram(actor)) assistant.caller = actor
    answer = withRequestHeaders(notModified(request, answer), route, { requestId, ...sent })
    // Monitoring calls `system.health` every few seconds, so successful calls are logged at debug level only.
    const level = matched?.operation.id === 'system.health' && answer.ok ? 'debug' : 'info'
    deps.log[level]('request', {
      requestId,
      method: request.method,
      route: route?.path ?? path ?? 'none',
      operation: matched?.operation.id,
      status: answer.status,
      ms: deps.machine() - startedAt,
      actor: actor === undefined ? undefined : actorId(actor),
    })
    return answer
  }

  /**
   * Returns the routes at a path: those of the most literal pattern, so `/checkins/summary` is never a
   * `/checkins/:checkinId`.
   */
  const routesAt = (path: string): Route[] => {
    const pattern = routes.find(({ route }) => matchRoute(route.path, path) !== null)?.route.path
    return routes.flatMap(({ route }) => (route.path === pattern ? [route] : []))
  }
  const pathOf = (context: Context) => new URL(context.req.url).pathname.slice(BASE_PATH.length)
  const refuseMethod = (here: Route[]) =>
    refusal('method_not_allowed', { headers: { Allow: methodsOf(here).join(', ') } })

  const patterns = [...new Set(routes.map(({ route }) => route.path))]
  for (const matched of routes) {
    const { method, path } = matched.route
    // A path such as `/checkins/summary` also matches `DELETE /checkins/:checkinId`, but has no DELETE. Lazy, because
    // comparing all pairs of 386 routes and 299 patterns takes 120 ms, by which it would delay the first request of an
    // isolate.
    const isShadowed = lazy(() =>
      patterns.some((other) => other !== path && byLiteralFirst(other, path) < 0 && overlaps(other, path)),
    )
    app.on(method, BASE_PATH + path, (context) =>
      answerTo(
        context,
        matched,
        async (arrival) => {
          const here = isShadowed() ? routesAt(pathOf(context)) : [matched.route]
          if (here.every((route) => route.method !== method)) throw refuseMethod(here)
          return handle(matched.operation, matched.route, arrival, deps)
        },
        { refuse: refuseBy(matched.operation, context) },
      ),
    )
  }

  /** Sends a request within the process on behalf of the visitor behind `request`. */
  const within = (request: Request, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    for (const name of FORWARDED_HEADERS) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return new Request(new URL(BASE_PATH + path, request.url), { ...init, headers })
  }

  const apiFor =
    (request: Request): Api =>
    async (path, init) =>
      app.fetch(within(request, path, init))

  const apiForAssistant = (request: Request): KeyedApi => {
    const credential = credentialOf(request)
    return async (path, { via, ...init }) => {
      const inner = within(request, path, { ...init, headers: { ...init.headers, ...credential } })
      const assistant: Assistant = { via, caller: null }
      assistants.set(inner, assistant)
      const answer = await app.fetch(inner)
      return { answer, caller: assistant.caller }
    }
  }

  const forAgents = lazy(() => keyedOperations(operations))
  app.all('/mcp', (context) =>
    answerTo(
      context,
      null,
      ({ request }) => serveMcp({ request, deps, operations: forAgents(), api: apiForAssistant(request) }),
      { refuse: refuseAsJson, path: '/mcp' },
    ),
  )

  // Not for sandboxes: OAuth metadata is at the root of a host, and apps only access live calendars.
  const endpoints: ReturnType<typeof oauthEndpoints> =
    new URL(deps.config.pagesUrl).pathname === '/' ? oauthEndpoints(deps) : {}
  for (const [path, endpoint] of Object.entries(endpoints)) {
    app.all(path, (context) =>
      answerTo(context, null, ({ request, address }) => serveOAuth(endpoint, { request, address, deps }), {
        refuse: refuseAsJson,
        path,
      }),
    )
  }

  for (const page of pages) {
    app.on(page.method, page.path, (context) =>
      answerTo(
        context,
        null,
        ({ request, params }) =>
          servePage(
            page,
            {
              request,
              params,
              url: new URL(request.url),
              api: apiFor(request),
              config: deps.config,
              now: deps.clock(),
            },
            deps.edgeCache,
          ),
        { refuse: refuseAsPage, path: page.path },
      ),
    )
  }

  /** Handles all other requests: a CORS preflight, a wrong method (405) or an unknown path (404). */
  app.notFound((context) => {
    const { pathname } = new URL(context.req.url)
    const path = pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : null
    const isPage = pages.length > 0 && path === null && isForPeople(context.req.raw)
    return answerTo(
      context,
      null,
      async () => {
        const here = path === null ? [] : routesAt(path)
        if (here.length === 0) throw notFound()
        const forAllOrigins = here.filter(({ surface, secret }) => surface === 'open' && secret !== true)
        if (context.req.method === 'OPTIONS' && forAllOrigins.length > 0)
          return preflight([...methodsOf(forAllOrigins), 'OPTIONS'])
        throw refuseMethod(here)
      },
      { refuse: isPage ? refuseAsPage : refuseAsJson },
    )
  })
  return app
}
