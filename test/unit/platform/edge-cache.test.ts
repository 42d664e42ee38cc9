import { describe, expect, it } from 'vitest'
import { createExactCache, createPlatformCache } from '../../../src/platform/edge-cache.ts'

const setUp = (bounds?: Parameters<typeof createExactCache>[1]) => {
  const time = { now: 1_000 }
  const cache = createExactCache(() => time.now, bounds)
  const keep = (key: string, body: string, owner = 'cal_a', until = 10_000, begunAt = cache.begin()) =>
    cache.keep(key, new Response(body, { headers: { ETag: `"${body}"` } }), { owner, until, begunAt })
  const read = async (key: string) => (await cache.read(key))?.text() ?? null
  return { time, cache, keep, read }
}

describe('createExactCache', () => {
  it('returns the stored body and headers on every read', async () => {
    const { cache, keep } = setUp()
    expect(await (await keep('/a', 'one')).text()).toBe('one')
    for (const _ of [1, 2]) {
      const kept = await cache.read('/a')
      expect(await kept?.text()).toBe('one')
      expect(kept?.headers.get('ETag')).toBe('"one"')
    }
  })

  it('expires an entry exactly at its `until` time', async () => {
    const { time, keep, read } = setUp()
    await keep('/a', 'one', 'cal_a', 2_000)
    time.now = 1_999
    expect(await read('/a')).toBe('one')
    time.now = 2_000
    expect(await read('/a')).toBeNull()
  })

  it('makeStale removes only the entries of the given calendar', async () => {
    const { cache, keep, read } = setUp()
    await keep('/a', 'one')
    await keep('/b', 'two', 'cal_b')
    await cache.makeStale('cal_a')
    expect(await read('/a')).toBeNull()
    expect(await read('/b')).toBe('two')
  })

  it('does not store a response that started before a change and finished after it', async () => {
    const { cache, keep, read } = setUp()
    const begunAt = cache.begin()
    await cache.makeStale('cal_a')
    const sent = await keep('/a', 'old', 'cal_a', 10_000, begunAt)
    expect(await sent.text()).toBe('old')
    expect(await read('/a')).toBeNull()
    await keep('/a', 'new')
    expect(await read('/a')).toBe('new')
  })

  it('does not store a response whose body was still streaming when the change arrived', async () => {
    const { cache, read } = setUp()
    const begunAt = cache.begin()
    const pull = async (controller: ReadableStreamDefaultController) => {
      await cache.makeStale('cal_a')
      controller.enqueue(new TextEncoder().encode('old'))
      controller.close()
    }
    const late = new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
    const sent = await cache.keep('/a', late, { owner: 'cal_a', until: 10_000, begunAt })
    expect(await sent.text()).toBe('old')
    expect(await read('/a')).toBeNull()
  })

  it('does not store a response from before a change that is no longer in the change log', async () => {
    const { cache, keep, read } = setUp({ bytes: 100_000, bytesAnEntry: 10_000, owners: 2 })
    const begunAt = cache.begin()
    for (const owner of ['cal_a', 'cal_b', 'cal_c', 'cal_d']) await cache.makeStale(owner)
    await keep('/a', 'old', 'cal_a', 10_000, begunAt)
    expect(await read('/a')).toBeNull()
    await keep('/a', 'new')
    expect(await read('/a')).toBe('new')
  })

  it('evicts the least recently read entry at the size limit and skips entries that are too large', async () => {
    const { keep, read } = setUp({ bytes: 3 * 1_124, bytesAnEntry: 2_000, owners: 10 })
    const body = 'x'.repeat(100)
    for (const key of ['/a', '/b', '/c']) await keep(key, body)
    await read('/a')
    await keep('/d', body)
    expect(await read('/b')).toBeNull()
    expect([await read('/a'), await read('/c'), await read('/d')]).toEqual([body, body, body])
    await keep('/big', 'x'.repeat(5_000))
    expect(await read('/big')).toBeNull()
  })
})

describe('createPlatformCache', () => {
  it('sets max-age and Cache-Tag, and no-store for less than a second', async () => {
    const cache = createPlatformCache(
      () => 1_000,
      { purge: async () => ({ success: true, errors: [] }) },
      () => {},
    )
    const keep = (until: number) => cache.keep('/a', new Response('x'), { owner: 'cal_a', until, begunAt: 0 })
    const answer = await keep(61_999)
    expect(answer.headers.get('Cloudflare-CDN-Cache-Control')).toBe('public, max-age=60')
    expect(answer.headers.get('Cache-Tag')).toBe('cal_a')
    expect((await keep(1_500)).headers.get('Cloudflare-CDN-Cache-Control')).toBe('no-store')
  })

  it('purges each calendar once per batch, 30 tags per request', async () => {
    const gathered: string[] = []
    const purged: string[][] = []
    const purge = async ({ tags }: { tags: string[] }) => {
      purged.push(tags)
      return { success: true, errors: [] }
    }
    const cache = createPlatformCache(
      () => 0,
      { purge },
      (owner) => gathered.push(owner),
    )
    for (const owner of ['cal_a', 'cal_b', 'cal_a']) await cache.makeStale(owner)
    await cache.purge(gathered)
    expect(purged).toEqual([['cal_a', 'cal_b']])
    await cache.purge(Array.from({ length: 70 }, (_, index) => `cal_${index}`))
    expect(purged.slice(1).map((tags) => tags.length)).toEqual([30, 30, 10])
  })

  it('throws if the platform rejects a purge, so that the queue retries', async () => {
    const purge = async () => ({ success: false, errors: [{ code: 1, message: 'too many' }] })
    const cache = createPlatformCache(
      () => 0,
      { purge },
      () => {},
    )
    await expect(cache.purge(['cal_a'])).rejects.toThrow('too many')
  })
})
