import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { Profile } from '../access/actor.ts'
import type { Deps, Session } from '../deps.ts'
import { unavailable } from '../kernel/failure.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { Email } from '../kernel/wire.ts'
import type { Log } from '../kernel/log.ts'
import { identitySettings } from './config.ts'
import type { Env } from './env.ts'
import { createIdentityKeys } from './identity-keys.ts'

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const isAboutTheToken = (error: unknown) => error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid)

const MAX_NAME_LENGTH = 200

const profileIn = ({ name, email, email_verified: isVerified }: JWTPayload): Profile => {
  const address = isVerified === true ? Email().safeParse(email) : null
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, MAX_NAME_LENGTH) : null,
    email: address?.success === true ? address.data : null,
  }
}

/** Verifies session tokens from the identity provider: the service's own identity Worker, or the one of `AUTH_ISSUER`. */
export const createSessionVerifier = (env: Env, log: Log): Deps['verifySession'] => {
  const settings = identitySettings(env)
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URL: keysUrl, AUTH_AUDIENCE: audience } = settings
  const { AUTH_OPERATOR_CLAIM: operatorClaim } = settings
  if (!issuer || !keysUrl || !audience) {
    log.error('AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE must be set before anyone can sign in')
    return async () => {
      throw unavailable('Signing in is temporarily unavailable. Try again later.')
    }
  }
  const { IDENTITY: own, AUTH_AUDIENCE_CLAIM: claim } = env
  const isOwn = !env.AUTH_ISSUER && own !== undefined
  const keys = createIdentityKeys(keysUrl, log, isOwn ? (url, init) => own.fetch(url, init) : undefined)
  const demands = {
    issuer,
    ...(claim ? {} : { audience }),
    algorithms: ALGORITHMS,
    requiredClaims: ['sub', 'exp', 'iat'],
  }
  return async (token): Promise<Session | null> => {
    try {
      const { payload } = await jwtVerify(token, keys, demands)
      if (claim && payload[claim] !== audience) return null
      const { sub, exp, auth_time: signedIn } = payload
      if (exp === undefined || typeof sub !== 'string' || sub === '' || sub.length > 255) return null
      return {
        userId: sub,
        profile: profileIn(payload),
        expiresAt: exp * SECOND_MS,
        signedInAt: typeof signedIn === 'number' ? signedIn * SECOND_MS : null,
        isOperator: Boolean(operatorClaim) && payload[operatorClaim as string] === true,
      }
    } catch (error) {
      if (isAboutTheToken(error)) return null
      throw unavailable('The identity provider isn’t responding. Try again later.', error)
    }
  }
}
