import * as oauth from 'oauth4webapi'
import { SaidInWords } from './api.ts'
import type { Session } from './session-store.ts'
import { forgetAll, keepDeparture, keepSession, readSession, takeDeparture } from './session-store.ts'

export interface SignInSettings {
  issuer: string
  clientId: string
  /** What this provider wants beside the standard parameters, as a query string. */
  parameters: string
}

class SignInFailed extends SaidInWords {
  override readonly name = 'SignInFailed'
}

const SCOPE = 'openid profile'
/** Renewed this long before it ends, so that no request travels with a token that ends on the way. */
const EARLY_MS = 30_000
const UNSTATED_LIFETIME_SECONDS = 300
const CLOCKS_DIFFER_SECONDS = 120

const isLoopback = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** The settings that the server wrote into the page; null where nobody can sign in. */
export const signInSettings = (): SignInSettings | null => {
  const text = document.getElementById('sign-in')?.textContent
  return text ? (JSON.parse(text) as SignInSettings) : null
}

const nameIn = (claims: oauth.IDToken | undefined) => {
  const found = [claims?.name, claims?.preferred_username, claims?.email, claims?.sub]
  return found.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}

const sessionOf = (tokens: oauth.TokenEndpointResponse, before: Session | null): Session => ({
  accessToken: tokens.access_token,
  expiresAt: Date.now() + (tokens.expires_in ?? UNSTATED_LIFETIME_SECONDS) * 1000,
  refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
  idToken: tokens.id_token ?? before?.idToken ?? null,
  name: nameIn(oauth.getValidatedIdTokenClaims(tokens)) || (before?.name ?? ''),
})

const inWords = (error: unknown) => {
  if (error instanceof SignInFailed) return error
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
    return new SignInFailed('You didn’t finish signing in.', { cause: error })
  if (error instanceof TypeError)
    return new SignInFailed('We can’t reach the sign-in page right now.', { cause: error })
  return new SignInFailed('We couldn’t complete your sign-in. Try again.', { cause: error })
}

/** Authorization code with PKCE. Tokens stay in memory and in this tab's sessionStorage. */
export const createSignIn = (settings: SignInSettings) => {
  const issuer = new URL(settings.issuer)
  const isPlainHere = issuer.protocol === 'http:' && isLoopback(issuer)
  // oxlint-disable-next-line typescript/no-deprecated -- for a provider on this very machine, and for no other
  const options = isPlainHere ? ({ [oauth.allowInsecureRequests]: true } as const) : {}
  const client: oauth.Client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCKS_DIFFER_SECONDS }
  const extra = new URLSearchParams(settings.parameters)
  const resource = extra.get('resource')
  const atToken = { ...options, additionalParameters: new URLSearchParams(resource === null ? {} : { resource }) }
  const redirectUri = location.origin + location.pathname

  let session = readSession()
  let renewal: Promise<string | null> | null = null
  let known: Promise<oauth.AuthorizationServer> | null = null

  const discover = () =>
    oauth
      .discoveryRequest(issuer, { ...options, algorithm: 'oidc' })
      .then((response) => oauth.processDiscoveryResponse(issuer, response))

  const server = () => {
    known ??= discover().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }

  const keep = (tokens: oauth.TokenEndpointResponse) => {
    session = sessionOf(tokens, session)
    keepSession(session)
    return session.accessToken
  }

  const forget = () => {
    session = null
    forgetAll()
    return null
  }

  const askForAnother = async (refreshToken: string) => {
    const provider = await server()
    const response = await oauth.refreshTokenGrantRequest(provider, client, oauth.None(), refreshToken, atToken)
    return keep(await oauth.processRefreshTokenResponse(provider, client, response))
  }

  /** A provider that refuses ends the session; one that is silent leaves it, to be tried again. */
  const renew = () => {
    if (session === null || session.refreshToken === null) return Promise.resolve(forget())
    renewal ??= askForAnother(session.refreshToken)
      .catch((error: unknown) => {
        if (error instanceof oauth.ResponseBodyError) return forget()
        throw inWords(error)
      })
      .finally(() => (renewal = null))
    return renewal
  }

  const finish = async (state: string) => {
    const departure = takeDeparture(state)
    const answer = new URL(location.href)
    // The code is good once, and belongs in no history.
    history.replaceState(null, '', departure?.place ?? location.pathname)
    if (departure === null) throw new SignInFailed('You started this sign-in in another tab. Try again here.')
    const provider = await server()
    const parameters = oauth.validateAuthResponse(provider, client, answer, state)
    const response = await oauth.authorizationCodeGrantRequest(
      provider,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      departure.verifier,
      atToken,
    )
    keep(
      await oauth.processAuthorizationCodeResponse(provider, client, response, {
        expectedNonce: departure.nonce,
        requireIdToken: true,
      }),
    )
  }

  const leave = async () => {
    const provider = await server()
    if (provider.authorization_endpoint === undefined)
      throw new SignInFailed('The sign-in provider has no sign-in page.')
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ]
    const target = new URL(provider.authorization_endpoint)
    const parameters = {
      scope: SCOPE,
      ...Object.fromEntries(extra),
      client_id: settings.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
    keepDeparture(state, { verifier, nonce, place: location.pathname + location.search + location.hash })
    location.assign(target)
  }

  return {
    /** Ends a sign-in that has just come back, if one has. Answers whether somebody is signed in. */
    resume: async (): Promise<boolean> => {
      const query = new URLSearchParams(location.search)
      const state = query.get('state')
      if (state !== null && (query.has('code') || query.has('error'))) {
        await finish(state).catch((error: unknown) => {
          throw inWords(error)
        })
      }
      return session !== null
    },
    /** Leaves the page for the provider; the person comes back to where they were. */
    start: () =>
      leave().catch((error: unknown) => {
        throw inWords(error)
      }),
    name: () => session?.name ?? '',
    token: async () => {
      if (session === null) return null
      return session.expiresAt - EARLY_MS > Date.now() ? session.accessToken : renew()
    },
    renew,
    /** Forgets everything here first, then has the provider forget too, where it can. */
    signOut: async () => {
      const idToken = session?.idToken ?? null
      forget()
      const { end_session_endpoint: endpoint } = await server().catch(() => ({ end_session_endpoint: undefined }))
      if (endpoint === undefined || idToken === null) return location.assign(location.pathname)
      const target = new URL(endpoint)
      target.searchParams.set('id_token_hint', idToken)
      target.searchParams.set('client_id', settings.clientId)
      target.searchParams.set('post_logout_redirect_uri', redirectUri)
      return location.assign(target)
    },
  }
}

export type SignIn = ReturnType<typeof createSignIn>
