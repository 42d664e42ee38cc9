import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { base64url, sha256, utf8 } from '../../../src/kernel/crypto.ts'
import { MINUTE_MS } from '../../../src/kernel/time.ts'
import { ORIGIN, startIdentity } from '../../support/sign-in.ts'

type Identity = ReturnType<typeof startIdentity>
type Visitor = ReturnType<Identity['visitor']>

const RP_ID = 'localhost'
const flat = (...parts: (Uint8Array | ArrayBuffer)[]) =>
  new Uint8Array(parts.flatMap((part) => [...new Uint8Array(part)]))

/** An authenticator with one Ed25519 passkey. */
const newAuthenticator = async () => {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const spki = (await crypto.subtle.exportKey('spki', pair.publicKey)) as ArrayBuffer
  const id = crypto.getRandomValues(new Uint8Array(16))
  const head = async (flags: number, counter: number) =>
    flat(await sha256(utf8(RP_ID)), new Uint8Array([flags, 0, 0, 0, counter]))
  const clientData = (type: string, challenge: string, origin = ORIGIN) =>
    utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    id: base64url(id),
    async create(challenge: string) {
      const data = flat(await head(0x45, 0), new Uint8Array(16), new Uint8Array([0, id.length]), id)
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        authenticatorData: base64url(data),
        publicKey: base64url(spki),
        algorithm: -8,
      }
    },
    async get(challenge: string, { counter = 0, origin = ORIGIN } = {}) {
      const [json, data] = [clientData('webauthn.get', challenge, origin), await head(0x05, counter)]
      const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, flat(data, await sha256(json)))
      return {
        id: base64url(id),
        clientDataJSON: base64url(json),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        request: '',
      }
    },
  }
}

const postJson = async (from: Visitor, path: string, body: unknown = {}) => {
  const answer = await from.visit(`/sign-in/passkeys/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, string> }
}

const withPasskey = async (address: string) => {
  const identity = startIdentity()
  const ada = await identity.signIn(address)
  const key = await newAuthenticator()
  const { body } = await postJson(ada, 'options')
  const added = await postJson(ada, 'add', await key.create(body['challenge'] ?? ''))
  expect(added.status).toBe(200)
  const fresh = identity.visitor('192.0.2.9')
  await fresh.visit('/sign-in')
  const challenge = async (from = fresh) => (await postJson(from, 'challenge')).body['challenge'] ?? ''
  return { identity, ada, key, fresh, challenge }
}

describe('a passkey', () => {
  it('signs in without an email, and each challenge works once', async () => {
    const { key, fresh, challenge } = await withPasskey('once@venue.test')
    const answer = await key.get(await challenge())
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => postJson(fresh, 'sign-in', answer)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await fresh.visit('/sign-in/account')).status).toBe(200)
    expect((await postJson(fresh, 'sign-in', answer)).status).toBe(400)
  })

  it('refuses a challenge after five minutes, of another browser, of another purpose or made up', async () => {
    const { identity, ada, key, fresh, challenge } = await withPasskey('challenge@venue.test')
    const outcome = async (text: string) => (await postJson(fresh, 'sign-in', await key.get(text))).status
    const other = identity.visitor('192.0.2.10')
    await other.visit('/sign-in')
    expect(await outcome(await challenge(other))).toBe(400)
    expect(await outcome((await postJson(ada, 'options')).body['challenge'] ?? '')).toBe(400)
    expect(await outcome(base64url(new Uint8Array(38)))).toBe(400)
    expect(await outcome('')).toBe(400)
    const late = await challenge()
    identity.pass(5 * MINUTE_MS + 1_000)
    expect(await outcome(late)).toBe(400)
    expect(await outcome(await challenge())).toBe(200)
  })

  it('is refused from another origin', async () => {
    const { key, fresh, challenge } = await withPasskey('origin@venue.test')
    const answer = await key.get(await challenge(), { origin: 'http://localhost:9999' })
    expect((await postJson(fresh, 'sign-in', answer)).status).toBe(400)
  })

  it('is refused and reported by email if its counter does not rise', async () => {
    const { identity, key, fresh, challenge } = await withPasskey('copy@venue.test')
    expect((await postJson(fresh, 'sign-in', await key.get(await challenge(), { counter: 5 }))).status).toBe(200)
    const copied = await postJson(fresh, 'sign-in', await key.get(await challenge(), { counter: 5 }))
    expect([copied.status, copied.body]).toEqual([400, { error: 'copied' }])
    const mail = await env.DB.prepare(
      "select id, recipient from mails where kind = 'passkey-copied' and recipient = 'copy@venue.test'",
    ).first<{ id: string }>()
    expect(identity.queued).toContain(mail?.id)
  })

  it('cannot be added ten minutes after the sign-in, twice, or to another account', async () => {
    const { identity, ada, key } = await withPasskey('add@venue.test')
    const again = (await postJson(ada, 'options')).body['challenge'] ?? ''
    expect((await postJson(ada, 'add', await key.create(again))).status).toBe(400)
    const eve = await identity.signIn('eve@venue.test')
    const stolen = (await postJson(ada, 'options')).body['challenge'] ?? ''
    expect((await postJson(eve, 'add', await (await newAuthenticator()).create(stolen))).status).toBe(400)
    identity.pass(10 * MINUTE_MS)
    expect((await postJson(ada, 'options')).status).toBe(303)
  })

  it('no longer works once it is removed, which only its owner can do', async () => {
    const { identity, ada, key, fresh, challenge } = await withPasskey('gone@venue.test')
    const eve = await identity.signIn('eve-gone@venue.test')
    await eve.post('/sign-in/passkeys/remove', { id: key.id })
    expect((await postJson(fresh, 'sign-in', await key.get(await challenge()))).status).toBe(200)
    await ada.post('/sign-in/passkeys/remove', { id: key.id })
    expect((await postJson(fresh, 'sign-in', await key.get(await challenge()))).status).toBe(400)
  })
})
