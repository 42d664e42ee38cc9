import type { Configuration, Context } from 'oidc-provider'
import type Provider from 'oidc-provider'
import { logoutPage } from './pages.ts'
import { providerKeys } from './keys.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { isOperator, profileOf, userOfSubject } from './users.ts'

export interface ProviderSettings {
  issuer: string
  audience: string
  /** Origins from which the console and the kiosk may be served. */
  origins: string[]
  dataDir: string
}

export const COMMAND_LINE_CLIENT = 'command-line'
export const commandLineRedirect = (issuer: string) => `${issuer}/signed-in`

const SCOPE = 'calendar'
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Redirect URIs: the pages from which a sign-in can start. */
const signInPlaces = (origins: readonly string[]) =>
  origins.flatMap((origin) => [`${origin}/console`, `${origin}/kiosk`])

const clients = ({ issuer, origins }: ProviderSettings) => [
  {
    client_id: 'console',
    client_name: 'Event Calendar console',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: signInPlaces(origins),
    post_logout_redirect_uris: signInPlaces(origins),
  },
  {
    client_id: COMMAND_LINE_CLIENT,
    client_name: 'Event Calendar command line',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [commandLineRedirect(issuer)],
  },
]

const grantAll = (provider: () => Provider, audience: string) => async (context: Context) => {
  const { client, session } = context.oidc
  const grantId = session.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider().Grant.find(grantId)
  if (known !== undefined) return known
  const grant = new (provider().Grant)({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope('openid profile email')
  grant.addResourceScope(audience, SCOPE)
  await grant.save()
  return grant
}

const lifetime = (_context: unknown, _token: unknown, client: { clientId: string }) =>
  client.clientId === COMMAND_LINE_CLIENT ? DAY_SECONDS : HOUR_SECONDS

export const configurationOf = (settings: ProviderSettings, provider: () => Provider): Configuration => {
  const { audience, origins, dataDir } = settings
  const { jwks, cookieKeys } = providerKeys(dataDir)
  return {
    adapter: memoryAdapter(),
    clients: clients(settings),
    clientBasedCORS: (_context: unknown, origin: string) => origins.includes(origin),
    jwks,
    cookies: { keys: cookieKeys, names: { session: '_session', interaction: '_interaction', resume: '_resume' } },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'profile', 'email'],
    pkce: { required: () => true },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: logoutPage },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience,
          scope: SCOPE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: {
      AccessToken: lifetime,
      AuthorizationCode: 60,
      Grant: 14 * DAY_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      RefreshToken: 14 * DAY_SECONDS,
      Session: 14 * DAY_SECONDS,
    },
    issueRefreshToken: async (_context: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: grantAll(provider, audience),
    findAccount: (_context, sub) => {
      const name = userOfSubject(sub)
      return name === null
        ? undefined
        : { accountId: sub, claims: () => ({ sub, preferred_username: name, ...profileOf(name) }) }
    },
    extraTokenClaims: ({ oidc: { entities } }, { accountId }) => {
      const name = accountId === undefined ? null : userOfSubject(accountId)
      if (accountId === undefined || name === null) return undefined
      const { authTime } = entities.AuthorizationCode ?? entities.RefreshToken ?? {}
      return { ...profileOf(name), auth_time: authTime, ...(isOperator(accountId) && { operator: true }) }
    },
  }
}
