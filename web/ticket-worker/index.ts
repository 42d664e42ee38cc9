/** Service worker that caches the tickets seen on this device, so that they open offline. */

import type { Extendable, Fetching, WorkerScope } from '../shared/worker-scope.ts'

interface KeepMessage {
  kind: 'keep'
  page: string
  parts: string[]
}

const scope = self as unknown as WorkerScope
const CACHE = 'tickets'
const FILES = ['/assets/guest.js', '/assets/inter.woff2']
/**
 * The cached ticket is served if there is no response within 2.5 s, because a device can be connected to a network that
 * does not respond.
 */
const TIMEOUT_MS = 2_500

/** Ignores a URL that can't be fetched, such as an image on another host, so that the rest is cached anyway. */
const keepOne = async (cache: Cache, url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers }).catch(() => null)
  if (answer?.ok === true) await cache.put(url, answer)
}

const keep = async ({ page, parts }: KeepMessage) => {
  const cache = await caches.open(CACHE)
  // Without `Accept: text/html` this URL returns JSON.
  await keepOne(cache, page, { Accept: 'text/html' })
  await Promise.all([...parts, ...FILES].map((url) => keepOne(cache, url)))
}

const fallBack = async (request: Request, otherwise: () => Promise<Response>) =>
  (await (await caches.open(CACHE)).match(request)) ?? otherwise()

/** Network first, with the cached ticket as a fallback. A 404 or 410 removes the ticket from the cache. */
const networkFirst = async (request: Request) => {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const cache = await caches.open(CACHE)
    if (answer.status >= 500) return await fallBack(request, async () => answer)
    if (answer.status === 404 || answer.status === 410) await cache.delete(request)
    else if (answer.ok && (await cache.match(request)) !== undefined) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    return fallBack(request, () => Promise.reject(error instanceof Error ? error : new Error(String(error))))
  }
}

const networkOrCached = async (request: Request) => {
  try {
    return await fetch(request)
  } catch (error) {
    return fallBack(request, () => Promise.reject(error instanceof Error ? error : new Error(String(error))))
  }
}

scope.addEventListener('install', (event) => (event as Extendable).waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => (event as Extendable).waitUntil(scope.clients.claim()))
scope.addEventListener('message', (happened) => {
  const event = happened as Extendable & { data?: KeepMessage; ports: readonly MessagePort[] }
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data).then(() => event.ports[0]?.postMessage('kept')))
})
scope.addEventListener('fetch', (happened) => {
  const event = happened as Fetching
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(networkFirst(request))
  else if (request.destination !== '') event.respondWith(networkOrCached(request))
})
