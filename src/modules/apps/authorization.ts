import type { Deps } from '../../deps.ts'
import { invalid } from '../../kernel/failure.ts'
import { APP_RESOURCES, SCOPE_NAMES, type AppResource, type Scope } from '../../kernel/vocabulary.ts'
import { resourceUrl } from '../../operation/resources.ts'
import { fetchClient, mayRedirectTo, type AppClient } from './client.ts'

const CHALLENGE = /^[\w-]{43}$/

interface Asked {
  scopes: Scope[]
  resource: AppResource
  challenge: string
}

/** An authorization request of a known client. `asked` is null if the request must be sent back with `error`. */
interface Authorization {
  client: AppClient
  redirectUri: string
  state: string | null
  asked: Asked | null
  error: { code: string; description: string } | null
}

const wrong = (code: string, description: string) => ({ code, description })

const scopesIn = (text: string): Scope[] | null => {
  const names = text.split(' ').filter((name) => name !== '')
  const known = SCOPE_NAMES.filter((scope) => names.includes(scope))
  return known.length === new Set(names).size ? known : null
}

const askedIn = (parameters: URLSearchParams, { config }: Deps): Asked | { code: string; description: string } => {
  if (parameters.get('response_type') !== 'code') return wrong('unsupported_response_type', 'Use response_type=code.')
  if (parameters.has('request') || parameters.has('request_uri'))
    return wrong('request_not_supported', 'Send the parameters in the query.')
  const challenge = parameters.get('code_challenge') ?? ''
  if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    return wrong('invalid_request', 'PKCE with code_challenge_method=S256 is required.')
  const scope = parameters.get('scope')
  const scopes = scope === null ? [...SCOPE_NAMES] : scopesIn(scope)
  if (scopes === null || scopes.length === 0)
    return wrong('invalid_scope', 'The scope names an unknown scope, or none.')
  const wanted = parameters.get('resource')
  const resource = wanted === null ? 'api' : APP_RESOURCES.find((each) => resourceUrl(config, each) === wanted)
  if (resource === undefined) return wrong('invalid_target', 'The resource is none of this service.')
  return { scopes, resource, challenge }
}

/**
 * Reads an authorization request. Throws if the client or its redirect address is wrong, because such a request must
 * not be sent back to that address.
 */
export const readAuthorization = async (query: string, deps: Deps): Promise<Authorization> => {
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  if (new Set(names).size !== names.length) throw invalid('request', 'has a parameter twice')
  const client = await fetchClient(parameters.get('client_id') ?? '', deps)
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!mayRedirectTo(client, redirectUri)) throw invalid('redirect_uri', 'is not an address of this app')
  const asked = askedIn(parameters, deps)
  const state = parameters.get('state')
  return 'code' in asked
    ? { client, redirectUri, state, asked: null, error: asked }
    : { client, redirectUri, state, asked, error: null }
}

/** Returns the URL to which the browser takes the response. `iss` is required by RFC 9207. */
export const responseUrl = (
  { redirectUri, state }: Pick<Authorization, 'redirectUri' | 'state'>,
  response: Record<string, string>,
  { config }: Pick<Deps, 'config'>,
) => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  url.searchParams.set('iss', config.pagesUrl)
  return url.href
}

export const errorUrl = (
  authorization: Authorization,
  { code, description }: { code: string; description: string },
  deps: Deps,
) => responseUrl(authorization, { error: code, error_description: description }, deps)
