import { base64url, equalInConstantTime, fromBase64url, utf8 } from '../kernel/crypto.ts'
import { randomBytes } from '../kernel/ids.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { addressesOf, findAccount } from './accounts.store.ts'
import type { IdentityDeps } from './ports.ts'
import { deviceIn, textField } from './http.ts'
import { findPasskey, insertNotices, insertPasskey, passkeysOf, spendChallenge, usePasskey } from './passkeys.store.ts'
import { hashOf } from './secrets.ts'
import { ALGORITHMS, isAlgorithm, PasskeyRefused, verifyAssertion, verifyNewPasskey } from './webauthn.ts'

const CHALLENGE_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16
const TIME_BYTES = 6
const MAX_ID_LENGTH = 1_366

/** `sign-in`, or the account that the passkey is added to. */
type Purpose = string

const macOf = (deps: IdentityDeps, purpose: Purpose, browser: string, body: string) =>
  deps.vault.derive(`passkey challenge ${purpose} ${browser}`, body)

/**
 * Creates a challenge for this browser. It is signed rather than stored, so that anonymous visitors write no rows. Only
 * an answered challenge is stored, so that it works once.
 */
export const newChallenge = async (purpose: Purpose, browser: string, deps: IdentityDeps) => {
  const body = new Uint8Array(NONCE_BYTES + TIME_BYTES)
  body.set(randomBytes(NONCE_BYTES))
  new DataView(body.buffer).setUint32(NONCE_BYTES + 2, Math.floor((deps.clock() + CHALLENGE_MS) / 1_000))
  const text = base64url(body)
  const mac = fromBase64url(await macOf(deps, purpose, browser, text))
  const challenge = new Uint8Array(body.length + mac.length)
  challenge.set(body)
  challenge.set(mac, body.length)
  return base64url(challenge)
}

/** Returns the challenge in the client data, if this service created it for this browser and it hasn't expired. */
const challengeIn = async (clientDataJSON: string, purpose: Purpose, browser: string, deps: IdentityDeps) => {
  let challenge: unknown
  try {
    const data = JSON.parse(new TextDecoder().decode(fromBase64url(clientDataJSON))) as { challenge?: unknown } | null
    challenge = data?.challenge
    if (typeof challenge !== 'string' || challenge.length > 100) throw new PasskeyRefused('challenge')
    const bytes = fromBase64url(challenge)
    const body = bytes.slice(0, NONCE_BYTES + TIME_BYTES)
    const mac = base64url(bytes.slice(NONCE_BYTES + TIME_BYTES))
    const isOurs = equalInConstantTime(mac, await macOf(deps, purpose, browser, base64url(body)))
    const expiresAt = body.length < NONCE_BYTES + TIME_BYTES ? 0 : new DataView(body.buffer).getUint32(NONCE_BYTES + 2)
    if (isOurs && expiresAt * 1_000 > deps.clock()) return challenge
  } catch (error) {
    if (error instanceof PasskeyRefused) throw error
  }
  throw new PasskeyRefused('challenge')
}

const spend = async (challenge: string, { db, clock }: IdentityDeps) => {
  if (!(await spendChallenge(db, await hashOf(challenge), clock()))) throw new PasskeyRefused('challenge')
}

/** Signs in with a passkey and returns its account. Throws `PasskeyRefused`. */
export const signInWithPasskey = async (body: Record<string, unknown>, browser: string, deps: IdentityDeps) => {
  const { db, config, clock } = deps
  const answer = {
    clientDataJSON: textField(body['clientDataJSON']),
    authenticatorData: textField(body['authenticatorData']),
    signature: textField(body['signature']),
  }
  const challenge = await challengeIn(answer.clientDataJSON, 'sign-in', browser, deps)
  const passkey = await findPasskey(db, textField(body['id'], MAX_ID_LENGTH))
  if (passkey === null) throw new PasskeyRefused('unknown passkey')
  const handle = body['userHandle']
  if (typeof handle === 'string' && handle !== base64url(utf8(passkey.accountId)))
    throw new PasskeyRefused('user handle')
  try {
    const counter = await verifyAssertion(answer, passkey, { challenge, origin: config.origin, rpId: config.rpId })
    await spend(challenge, deps)
    if (!(await usePasskey(db, passkey.id, counter, clock()))) throw new PasskeyRefused('counter', true)
  } catch (error) {
    // The signature is valid, so it comes from the passkey or from a copy of it. The user has to be warned.
    if (error instanceof PasskeyRefused && error.isCopy)
      deps.tellMails(await insertNotices(db, passkey.accountId, 'passkey-copied', await hashOf(challenge), clock()))
    throw error
  }
  const account = await findAccount(db, passkey.accountId)
  if (account === null) throw new PasskeyRefused('no account')
  return account.id
}

/** Options for `navigator.credentials.create()`. */
export const creationOptions = async (accountId: string, browser: string, deps: IdentityDeps) => {
  const { db, config } = deps
  const [account, addresses, passkeys] = await Promise.all([
    findAccount(db, accountId),
    addressesOf(db, accountId),
    passkeysOf(db, accountId),
  ])
  const [address = ''] = addresses
  return {
    challenge: await newChallenge(`add ${accountId}`, browser, deps),
    rp: { id: config.rpId, name: config.rpId },
    user: { id: base64url(utf8(accountId)), name: address, displayName: account?.name ?? address },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id })),
  }
}

/** Stores a new passkey. Throws `PasskeyRefused`. */
export const addPasskey = async (
  request: Request,
  body: Record<string, unknown>,
  { accountId, browser }: { accountId: string; browser: string },
  deps: IdentityDeps,
) => {
  const { db, config, clock } = deps
  const { algorithm } = body
  if (!isAlgorithm(algorithm)) throw new PasskeyRefused('algorithm')
  const answer = {
    id: textField(body['id'], MAX_ID_LENGTH),
    clientDataJSON: textField(body['clientDataJSON']),
    authenticatorData: textField(body['authenticatorData']),
    publicKey: textField(body['publicKey']),
    algorithm,
  }
  const challenge = await challengeIn(answer.clientDataJSON, `add ${accountId}`, browser, deps)
  const counter = await verifyNewPasskey(answer, { challenge, origin: config.origin, rpId: config.rpId })
  await spend(challenge, deps)
  const { id, publicKey } = answer
  const isAdded = await insertPasskey(db, { id, accountId, publicKey, algorithm, counter }, deviceIn(request), clock())
  if (!isAdded) throw new PasskeyRefused('known passkey')
}
