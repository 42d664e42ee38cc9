import { joined } from './bytes.ts'
import { bytesOfPem, sha256, signRs256, utf8 } from './crypto.ts'
import type { Instant } from './time.ts'

/** A signing certificate, the certificate of its issuer (`authority`) and the private key, each in PEM. */
export interface Signer {
  certificate: string
  authority: string
  key: string
}

type Bytes = Uint8Array<ArrayBuffer>

const TAG = { integer: 0x02, octets: 0x04, null: 0x05, oid: 0x06, utcTime: 0x17, sequence: 0x30, set: 0x31 } as const
/** Returns the tag of an implicit, constructed `[n]` element. */
const contextTag = (number: number) => 0xa0 | number

const lengthBytes = (length: number) => {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

/** Encodes one DER value as tag, length and content. */
const der = (tag: number, ...parts: Bytes[]): Bytes => {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = new Uint8Array([tag, ...lengthBytes(length)])
  return joined([head, ...parts], head.length + length)
}

const oid = (dotted: string) => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const septets = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) septets.unshift(0x80 | (left % 128))
    bytes.push(...septets)
  }
  return der(TAG.oid, new Uint8Array(bytes))
}

const OID = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingTime: oid('1.2.840.113549.1.9.5'),
  rsa: oid('1.2.840.113549.1.1.1'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
}
const NULL = der(TAG.null)
const VERSION_1 = der(TAG.integer, new Uint8Array([1]))
const SHA_256 = der(TAG.sequence, OID.sha256, NULL)
const RSA = der(TAG.sequence, OID.rsa, NULL)

const byBytes = (left: Bytes, right: Bytes) => {
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
/** DER sorts the members of a SET by their encoded bytes. */
const setOf = (tag: number, members: Bytes[]) => der(tag, ...members.toSorted(byBytes))
const attribute = (type: Bytes, value: Bytes) => der(TAG.sequence, type, der(TAG.set, value))

/** Encodes an ASN.1 UTCTime: `YYMMDDHHMMSSZ`. */
const utcTime = (at: Instant) => {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '')
  return der(TAG.utcTime, utf8(`${digits.slice(2, 14)}Z`))
}

/** Splits `bytes` into the consecutive DER values that they contain. */
const valuesIn = (bytes: Bytes) => {
  const values: { tag: number; whole: Bytes; content: Bytes }[] = []
  for (let at = 0; at < bytes.length;) {
    const short = bytes[at + 1] ?? 0
    const extra = short < 0x80 ? 0 : short & 0x7f
    let length = extra === 0 ? short : 0
    for (let index = 0; index < extra; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0)
    const start = at + 2 + extra
    if (start + length > bytes.length) throw new Error('the certificate is truncated')
    values.push({
      tag: bytes[at] ?? 0,
      whole: bytes.slice(at, start + length),
      content: bytes.slice(start, start + length),
    })
    at = start + length
  }
  return values
}

/** Returns the IssuerAndSerialNumber of a certificate. */
const issuerAndSerialOf = (certificate: Bytes) => {
  const [body] = valuesIn(valuesIn(certificate)[0]?.content ?? new Uint8Array())
  const [serial, , issuer] = valuesIn(body?.content ?? new Uint8Array()).filter(({ tag }) => tag !== contextTag(0))
  if (serial?.tag !== TAG.integer || issuer?.tag !== TAG.sequence) throw new Error('the data is not a certificate')
  return der(TAG.sequence, issuer.whole, serial.whole)
}

/** Creates a detached PKCS #7 / CMS SignedData signature (RFC 5652) with RSA and SHA-256. */
export const signDetached = async (data: Bytes, signer: Signer, now: Instant): Promise<Bytes> => {
  const certificate = bytesOfPem(signer.certificate)
  const attributes = [
    attribute(OID.contentType, OID.data),
    attribute(OID.signingTime, utcTime(now)),
    attribute(OID.messageDigest, der(TAG.octets, new Uint8Array(await sha256(data)))),
  ]
  const signature = await signRs256(signer.key, setOf(TAG.set, attributes))
  const signerInfo = der(
    TAG.sequence,
    VERSION_1,
    issuerAndSerialOf(certificate),
    SHA_256,
    setOf(contextTag(0), attributes),
    RSA,
    der(TAG.octets, signature),
  )
  const signedData = der(
    TAG.sequence,
    VERSION_1,
    der(TAG.set, SHA_256),
    der(TAG.sequence, OID.data),
    setOf(contextTag(0), [certificate, bytesOfPem(signer.authority)]),
    der(TAG.set, signerInfo),
  )
  return der(TAG.sequence, OID.signedData, der(contextTag(0), signedData))
}
