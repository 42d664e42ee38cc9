import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import type { IdentityDeps } from './ports.ts'
import { onceEach, redirectTo } from './http.ts'
import { insertAuthorizationCode } from './grants.store.ts'
import { hashOf, newRandomSecret } from './secrets.ts'
import { sessionIn } from './session.ts'

export const AUTHORIZATION_CODE_MS = MINUTE_MS
const CHALLENGE = /^[\w-]{43}$/
const MAX_PARAMETER_LENGTH = 1_024

/** The client or its redirect URI is unknown, so the error is shown here and not sent to that address. */
export const BAD_REQUEST = 'bad request'
/** The user has to sign in first. `request` leads back here, without the parameters that ask for a new sign-in. */
export interface SignInNeeded {
  request: string
}

const backTo = (redirectUri: string, answer: Record<string, string>) => {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  return redirectTo(target.href)
}

/** Validates the request by OpenID Connect Core 3.1.2.2 and RFC 7636. Returns an error code, or null. */
const errorIn = (parameters: URLSearchParams, { config }: IdentityDeps) => {
  const value = (name: string) => parameters.get(name) ?? ''
  const prompts = value('prompt').split(' ').filter(Boolean)
  if ([...parameters.values()].some((each) => each.length > MAX_PARAMETER_LENGTH)) return 'invalid_request'
  if (parameters.has('request')) return 'request_not_supported'
  if (parameters.has('request_uri')) return 'request_uri_not_supported'
  if (value('response_type') !== 'code') return 'unsupported_response_type'
  if (!['', 'query'].includes(value('response_mode'))) return 'invalid_request'
  if (!value('scope').split(' ').includes('openid')) return 'invalid_scope'
  if (value('code_challenge_method') !== 'S256' || !CHALLENGE.test(value('code_challenge'))) return 'invalid_request'
  if (prompts.includes('none') && prompts.length > 1) return 'invalid_request'
  if (parameters.has('max_age') && !/^\d{1,9}$/.test(value('max_age'))) return 'invalid_request'
  if (!['', config.audience].includes(value('resource'))) return 'invalid_target'
  return null
}

/** Issues a code if the browser's sign-in is recent enough. */
export const authorize = async (
  request: Request,
  deps: IdentityDeps,
): Promise<Response | SignInNeeded | typeof BAD_REQUEST> => {
  const { config, db, clock } = deps
  const parameters = onceEach(new URL(request.url).searchParams)
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (parameters.get('client_id') !== config.clientId || !config.redirectUris.includes(redirectUri)) return BAD_REQUEST
  const state = parameters.get('state')
  const common = { iss: config.issuer, ...(state === null ? {} : { state }) }
  const error = errorIn(parameters, deps)
  if (error !== null) return backTo(redirectUri, { error, ...common })

  const prompts = (parameters.get('prompt') ?? '').split(' ')
  const session = await sessionIn(request, deps)
  const now = clock()
  const maxAge = parameters.get('max_age')
  const isTooOld = session !== null && maxAge !== null && now - session.authenticatedAt > Number(maxAge) * SECOND_MS
  if (session === null || isTooOld || prompts.includes('login') || prompts.includes('select_account')) {
    if (prompts.includes('none')) return backTo(redirectUri, { error: 'login_required', ...common })
    const after = new URLSearchParams(parameters)
    after.delete('prompt')
    return { request: after.toString() }
  }
  const code = newRandomSecret()
  const grant = { redirectUri, challenge: parameters.get('code_challenge') ?? '', nonce: parameters.get('nonce') }
  await insertAuthorizationCode(db, await hashOf(code), grant, session, now)
  return backTo(redirectUri, { code, ...common })
}
