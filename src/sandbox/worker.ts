import { WorkerEntrypoint } from 'cloudflare:workers'
import { isTestKey, isWellFormedKey, sandboxOfKey } from '../access/key-format.ts'
import type { RehearsalWish, Sandboxes, SandboxWish } from '../deps.ts'
import { notFound, unauthenticated } from '../kernel/failure.ts'
import type { SandboxEnv } from './env.ts'
import { refusedBySandbox } from './refuse.ts'

export { SandboxObject } from './object.ts'
export { Shelf } from './shelf.ts'

const IN_PATH = /^\/s\/(sbx_[0-9A-Za-z]{10})(?:\/|$)/

const sandboxOf = (request: Request): string | null => {
  const inPath = IN_PATH.exec(new URL(request.url).pathname)?.[1]
  if (inPath !== undefined) return inPath
  const key = request.headers.get('x-svc-api-key') ?? ''
  return isTestKey(key) && isWellFormedKey(key) ? sandboxOfKey(key) : null
}

/**
 * The sandbox Worker. It has no address of its own: the live Worker hands over requests under `/s/` and those with a
 * test key. It has no binding to live data.
 */
// oxlint-disable-next-line import/no-default-export -- the entry point of a Worker
export default class SandboxWorker extends WorkerEntrypoint<SandboxEnv> implements Sandboxes {
  override async fetch(request: Request): Promise<Response> {
    const id = sandboxOf(request)
    const isByPath = new URL(request.url).pathname.startsWith('/s/')
    if (id === null) return refusedBySandbox(isByPath ? notFound() : unauthenticated())
    return this.env.SANDBOXES.getByName(id).fetch(request)
  }

  create(wish: SandboxWish) {
    return this.#shelf(wish.calendarId).create(wish)
  }

  list(calendarId: string) {
    return this.#shelf(calendarId).list()
  }

  remove(calendarId: string, id: string) {
    return this.#shelf(calendarId).remove(id)
  }

  removeAll(calendarId: string) {
    return this.#shelf(calendarId).removeAll()
  }

  rehearse(wish: RehearsalWish) {
    return this.#shelf(wish.calendarId).rehearse(wish)
  }

  async rehearsals(calendarId: string, eventId: string) {
    return this.#shelf(calendarId).rehearsals(eventId)
  }

  async rehearsal(calendarId: string, id: string) {
    return this.#shelf(calendarId).rehearsal(id)
  }

  async calendarOf(id: string) {
    return (await this.env.SANDBOXES.getByName(id).state())?.calendarId ?? null
  }

  #shelf(calendarId: string) {
    return this.env.SHELVES.getByName(calendarId)
  }
}
