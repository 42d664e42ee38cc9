/** Keeps the kiosk's own files, so that it starts without a network. What it asks the API for is none of its business. */

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
/** The build writes its own hash here: another build is another cache. */
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
/** A network that is there but does not answer must not keep the door waiting. */
const PATIENCE_MS = 2_500

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

const kept = async (path: string, otherwise: () => Promise<Response>) =>
  (await (await caches.open(CACHE)).match(path)) ?? otherwise()

/** The page as it is now, or else as it was: it also says where to sign in, which may change without a new build. */
const page = async (request: Request) => {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (answer.status >= 500) return await kept(PAGE, async () => answer)
    if (answer.ok) await (await caches.open(CACHE)).put(PAGE, answer.clone())
    return answer
  } catch (error) {
    return kept(PAGE, () => Promise.reject(error instanceof Error ? error : new Error(String(error))))
  }
}

scope.addEventListener('install', (event) => (event as Extendable).waitUntil(install()))
scope.addEventListener('activate', (event) => (event as Extendable).waitUntil(activate()))
scope.addEventListener('fetch', (happened) => {
  const event = happened as Fetching
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === PAGE) return event.respondWith(page(request))
  if (FILES.includes(pathname)) event.respondWith(kept(pathname, () => fetch(request)))
})
