import { base32, base64, fromBase64, utf8 } from '../../kernel/crypto.ts'
import { randomBytes } from '../../kernel/ids.ts'

/** The secrets in an archive that keep links and webhook signatures valid after a restore. */
export interface ArchiveSecrets {
  /** In base64. */
  linkKey: string
  /** Webhook secrets by webhook id. */
  webhooks: Record<string, string>
  /** Whether an earlier restore lost the key of older hashes. */
  isKeyLost?: boolean
}

const KEY_BYTES = 16
const KEY = /^[a-z2-7]{26}$/

/** Returns a random key as 26 letters and digits. The service shows it once and doesn't store it. */
export const newArchiveKey = () => base32(randomBytes(KEY_BYTES))

/** Derives the encryption key. The archive's id is the salt, so that a key is useless with another archive. */
const cipherKey = async (key: string, archiveId: string) => {
  const material = await crypto.subtle.importKey('raw', utf8(key), 'HKDF', false, ['deriveKey'])
  const about = { name: 'HKDF', hash: 'SHA-256', salt: utf8(archiveId), info: utf8('secrets of an archive') }
  return crypto.subtle.deriveKey(about, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

export const sealSecrets = async (secrets: ArchiveSecrets, key: string, archiveId: string) => {
  const iv = randomBytes(12)
  const text = utf8(JSON.stringify(secrets))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipherKey(key, archiveId), text)
  return `${base64(iv)}.${base64(sealed)}`
}

const isSecrets = (value: unknown): value is ArchiveSecrets => {
  const { linkKey, webhooks } = (value ?? {}) as Partial<ArchiveSecrets>
  return typeof linkKey === 'string' && typeof webhooks === 'object' && webhooks !== null
}

/** Returns null if the key isn't the archive's. */
export const openSecrets = async (sealed: string, key: string, archiveId: string): Promise<ArchiveSecrets | null> => {
  const folded = key.toLowerCase().replaceAll(/[\s-]/g, '')
  const [iv = '', body = ''] = sealed.split('.')
  if (!KEY.test(folded)) return null
  try {
    const cipher = await cipherKey(folded, archiveId)
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, cipher, fromBase64(body))
    const secrets: unknown = JSON.parse(new TextDecoder().decode(opened))
    return isSecrets(secrets) ? secrets : null
  } catch {
    return null
  }
}
