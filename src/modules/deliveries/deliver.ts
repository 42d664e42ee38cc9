import type { Deps } from '../../deps.ts'
import { untilWritten } from '../../db/outbox.ts'
import { utf8 } from '../../kernel/crypto.ts'
import { describeError } from '../../kernel/log.ts'
import { receiverPolicyOf, refuseReceiverUrl } from '../../kernel/receiver-url.ts'
import { SECOND_MS, type Instant } from '../../kernel/time.ts'
import { claimDeliveries, deliveryOutbox, recordAttempt, type Attempt, type ClaimedDelivery } from './deliver.store.ts'
import { nextStep, type DeliveryOutcome } from './next-step.ts'
import { headersOf } from './signatures.ts'

/**
 * In production, one Worker invocation can have 6 connections waiting for a response. One of them is for the database.
 */
const MAX_CONCURRENT = 5
const TIMEOUT_MS = 10 * SECOND_MS
const READ_BYTES = 64 * 1024
const LOGGED_BYTES = 4 * 1024

const secretsOf = async ({ webhook }: ClaimedDelivery, now: Instant, deps: Deps): Promise<[string, ...string[]]> => {
  const secret = await deps.vault.open(webhook.secretCipher)
  const { previousSecretCipher, previousSecretUntil } = webhook
  if (previousSecretCipher === null || previousSecretUntil === null || previousSecretUntil <= now) return [secret]
  return [secret, await deps.vault.open(previousSecretCipher)]
}

/** Returns the headers of one attempt, signed with the webhook's secrets. */
export const signDelivery = async (claimed: ClaimedDelivery, at: Instant, deps: Deps) => {
  const { webhook, id, eventType: type, body } = claimed
  const secrets = await secretsOf(claimed, at, deps)
  // Receivers compare the timestamp with their own clocks.
  return headersOf(webhook.form, { id, type, body, sentAt: deps.machine(), secrets })
}

/** Marks the body before it is signed. Live bodies stay as they are stored, byte for byte. */
const inMode = (claimed: ClaimedDelivery, { config }: Deps): ClaimedDelivery =>
  config.sandboxId === null ? claimed : { ...claimed, body: `${claimed.body.slice(0, -1)},"mode":"test"}` }

const send = async (stored: ClaimedDelivery, at: Instant, deps: Deps): Promise<DeliveryOutcome> => {
  const claimed = inMode(stored, deps)
  const { url } = claimed.webhook
  const refusal = refuseReceiverUrl(url, receiverPolicyOf(deps.config))
  if (refusal !== null) return { kind: 'barred', error: `not sent: the URL ${refusal}` }
  try {
    const headers = await signDelivery(claimed, at, deps)
    return await deps.outbound.post({ url, headers, body: claimed.body, timeoutMs: TIMEOUT_MS, mostBytes: READ_BYTES })
  } catch (error) {
    deps.log.error('a delivery could not be signed', { id: claimed.id, ...describeError(error) })
    return { kind: 'unanswered', error: 'not sent: signing failed' }
  }
}

/** Returns the first 4 KiB (`LOGGED_BYTES`) without cutting a UTF-8 character in half. */
const startOf = (text: string) => new TextDecoder().decode(utf8(text).subarray(0, LOGGED_BYTES), { stream: true })

const deliver = async (claimed: ClaimedDelivery, deps: Deps) => {
  const at = deps.clock()
  const outcome = await send(claimed, at, deps)
  await recordOutcome(claimed, outcome, at, deps)
}

/** Records the attempt that began at `at` and has just ended, and schedules the next one if there is one. */
export const recordOutcome = async (claimed: ClaimedDelivery, outcome: DeliveryOutcome, at: Instant, deps: Deps) => {
  const endedAt = deps.clock()
  const isManual = claimed.retriedAt !== null
  const step = nextStep(outcome, { attempts: claimed.attempts + 1, isManual, endedAt })
  const attempt: Attempt = {
    at,
    endedAt,
    responseCode: outcome.kind === 'answered' ? outcome.status : null,
    error: outcome.error,
    responseBody: outcome.kind === 'answered' ? startOf(outcome.body) : null,
  }
  const nextAttemptAt = await untilWritten(() => recordAttempt(deps.db, claimed, attempt, step))
  if (nextAttemptAt !== null) deliveryOutbox.tellOf([{ id: claimed.id, at: nextAttemptAt }], deps)
}

const deliverOrReport = async (claimed: ClaimedDelivery, deps: Deps) => {
  try {
    await deliver(claimed, deps)
  } catch (error) {
    deps.log.error('a delivery was interrupted; it is retried when its lease expires', {
      id: claimed.id,
      ...describeError(error),
    })
  }
}

/** Delivers one due delivery immediately. Does nothing if another worker has claimed it. */
export const deliverNow = async (id: string, deps: Deps) => {
  const [claimed] = await claimDeliveries(deps.db, [id], deps.clock())
  if (claimed !== undefined) await deliverOrReport(claimed, deps)
}

/**
 * Handles a batch from the queue `deliveries`. The first 5 rows (`max_batch_size`) are claimed before the queue
 * messages are acknowledged, and sent afterwards, so a slow receiver does not block the queue. Any further rows are
 * claimed when those are done.
 */
export const deliverDue = async (ids: string[], deps: Deps): Promise<void> => {
  const [first, rest] = [ids.slice(0, MAX_CONCURRENT), ids.slice(MAX_CONCURRENT)]
  const claimed = await claimDeliveries(deps.db, first, deps.clock())
  const work = Promise.all(claimed.map((one) => deliverOrReport(one, deps)))
  deps.later(rest.length === 0 ? work : work.then(() => deliverDue(rest, deps)))
}
