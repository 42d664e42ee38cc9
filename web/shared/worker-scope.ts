/** As much of a service worker's world as ours use; the types of pages do not know it. */

export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface Fetching extends Extendable {
  request: Request
  respondWith(answer: Promise<Response>): void
}

export interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
