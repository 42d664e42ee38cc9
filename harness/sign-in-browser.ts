import * as client from 'openid-client'

export interface Tokens {
  accessToken: string
  refreshToken: string
  idToken: string
  claims: client.IDToken
}

export type Fetcher = (url: string, init: RequestInit) => Promise<Response>

const overNetwork: Fetcher = (url, init) => fetch(url, init)

/** A browser without a window: it keeps cookies, sends `Origin` with each POST and follows no redirects. */
export const createVisitor = (origin: string, headers: Record<string, string> = {}, fetcher: Fetcher = overNetwork) => {
  const cookies = new Map<string, string>()
  const visit = async (path: string, init: RequestInit = {}) => {
    const answer = await fetcher(new URL(path, origin).href, {
      redirect: 'manual',
      ...init,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(init.method === 'POST' ? { origin } : {}),
        ...headers,
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const post = (path: string, form: Record<string, string>, more: Record<string, string> = {}) =>
    visit(path, { method: 'POST', body: new URLSearchParams(form), headers: more })
  return { visit, post, cookies }
}

export type Visitor = ReturnType<typeof createVisitor>

export const discover = (origin: string, fetcher: Fetcher = overNetwork) =>
  client.discovery(new URL(`${origin}/sign-in`), 'console', { id_token_signed_response_alg: 'ES256' }, client.None(), {
    // oxlint-disable-next-line typescript/no-deprecated -- the service of the test runs on this machine
    execute: [client.allowInsecureRequests],
    [client.customFetch]: (url, init) => fetcher(url, init as RequestInit),
  })

export interface Departure {
  url: URL
  verifier: string
  nonce: string
  state: string
}

/** An authorization request as the workspace makes it. */
export const depart = async (
  config: client.Configuration,
  origin: string,
  more: Record<string, string> = {},
): Promise<Departure> => {
  const [verifier, nonce, state] = [client.randomPKCECodeVerifier(), client.randomNonce(), client.randomState()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/console`,
    scope: 'openid profile',
    resource: `${origin}/api`,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...more,
  })
  return { url, verifier, nonce, state }
}

/** Exchanges the code in the redirect for tokens, and checks them as a relying party does. */
export const redeem = async (
  config: client.Configuration,
  origin: string,
  { verifier, nonce, state }: Departure,
  location: string,
): Promise<Tokens> => {
  const answer = await client.authorizationCodeGrant(
    config,
    new URL(location),
    { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
    { resource: `${origin}/api` },
  )
  const claims = answer.claims()
  if (claims === undefined || answer.refresh_token === undefined || answer.id_token === undefined)
    throw new Error('the answer has no id token or no refresh token')
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token, idToken: answer.id_token, claims }
}
