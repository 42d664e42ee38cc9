import { exportSPKI, importJWK, SignJWT, type CryptoKey } from 'jose'
import { inject } from 'vitest'
import type { Asked } from './routes.ts'
import { forgedKey, tokenFor } from './identity.ts'

const base64url = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns requests with every kind of invalid bearer token for this user. */
export const brokenTokens = async (userId: string, key: string): Promise<Record<string, Asked>> => {
  const { issuer, audience, signingKey } = inject('identity')
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: audience, sub: userId, iat: seconds, exp: seconds + 3600 }
  const good = await tokenFor(userId)
  const [head, payload, signature] = good.split('.') as [string, string, string]
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...published } = signingKey
  const spki = await exportSPKI((await importJWK({ ...published, ext: true })) as CryptoKey)
  const hmac = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: signingKey.kid })
    .sign(new TextEncoder().encode(spki))
  const tokens: Record<string, string> = {
    garbage: 'garbage',
    'three dots': '...',
    'an API key': key,
    expired: await tokenFor(userId, { exp: seconds - 1, iat: seconds - 3600 }),
    'not yet valid': await tokenFor(userId, { nbf: seconds + 3600 }),
    'a wrong audience': await tokenFor(userId, { aud: 'another-service' }),
    'a wrong issuer': await tokenFor(userId, { iss: 'https://issuer.test' }),
    'no expiry': await tokenFor(userId, { exp: undefined }),
    'no subject': await tokenFor(userId, { sub: undefined }),
    'an empty subject': await tokenFor(''),
    'alg none': `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
    'the public key as an HMAC secret': hmac,
    'a forged key under a published name': await tokenFor(userId, {}, await forgedKey()),
    'an unpublished key': await tokenFor(userId, {}, { ...(await forgedKey()), kid: 'unpublished' }),
    'a tampered payload': `${head}.${base64url({ ...claims, sub: 'usr_someone_else' })}.${signature}`,
    'no signature': `${head}.${payload}.`,
  }
  return {
    'another scheme': { headers: { Authorization: `Basic ${btoa('user:password')}` } },
    'the token without its scheme': { headers: { Authorization: good } },
    ...Object.fromEntries(Object.entries(tokens).map(([why, token]) => [why, { token }])),
  }
}
