import { createHash, randomBytes } from 'node:crypto'
import { COMMAND_LINE_CLIENT, commandLineRedirect } from './configuration.ts'

const MAX_STEPS = 8

const rememberCookies = (jar: Map<string, string>, response: Response) => {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** Follows redirects and stores cookies like a browser, and submits `user` on the sign-in page. */
const authorizationCode = async (start: URL, user: string, redirectUri: string): Promise<string> => {
  const jar = new Map<string, string>()
  let url = start
  let form: URLSearchParams | null = null
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response = await fetch(url, {
      method: form === null ? 'GET' : 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    rememberCookies(jar, response)
    form = null
    const location = response.headers.get('location')
    if (location === null) {
      if (response.status !== 200)
        throw new Error(`the identity provider answered ${response.status}: ${await response.text()}`)
      form = new URLSearchParams({ user })
      continue
    }
    url = new URL(location, url)
    if (!url.href.startsWith(redirectUri)) continue
    const code = url.searchParams.get('code')
    if (code !== null) return code
    throw new Error(`the identity provider refused: ${url.searchParams.get('error_description') ?? url.search}`)
  }
  throw new Error('the identity provider redirected too often')
}

/** Runs the authorization code flow with PKCE and returns an access token for the service. */
export const signInAs = async (user: string, issuer: string): Promise<string> => {
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = commandLineRedirect(issuer)
  const start = new URL(`${issuer}/auth`)
  start.search = new URLSearchParams({
    client_id: COMMAND_LINE_CLIENT,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const code = await authorizationCode(start, user, redirectUri)
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: COMMAND_LINE_CLIENT,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  })
  const body = (await response.json()) as { access_token?: string; error_description?: string }
  if (body.access_token === undefined)
    throw new Error(`no token for ${user}: ${body.error_description ?? response.status}`)
  return body.access_token
}
