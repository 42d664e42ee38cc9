import { unavailable } from '../kernel/failure.ts'
import type { Env } from './env.ts'

const DEFAULT_URL = 'https://api.stripe.com'
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000

export type StripeObject = Record<string, unknown>
/** `refused` means a permanent error: retrying the same request won't help. */
export type StripeAnswer = { kind: 'done'; body: StripeObject } | { kind: 'refused'; status: number; why: string }

export const responseText = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Returns whether the error is caused by the request itself. That excludes 409 (idempotency key in use), 429 and
 * `idempotency_error` (key already used with other parameters).
 */
const isRefusal = (status: number, error: StripeObject) =>
  (status === 400 || status === 402 || status === 404) && error['type'] !== 'idempotency_error'

/**
 * Serialises fields in the given order, so that retries send identical bytes. Stripe compares requests with the same
 * idempotency key.
 */
export const formOf = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

export type CallStripe = (line: string, sent?: { form: string; key?: string }) => Promise<StripeAnswer>

/** Calls Stripe's HTTP API. Throws if the outcome is unknown: on a timeout, 409, 429 or 5xx. */
export const createCaller =
  (env: Env): CallStripe =>
  async (line, sent) => {
    const [method = 'GET', path = ''] = line.split(' ')
    try {
      const response = await fetch((env.STRIPE_API_URL ?? DEFAULT_URL) + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
          'Stripe-Version': API_VERSION,
          ...(sent?.key === undefined ? {} : { 'Idempotency-Key': sent.key }),
          ...(sent === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(sent === undefined ? {} : { body: sent.form }),
      })
      const body = await response.json<StripeObject>()
      if (response.ok) return { kind: 'done', body }
      const error = (body['error'] ?? {}) as StripeObject
      if (isRefusal(response.status, error)) {
        return {
          kind: 'refused',
          status: response.status,
          why: responseText(error['code']) || responseText(error['message']),
        }
      }
      throw new Error(`Stripe answered ${response.status}`)
    } catch (cause) {
      throw unavailable('The payment provider isn’t responding. Try again later.', cause)
    }
  }
