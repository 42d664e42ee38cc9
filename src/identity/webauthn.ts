import { equalInConstantTime, fromBase64url, sha256, utf8 } from '../kernel/crypto.ts'

/** COSE algorithm identifiers: ES256, EdDSA with Ed25519, and RS256. */
export const ALGORITHMS = [-7, -8, -257] as const
type Algorithm = (typeof ALGORITHMS)[number]

export const isAlgorithm = (value: unknown): value is Algorithm => ALGORITHMS.some((each) => each === value)

type Bytes = Uint8Array<ArrayBuffer>

const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
  extensions: 0x80,
}
/** Hash of the relying party id, flags and counter. */
const HEAD_LENGTH = 37
const AAGUID_LENGTH = 16
const MIN_RSA_BITS = 2_048
const P256_BYTES = 32

const IMPORTS = {
  [-7]: { name: 'ECDSA', namedCurve: 'P-256' },
  [-8]: { name: 'Ed25519' },
  [-257]: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const
const CHECKS = {
  [-7]: { name: 'ECDSA', hash: 'SHA-256' },
  [-8]: { name: 'Ed25519' },
  [-257]: { name: 'RSASSA-PKCS1-v1_5' },
} as const

export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused'
  /** True if the counter shows that the passkey may have been copied. */
  readonly isCopy: boolean

  constructor(reason: string, isCopy = false) {
    super(reason)
    this.isCopy = isCopy
  }
}

const refuse = (reason: string): never => {
  throw new PasskeyRefused(reason)
}

const bytesOf = (text: string): Bytes => {
  try {
    return fromBase64url(text)
  } catch {
    return refuse('encoding')
  }
}

export interface Expected {
  type: 'webauthn.create' | 'webauthn.get'
  challenge: string
  origin: string
  rpId: string
}

const checkClientData = (json: Bytes, { type, challenge, origin }: Omit<Expected, 'rpId'>) => {
  let data: Record<string, unknown>
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(json)) as Record<
      string,
      unknown
    >
  } catch {
    return refuse('client data')
  }
  if (typeof data !== 'object' || data === null) return refuse('client data')
  if (data['type'] !== type) return refuse('type')
  if (typeof data['challenge'] !== 'string' || !equalInConstantTime(data['challenge'], challenge))
    return refuse('challenge')
  if (data['origin'] !== origin) return refuse('origin')
  return data['crossOrigin'] === true ? refuse('cross-origin') : undefined
}

const checkHead = async (data: Bytes, rpId: string) => {
  if (data.length < HEAD_LENGTH) return refuse('authenticator data')
  const expected = new Uint8Array(await sha256(utf8(rpId)))
  if (expected.some((byte, index) => byte !== data[index])) return refuse('relying party')
  const flags = data[32] ?? 0
  if (!(flags & FLAGS.userPresent)) return refuse('user presence')
  if (!(flags & FLAGS.userVerified)) return refuse('user verification')
  if (flags & FLAGS.backedUp && !(flags & FLAGS.backupEligible)) return refuse('backup flags')
  return { flags, counter: new DataView(data.buffer, data.byteOffset).getUint32(33) }
}

const importKey = async (publicKey: string, algorithm: Algorithm) => {
  try {
    return await crypto.subtle.importKey('spki', bytesOf(publicKey), IMPORTS[algorithm], false, ['verify'])
  } catch {
    return refuse('public key')
  }
}

/** One INTEGER of a DER signature, as 32 bytes. DER allows a single leading zero, and only before a set high bit. */
const integerOf = (der: Bytes, at: number): { value: Bytes; end: number } => {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  if (der[at] !== 0x02 || length === 0 || length > P256_BYTES + 1 || end > der.length) return refuse('signature')
  const bytes = der.subarray(at + 2, end)
  const [first = 0, second = 0] = bytes
  if (first & 0x80 || (length > 1 && first === 0 && !(second & 0x80))) return refuse('signature')
  const digits = first === 0 ? bytes.subarray(1) : bytes
  if (digits.length > P256_BYTES) return refuse('signature')
  const value = new Uint8Array(P256_BYTES)
  value.set(digits, P256_BYTES - digits.length)
  return { value, end }
}

/** WebAuthn encodes ECDSA signatures in DER, WebCrypto expects both numbers side by side. */
export const rawSignature = (der: Bytes): Bytes => {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return refuse('signature')
  const r = integerOf(der, 2)
  const s = integerOf(der, r.end)
  if (s.end !== der.length) return refuse('signature')
  const raw = new Uint8Array(2 * P256_BYTES)
  raw.set(r.value)
  raw.set(s.value, P256_BYTES)
  return raw
}

export interface Assertion {
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

interface StoredKey {
  publicKey: string
  algorithm: number
  counter: number
}

/** Checks a sign-in with a passkey and returns its counter. Throws `PasskeyRefused`. All texts are base64url. */
export const verifyAssertion = async (
  answer: Assertion,
  { publicKey, algorithm, counter: before }: StoredKey,
  expected: Omit<Expected, 'type'>,
): Promise<number> => {
  const [clientData, authenticatorData, signature] = [
    bytesOf(answer.clientDataJSON),
    bytesOf(answer.authenticatorData),
    bytesOf(answer.signature),
  ]
  checkClientData(clientData, { ...expected, type: 'webauthn.get' })
  const { flags, counter } = await checkHead(authenticatorData, expected.rpId)
  if (flags & FLAGS.attested) return refuse('authenticator data')
  if (!(flags & FLAGS.extensions) && authenticatorData.length !== HEAD_LENGTH) return refuse('authenticator data')
  if (!isAlgorithm(algorithm)) return refuse('algorithm')
  const signed = new Uint8Array(authenticatorData.length + 32)
  signed.set(authenticatorData)
  signed.set(new Uint8Array(await sha256(clientData)), authenticatorData.length)
  const key = await importKey(publicKey, algorithm)
  const raw = algorithm === -7 ? rawSignature(signature) : signature
  if (!(await crypto.subtle.verify(CHECKS[algorithm], key, raw, signed))) return refuse('signature')
  // Authenticators without a counter always send 0.
  if ((counter > 0 || before > 0) && counter <= before) throw new PasskeyRefused('counter', true)
  return counter
}

export interface PasskeyRegistration {
  id: string
  clientDataJSON: string
  authenticatorData: string
  /** SubjectPublicKeyInfo from `getPublicKey()`, so that no CBOR is parsed here. */
  publicKey: string
  algorithm: number
}

/** Checks a new passkey (attestation `none`) and returns its counter. Throws `PasskeyRefused`. */
export const verifyNewPasskey = async (
  { id, clientDataJSON, authenticatorData: text, publicKey, algorithm }: PasskeyRegistration,
  expected: Omit<Expected, 'type'>,
): Promise<number> => {
  checkClientData(bytesOf(clientDataJSON), { ...expected, type: 'webauthn.create' })
  const data = bytesOf(text)
  const { flags, counter } = await checkHead(data, expected.rpId)
  if (!(flags & FLAGS.attested) || data.length < HEAD_LENGTH + AAGUID_LENGTH + 2) return refuse('authenticator data')
  const idLength = new DataView(data.buffer, data.byteOffset).getUint16(HEAD_LENGTH + AAGUID_LENGTH)
  const start = HEAD_LENGTH + AAGUID_LENGTH + 2
  const named = bytesOf(id)
  const isSame = named.length === idLength && named.every((byte, index) => byte === data[start + index])
  if (idLength === 0 || !isSame) return refuse('credential id')
  if (!isAlgorithm(algorithm)) return refuse('algorithm')
  const key = await importKey(publicKey, algorithm)
  const { modulusLength } = key.algorithm as { modulusLength?: number }
  if (modulusLength !== undefined && modulusLength < MIN_RSA_BITS) return refuse('public key')
  return counter
}
