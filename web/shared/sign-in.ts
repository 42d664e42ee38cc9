import * as oauth from 'oauth4webapi'
import { SaidInWords } from './api.ts'
import type { Session } from './session-store.ts'
import { forgetAll, keepDeparture, keepSession, readSession, takeDeparture } from './session-store.ts'
import { createTabs } from './sign-in-tabs.ts'

export interface SignInSettings {
  issuer: string
  clientId: string
  /**
   * Additional authorization parameters that this provider needs, as a query string. `resource` is also sent to the
   * token endpoint.
   */
  parameters: string
}

const SENTENCES = {
  unfinished: 'You didn’t finish signing in.',
  unreachable: 'We can’t reach the sign-in page right now.',
  failed: 'We couldn’t complete your sign-in. Try again.',
  elsewhere: 'You started this sign-in in another tab. Try again here.',
  missing: 'The sign-in provider has no sign-in page.',
} as const

/** `reason` lets a page with several languages use its own sentence. */
export class SignInFailed extends SaidInWords {
  override readonly name = 'SignInFailed'
  readonly reason: keyof typeof SENTENCES

  constructor(reason: keyof typeof SENTENCES, options?: ErrorOptions) {
    super(SENTENCES[reason], options)
    this.reason = reason
  }
}

const SCOPE = 'openid profile'
/** Tokens are refreshed 30 s before they expire, so that no request arrives with an expired one. */
const REFRESH_EARLY_MS = 30_000
const DEFAULT_LIFETIME_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 120

const isLoopback = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** Returns the settings that the server wrote into the page, or null if sign-in is not configured. */
export const signInSettings = (): SignInSettings | null => {
  const text = document.getElementById('sign-in')?.textContent
  return text ? (JSON.parse(text) as SignInSettings) : null
}

const nameIn = (claims: oauth.IDToken | undefined) => {
  const found = [claims?.name, claims?.preferred_username, claims?.email, claims?.sub]
  return found.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}

const sessionOf = (tokens: oauth.TokenEndpointResponse, before: Session | null): Session => ({
  subject: oauth.getValidatedIdTokenClaims(tokens)?.sub ?? before?.subject ?? '',
  accessToken: tokens.access_token,
  expiresAt: Date.now() + (tokens.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1000,
  refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
  idToken: tokens.id_token ?? before?.idToken ?? null,
  name: nameIn(oauth.getValidatedIdTokenClaims(tokens)) || (before?.name ?? ''),
})

const toSignInFailed = (error: unknown) => {
  if (error instanceof SignInFailed) return error
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
    return new SignInFailed('unfinished', { cause: error })
  return new SignInFailed(error instanceof TypeError ? 'unreachable' : 'failed', { cause: error })
}

/**
 * Signs in with an authorization code and PKCE. Tokens stay in memory and in the `sessionStorage` of the tabs in which
 * this page is open.
 */
export const createSignIn = (settings: SignInSettings) => {
  const issuer = new URL(settings.issuer)
  const isPlainHere = issuer.protocol === 'http:' && isLoopback(issuer)
  // oxlint-disable-next-line typescript/no-deprecated -- only for a provider on this machine
  const options = isPlainHere ? ({ [oauth.allowInsecureRequests]: true } as const) : {}
  const client: oauth.Client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const extra = new URLSearchParams(settings.parameters)
  const resource = extra.get('resource')
  const atToken = { ...options, additionalParameters: new URLSearchParams(resource === null ? {} : { resource }) }
  const redirectUri = location.origin + location.pathname

  let session = readSession()
  /** The user whose data this tab shows. Sessions of other users in other tabs are ignored. */
  let subject = session?.subject ?? null
  let renewal: Promise<string | null> | null = null
  let serverMetadata: Promise<oauth.AuthorizationServer> | null = null

  const discover = () =>
    oauth
      .discoveryRequest(issuer, { ...options, algorithm: 'oidc' })
      .then((response) => oauth.processDiscoveryResponse(issuer, response))

  const server = () => {
    serverMetadata ??= discover().catch((error: unknown) => {
      serverMetadata = null
      throw error
    })
    return serverMetadata
  }

  const adopt = (other: Session) => {
    session = other
    subject = other.subject
    keepSession(other)
    return other.accessToken
  }

  const tabs = createTabs(location.pathname, {
    current: () => session,
    renewed: (other) => {
      if (other.subject === subject) adopt(other)
    },
    ended: (who) => {
      if (who === subject) forget()
    },
  })

  const keep = (tokens: oauth.TokenEndpointResponse) => {
    const next = sessionOf(tokens, session)
    tabs.share(next)
    return adopt(next)
  }

  const forget = () => {
    session = null
    forgetAll()
    return null
  }

  const refresh = async (refreshToken: string) => {
    const provider = await server()
    const response = await oauth.refreshTokenGrantRequest(provider, client, oauth.None(), refreshToken, atToken)
    return keep(await oauth.processRefreshTokenResponse(provider, client, response))
  }

  const refreshOrAdopt = async () => {
    const own = session
    const newer = await tabs.newest((other) => other.subject === subject && other.expiresAt > (own?.expiresAt ?? 0))
    if (newer !== null) return adopt(newer)
    return session === null || session.refreshToken === null ? forget() : refresh(session.refreshToken)
  }

  /**
   * Refreshes the token, or takes the one that another tab has just got. An OAuth error response ends the session.
   * After a network error the session stays, so that another attempt is possible.
   */
  const renew = () => {
    renewal ??= tabs
      .inTurn(refreshOrAdopt)
      .catch((error: unknown) => {
        if (error instanceof oauth.ResponseBodyError) return forget()
        throw toSignInFailed(error)
      })
      .finally(() => (renewal = null))
    return renewal
  }

  const finish = async (state: string) => {
    const departure = takeDeparture(state)
    const answer = new URL(location.href)
    // Removes the authorization code from the URL and the history. The code works only once.
    history.replaceState(null, '', departure?.place ?? location.pathname)
    if (departure === null) throw new SignInFailed('elsewhere')
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

  const leave = async (isFresh = false) => {
    const provider = await server()
    if (provider.authorization_endpoint === undefined) throw new SignInFailed('missing')
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
      // The provider asks the user to sign in, even if they have a session there.
      ...(isFresh ? { max_age: '0' } : {}),
    }
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
    keepDeparture(state, { verifier, nonce, place: location.pathname + location.search + location.hash })
    location.assign(target)
  }

  return {
    /** If the URL contains the response to a sign-in, completes that sign-in. Returns whether the user is signed in. */
    resume: async (): Promise<boolean> => {
      const query = new URLSearchParams(location.search)
      const state = query.get('state')
      if (state !== null && (query.has('code') || query.has('error'))) {
        await finish(state).catch((error: unknown) => {
          throw toSignInFailed(error)
        })
      }
      if (session === null) {
        const other = await tabs.newest(() => true)
        if (other !== null) adopt(other)
      }
      return session !== null
    },
    /** Redirects to the provider. Afterwards `finish()` restores the current URL. */
    start: () =>
      leave().catch((error: unknown) => {
        throw toSignInFailed(error)
      }),
    /** Asks the provider for a new sign-in, for requests that need a fresh one. */
    startFresh: () =>
      leave(true).catch((error: unknown) => {
        throw toSignInFailed(error)
      }),
    name: () => session?.name ?? '',
    token: async () => {
      if (session === null) return null
      return session.expiresAt - REFRESH_EARLY_MS > Date.now() ? session.accessToken : renew()
    },
    renew,
    /** Deletes the local session, then redirects to the provider's `end_session_endpoint` if there is one. */
    signOut: async () => {
      const idToken = session?.idToken ?? null
      if (session !== null) tabs.end(session)
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
