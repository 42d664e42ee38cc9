import { countOne } from '../access/rate-limit.ts'
import type { Config, Deps } from '../deps.ts'
import { readBytes } from '../kernel/bytes.ts'
import { APP_RESOURCES, SCOPE_NAMES, type AppResource } from '../kernel/vocabulary.ts'
import {
  COMMAND_LINE_PATH,
  commandLineMetadata,
  redeemCode,
  redeemRefreshToken,
  revokeToken,
  TokenRefusal,
} from '../modules/apps/index.ts'
import { resourceMetadataUrl, resourceUrl } from '../operation/resources.ts'

const MAX_FORM_BYTES = 16_384

/** Pages of any origin may call these paths: they use no cookie, and the secret is in the form. */
const CORS = { 'Access-Control-Allow-Origin': '*' }
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '86400',
}

/** RFC 8414. The issuer is the origin of the service; people sign in at another issuer. */
const serverMetadata = ({ pagesUrl }: Config) => ({
  issuer: pagesUrl,
  authorization_endpoint: `${pagesUrl}/oauth/authorize`,
  token_endpoint: `${pagesUrl}/oauth/token`,
  revocation_endpoint: `${pagesUrl}/oauth/revoke`,
  scopes_supported: SCOPE_NAMES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: APP_RESOURCES.map((resource) => resourceUrl({ pagesUrl }, resource)),
  service_documentation: `${pagesUrl}/docs`,
})

/** RFC 9728. */
const resourceMetadata = (config: Config, resource: AppResource) => ({
  resource: resourceUrl(config, resource),
  resource_name: 'Event Calendar Service',
  authorization_servers: [config.pagesUrl],
  scopes_supported: SCOPE_NAMES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${config.pagesUrl}/docs`,
})

/** Reads a form. A field that occurs twice is an error, as OAuth requires. */
const readForm = async (request: Request) => {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new TokenRefusal('invalid_request', 'Send a form.')
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_FORM_BYTES)))
  const names = [...form.keys()]
  if (new Set(names).size !== names.length) throw new TokenRefusal('invalid_request', 'A parameter occurs twice.')
  if (request.headers.has('Authorization') || form.has('client_secret'))
    throw new TokenRefusal('invalid_client', 'Apps have no secret. Send only the client_id.')
  return form
}

const GRANTS = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', redeemRefreshToken],
])

const answerToken = async (form: URLSearchParams, deps: Deps) => {
  const redeem = GRANTS.get(form.get('grant_type') ?? '')
  if (redeem === undefined) throw new TokenRefusal('unsupported_grant_type', 'Use authorization_code or refresh_token.')
  return Response.json(await redeem(form, deps))
}

const answerRevocation = async (form: URLSearchParams, deps: Deps) => {
  await revokeToken(form, deps)
  return new Response(null, { status: 200 })
}

interface OAuthRequest {
  request: Request
  address: string
  deps: Deps
}

const posted = async (
  { request, address, deps }: OAuthRequest,
  answer: (form: URLSearchParams, deps: Deps) => Promise<Response>,
) => {
  await countOne(deps.limiter, 'open', address)
  try {
    return await answer(await readForm(request), deps)
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error
    const status = error.code === 'invalid_client' ? 401 : 400
    return Response.json({ error: error.code, error_description: error.message }, { status })
  }
}

interface Endpoint {
  method: 'GET' | 'POST'
  answer: (asked: OAuthRequest) => Promise<Response> | Response
}

const metadataOf = (read: (config: Config) => object): Endpoint => ({
  method: 'GET',
  answer: ({ deps }) => Response.json(read(deps.config), { headers: { 'Cache-Control': 'public, max-age=3600' } }),
})

/** Redirects to the workspace, which asks the user. The screen is in the hash, so the sign-in returns to it. */
const toWorkspace = ({ request, deps }: OAuthRequest) => {
  const asked = new URLSearchParams({ request: new URL(request.url).search.slice(1) })
  return new Response(null, {
    status: 302,
    headers: { Location: `${deps.config.pagesUrl}/console#/allow?${asked.toString()}` },
  })
}

/** The paths for apps, outside `/api`: metadata, the redirect to the consent page, tokens and revocation. */
export const oauthEndpoints = ({ config }: Pick<Deps, 'config'>): Readonly<Record<string, Endpoint>> => ({
  '/.well-known/oauth-authorization-server': metadataOf(serverMetadata),
  '/.well-known/oauth-protected-resource': metadataOf((settings) => resourceMetadata(settings, 'api')),
  ...Object.fromEntries(
    APP_RESOURCES.map((resource) => [
      new URL(resourceMetadataUrl(config, resource)).pathname,
      metadataOf((settings) => resourceMetadata(settings, resource)),
    ]),
  ),
  [COMMAND_LINE_PATH]: metadataOf(commandLineMetadata),
  '/oauth/authorize': { method: 'GET', answer: toWorkspace },
  '/oauth/token': { method: 'POST', answer: (asked) => posted(asked, answerToken) },
  '/oauth/revoke': { method: 'POST', answer: (asked) => posted(asked, answerRevocation) },
})

export const serveOAuth = async ({ method, answer }: Endpoint, asked: OAuthRequest): Promise<Response> => {
  if (asked.request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })
  const isRead = method === 'GET' && asked.request.method === 'HEAD'
  if (asked.request.method !== method && !isRead) {
    return new Response(null, { status: 405, headers: { Allow: `${method}, OPTIONS` } })
  }
  const response = await answer(asked)
  for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
  return response
}
