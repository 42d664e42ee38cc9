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
}

export const KEY_BYTES = 32

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
  const derivingKey = hmacKey(fromBase64(deriving === '' ? first.text : deriving))
  const partsOf = (sealed: string) => {
    const parts = sealed.split('.')
    return parts.length === 3 ? (parts as [string, string, string]) : (['', parts[0] ?? '', parts[1] ?? ''] as const)
  }
  return {
    keyName: first.name,
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyNamed(first.name), utf8(text))
      return `${first.name === '' ? '' : `${first.name}.`}${base64(iv)}.${base64(sealed)}`
    },
    async open(sealed) {
      const [name, iv, body] = partsOf(sealed)
      const key = await keyNamed(name)
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, key, fromBase64(body))
      return new TextDecoder().decode(opened)
    },
    async derive(purpose, subject) {
      const token = await crypto.subtle.sign('HMAC', await derivingKey, utf8(`${purpose}:${subject}`))
      return base64url(token.slice(0, 16))
    },
  }
}
