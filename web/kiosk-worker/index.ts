/**
 * Service worker that caches the kiosk's static files so that `/kiosk` starts offline. It never handles API requests.
 */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const scope = self as unknown as WorkerScope
const PREFIX = 'kiosk-'
/** `scripts/web` replaces `__BUILD__` with the build's hash, so each build has its own cache. */
const CACHE = `${PREFIX}__BUILD__`
const PAGE = '/kiosk'
const FILES = [
  '/assets/kiosk.css',
  '/assets/kiosk.js',
  '/assets/decoder.wasm',
  '/assets/icon.svg',
  '/assets/kiosk.webmanifest',
  '/assets/kiosk-192.png',
]
/**
 * The cached page is served if there is no response within 2.5 s, because a device can be connected to a network that
 * does not respond.
 */
const TIMEOUT_MS = 2_500

const install = async () => {
  const cache = await caches.open(CACHE)
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { cache: 'reload' })))
  await scope.skipWaiting()
}

const activate = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.clients.claim()
}

const cachedOr = async (path: string, otherwise: () => Promise<Response>) =>
  (await (await caches.open(CACHE)).match(path)) ?? otherwise()

/** Network first, because the page also contains the sign-in settings, which can change without a new build. */
const networkFirst = async (request: Request) => {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.status >= 500) return await cachedOr(PAGE, async () => answer)
    if (answer.ok) await (await caches.open(CACHE)).put(PAGE, answer.clone())
    return answer
  } catch (error) {
    return cachedOr(PAGE, () => Promise.reject(error instanceof Error ? error : new Error(String(error))))
  }
}

scope.addEventListener('install', (event) => (event as Extendable).waitUntil(install()))
scope.addEventListener('activate', (event) => (event as Extendable).waitUntil(activate()))
scope.addEventListener('fetch', (fetchEvent) => {
  const event = fetchEvent as Fetching
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === PAGE) return event.respondWith(networkFirst(request))
  if (FILES.includes(pathname)) event.respondWith(cachedOr(pathname, () => fetch(request)))
})
