import { unavailable } from '../kernel/failure.ts'

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

type Field = string | number | boolean | readonly Field[] | { readonly [name: string]: Field }

/** Names and values as Stripe's forms have them, such as `metadata[order_id]` and `line_items[0][quantity]`. */
const pairsOf = (name: string, value: Field): [string, string][] =>
  typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
    : [[name, String(value)]]

/**
 * Serialises fields in the given order, so that retries send identical bytes. Stripe compares requests with the same
 * idempotency key. Callers check their fields against the types of the package `stripe`.
 */
export const formOf = (fields: Readonly<Record<string, Field>>) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value))).toString()

type Sent = { form: string; key?: string }
export type CallStripe = (line: string, sent?: Sent) => Promise<StripeAnswer>

export interface StripeAccess {
  url: string | undefined
  key: string
  /** Sends the requests about this account of the platform. */
  account?: string | undefined
  /** Called if Stripe doesn't accept the key, or no longer for this account. */
  onRefusedKey?: () => void
}

/** Sends one request to Stripe's HTTP API. Throws if there is no readable response within 10 seconds. */
export const requestStripe = async ({ url, key, account }: StripeAccess, line: string, sent?: Sent) => {
  const [method = 'GET', path = ''] = line.split(' ')
  const response = await fetch((url ?? DEFAULT_URL) + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      Authorization: `Bearer ${key}`,
      'Stripe-Version': API_VERSION,
      ...(account === undefined ? {} : { 'Stripe-Account': account }),
      ...(sent?.key === undefined ? {} : { 'Idempotency-Key': sent.key }),
      ...(sent === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(sent === undefined ? {} : { body: sent.form }),
  })
  return { status: response.status, isOk: response.ok, body: await response.json<StripeObject>() }
}

/** Calls Stripe's HTTP API. Throws if the outcome is unknown: on a timeout, 401, 403, 409, 429 or 5xx. */
export const createCaller =
  (access: StripeAccess): CallStripe =>
  async (line, sent) => {
    try {
      const { status, isOk, body } = await requestStripe(access, line, sent)
      if (isOk) return { kind: 'done', body }
      const error = (body['error'] ?? {}) as StripeObject
      if (isRefusal(status, error)) {
        return { kind: 'refused', status, why: responseText(error['code']) || responseText(error['message']) }
      }
      if (status === 401 || status === 403) access.onRefusedKey?.()
      throw new Error(`Stripe answered ${status}`)
    } catch (cause) {
      throw unavailable('The payment provider isn’t responding. Try again later.', cause)
    }
  }
