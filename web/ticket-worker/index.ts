/** Keeps the tickets that were seen on this device, so that they open where there is no network. */

import type { Extendable, Fetching, WorkerScope } from '../shared/worker-scope.ts'

interface Wish {
  kind: 'keep'
  page: string
  parts: string[]
}

const scope = self as unknown as WorkerScope
const CACHE = 'tickets'
const FILES = ['/assets/guest.js', '/assets/inter.woff2']
/** A network that is there but does not answer must not keep the door waiting. */
const PATIENCE_MS = 2_500

/** What cannot be had now, such as a picture on another host, leaves the rest as it is. */
const keepOne = async (cache: Cache, url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers }).catch(() => null)
  if (answer?.ok === true) await cache.put(url, answer)
}

const keep = async ({ page, parts }: Wish) => {
  const cache = await caches.open(CACHE)
  // The address answers programs as well, in a form of their own.
  await keepOne(cache, page, { Accept: 'text/html' })
  await Promise.all([...parts, ...FILES].map((url) => keepOne(cache, url)))
}

const fallBack = async (request: Request, otherwise: () => Promise<Response>) =>
  (await (await caches.open(CACHE)).match(request)) ?? otherwise()

/** The ticket as it is now, or else as it was; one that is no more is not shown any longer. */
const ticket = async (request: Request) => {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const cache = await caches.open(CACHE)
    if (answer.status >= 500) return await fallBack(request, async () => answer)
    if (answer.status === 404 || answer.status === 410) await cache.delete(request)
    else if (answer.ok && (await cache.match(request)) !== undefined) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    return fallBack(request, () => Promise.reject(error instanceof Error ? error : new Error(String(error))))
  }
}

const part = async (request: Request) => {
  try {
    return await fetch(request)
  } catch (error) {
    return fallBack(request, () => Promise.reject(error instanceof Error ? error : new Error(String(error))))
  }
}

scope.addEventListener('install', (event) => (event as Extendable).waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => (event as Extendable).waitUntil(scope.clients.claim()))
scope.addEventListener('message', (happened) => {
  const event = happened as Extendable & { data?: Wish; ports: readonly MessagePort[] }
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data).then(() => event.ports[0]?.postMessage('kept')))
})
scope.addEventListener('fetch', (happened) => {
  const event = happened as Fetching
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(ticket(request))
  else if (request.destination !== '') event.respondWith(part(request))
})
