import { base64, base64url, fromBase64, hmacKey, utf8 } from './crypto.ts'

/** Encrypts text for storage, and derives unguessable tokens that do not need to be stored. Each uses its own keys. */
export interface Vault {
  seal(text: string): Promise<string>
  open(sealed: string): Promise<string>
  /**
   * Name of the key that `seal` currently uses, which is also the prefix of the sealed text. Empty if there is only one
   * key and it has no name.
   */
  readonly keyName: string
  /** Always returns the same token for the same purpose and subject. */
  derive(purpose: string, subject: string): Promise<string>
  /**
   * Returns the link key of a calendar: the one in `cipher`, which a restored calendar brought with it, otherwise the one
   * derived from the service's deriving key and the calendar's id.
   */
  linkKeyOf(calendarId: string, cipher: string | null): Promise<LinkKey>
  /** Returns the link key itself in base64, for an archive of the calendar. */
  exportLinkKey(calendarId: string, cipher: string | null): Promise<string>
}

/** Derives the links of one calendar. An archive contains it, while the service's own key never leaves the service. */
export interface LinkKey {
  derive(purpose: string, subject: string): Promise<string>
}

export const KEY_BYTES = 32
const MAX_CACHED_LINK_KEYS = 1000

interface NamedKey {
  /** Prefix of text sealed with this key. Empty if the service has only ever had this one key. */
  name: string
  text: string
}

const KEY_ENTRY = /^(?:([A-Za-z\d]{1,20}):)?([A-Za-z\d+/]+=*)$/

/**
 * Parses `ENCRYPTION_KEY`: `name:key` entries separated by whitespace, the sealing key first. Returns null if invalid.
 */
export const keysIn = (listed: string): NamedKey[] | null => {
  const keys = listed
    .trim()
    .split(/\s+/)
    .map((each) => {
      const [, name = '', text = ''] = KEY_ENTRY.exec(each) ?? []
      return { name, text }
    })
  const areKeys = keys.every(({ text }) => isKey(text))
  return areKeys && new Set(keys.map(({ name }) => name)).size === keys.length ? keys : null
}

export const isKey = (text: string) => {
  try {
    return text !== '' && fromBase64(text).length === KEY_BYTES
  } catch {
    return false
  }
}

/**
 * `deriving` must never change, because derived tokens are not stored. Without it, the first sealing key also derives
 * the tokens and so cannot be rotated.
 */
export const createVault = (listed: string, deriving = ''): Vault => {
  const keys = keysIn(listed)
  const [first] = keys ?? []
  if (keys === null || first === undefined) throw new Error('ENCRYPTION_KEY contains no keys')
  const imported = new Map(
    keys.map(({ name, text }) => [
      name,
      crypto.subtle.importKey('raw', fromBase64(text), 'AES-GCM', false, ['encrypt', 'decrypt']),
    ]),
  )
  const keyNamed = (name: string) => {
    const key = imported.get(name)
    if (key === undefined)
      throw new Error(`data encrypted with the key '${name}' cannot be decrypted: the key is no longer set`)
    return key
  }
  const derivingBytes = fromBase64(deriving === '' ? first.text : deriving)
  const derivingKey = hmacKey(derivingBytes)
  const derivedLinkKey = async (calendarId: string) => {
    const key = await crypto.subtle.importKey('raw', derivingBytes, 'HKDF', false, ['deriveBits'])
    const info = utf8(`link key of ${calendarId}`)
    const about = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    return new Uint8Array(await crypto.subtle.deriveBits(about, key, 8 * KEY_BYTES))
  }
  const partsOf = (sealed: string) => {
    const parts = sealed.split('.')
    return parts.length === 3 ? (parts as [string, string, string]) : (['', parts[0] ?? '', parts[1] ?? ''] as const)
  }
  const open = async (sealed: string) => {
    const [name, iv, body] = partsOf(sealed)
    const key = await keyNamed(name)
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, key, fromBase64(body))
    return new TextDecoder().decode(opened)
  }
  const tokenBy = async (key: CryptoKey, purpose: string, subject: string) => {
    const token = await crypto.subtle.sign('HMAC', key, utf8(`${purpose}:${subject}`))
    return base64url(token.slice(0, 16))
  }
  // Caches keys, not promises, because a promise from another request's context can stall for a second.
  const linkKeys = new Map<string, CryptoKey>()
  const linkKeyBytes = async (calendarId: string, cipher: string | null) =>
    cipher === null ? derivedLinkKey(calendarId) : fromBase64(await open(cipher))
  const linkKey = async (calendarId: string, cipher: string | null) => hmacKey(await linkKeyBytes(calendarId, cipher))
  return {
    keyName: first.name,
    open,
    derive: async (purpose, subject) => tokenBy(await derivingKey, purpose, subject),
    async linkKeyOf(calendarId, cipher) {
      const name = `${calendarId} ${cipher ?? ''}`
      const key = linkKeys.get(name) ?? (await linkKey(calendarId, cipher))
      if (linkKeys.size >= MAX_CACHED_LINK_KEYS) linkKeys.clear()
      linkKeys.set(name, key)
      return { derive: (purpose, subject) => tokenBy(key, purpose, subject) }
    },
    exportLinkKey: async (calendarId, cipher) => base64(await linkKeyBytes(calendarId, cipher)),
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyNamed(first.name), utf8(text))
      return `${first.name === '' ? '' : `${first.name}.`}${base64(iv)}.${base64(sealed)}`
    },
  }
}
