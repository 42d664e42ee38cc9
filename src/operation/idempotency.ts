import { actorId, type Actor } from '../access/actor.ts'
import { personIdOf } from '../access/derived.ts'
import type { Claim } from '../db/commit.ts'
import { BLANK_ADDRESS_END } from '../db/personal/holding.ts'
import type { Statements } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import { invalid, refusal } from '../kernel/failure.ts'
import { isNullViolation } from '../kernel/violations.ts'
import { writeTogether } from './at-event.ts'
import { keepAnswer, claimNamed, releaseClaim, takeClaim } from './idempotency.store.ts'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

export const idempotencyKeyOf = (request: Request) => {
  const key = request.headers.get('Idempotency-Key')
  if (key !== null && !KEY_FORM.test(key)) throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return key
}

/** What is kept of an answer: its bytes and the little of its head that a caller relies on. */
interface KeptAnswer {
  body: string
  etag: string | null
}

const stillRunning = (retryAfterSeconds: number) => refusal('idempotency_in_progress', { retryAfterSeconds })

const replayOf = async (deps: Deps, status: number, answerCipher: string) => {
  if (answerCipher === '') throw refusal('answer_erased')
  const kept = JSON.parse(await deps.vault.open(answerCipher)) as KeptAnswer
  const headers = new Headers({ 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' })
  if (kept.etag !== null) headers.set('ETag', kept.etag)
  return new Response(kept.body, { status, headers })
}

const ADDRESS = /[^\s"<>(),;:\\[\]]+@[^\s"<>(),;:\\[\]]+/g

/** Whom an answer tells of: an answer without an address tells of nobody who could be erased from it. */
const personsIn = async (body: string, calendarId: string | null, deps: Deps) => {
  const addresses = [...new Set(body.match(ADDRESS))].filter((address) => !address.endsWith(BLANK_ADDRESS_END))
  if (calendarId === null || addresses.length === 0) return null
  const persons = await Promise.all(addresses.map((address) => personIdOf(calendarId, address, deps)))
  return [...persons, ...new Set(body.match(/gst_\w+/g))]
}

const isKept = (status: number) => (status >= 200 && status < 300) || status === 409 || status === 422

/** Commits fail on this column when another request has taken the key over in the meantime. */
const lostItsClaim = (error: unknown) => isNullViolation(error, 'idempotency_claims.holder')

/** A POST under a key, and the event that it is about, if one. */
interface Keyed {
  request: Request
  key: string
  bytes: Uint8Array<ArrayBuffer>
  actor: Actor
  eventId: string | null
  /** What the answer may tell of. */
  subject: { calendarId: string | null; eventId: string | null }
  /** How long a retry waits for a first that is still at work. */
  patienceMs: number
}

/**
 * Runs a POST at most once per key. `work` gets the claim, to commit together with its effect, and the id of
 * what an interrupted earlier run has made, if there was one.
 */
export const once = async (
  deps: Deps,
  { request, key, bytes, actor, eventId, subject, patienceMs }: Keyed,
  work: (claim: Claim, effectId: string | null) => Promise<Response>,
): Promise<Response> => {
  const { pathname, search } = new URL(request.url)
  const id = await sha256Hex(`${actorId(actor)}\n${request.method}\n${pathname}\n${key}`)
  const requestHash = await sha256Hex(`${search}\n${await sha256Hex(bytes)}`)
  const claim: Claim = { id, holder: deps.newId('req') }
  const now = deps.clock()
  const write = (statements: Statements) => writeTogether(deps, eventId, statements)

  const [[taken]] = await writeTogether(deps, eventId, [takeClaim(deps.db, claim, requestHash, now)])
  if (taken === undefined) {
    let [[other = null]] = await writeTogether(deps, eventId, [claimNamed(deps.db, id)])
    // Retries that come at once wait their turns in the row of the event until the first of them is answered: each look is
    // a trip to the database, which is pause enough between two.
    while (other?.answerCipher === null && deps.clock() < now + patienceMs) {
      ;[[other = null]] = await writeTogether(deps, eventId, [claimNamed(deps.db, id)])
    }
    if (other === null) throw stillRunning(1)
    if (other.requestHash !== requestHash) throw refusal('idempotency_key_reused')
    if (other.answerCipher === null || other.status === null) throw stillRunning((other.claimedUntil - now) / 1000)
    return replayOf(deps, other.status, other.answerCipher)
  }

  try {
    const answer = await work(claim, taken.effectId)
    if (isKept(answer.status)) {
      const kept: KeptAnswer = { body: await answer.clone().text(), etag: answer.headers.get('ETag') }
      const about = await personsIn(kept.body, subject.calendarId, deps)
      const answerCipher = await deps.vault.seal(JSON.stringify(kept))
      await write([
        keepAnswer(deps.db, claim, { status: answer.status, answerCipher, eventId: subject.eventId, about }),
      ])
    } else {
      await write(releaseClaim(deps.db, claim))
    }
    return answer
  } catch (error) {
    if (lostItsClaim(error)) throw stillRunning(1)
    await write(releaseClaim(deps.db, claim))
    throw error
  }
}
