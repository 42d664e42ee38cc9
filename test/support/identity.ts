import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { inject } from 'vitest'

const hour = 3600

/** Signs a bearer token as the provider would. `claims` override the defaults; `undefined` omits a claim. */
export async function tokenFor(
  userId: string,
  claims: JWTPayload = {},
  key = inject('identity').signingKey,
): Promise<string> {
  const { issuer, audience } = inject('identity')
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: issuer, aud: audience, sub: userId, iat: now, exp: now + hour, ...claims }
  return new SignJWT(payload).setProtectedHeader({ alg: key.alg ?? '', kid: key.kid }).sign(await importJWK(key))
}

/** Returns the token of an operator, who may set a calendar's plan. */
export function operatorToken(): Promise<string> {
  return tokenFor('operator', { [inject('identity').operatorClaim]: true })
}

/** Returns an unpublished key with the `kid` of a published one. */
export async function forgedKey(): Promise<JWK> {
  return (await newKeyPair('RS256', inject('identity').signingKey.kid)).privateKey
}

/** Rotates: publishes a new key next to the existing ones. */
export async function rotatedKey(algorithm: 'RS256' | 'ES256' = 'RS256'): Promise<JWK> {
  const { publicKey, privateKey } = await newKeyPair(algorithm, crypto.randomUUID())
  const response = await fetch(inject('identity').keysUrl, { method: 'POST', body: JSON.stringify(publicKey) })
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`)
  return privateKey
}

async function newKeyPair(alg: string, kid: string | undefined): Promise<{ publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const label = { alg, ...(kid && { kid }) }
  return {
    publicKey: { ...(await exportJWK(pair.publicKey)), ...label },
    privateKey: { ...(await exportJWK(pair.privateKey)), ...label },
  }
}
