import { refusal } from '../kernel/failure.ts'

/** Calls allowed per 60 seconds and caller. */
export const RATE_LIMITS = {
  v1: 300,
  door: 600,
  bearer: 180,
  'failed-credentials': 30,
  open: 120,
  /** Of one caller at one event, and at all of them. */
  registration: 20,
  registrations: 60,
  export: 10,
  /** A page shows many. */
  images: 600,
} as const

export type Bucket = keyof typeof RATE_LIMITS
export const RATE_WINDOW_SECONDS = 60

export interface RateLimiter {
  /** Counts one call; `retryAfterSeconds` is set when it is one too many. */
  take(bucket: Bucket, caller: string): Promise<{ retryAfterSeconds: number | null }>
  policy(bucket: Bucket): string
}

/** Counts one call, and refuses the one too many. */
export const countOne = async (limiter: RateLimiter, bucket: Bucket, caller: string) => {
  const { retryAfterSeconds } = await limiter.take(bucket, caller)
  if (retryAfterSeconds !== null) throw refusal('rate_limited', { retryAfterSeconds })
}

export const ratePolicy = (bucket: Bucket, limit: number) => `"${bucket}";q=${limit};w=${RATE_WINDOW_SECONDS}`
