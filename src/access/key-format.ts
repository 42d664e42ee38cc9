import { crc32 } from '../kernel/crypto.ts'
import { base62Of, randomBase62 } from '../kernel/ids.ts'
import type { KeyMode } from '../kernel/vocabulary.ts'

const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const VISIBLE_LENGTH = 'svc_live_'.length + 8
const SECRET_FORM = `[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`
const KEY_FORM = new RegExp(`^svc_(?:live|test)_${SECRET_FORM}`)
const PASS_FORM = new RegExp(`^svc_door_${SECRET_FORM}`)

const APP_FORM = new RegExp(`^svc_(?:at|ac)_${SECRET_FORM}`)
const REFRESH_LENGTH = 22
const REFRESH_FORM = new RegExp(`^svc_rt_[\\w-]{${REFRESH_LENGTH}}$`)

const checksumOf = (body: string) => base62Of(crc32(body), CHECKSUM_LENGTH)

const sealed = (body: string) => body + checksumOf(body)
const makeSecret = (prefix: `svc_${string}_`) => sealed(prefix + randomBase62(SECRET_LENGTH))

/** Thanks to the checksum, mistyped and made-up secrets are rejected without a database query. */
const hasRightChecksum = (secret: string) =>
  checksumOf(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH)

export const makeKey = (mode: KeyMode) => makeSecret(`svc_${mode}_`)

/**
 * Offset of the sandbox's id in the secret of its keys. The characters before it, which the workspace shows, stay
 * random.
 */
const SANDBOX_FROM = 8
const SANDBOX_LENGTH = 10

/** Creates a key whose secret contains the sandbox's id (`sbx_` and 10 characters). */
export const makeTestSecret = (sandboxId: string) => {
  const random = randomBase62(SECRET_LENGTH - SANDBOX_LENGTH)
  return sealed(
    `svc_test_${random.slice(0, SANDBOX_FROM)}${sandboxId.slice('sbx_'.length)}${random.slice(SANDBOX_FROM)}`,
  )
}
/** Returns the id of the sandbox that a well-formed test key is for. */
export const sandboxOfKey = (key: string) =>
  `sbx_${key.slice('svc_test_'.length + SANDBOX_FROM, 'svc_test_'.length + SANDBOX_FROM + SANDBOX_LENGTH)}`
export const isTestKey = (key: string) => key.startsWith('svc_test_')
export const isWellFormedKey = (key: string) => KEY_FORM.test(key) && hasRightChecksum(key)
export const visiblePrefixOf = (key: string) => key.slice(0, VISIBLE_LENGTH)

export const makePassToken = () => makeSecret('svc_door_')
export const isPassToken = (token: string) => token.startsWith('svc_door_')
export const isWellFormedPassToken = (token: string) => PASS_FORM.test(token) && hasRightChecksum(token)

/** `at` is an app's access token, `ac` an authorization code. */
export const makeAppSecret = (kind: 'at' | 'ac') => makeSecret(`svc_${kind}_`)
export const isAccessToken = (token: string) => token.startsWith('svc_at_')
export const isWellFormedAppSecret = (secret: string) => APP_FORM.test(secret) && hasRightChecksum(secret)
export const makeRefreshToken = () => refreshTokenOf(randomBase62(REFRESH_LENGTH))
/** `secret` has 22 characters: random ones, or those derived from the token before. */
export const refreshTokenOf = (secret: string) => `svc_rt_${secret}`
export const isWellFormedRefreshToken = (token: string) => REFRESH_FORM.test(token)
