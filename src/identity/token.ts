import { base64url, equalInConstantTime, sha256 } from '../kernel/crypto.ts'
import { randomBase62 } from '../kernel/ids.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import { findAccount } from './accounts.store.ts'
import { AUTHORIZATION_CODE_MS } from './authorize.ts'
import type { IdentityDeps } from './ports.ts'
import { insertRefreshToken, useAuthorizationCode, useRefreshToken } from './grants.store.ts'
import { readFormBody } from './http.ts'
import { hashOf, newRandomSecret } from './secrets.ts'
import { findSessionById, type SignInSession } from './sessions.store.ts'
import type { Signing } from './signing.ts'

const ACCESS_TOKEN_SECONDS = (15 * MINUTE_MS) / SECOND_MS
const SCOPE = 'openid profile email'
const VERIFIER = /^[\w.~-]{43,128}$/
const SECRET = /^[\w-]{43}$/

class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

const seconds = (at: Instant) => Math.floor(at / SECOND_MS)

interface Grant {
  session: SignInSession
  /** Time of the sign-in that the grant came from. */
  authenticatedAt: Instant
  nonce: string | null
}

const redeemCode = async (form: URLSearchParams, { db, clock }: IdentityDeps): Promise<Grant> => {
  const [code, verifier] = [form.get('code') ?? '', form.get('code_verifier') ?? '']
  if (!SECRET.test(code)) throw new OAuthError('invalid_grant', 'The code is not valid.')
  const now = clock()
  const row = await useAuthorizationCode(db, await hashOf(code), now)
  if (row === null || now - row.createdAt > AUTHORIZATION_CODE_MS)
    throw new OAuthError('invalid_grant', 'The code has expired or was used before.')
  if (form.get('redirect_uri') !== row.redirectUri)
    throw new OAuthError('invalid_grant', 'The redirect_uri is not that of the authorization request.')
  const challenge = base64url(await sha256(verifier))
  if (!VERIFIER.test(verifier) || !equalInConstantTime(challenge, row.challenge))
    throw new OAuthError('invalid_grant', 'The code_verifier is not right.')
  const session = await findSessionById(db, row.sessionId, now)
  if (session === null) throw new OAuthError('invalid_grant', 'The session has ended.')
  return { session, authenticatedAt: row.authenticatedAt, nonce: row.nonce }
}

const redeemRefreshToken = async (form: URLSearchParams, { db, clock }: IdentityDeps): Promise<Grant> => {
  const token = form.get('refresh_token') ?? ''
  if (!SECRET.test(token)) throw new OAuthError('invalid_grant', 'The refresh token is not valid.')
  const row = await useRefreshToken(db, await hashOf(token), clock())
  const session = row === null ? null : await findSessionById(db, row.sessionId, clock())
  if (row === null || session === null) throw new OAuthError('invalid_grant', 'The session has ended.')
  return { session, authenticatedAt: row.authenticatedAt, nonce: null }
}

/** A `Map`, because an object would also find inherited names such as `constructor`. */
const GRANTS = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', redeemRefreshToken],
])

const issueTokens = async ({ session, authenticatedAt, nonce }: Grant, deps: IdentityDeps, signing: Signing) => {
  const { db, config, clock } = deps
  const account = await findAccount(db, session.accountId)
  if (account === null) throw new OAuthError('invalid_grant', 'The account no longer exists.')
  const now = clock()
  const refreshToken = newRandomSecret()
  await insertRefreshToken(db, await hashOf(refreshToken), session, authenticatedAt, now)
  const common = {
    iss: config.issuer,
    sub: account.id,
    iat: seconds(now),
    exp: seconds(now) + ACCESS_TOKEN_SECONDS,
    auth_time: seconds(authenticatedAt),
    sid: session.id,
    email: account.address,
    email_verified: true,
    ...(account.name === null ? {} : { name: account.name }),
  }
  const [accessToken, idToken] = await Promise.all([
    signing.sign(
      {
        ...common,
        aud: config.audience,
        client_id: config.clientId,
        scope: SCOPE,
        jti: randomBase62(22),
        ...(account.isOperator ? { operator: true } : {}),
      },
      'at+jwt',
    ),
    signing.sign({ ...common, aud: config.clientId, ...(nonce === null ? {} : { nonce }) }, 'JWT'),
  ])
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    id_token: idToken,
    scope: SCOPE,
  }
}

/**
 * The token endpoint, for the public client `console`. It has no secret; PKCE proves that the caller requested the
 * code.
 */
export const answerToken = async (request: Request, deps: IdentityDeps, signing: Signing): Promise<Response> => {
  try {
    const form = await readFormBody(request)
    const grant = GRANTS.get(form.get('grant_type') ?? '')
    if (
      request.headers.has('Authorization') ||
      form.has('client_secret') ||
      form.get('client_id') !== deps.config.clientId
    )
      throw new OAuthError('invalid_client', 'The only client is `console`, and it has no secret.')
    if (grant === undefined) throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
    if (!['', deps.config.audience].includes(form.get('resource') ?? ''))
      throw new OAuthError('invalid_target', 'The only resource is the API of this service.')
    return Response.json(await issueTokens(await grant(form, deps), deps, signing))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const status = error.code === 'invalid_client' ? 401 : 400
    return Response.json({ error: error.code, error_description: error.message }, { status })
  }
}
