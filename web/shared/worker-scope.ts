/** The types that our service workers need. `tsconfig.web.json` loads only the `DOM` library, which lacks them. */

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
