import { Hono, type Context } from 'hono'
import { failureResponse, handle, type Arrival } from './contract/compile.ts'
import { internalErrorBody } from './contract/errors.ts'
import { corsHeaders, isForAllOrigins, notModified, preflight, withHouseHeaders } from './contract/finish.ts'
import type { Operation, Route } from './contract/operation.ts'
import type { Deps } from './deps.ts'
import { Failure, notFound } from './kernel/failure.ts'
import { describeError } from './kernel/log.ts'
import { rootOf } from './kernel/violations.ts'

const BASE_PATH = '/api'

interface Matched {
  operation: Operation
  route: Route
}

const segmentsOf = (path: string) => path.split('/')

/** Of two routes that fit one path the one with the literal segment comes first. */
const byLiteralFirst = (left: Matched, right: Matched) => {
  const [a, b] = [segmentsOf(left.route.path), segmentsOf(right.route.path)]
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = Number(a[index]?.startsWith(':')) - Number(b[index]?.startsWith(':'))
    if (difference !== 0) return difference
  }
  // Without the length this would be no order at all: a short path equal to both a literal and a parameter.
  return a.length - b.length
}

const fits = (pattern: string, path: string) => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)]
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith(':') ? given[index] !== '' : segment === given[index]))
  )
}

const methodsOf = (routes: Route[]) => [
  ...new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
]

const addressOf = (request: Request, deps: Deps) => {
  if (deps.config.environment !== 'local') return request.headers.get('CF-Connecting-IP') ?? 'unknown'
  if (!deps.config.trustProxy) return 'everyone'
  return request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? 'everyone'
}

const isTransient = (error: unknown) =>
  /D1_ERROR.*(?:network connection lost|reset|overloaded|timed? ?out|internal error)|Network connection lost|\.overloaded/i.test(
    String(rootOf(error)),
  )

const failureOf = (error: unknown): Failure | null => {
  if (error instanceof Failure) return error
  if (isTransient(error)) {
    return new Failure('unavailable', 'unavailable', 'A part of the service does not answer just now.', {
      retryAfterSeconds: 5,
      cause: error,
    })
  }
  return null
}

/** The registry as an HTTP application: every answer, refusals and crashes included, leaves through here. */
export const createApp = (operations: readonly Operation[], deps: Deps) => {
  const app = new Hono()
  const routes: Matched[] = operations
    .flatMap((operation) => operation.routes.map((route) => ({ operation, route })))
    .toSorted(byLiteralFirst)

  const answerTo = async (context: Context, matched: Matched | null, work: (arrival: Arrival) => Promise<Response>) => {
    const request = context.req.raw
    const startedAt = deps.clock()
    const requestId = deps.newId('req')
    const noted: Arrival['noted'] = { headers: {} }
    const route = matched?.route ?? null
    let answer: Response
    try {
      const params = context.req.param() as Record<string, string>
      answer = await work({ request, requestId, address: addressOf(request, deps), params, noted })
    } catch (error) {
      const failure = failureOf(error)
      if (failure === null || failure.kind === 'unavailable') {
        deps.log.error('request failed', {
          requestId,
          route: route?.path,
          ...describeError(failure?.extras.cause ?? error),
        })
      }
      answer =
        failure === null
          ? Response.json(internalErrorBody(requestId), { status: 500 })
          : failureResponse(failure, requestId)
    }
    answer = withHouseHeaders(notModified(request, answer), requestId, noted.headers)
    if (answer.status !== 101 && isForAllOrigins(route, answer)) {
      for (const [name, value] of Object.entries(corsHeaders)) answer.headers.set(name, value)
    }
    deps.log.info('request', {
      requestId,
      method: request.method,
      route: route?.path ?? 'none',
      operation: matched?.operation.id,
      status: answer.status,
      ms: deps.clock() - startedAt,
      actor: noted.actor,
    })
    return answer
  }

  for (const matched of routes) {
    app.on(matched.route.method, BASE_PATH + matched.route.path, (context) =>
      answerTo(context, matched, (arrival) => handle(matched.operation, matched.route, arrival, deps)),
    )
  }

  /** No route took it: a preflight, a wrong method, or nothing at all. */
  app.all('*', (context) =>
    answerTo(context, null, async () => {
      const { pathname } = new URL(context.req.url)
      const path = pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : null
      const here = path === null ? [] : routes.filter(({ route }) => fits(route.path, path)).map(({ route }) => route)
      if (here.length === 0) throw notFound()
      const forAllOrigins = here.filter(({ surface, secret }) => surface === 'open' && secret !== true)
      if (context.req.method === 'OPTIONS' && forAllOrigins.length > 0)
        return preflight([...methodsOf(forAllOrigins), 'OPTIONS'])
      throw new Failure('methodNotAllowed', 'method_not_allowed', 'This address does not take this method.', {
        headers: { Allow: methodsOf(here).join(', ') },
      })
    }),
  )
  return app
}
