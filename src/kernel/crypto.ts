const encoder = new TextEncoder()

export const utf8 = (text: string) => encoder.encode(text) as Uint8Array<ArrayBuffer>
export const hex = (bytes: ArrayBuffer | Uint8Array) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const base64 = (bytes: ArrayBuffer | Uint8Array) => {
  let binary = ''
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte)
  return btoa(binary)
}
export const base64url = (bytes: ArrayBuffer | Uint8Array) =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
export const fromBase64url = (text: string) => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Encodes in lower case, for places that do not preserve case, such as the local part of an email address. */
export const base32 = (bytes: Uint8Array) => {
  let text = ''
  let rest = 0
  let bits = 0
  for (const byte of bytes) {
    rest = (rest << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(rest >> (bits - 5)) & 31]
    rest &= 31
  }
  return bits === 0 ? text : text + BASE32[(rest << (5 - bits)) & 31]
}

const asBytes = (data: string | Uint8Array<ArrayBuffer>) => (typeof data === 'string' ? utf8(data) : data)

export const sha256 = async (data: string | Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', asBytes(data))
/** Returns a strong HTTP entity tag that depends only on the content. */
export const strongEtag = async (data: string | Uint8Array<ArrayBuffer>) =>
  `"${base64url(await sha256(data)).slice(0, 27)}"`
export const sha256Hex = async (data: string | Uint8Array<ArrayBuffer>) => hex(await sha256(data))

export const hmacKey = (key: string | Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', asBytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

export const hmacSha256 = async (key: string | Uint8Array<ArrayBuffer>, data: string | Uint8Array<ArrayBuffer>) =>
  crypto.subtle.sign('HMAC', await hmacKey(key), asBytes(data))

export const bytesOfPem = (pem: string) => fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

export const signRs256 = async (pem: string, data: string | Uint8Array<ArrayBuffer>) => {
  const key = await crypto.subtle.importKey('pkcs8', bytesOfPem(pem), RS256, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(RS256.name, key, asBytes(data)))
}

/** Compares in a time that depends only on the lengths, so that timing reveals nothing about a secret. */
export const equalInConstantTime = (left: string, right: string) => {
  const a = utf8(left)
  const b = utf8(right)
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index % (b.length || 1)] ?? 0)
  return difference === 0
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** `before` is the checksum of the data that precedes `data`. */
export const crc32 = (data: string | Uint8Array<ArrayBuffer>, before = 0) => {
  let crc = (before ^ 0xffffffff) >>> 0
  for (const byte of asBytes(data)) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}
