import {
  isWellFormedAppSecret,
  isWellFormedRefreshToken,
  makeAppSecret,
  makeRefreshToken,
  refreshTokenOf,
} from '../../access/key-format.ts'
import type { Deps } from '../../deps.ts'
import { base64url, equalInConstantTime, sha256, sha256Hex } from '../../kernel/crypto.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'
import { APP_RESOURCES, type AppResource } from '../../kernel/vocabulary.ts'
import { resourceUrl } from '../../operation/resources.ts'
import { recheckDoors } from '../checkins/index.ts'
import { endGrant, endGrantOfCode, exchangeCode, findAppCode, findToken, renewTokens } from './apps.store.ts'

const CODE_MS = MINUTE_MS
const ACCESS_MS = HOUR_MS
const REFRESH_MS = 60 * DAY_MS
/**
 * For this long, several workers of one app may exchange the same refresh token, even after one has used the next
 * token.
 */
const OVERLAP_MS = MINUTE_MS
const VERIFIER = /^[\w.~-]{43,128}$/

/** An error of the token endpoint (RFC 6749, section 5.2). */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal'
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

const invalidGrant = (description: string) => new TokenRefusal('invalid_grant', description)

const newTokens = async (refreshToken: string, now: Instant) => {
  const accessToken = makeAppSecret('at')
  const [accessHash, refreshHash] = await Promise.all([sha256Hex(accessToken), sha256Hex(refreshToken)])
  const stored = { accessHash, accessUntil: now + ACCESS_MS, refreshHash, refreshUntil: now + REFRESH_MS, now }
  return { accessToken, refreshToken, stored }
}

const answerOf = (tokens: { accessToken: string; refreshToken: string }, scopes: readonly string[]) => ({
  access_token: tokens.accessToken,
  token_type: 'Bearer',
  expires_in: ACCESS_MS / SECOND_MS,
  refresh_token: tokens.refreshToken,
  scope: scopes.join(' '),
})

/** A token request may repeat the resource of the authorization. Any other resource is refused. */
const checkResource = (form: URLSearchParams, resource: AppResource, { config }: Deps) => {
  const wanted = form.get('resource')
  if (wanted !== null && APP_RESOURCES.find((each) => resourceUrl(config, each) === wanted) !== resource)
    throw new TokenRefusal('invalid_target', 'The resource is not the one of the authorization.')
}

export const redeemCode = async (form: URLSearchParams, deps: Deps) => {
  const code = form.get('code') ?? ''
  if (!isWellFormedAppSecret(code)) throw invalidGrant('The code is not valid.')
  const hash = await sha256Hex(code)
  const { db, clock } = deps
  const now = clock()
  const row = await findAppCode(db, hash)
  if (row === null) throw invalidGrant('The code is not valid.')
  const change = { calendarId: row.calendarId, seenBy: 'team' as const }
  const replayed = async () => {
    await deps.commit({ ...change, statements: [endGrantOfCode(db, hash, now)] })
    recheckDoors(row.calendarId, deps)
    return invalidGrant('The code was used before. Its tokens have been revoked.')
  }
  if (row.usedAt !== null) throw await replayed()
  if (now - row.createdAt > CODE_MS) throw invalidGrant('The code has expired.')
  if (form.get('client_id') !== row.clientId) throw invalidGrant('The code was given to another client.')
  if (form.get('redirect_uri') !== row.redirectUri)
    throw invalidGrant('The redirect_uri is not that of the authorization request.')
  const verifier = form.get('code_verifier') ?? ''
  const challenge = base64url(await sha256(verifier))
  if (!VERIFIER.test(verifier) || !equalInConstantTime(challenge, row.challenge))
    throw invalidGrant('The code_verifier is not right.')
  checkResource(form, row.resource, deps)
  const tokens = await newTokens(makeRefreshToken(), now)
  const { granted } = await deps.commit({
    ...change,
    statements: exchangeCode(db, hash, deps.newId('gnt'), tokens.stored),
  })
  if (granted.length > 0) return answerOf(tokens, row.scopes)
  const after = await findAppCode(db, hash)
  if (after !== null && after.grantId !== null) throw await replayed()
  throw invalidGrant('The person may no longer allow apps for this calendar.')
}

/**
 * Exchanges a refresh token. Its successor is derived from it, so a repeated request returns the same one, and an app
 * whose response was lost can continue. If a token from that response was used and a minute has passed, a repeat means
 * that the token was stolen: the grant ends, for both the app and the thief. `noteFirstUse` moves `usedAt` when an
 * access token is used.
 */
export const redeemRefreshToken = async (form: URLSearchParams, deps: Deps) => {
  const token = form.get('refresh_token') ?? ''
  if (!isWellFormedRefreshToken(token)) throw invalidGrant('The refresh token is not valid.')
  const { db, clock, vault } = deps
  const now = clock()
  const hash = await sha256Hex(token)
  const tokens = await newTokens(refreshTokenOf(await vault.derive('app-refresh', token)), now)
  const found = await findToken(db, hash)
  if (found === null || found.token.kind !== 'refresh' || found.grant.endedAt !== null || found.token.expiresAt <= now)
    throw invalidGrant('The refresh token is not valid, or the access has ended.')
  const { grant, token: stored } = found
  if (form.get('client_id') !== grant.clientId) throw invalidGrant('The refresh token was given to another client.')
  checkResource(form, grant.resource, deps)
  const wanted = (form.get('scope') ?? '').split(' ').filter((name) => name !== '')
  if (!wanted.every((scope) => grant.scopes.includes(scope)))
    throw new TokenRefusal('invalid_scope', 'The scope is wider than the person allowed.')
  const change = { calendarId: grant.calendarId, seenBy: 'team' as const }
  if (stored.usedAt !== null) {
    const successor = (await findToken(db, tokens.stored.refreshHash))?.token
    const exchangedAt = successor?.createdAt ?? stored.usedAt
    const hasArrived = successor !== undefined && (successor.usedAt !== null || stored.usedAt > exchangedAt)
    if (hasArrived && exchangedAt <= now - OVERLAP_MS) {
      deps.log.warn('a refresh token of an app was used twice, so its access ended', { grantId: grant.id })
      await deps.commit({ ...change, statements: [endGrant(db, { ...grant, userId: null }, now)] })
      recheckDoors(grant.calendarId, deps)
      throw invalidGrant('The refresh token was used before. The access has ended.')
    }
  }
  const { access } = await deps.commit({ ...change, statements: renewTokens(db, grant, hash, tokens.stored) })
  if (access.length === 0) throw invalidGrant('The access has ended.')
  return answerOf(tokens, grant.scopes)
}

/** Ends the grant of a token (RFC 7009). An unknown token, or another client's, has no effect. */
export const revokeToken = async (form: URLSearchParams, deps: Deps) => {
  const token = form.get('token') ?? ''
  if (!isWellFormedAppSecret(token) && !isWellFormedRefreshToken(token)) return
  const found = await findToken(deps.db, await sha256Hex(token))
  if (found === null || form.get('client_id') !== found.grant.clientId) return
  const { grant } = found
  await deps.commit({
    calendarId: grant.calendarId,
    seenBy: 'team',
    statements: [endGrant(deps.db, { ...grant, userId: null }, deps.clock())],
  })
  recheckDoors(grant.calendarId, deps)
}
