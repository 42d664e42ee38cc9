import { describeError } from '../kernel/log.ts'
import { accountRoutes } from './account-routes.ts'
import { SIGN_IN_PATH } from './config.ts'
import { discoveryOf } from './discovery.ts'
import type { IdentityDeps } from './ports.ts'
import type { Handler } from './handler.ts'
import { HttpRefusal, localeIn, withHeaders } from './http.ts'
import { messagePage } from './pages/document.tsx'
import { signInRoutes } from './sign-in-routes.ts'
import type { Signing } from './signing.ts'
import { answerToken } from './token.ts'
import { signInWords } from './words/words.ts'

const DISCOVERY = '/.well-known/openid-configuration'

/** Called by programs, without cookies. */
const endpoints: Readonly<Record<string, Handler>> = {
  [`GET ${DISCOVERY}`]: async (_, { config }) => Response.json(discoveryOf(config)),
  'GET /keys': async (_, __, signing) => Response.json(await signing.keySet()),
  'POST /token': answerToken,
}

const routes: Readonly<Record<string, Handler>> = { ...signInRoutes, ...accountRoutes, ...endpoints }

/**
 * Whether a POST comes from the service's own pages. Browsers send `Origin` with every POST. Programs, which send none,
 * call only the token endpoint, which uses no cookie.
 */
const isOwnPost = (request: Request, route: string, { config }: IdentityDeps) => {
  const origin = request.headers.get('Origin')
  return origin === config.origin || (origin === null && route === 'POST /token')
}

const refusalOf = (request: Request, status: number) => {
  const locale = localeIn(request)
  const words = signInWords(locale)
  return messagePage(locale, status, 'signIn', status === 403 ? words.notHere : words.broken)
}

const answerRoute = async (request: Request, route: string, deps: IdentityDeps, signing: Signing) => {
  const handler = Object.hasOwn(routes, route) ? routes[route] : undefined
  if (handler === undefined) return messagePage(localeIn(request), 404, 'signIn', null)
  if (request.method === 'POST' && !isOwnPost(request, route, deps)) return refusalOf(request, 403)
  try {
    return await handler(request, deps, signing)
  } catch (error) {
    if (error instanceof HttpRefusal)
      return Response.json({ error: 'invalid_request', error_description: error.message }, { status: error.status })
    deps.log.error('a sign-in request failed', { route, ...describeError(error) })
    return refusalOf(request, 500)
  }
}

/** Handles a request under `/sign-in`. */
export const answerSignIn = async (request: Request, deps: IdentityDeps, signing: Signing): Promise<Response> => {
  const startedAt = deps.clock()
  const { pathname } = new URL(request.url)
  const path = pathname.slice(SIGN_IN_PATH.length).replace(/\/$/, '')
  const isHead = request.method === 'HEAD'
  const route = `${isHead ? 'GET' : request.method} ${path}`
  const answer = withHeaders(await answerRoute(request, route, deps, signing), deps.config)
  deps.log.info('request', {
    method: request.method,
    route: Object.hasOwn(routes, route) ? SIGN_IN_PATH + path : 'none',
    status: answer.status,
    ms: deps.clock() - startedAt,
  })
  return isHead ? new Response(null, answer) : answer
}
