import { refusal } from '../kernel/failure.ts'

/** Maximum number of calls per caller in 60 seconds. */
export const RATE_LIMITS = {
  v1: 300,
  door: 600,
  bearer: 180,
  'failed-credentials': 30,
  open: 120,
  /** `registration` limits a caller's calls for one event, `registrations` their calls for all events together. */
  registration: 20,
  registrations: 60,
  export: 10,
  /** High, because a single page shows many images. */
  images: 600,
  /** Dry runs. Each occupies D1's only writer for as long as the write would. */
  quotes: 30,
  /** Tool calls of assistants. Each also counts as the operations that it calls. */
  agents: 60,
} as const

export type Bucket = keyof typeof RATE_LIMITS
export const RATE_WINDOW_SECONDS = 60

export interface RateLimiter {
  /** Counts one call. `retryAfterSeconds` is null while the caller is within the limit. */
  take(bucket: Bucket, caller: string): Promise<{ retryAfterSeconds: number | null }>
  policy(bucket: Bucket): string
}

/** Throws `rate_limited` (429) if this call exceeds the limit. */
export const countOne = async (limiter: RateLimiter, bucket: Bucket, caller: string) => {
  const { retryAfterSeconds } = await limiter.take(bucket, caller)
  if (retryAfterSeconds !== null) throw refusal('rate_limited', { retryAfterSeconds })
}

export const ratePolicy = (bucket: Bucket, limit: number) => `"${bucket}";q=${limit};w=${RATE_WINDOW_SECONDS}`
