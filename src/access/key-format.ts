import { crc32 } from '../kernel/crypto.ts'
import { base62Of, randomBase62 } from '../kernel/ids.ts'
import type { KeyMode } from '../kernel/vocabulary.ts'

const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const VISIBLE_LENGTH = 'svc_live_'.length + 8
const SECRET_FORM = `[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`
const KEY_FORM = new RegExp(`^svc_(?:live|test)_${SECRET_FORM}`)
const PASS_FORM = new RegExp(`^svc_door_${SECRET_FORM}`)

const checksumOf = (body: string) => base62Of(crc32(body), CHECKSUM_LENGTH)

const makeSecret = (prefix: `svc_${string}_`) => {
  const body = prefix + randomBase62(SECRET_LENGTH)
  return body + checksumOf(body)
}

/** Thanks to the checksum, mistyped and made-up secrets are rejected without a database query. */
const hasRightChecksum = (secret: string) =>
  checksumOf(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH)

export const makeKey = (mode: KeyMode) => makeSecret(`svc_${mode}_`)
export const isWellFormedKey = (key: string) => KEY_FORM.test(key) && hasRightChecksum(key)
export const visiblePrefixOf = (key: string) => key.slice(0, VISIBLE_LENGTH)

export const makePassToken = () => makeSecret('svc_door_')
export const isPassToken = (token: string) => token.startsWith('svc_door_')
export const isWellFormedPassToken = (token: string) => PASS_FORM.test(token) && hasRightChecksum(token)
