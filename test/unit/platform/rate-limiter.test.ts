import { describe, expect, it } from 'vitest'
import { RATE_LIMITS, type Bucket } from '../../../src/access/rate-limit.ts'
import type { Env } from '../../../src/platform/env.ts'
import { createBindingLimiter, createRateCounter } from '../../../src/platform/rate-limiter.ts'

const buckets = Object.keys(RATE_LIMITS) as Bucket[]

const setUp = (scale = 1) => {
  const time = { now: 5_000 }
  const limiter = createRateCounter(() => time.now, scale)
  const takeAll = async (bucket: Bucket, caller: string, count: number) => {
    let last: number | null = null
    for (let taken = 0; taken < count; taken += 1) last = (await limiter.take(bucket, caller)).retryAfterSeconds
    return last
  }
  return { time, limiter, takeAll }
}

describe('createRateCounter', () => {
  it.each(buckets)('allows exactly the limit of bucket %s per caller', async (bucket) => {
    const { takeAll } = setUp()
    expect(await takeAll(bucket, 'a', RATE_LIMITS[bucket])).toBeNull()
    expect(await takeAll(bucket, 'a', 1)).toBe(60)
    expect(await takeAll(bucket, 'b', 1)).toBeNull()
  })

  it('counts every bucket separately', async () => {
    const { takeAll } = setUp()
    expect(await takeAll('export', 'a', RATE_LIMITS.export + 1)).not.toBeNull()
    for (const bucket of buckets.filter((name) => name !== 'export')) expect(await takeAll(bucket, 'a', 1)).toBeNull()
  })

  it('returns the seconds left in the window and resets when it ends', async () => {
    const { time, takeAll } = setUp()
    await takeAll('export', 'a', RATE_LIMITS.export)
    time.now += 59_000
    expect(await takeAll('export', 'a', 1)).toBe(1)
    time.now += 1_000
    expect(await takeAll('export', 'a', RATE_LIMITS.export)).toBeNull()
    expect(await takeAll('export', 'a', 1)).toBe(60)
  })

  it('multiplies every limit by the scale, with a minimum of 1', async () => {
    const double = setUp(2)
    expect(await double.takeAll('export', 'a', RATE_LIMITS.export * 2)).toBeNull()
    expect(await double.takeAll('export', 'a', 1)).not.toBeNull()
    expect(double.limiter.policy('export')).toBe('"export";q=20;w=60')
    expect(setUp(0.0001).limiter.policy('v1')).toBe('"v1";q=1;w=60')
  })

  it('still works after 60,000 different callers', async () => {
    const { takeAll, limiter } = setUp()
    for (let caller = 0; caller < 60_000; caller += 1) await limiter.take('open', String(caller))
    expect(await takeAll('open', 'last', 1)).toBeNull()
  })
})

describe('createBindingLimiter', () => {
  const bound = (success: boolean, keys: string[] = []) =>
    createBindingLimiter({
      RATE_V1: {
        limit: async ({ key }: { key: string }) => {
          keys.push(key)
          return { success }
        },
      },
    } as unknown as Env)

  it('calls the binding once per request and returns 60 seconds when it refuses', async () => {
    const keys: string[] = []
    expect(await bound(true, keys).take('v1', 'key_1')).toEqual({ retryAfterSeconds: null })
    expect(await bound(false, keys).take('v1', 'key_1')).toEqual({ retryAfterSeconds: 60 })
    expect(keys).toEqual(['key_1', 'key_1'])
  })

  it('throws if the binding of a bucket is missing', async () => {
    await expect(bound(true).take('export', 'a')).rejects.toThrow('no rate limit binding for the bucket export')
  })
})
