import { base64url, fromBase64url, sha256 } from '../kernel/crypto.ts'
import { randomBytes } from '../kernel/ids.ts'
import type { Vault } from '../kernel/vault.ts'

/** Returns 256 random bits, for cookies, authorization codes, refresh tokens and setup links. */
export const newRandomSecret = () => base64url(randomBytes(32))

/** Secrets have 256 random bits, so a plain hash is enough to store them. */
export const hashOf = async (secret: string) => base64url(await sha256(secret))

/** Addresses can be guessed, so their hashes need a key. */
export const addressHash = (vault: Vault, address: string) => vault.derive('sign-in address', address)
export const callerHash = (vault: Vault, caller: string) => vault.derive('sign-in caller', caller)

const DIGITS = 8

/** Derives the eight digits from the id of the request, so that neither the code nor its hash is in the database. */
export const codeOf = async (vault: Vault, requestId: string) => {
  const bytes = fromBase64url(await vault.derive('sign-in code', requestId))
  const value = new DataView(bytes.buffer).getBigUint64(0) % 10n ** BigInt(DIGITS)
  return value.toString().padStart(DIGITS, '0')
}
