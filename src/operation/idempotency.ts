import { actorId, type Actor } from '../access/actor.ts'
import { personIdOf, type PersonCalendar } from '../access/derived.ts'
import type { Claim } from '../db/commit.ts'
import { BLANK_ADDRESS_END } from '../db/personal/holding.ts'
import type { Statements } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import { invalid, refusal } from '../kernel/failure.ts'
import { isNullViolation } from '../kernel/violations.ts'
import { writeTogether } from './at-event.ts'
import { keepAnswer, claimNamed, releaseClaim, takeClaim } from './idempotency.store.ts'

/** 1 to 255 visible ASCII characters, written as a range that every language’s regular expressions understand. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/

export const idempotencyKeyOf = (request: Request) => {
  const key = request.headers.get('Idempotency-Key')
  if (key !== null && !IDEMPOTENCY_KEY.test(key))
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return key
}

/** The parts of a response that are stored. The status has its own column; other headers aren't replayed. */
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

/**
 * Returns the `usr_` and guest ids in a response. Returns null if it contains no email address, because it then holds
 * nothing to erase.
 */
const personsIn = async (body: string, calendar: PersonCalendar | null, deps: Deps) => {
  const addresses = [...new Set(body.match(ADDRESS))].filter((address) => !address.endsWith(BLANK_ADDRESS_END))
  if (calendar === null || addresses.length === 0) return null
  const persons = await Promise.all(addresses.map((address) => personIdOf(calendar, address, deps)))
  return [...persons, ...new Set(body.match(/gst_\w+/g))]
}

const isKept = (status: number) => (status >= 200 && status < 300) || status === 409 || status === 422

/** The commit writes `idempotency_claims.holder`, which fails on NULL if another request has taken over the key. */
const hasLostClaim = (error: unknown) => isNullViolation(error, 'idempotency_claims.holder')

/** A request with an `Idempotency-Key`. `eventId` is the event named in its path, if any. */
interface KeyedRequest {
  request: Request
  key: string
  bytes: Uint8Array<ArrayBuffer>
  actor: Actor
  eventId: string | null
  /** The calendar and event whose data the response may contain. */
  subject: { calendar: PersonCalendar | null; eventId: string | null }
  /** How long a retry waits for the first request if it is still running. */
  patienceMs: number
}

/**
 * Runs `work` at most once per key. `work` commits the claim together with its effect. `effectId` is the effect of an
 * earlier, interrupted run, or null.
 */
export const once = async (
  deps: Deps,
  { request, key, bytes, actor, eventId, subject, patienceMs }: KeyedRequest,
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
    const waitsUntil = deps.machine() + patienceMs
    // Concurrent retries poll through the `EventObject` until the response to the first request is stored. There is no
    // timer between polls: each poll is a round trip to D1, which is long enough.
    while (other?.answerCipher === null && deps.machine() < waitsUntil) {
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
      const about = await personsIn(kept.body, subject.calendar, deps)
      const answerCipher = await deps.vault.seal(JSON.stringify(kept))
      await write([
        keepAnswer(deps.db, claim, { status: answer.status, answerCipher, eventId: subject.eventId, about }),
      ])
    } else {
      await write(releaseClaim(deps.db, claim))
    }
    return answer
  } catch (error) {
    if (hasLostClaim(error)) throw stillRunning(1)
    await write(releaseClaim(deps.db, claim))
    throw error
  }
}
