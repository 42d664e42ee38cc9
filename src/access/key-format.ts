import { crc32 } from '../kernel/crypto.ts'
import { base62Of, randomBase62 } from '../kernel/ids.ts'
import type { KeyMode } from '../kernel/vocabulary.ts'

const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const VISIBLE_LENGTH = 'svc_live_'.length + 8
const FORM = new RegExp(`^svc_(?:live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

const checksumOf = (body: string) => base62Of(crc32(body), CHECKSUM_LENGTH)

export const makeKey = (mode: KeyMode) => {
  const body = `svc_${mode}_${randomBase62(SECRET_LENGTH)}`
  return body + checksumOf(body)
}

/** Mistyped and made-up keys are told without a query. */
export const isWellFormedKey = (key: string) =>
  FORM.test(key) && checksumOf(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)

export const visiblePrefixOf = (key: string) => key.slice(0, VISIBLE_LENGTH)
