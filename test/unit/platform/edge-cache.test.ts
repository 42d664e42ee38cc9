import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createExactCache, createPlatformCache } from '../../../src/platform/edge-cache.ts'

const setUp = (bounds?: Parameters<typeof createExactCache>[1]) => {
  const time = { now: 1_000 }
  const cache = createExactCache(() => time.now, bounds)
  const keep = (key: string, body: string, owner = 'cal_a', until = 10_000, begunAt = cache.begin()) =>
    cache.keep(key, new Response(body, { headers: { ETag: `"${body}"` } }), { owner, until, begunAt })
  const read = async (key: string) => (await cache.read(key, false))?.text() ?? null
  return { time, cache, keep, read }
}

describe('createExactCache', () => {
  it('returns the stored body and headers on every read', async () => {
    const { cache, keep } = setUp()
    expect(await (await keep('/a', 'one')).text()).toBe('one')
    for (const _ of [1, 2]) {
      const kept = await cache.read('/a', false)
      expect(await kept?.text()).toBe('one')
      expect(kept?.headers.get('ETag')).toBe('"one"')
    }
  })

  it('compresses a body once, for requests that accept gzip, and under an ETag of its own', async () => {
    const { cache, keep, read } = setUp()
    const body = 'a line of text. '.repeat(200)
    const sent = await keep('/a', body)
    expect([sent.headers.get('Vary'), sent.headers.get('Content-Encoding')]).toEqual(['Accept-Encoding', null])
    for (const _ of [1, 2]) {
      const kept = await cache.read('/a', true)
      expect(kept?.headers.get('Content-Encoding')).toBe('gzip')
      expect(kept?.headers.get('ETag')).toBe(`"${body}-gzip"`)
      expect(kept?.headers.get('Vary')).toBe('Accept-Encoding')
      const bytes = new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer(0))
      expect(bytes.length).toBeLessThan(body.length / 10)
      expect(gunzipSync(bytes).toString()).toBe(body)
    }
    expect(await read('/a')).toBe(body)
  })

  it.each([
    ['short', 'one'],
    ['incompressible', Buffer.from(randomBytes(4_000)).toString('latin1')],
  ])('does not compress a body that is %s', async (_, body) => {
    const { cache } = setUp()
    const answer = new Response(Buffer.from(body, 'latin1'))
    await cache.keep('/a', answer, { owner: 'cal_a', until: 10_000, begunAt: 0 })
    const kept = await cache.read('/a', true)
    expect(kept?.headers.get('Content-Encoding')).toBeNull()
    expect(Buffer.from((await kept?.arrayBuffer()) ?? []).toString('latin1')).toBe(body)
  })

  it('counts compressed bodies toward the size limit', async () => {
    const size = 2_000
    const { cache, keep, read } = setUp({ bytes: 2 * (size + 1_024) + 20, bytesAnEntry: 4_000, owners: 10 })
    for (const key of ['/a', '/b']) await keep(key, 'x'.repeat(size))
    expect((await cache.read('/b', true))?.headers.get('Content-Encoding')).toBe('gzip')
    expect(await read('/a')).toBeNull()
    expect(await read('/b')).not.toBeNull()
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
