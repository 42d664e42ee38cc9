import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PasskeyRefused, rawSignature, verifyAssertion, verifyNewPasskey } from '../../../src/identity/webauthn.ts'

type Bytes = Uint8Array<ArrayBuffer>

const RP_ID = 'calendar.test'
const ORIGIN = `https://${RP_ID}`
const CHALLENGE = Buffer.alloc(38, 7).toString('base64url')
const CASES = 408

const bytesOf = (buffer: Buffer): Bytes => new Uint8Array(buffer)
const url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** The CBOR that COSE keys need: maps with integer keys, integers and byte strings. */
const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const item = (value: number | Buffer) =>
  typeof value === 'number' ? integer(value) : Buffer.concat([head(2, value.length), value])
const coseOf = (entries: [number, number | Buffer][]) =>
  bytesOf(Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [integer(key), item(value)])]))

interface Key {
  algorithm: number
  private: KeyObject
  spki: string
  cose: Bytes
}

const part = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

const es256 = (): Key => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = pair.publicKey.export({ format: 'jwk' })
  const cose = coseOf([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, part(x)],
    [-3, part(y)],
  ])
  return { algorithm: -7, private: pair.privateKey, spki: spkiOf(pair.publicKey), cose }
}
const spkiOf = (key: KeyObject) => url(key.export({ type: 'spki', format: 'der' }))
const eddsa = (): Key => {
  const pair = generateKeyPairSync('ed25519')
  const { x } = pair.publicKey.export({ format: 'jwk' })
  const cose = coseOf([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, part(x)],
  ])
  return { algorithm: -8, private: pair.privateKey, spki: spkiOf(pair.publicKey), cose }
}
const rs256 = (bits = 2048): Key => {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits })
  const { n, e } = pair.publicKey.export({ format: 'jwk' })
  const cose = coseOf([
    [1, 3],
    [3, -257],
    [-1, part(n)],
    [-2, part(e)],
  ])
  return { algorithm: -257, private: pair.privateKey, spki: spkiOf(pair.publicKey), cose }
}

interface Parts {
  type: string
  challenge: string
  origin: string
  rpId: string
  flags: number
  counter: number
  before: number
}

const RIGHT: Parts = {
  type: 'webauthn.get',
  challenge: CHALLENGE,
  origin: ORIGIN,
  rpId: RP_ID,
  flags: 0x05,
  counter: 8,
  before: 7,
}

const authenticatorData = ({ rpId, flags, counter }: Parts) => {
  const data = new Uint8Array(37)
  data.set(hash(rpId))
  data[32] = flags
  new DataView(data.buffer).setUint32(33, counter)
  return data
}

/** What a case does to a right answer: to its parts before it is signed, or to the bytes afterwards. */
interface Change {
  name: string
  parts?: Partial<Parts>
  bend?: (answer: { clientData: Bytes; data: Bytes; signature: Bytes }) => void
  otherKey?: true
}

const flip = (bytes: Bytes, at: number) => {
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 0x01
}

const CHANGES: readonly Change[] = [
  { name: 'nothing' },
  { name: 'backup flags set', parts: { flags: 0x1d } },
  { name: 'no counter', parts: { counter: 0, before: 0 } },
  { name: 'a much higher counter', parts: { counter: 4_294_967_295 } },
  { name: 'the first counter', parts: { counter: 1, before: 0 } },
  { name: 'the same counter', parts: { counter: 7 } },
  { name: 'a lower counter', parts: { counter: 6 } },
  { name: 'a counter back at zero', parts: { counter: 0 } },
  { name: 'another challenge', parts: { challenge: Buffer.alloc(38, 8).toString('base64url') } },
  { name: 'a shorter challenge', parts: { challenge: CHALLENGE.slice(0, -1) } },
  { name: 'an empty challenge', parts: { challenge: '' } },
  { name: 'another origin', parts: { origin: 'https://calendar.test.evil.test' } },
  { name: 'http', parts: { origin: `http://${RP_ID}` } },
  { name: 'another port', parts: { origin: `${ORIGIN}:8443` } },
  { name: 'another relying party', parts: { rpId: 'evil.test' } },
  { name: 'the parent domain as relying party', parts: { rpId: 'test' } },
  { name: 'a registration', parts: { type: 'webauthn.create' } },
  { name: 'no user present', parts: { flags: 0x04 } },
  { name: 'no user verified', parts: { flags: 0x01 } },
  { name: 'no flags', parts: { flags: 0x00 } },
  { name: 'backed up without being eligible', parts: { flags: 0x15 } },
  { name: 'another key', otherKey: true },
  { name: 'changed client data', bend: ({ clientData }) => flip(clientData, -3) },
  { name: 'a changed counter', bend: ({ data }) => flip(data, 36) },
  { name: 'a changed flag', bend: ({ data }) => flip(data, 32) },
  { name: 'a changed hash of the relying party', bend: ({ data }) => flip(data, 0) },
  { name: 'a changed end of the signature', bend: ({ signature }) => flip(signature, -1) },
  { name: 'a changed middle of the signature', bend: ({ signature }) => flip(signature, 20) },
  { name: 'an empty signature', bend: (answer) => (answer.signature = new Uint8Array()) },
  { name: 'a shorter signature', bend: (answer) => (answer.signature = answer.signature.slice(0, -1)) },
  { name: 'short authenticator data', bend: (answer) => (answer.data = answer.data.slice(0, 36)) },
  { name: 'a byte after the authenticator data', bend: (a) => (a.data = new Uint8Array([...a.data, 0])) },
  { name: 'client data that is no JSON', bend: (a) => (a.clientData = bytesOf(Buffer.from('{'))) },
  { name: 'client data that is null', bend: (a) => (a.clientData = bytesOf(Buffer.from('null'))) },
]

const signedBy = (key: Key, data: Uint8Array) =>
  bytesOf(sign(key.algorithm === -8 ? null : 'sha256', data, key.private))

const answerOf = (key: Key, change: Change, parts: Parts, other: Key) => {
  const { type, challenge, origin } = parts
  const clientData = bytesOf(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
  const data: Bytes = authenticatorData(parts)
  const signed = Buffer.concat([data, hash(clientData)])
  const answer = { clientData, data, signature: signedBy(change.otherKey ? other : key, signed) }
  change.bend?.(answer)
  return answer
}

const ours = (key: Key, answer: ReturnType<typeof answerOf>, before: number) =>
  verifyAssertion(
    { clientDataJSON: url(answer.clientData), authenticatorData: url(answer.data), signature: url(answer.signature) },
    { publicKey: key.spki, algorithm: key.algorithm, counter: before },
    { challenge: CHALLENGE, origin: ORIGIN, rpId: RP_ID },
  ).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PasskeyRefused) return false
      throw error
    },
  )

const judge = (key: Key, answer: ReturnType<typeof answerOf>, before: number) =>
  verifyAuthenticationResponse({
    response: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: url(answer.clientData),
        authenticatorData: url(answer.data),
        signature: url(answer.signature),
      },
    },
    expectedChallenge: CHALLENGE,
    expectedOrigin: ORIGIN,
    expectedRPID: RP_ID,
    requireUserVerification: true,
    credential: { id: 'AAAA', publicKey: key.cose, counter: before },
  }).then(
    ({ verified }) => verified,
    () => false,
  )

describe('verifyAssertion', () => {
  const makers = [es256, eddsa, rs256]

  it(`accepts and refuses the same ${CASES} answers as @simplewebauthn/server`, async () => {
    const verdicts = { accepted: 0, refused: 0 }
    const [others, disagreements] = [makers.map((make) => make()), [] as string[]]
    let count = 0
    for (let round = 0; round < CASES / CHANGES.length / makers.length; round += 1) {
      for (const [index, make] of makers.entries()) {
        const key = make()
        for (const change of CHANGES) {
          const parts = { ...RIGHT, ...change.parts }
          const answer = answerOf(key, change, parts, others[index] as Key)
          const [own, judged] = [await ours(key, answer, parts.before), await judge(key, answer, parts.before)]
          if (own !== judged) disagreements.push(`${key.algorithm} with ${change.name}: ours ${own}, judge ${judged}`)
          verdicts[own ? 'accepted' : 'refused'] += 1
          count += 1
        }
      }
    }
    expect(disagreements).toEqual([])
    expect(count).toBe(CASES)
    expect(verdicts.accepted).toBe((5 * CASES) / CHANGES.length)
  })

  it('marks only a counter that does not rise as a possible copy', async () => {
    const key = es256()
    const verdict = async (parts: Partial<Parts>) => {
      const answer = answerOf(key, { name: 'copy' }, { ...RIGHT, ...parts }, key)
      return verifyAssertion(
        {
          clientDataJSON: url(answer.clientData),
          authenticatorData: url(answer.data),
          signature: url(answer.signature),
        },
        { publicKey: key.spki, algorithm: key.algorithm, counter: RIGHT.before },
        { challenge: CHALLENGE, origin: ORIGIN, rpId: RP_ID },
      ).catch((error: unknown) => error)
    }
    expect(await verdict({ counter: 7 })).toMatchObject({ isCopy: true })
    expect(await verdict({ counter: 7, origin: 'https://evil.test' })).toMatchObject({ isCopy: false })
  })

  it('refuses a page inside a frame of another site', async () => {
    const key = es256()
    const clientData = bytesOf(
      Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: CHALLENGE, origin: ORIGIN, crossOrigin: true })),
    )
    const data = authenticatorData(RIGHT)
    const signature = signedBy(key, Buffer.concat([data, hash(clientData)]))
    expect(await ours(key, { clientData, data, signature }, 7)).toBe(false)
  })
})

describe('rawSignature', () => {
  it.each([
    ['an empty signature', []],
    ['a number without digits', [0x30, 4, 2, 0, 2, 0]],
    ['a number longer than the signature', [0x30, 6, 2, 9, 1, 2, 1, 1]],
    ['a negative number', [0x30, 6, 2, 1, 0x80, 2, 1, 1]],
    ['an unneeded zero', [0x30, 7, 2, 2, 0, 1, 2, 1, 1]],
    ['bytes after the end', [0x30, 7, 2, 1, 1, 2, 1, 1, 9]],
    ['a length in two bytes', [0x30, 0x81, 6, 2, 1, 1, 2, 1, 1]],
  ])('refuses %s', (_name, bytes) => {
    expect(() => rawSignature(new Uint8Array(bytes))).toThrow(PasskeyRefused)
  })

  it('pads short numbers to 32 bytes', () => {
    const raw = rawSignature(new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 2]))
    expect([raw.length, raw[31], raw[63]]).toEqual([64, 1, 2])
  })
})

describe('verifyNewPasskey', () => {
  const id = bytesOf(Buffer.alloc(20, 3))
  const registrationOf = (key: Key, { flags = 0x45, named = id, type = 'webauthn.create' } = {}) => {
    const clientData = Buffer.from(JSON.stringify({ type, challenge: CHALLENGE, origin: ORIGIN, crossOrigin: false }))
    const length = Buffer.from([0, id.length])
    const base = authenticatorData({ ...RIGHT, flags, counter: 0 })
    return {
      id: url(named),
      clientDataJSON: url(clientData),
      authenticatorData: url(Buffer.concat([base, Buffer.alloc(16), length, id, key.cose])),
      publicKey: key.spki,
      algorithm: key.algorithm,
    }
  }
  const expected = { challenge: CHALLENGE, origin: ORIGIN, rpId: RP_ID }

  it.each([
    ['ES256', es256],
    ['EdDSA', eddsa],
    ['RS256', () => rs256()],
  ])('accepts a key for %s', async (_name, make) => {
    expect(await verifyNewPasskey(registrationOf(make()), expected)).toBe(0)
  })

  it('refuses a key of another algorithm than named', async () => {
    const answer = { ...registrationOf(es256()), algorithm: -8 }
    await expect(verifyNewPasskey(answer, expected)).rejects.toThrow('public key')
  })

  it('refuses RSA keys of less than 2048 bits', async () => {
    await expect(verifyNewPasskey(registrationOf(rs256(1024)), expected)).rejects.toThrow('public key')
  })

  it('refuses another credential id than in the authenticator data', async () => {
    const answer = registrationOf(es256(), { named: bytesOf(Buffer.alloc(20, 4)) })
    await expect(verifyNewPasskey(answer, expected)).rejects.toThrow('credential id')
  })

  it('refuses a passkey made without verifying the user', async () => {
    await expect(verifyNewPasskey(registrationOf(es256(), { flags: 0x41 }), expected)).rejects.toThrow(
      'user verification',
    )
  })

  it('refuses the answer to a sign-in', async () => {
    const answer = registrationOf(es256(), { type: 'webauthn.get' })
    await expect(verifyNewPasskey(answer, expected)).rejects.toThrow('type')
  })
})
