import { importPKCS8, SignJWT, type JWTPayload } from 'jose'
import { base64 } from '../kernel/crypto.ts'
import { randomBase62 } from '../kernel/ids.ts'
import { describeError } from '../kernel/log.ts'
import { DAY_MS, MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { IdentityDeps } from './ports.ts'
import { addKey, findKey, publicKeys, retireKey } from './keys.store.ts'

const ALGORITHM = 'ES256'
const LIFETIME_MS = 90 * DAY_MS
/** After this time, an isolate reads the current key again, so that it notices a new one. */
const CACHED_MS = 5 * MINUTE_MS

interface SigningKey {
  id: string
  key: CryptoKey
  until: Instant
}

const pemOf = (der: ArrayBuffer) => `-----BEGIN PRIVATE KEY-----\n${base64(der)}\n-----END PRIVATE KEY-----`

const createKey = async ({ db, vault, clock }: IdentityDeps) => {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ])) as CryptoKeyPair
  const [jwk, der] = await Promise.all([
    crypto.subtle.exportKey('jwk', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  const { kty, crv, x, y } = jwk as JsonWebKey
  const id = randomBase62(16)
  const now = clock()
  await addKey(db, {
    id,
    publicKey: JSON.stringify({ kty, crv, x, y, kid: id, alg: ALGORITHM, use: 'sig' }),
    privateKeyCipher: await vault.seal(pemOf(der as ArrayBuffer)),
    startsAt: now,
    endsAt: now + LIFETIME_MS,
  })
}

/** Signs tokens. The private key is decrypted in memory and never leaves this Worker. */
export const createSigning = (deps: IdentityDeps) => {
  const { db, vault, clock, log } = deps
  let cached: SigningKey | null = null

  const open = async () => {
    const row = await findKey(db, clock())
    if (row === null) return null
    try {
      const key = await importPKCS8(await vault.open(row.privateKeyCipher), ALGORITHM)
      return { id: row.id, key, until: Math.min(row.endsAt, clock() + CACHED_MS) }
    } catch (error) {
      // After a restore without IDENTITY_KEY, no stored key can be decrypted. A new one lets people sign in again.
      log.error('a signing key could not be opened and is replaced', describeError(error))
      await retireKey(db, row.id, clock())
      return null
    }
  }

  const current = async (): Promise<SigningKey> => {
    if (cached !== null && cached.until > clock()) return cached
    let found = await open()
    if (found === null) {
      await createKey(deps)
      found = await open()
    }
    if (found === null) throw new Error('no signing key could be created')
    cached = found
    return found
  }

  return {
    async sign(payload: JWTPayload, type: 'JWT' | 'at+jwt') {
      const { id, key } = await current()
      return new SignJWT(payload).setProtectedHeader({ alg: ALGORITHM, kid: id, typ: type }).sign(key)
    },
    /** The JSON Web Key Set. Includes keys of the last day, because tokens signed with them may still be valid. */
    async keySet() {
      await current()
      return { keys: await publicKeys(db, clock() - DAY_MS) }
    },
  }
}

export type Signing = ReturnType<typeof createSigning>
