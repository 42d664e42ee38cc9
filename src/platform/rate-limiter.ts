import { RATE_LIMITS, RATE_WINDOW_SECONDS, ratePolicy, type Bucket, type RateLimiter } from '../access/rate-limit.ts'
import { SECOND_MS, type Clock } from '../kernel/time.ts'
import type { Env } from './env.ts'

const MAX_COUNTERS = 50_000

/**
 * Counts calls in memory. The counts are exact if one isolate sees every request. Saves the write that the binding
 * makes for each call.
 */
export const createRateCounter = (clock: Clock, scale: number): RateLimiter => {
  let counters = new Map<string, number>()
  let windowEndsAt = 0
  const allowed = (bucket: Bucket) => Math.max(1, Math.floor(RATE_LIMITS[bucket] * scale))
  return {
    async take(bucket, caller) {
      const now = clock()
      if (now >= windowEndsAt || counters.size > MAX_COUNTERS) {
        counters = new Map()
        windowEndsAt = now + RATE_WINDOW_SECONDS * SECOND_MS
      }
      const key = `${bucket} ${caller}`
      const used = (counters.get(key) ?? 0) + 1
      counters.set(key, used)
      return { retryAfterSeconds: used > allowed(bucket) ? (windowEndsAt - now) / SECOND_MS : null }
    },
    policy: (bucket) => ratePolicy(bucket, allowed(bucket)),
  }
}

const bindingOf = (env: Env, bucket: Bucket): RateLimit | undefined =>
  ({
    v1: env.RATE_V1,
    door: env.RATE_DOOR,
    bearer: env.RATE_BEARER,
    'failed-credentials': env.RATE_FAILED_CREDENTIALS,
    open: env.RATE_OPEN,
    images: env.RATE_IMAGES,
    registration: env.RATE_REGISTRATION,
    registrations: env.RATE_REGISTRATIONS,
    export: env.RATE_EXPORT,
    quotes: env.RATE_QUOTES,
    agents: env.RATE_AGENTS,
  })[bucket]

/**
 * Uses Cloudflare's counters, which are separate for each location. They answer only yes or no, so `retryAfterSeconds`
 * is always the whole window.
 */
export const createBindingLimiter = (env: Env): RateLimiter => ({
  async take(bucket, caller) {
    const binding = bindingOf(env, bucket)
    if (binding === undefined) throw new Error(`no rate limit binding for the bucket ${bucket}`)
    const { success } = await binding.limit({ key: caller })
    return { retryAfterSeconds: success ? null : RATE_WINDOW_SECONDS }
  },
  policy: (bucket) => ratePolicy(bucket, RATE_LIMITS[bucket]),
})
