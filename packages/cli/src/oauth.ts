import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NoResponseError } from '../../sdk-typescript/src/index.ts'
import { readStored, storeCredentials, type AppCredentials } from './credentials.ts'
import { UsageError } from './usage-error.ts'

/** How long before its expiry a token is renewed. */
const MARGIN_MS = 60_000
const CALLBACK = '/callback'

const originOf = (baseUrl: string) => {
  if (!URL.canParse(baseUrl)) throw new UsageError('--url must be a URL, such as https://calendar.example.org/api')
  return new URL(baseUrl).origin
}

/** The fields of metadata, tokens and errors that evcal reads. */
interface OAuthBody {
  issuer?: string
  access_token?: string
  refresh_token?: string
  expires_in?: number
  error_description?: string
}

class OAuthError extends Error {}

const send = async (url: string, form?: Record<string, string>) => {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new NoResponseError(`${url} got no response.`, null, error)
  })
  const body = (await response.json().catch(() => ({}))) as OAuthBody
  if (!response.ok) throw new OAuthError(body.error_description ?? `${url} returned ${response.status}.`)
  return body
}

const post = (baseUrl: string, path: string, form: Record<string, string>) => send(`${originOf(baseUrl)}${path}`, form)

const clientIdOf = (baseUrl: string) => `${originOf(baseUrl)}/oauth/evcal.json`

const credentialsOf = (baseUrl: string, body: OAuthBody): AppCredentials => {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = body
  if (accessToken === undefined || refreshToken === undefined || seconds === undefined)
    throw new OAuthError('The service sent no tokens.')
  return { baseUrl, accessToken, refreshToken, expiresAt: Date.now() + seconds * 1_000 }
}

const PAGE = '<!doctype html><meta charset="utf-8"><title>evcal</title><p>Go back to the terminal.'

/** Resolves with the query of the redirect. Answers requests with another `state` with 404, because the service did not send them. */
const redirectAt = (server: Server, state: string, signal: AbortSignal) =>
  new Promise<URLSearchParams>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new UsageError('Stopped.')), { once: true })
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isOurs = pathname === CALLBACK && searchParams.get('state') === state
      response.writeHead(isOurs ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', Connection: 'close' })
      response.end(isOurs ? PAGE : '')
      if (isOurs) resolve(searchParams)
    })
  })

/**
 * Logs in through the user's browser and returns the tokens (RFC 8252 with PKCE). Calls `show` with the URL to open.
 */
export const logInByBrowser = async (
  baseUrl: string,
  { signal, show }: { signal: AbortSignal; show(url: string): void },
) => {
  const origin = originOf(baseUrl)
  const metadata = await send(`${origin}/.well-known/oauth-authorization-server`)
  if (metadata.issuer !== origin) throw new OAuthError(`${origin} names another issuer in its metadata.`)
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')]
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${CALLBACK}`
    const client = { client_id: clientIdOf(baseUrl), redirect_uri: redirectUri }
    const query = new URLSearchParams({
      response_type: 'code',
      ...client,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const redirected = redirectAt(server, state, signal)
    show(`${origin}/oauth/authorize?${query}`)
    const answer = await redirected
    if (answer.get('iss') !== origin) throw new OAuthError('The response comes from another issuer.')
    const code = answer.get('code')
    if (code === null) throw new OAuthError(answer.get('error_description') ?? 'The service sent no code.')
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, ...client }
    return { ...credentialsOf(baseUrl, await post(baseUrl, '/oauth/token', form)), login: randomUUID() }
  } finally {
    server.close()
  }
}

/** Revokes this machine's access. */
export const revoke = async ({ baseUrl, refreshToken }: AppCredentials) => {
  await post(baseUrl, '/oauth/revoke', { token: refreshToken, client_id: clientIdOf(baseUrl) })
}

const renew = async ({ baseUrl, refreshToken, login }: AppCredentials): Promise<AppCredentials | null> => {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientIdOf(baseUrl) }
  try {
    const renewed = credentialsOf(baseUrl, await post(baseUrl, '/oauth/token', form))
    return login === undefined ? renewed : { ...renewed, login }
  } catch (error) {
    // The access was revoked. With the old token, the caller gets a 401 from the service.
    if (error instanceof OAuthError) return null
    throw error
  }
}

/** Returns the stored tokens if they belong to this login. Tokens of another login may be for another service. */
const storedOf = (env: NodeJS.ProcessEnv, { baseUrl, login }: AppCredentials) => {
  const stored = readStored(env)
  return stored !== null && !('apiKey' in stored) && stored.baseUrl === baseUrl && stored.login === login
    ? stored
    : null
}

/**
 * Returns valid tokens. Reads the file before each request, because another evcal process may have renewed them. The
 * service ends the access if a process sends a refresh token that was replaced more than a minute ago. After another
 * login on this machine, this process keeps its own tokens.
 */
const currentTokens = async (env: NodeJS.ProcessEnv, own: AppCredentials): Promise<AppCredentials> => {
  const stored = storedOf(env, own)
  const tokens = stored ?? own
  if (tokens.expiresAt - MARGIN_MS > Date.now()) return tokens
  const renewed = await renew(tokens)
  // Another process may have logged in or out during the renewal. Its file must stay.
  if (renewed !== null && stored !== null && storedOf(env, own) !== null) storeCredentials(renewed, env)
  return renewed ?? tokens
}

/** Returns a `fetch` for the SDK that adds a valid access token to each request. */
export const fetchAsApp = (env: NodeJS.ProcessEnv, credentials: AppCredentials): typeof fetch => {
  let own = credentials
  return async (input, init) => {
    own = await currentTokens(env, own)
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${own.accessToken}`)
    return fetch(input, { ...init, headers })
  }
}
