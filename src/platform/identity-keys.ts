import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { describeError, type Log } from '../kernel/log.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, systemClock, type Instant } from '../kernel/time.ts'

/** Age from which keys are fetched again. A key that the provider withdraws works for no longer than this. */
const FRESH_MS = 10 * MINUTE_MS
/** Age up to which keys remain in use while the provider is down. */
const MAX_AGE_MS = DAY_MS
/** Minimum time between two fetches, whatever the result of the first. */
const COOLDOWN_MS = 5 * SECOND_MS
const TIMEOUT_MS = 5 * SECOND_MS
/** Timeout while there are keys to fall back on. */
const SHORT_TIMEOUT_MS = 2 * SECOND_MS
const POLL_MS = 25

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Get = (url: string, init: RequestInit) => Promise<Response>

const fetchKeys = async (url: string, get: Get, timeoutMs: number) => {
  const answer = await get(url, {
    headers: { Accept: 'application/json, application/jwk-set+json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.status !== 200) throw new Error(`the JWKS URL returned ${answer.status}`)
  const set: JSONWebKeySet = await answer.json()
  const keyOf = createLocalJWKSet(set)
  // An empty set would turn every valid session into a 401.
  if (set.keys.length === 0) throw new Error('the JWKS URL returned no keys')
  return keyOf
}

/**
 * Returns the key that signed a token, from the provider's JWKS. Unlike `createRemoteJWKSet` of jose, it keeps using the
 * known keys if a later fetch fails, and fetches at most once at a time. Concurrent requests poll for the result: in the
 * Workers runtime, a request cannot await a promise of another request.
 */
export const createIdentityKeys = (
  url: string,
  log: Log,
  get: Get = (address, init) => fetch(address, init),
): JWTVerifyGetKey => {
  let known: { keyOf: JWTVerifyGetKey; at: Instant } | null = null
  let latest: { at: Instant; error: Error | null } | null = null
  /** The fetch in progress counts until then, because a cancelled request never reports its end. */
  let busyUntil: Instant = 0

  const isBusy = () => systemClock() < busyUntil
  const ageOfKeys = () => (known === null ? Number.POSITIVE_INFINITY : systemClock() - known.at)

  const refresh = async () => {
    const timeoutMs = ageOfKeys() < MAX_AGE_MS ? SHORT_TIMEOUT_MS : TIMEOUT_MS
    busyUntil = systemClock() + timeoutMs + SECOND_MS
    try {
      known = { keyOf: await fetchKeys(url, get, timeoutMs), at: systemClock() }
      latest = { at: known.at, error: null }
    } catch (error) {
      latest = { at: systemClock(), error: error instanceof Error ? error : new Error(String(error)) }
      log.warn('the keys of the identity provider could not be fetched', describeError(error))
    }
    busyUntil = 0
  }

  /** Fetches the keys, or waits while another request does so. Does nothing for `COOLDOWN_MS` after a fetch. */
  const update = async () => {
    if (isBusy()) while (isBusy()) await sleep(POLL_MS)
    else if (latest === null || systemClock() >= latest.at + COOLDOWN_MS) await refresh()
  }

  const find: JWTVerifyGetKey = async (...token) => {
    if (known === null || ageOfKeys() >= MAX_AGE_MS) throw latest?.error ?? new Error('the keys could not be fetched')
    return known.keyOf(...token)
  }

  return async (...token) => {
    const age = ageOfKeys()
    if (age >= MAX_AGE_MS || (age >= FRESH_MS && !isBusy())) await update()
    try {
      return await find(...token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await update()
      // The key may be a new one that could not be fetched.
      if (latest !== null && latest.error !== null) throw latest.error
      return find(...token)
    }
  }
}
