import type { EdgeCache } from '../deps.ts'
import { gzip } from '../kernel/deflate.ts'
import { gzippedEtag } from '../kernel/etags.ts'
import { SECOND_MS, type Clock } from '../kernel/time.ts'

interface Entry {
  body: ArrayBuffer
  headers: Headers
  owner: string
  until: number
  /** The compressed response, made for the first read that accepts it. Null if compression saves too little. */
  gzipped?: { body: Uint8Array<ArrayBuffer>; headers: Headers } | null
}

export interface Bounds {
  bytes: number
  bytesAnEntry: number
  owners: number
}

const BOUNDS: Bounds = { bytes: 32 * 2 ** 20, bytesAnEntry: 2 * 2 ** 20, owners: 20_000 }
/** Estimated memory used per entry, in addition to its body. */
const OVERHEAD_BYTES = 1_024
/** A shorter body fits into one packet with its headers. */
const LEAST_BYTES_TO_GZIP = 1_024

/** A compressed body that isn't shorter than this part of the original is not kept. */
const MOST_GZIPPED = 0.9

const gzippedHeaders = (plain: Headers) => {
  const headers = new Headers(plain)
  headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  const etag = headers.get('ETag')
  if (etag !== null) headers.set('ETag', gzippedEtag(etag))
  return headers
}

/**
 * In-memory cache for `TOPOLOGY=single`, where one isolate sees every write. `makeStale` drops the owner's entries
 * before the response to a write is sent. A read that overlaps the write could still store old data afterwards, so
 * `keep` rejects a response whose `begunAt` is earlier than the owner's last change.
 */
export const createExactCache = (clock: Clock, bounds = BOUNDS): EdgeCache => {
  // Ordered by last use: `read` deletes and re-inserts its entry, so idle entries come first and are evicted first.
  const entries = new Map<string, Entry>()
  const keysOf = new Map<string, Set<string>>()
  const changedAt = new Map<string, number>()
  let bytes = 0
  let changes = 0
  /** Highest change number dropped from `changedAt`. Owners that are not in the map count as changed at that point. */
  let changesForgotten = 0

  const sizeOf = ({ body, gzipped }: Entry) => body.byteLength + (gzipped?.body.byteLength ?? 0) + OVERHEAD_BYTES
  const drop = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    bytes -= sizeOf(entry)
    const siblings = keysOf.get(entry.owner)
    siblings?.delete(key)
    if (siblings?.size === 0) keysOf.delete(entry.owner)
  }
  const rememberChange = (owner: string) => {
    changedAt.delete(owner)
    changedAt.set(owner, changes)
    if (changedAt.size <= bounds.owners) return
    const [oldest] = changedAt
    if (oldest === undefined) return
    changedAt.delete(oldest[0])
    changesForgotten = Math.max(changesForgotten, oldest[1])
  }

  const dropOldest = () => {
    for (const oldest of entries.keys()) {
      if (bytes <= bounds.bytes) break
      drop(oldest)
    }
  }
  /** Each request compresses by itself: the runtime delays a request that waits for work of another request. */
  const gzippedOf = async (key: string, entry: Entry) => {
    if (entry.gzipped !== undefined) return entry.gzipped
    const { body } = entry
    const made = body.byteLength < LEAST_BYTES_TO_GZIP ? null : await gzip(new Uint8Array(body))
    const isShorter = made !== null && made.byteLength < body.byteLength * MOST_GZIPPED
    const gzipped = isShorter ? { body: made, headers: gzippedHeaders(entry.headers) } : null
    if (entries.get(key) !== entry || entry.gzipped !== undefined) return gzipped
    entry.gzipped = gzipped
    bytes += gzipped?.body.byteLength ?? 0
    dropOldest()
    return gzipped
  }

  return {
    async read(key, acceptsGzip) {
      const entry = entries.get(key)
      if (entry === undefined) return null
      if (entry.until <= clock()) {
        drop(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      const gzipped = acceptsGzip ? await gzippedOf(key, entry) : null
      return gzipped === null
        ? new Response(entry.body, { headers: entry.headers })
        : new Response(gzipped.body, { headers: gzipped.headers, encodeBody: 'manual' })
    },
    begin: () => changes,
    async keep(key, answer, { owner, until, begunAt }) {
      if ((changedAt.get(owner) ?? changesForgotten) > begunAt) return answer
      const entry: Entry = { body: await answer.arrayBuffer(), headers: new Headers(answer.headers), owner, until }
      entry.headers.append('Vary', 'Accept-Encoding')
      const fresh = new Response(entry.body, { headers: entry.headers })
      if (sizeOf(entry) > bounds.bytesAnEntry || (changedAt.get(owner) ?? changesForgotten) > begunAt) return fresh
      drop(key)
      entries.set(key, entry)
      bytes += sizeOf(entry)
      const siblings = keysOf.get(owner) ?? new Set()
      keysOf.set(owner, siblings.add(key))
      dropOldest()
      return fresh
    },
    async makeStale(owner) {
      changes += 1
      rememberChange(owner)
      for (const key of keysOf.get(owner) ?? []) drop(key)
    },
    async purge() {},
  }
}

/** The part of the Workers cache API used here. */
export interface PlatformCache {
  purge(options: { tags: string[] }): Promise<{ success: boolean; errors: { code: number; message: string }[] }>
}

const TAGS_PER_PURGE = 30

/**
 * Cloudflare's cache is in front of the Worker, so responses only set `Cloudflare-CDN-Cache-Control` and `Cache-Tag`.
 * An account may purge only 5 times per minute, so a queue batches the changes. Only the max-age is guaranteed.
 */
export const createPlatformCache = (
  clock: Clock,
  cache: PlatformCache,
  gather: (owner: string) => void,
): EdgeCache => ({
  read: async () => null,
  begin: () => 0,
  async keep(_key, answer, { owner, until }) {
    const seconds = Math.max(0, Math.floor((until - clock()) / SECOND_MS))
    const kept = new Response(answer.body, answer)
    kept.headers.set('Cloudflare-CDN-Cache-Control', seconds === 0 ? 'no-store' : `public, max-age=${seconds}`)
    kept.headers.set('Cache-Tag', owner)
    return kept
  },
  async makeStale(owner) {
    gather(owner)
  },
  async purge(owners) {
    const tags = [...new Set(owners)]
    for (let start = 0; start < tags.length; start += TAGS_PER_PURGE) {
      const { success, errors } = await cache.purge({ tags: tags.slice(start, start + TAGS_PER_PURGE) })
      if (!success) throw new Error(`the edge cache purge failed: ${errors.map(({ message }) => message).join('; ')}`)
    }
  },
})
