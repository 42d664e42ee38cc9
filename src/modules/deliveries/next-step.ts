import type { OutboundAnswer } from '../../deps.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'

/** Delays between the end of one attempt and the start of the next. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const
/** The largest factor by which a receiver's `Retry-After` may lengthen a delay. */
const MAX_RETRY_AFTER_FACTOR = 2

/** `barred` means that `refuseReceiverUrl` rejected the URL, so nothing was sent. */
export type DeliveryOutcome = OutboundAnswer | { kind: 'barred'; error: string }

export type NextStep =
  | { status: 'succeeded' }
  | { status: 'retrying'; nextAttemptAt: Instant }
  | { status: 'failed'; disablesWebhook: boolean }

export interface Progress {
  /** Number of attempts so far, including the one that just ended. */
  attempts: number
  /** Whether a member requested this attempt manually. No automatic retry follows a manual attempt. */
  isManual: boolean
  endedAt: Instant
}

const isWorthRetrying = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Converts a `Retry-After` header (seconds or an HTTP date) to milliseconds from `now`. Returns 0 if it is missing or
 * invalid.
 */
export const restAskedForMs = (retryAfter: string | null, now: Instant) => {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS
  const until = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(until) ? 0 : Math.max(0, until - now)
}

const delayAfter = (attempts: number, retryAfter: string | null, endedAt: Instant) => {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return null
  return Math.max(delay, Math.min(restAskedForMs(retryAfter, endedAt), delay * MAX_RETRY_AFTER_FACTOR))
}

/** Decides whether a delivery succeeded, is retried or failed. A 410 also disables the webhook. */
export const nextStep = (outcome: DeliveryOutcome, { attempts, isManual, endedAt }: Progress): NextStep => {
  if (outcome.kind === 'answered') {
    if (outcome.status >= 200 && outcome.status < 300) return { status: 'succeeded' }
    if (outcome.status === 410) return { status: 'failed', disablesWebhook: true }
  }
  const isRetriable = outcome.kind === 'unanswered' || (outcome.kind === 'answered' && isWorthRetrying(outcome.status))
  const retryAfter = outcome.kind === 'answered' ? outcome.retryAfter : null
  const delay = isRetriable && !isManual ? delayAfter(attempts, retryAfter, endedAt) : null
  return delay === null
    ? { status: 'failed', disablesWebhook: false }
    : { status: 'retrying', nextAttemptAt: endedAt + delay }
}
