import { WorkerEntrypoint } from 'cloudflare:workers'
import type { RehearsalRequest, Sandboxes, SandboxRequest } from '../kernel/sandbox-port.ts'
import type { SandboxEnv } from './env.ts'
import { answerInSandbox, sandboxNamed } from './way-in.ts'

export { Directory } from './directory.ts'
export { SandboxObject } from './object.ts'
export { Shelf } from './shelf.ts'

/**
 * The sandbox Worker. It has no route: the live Worker passes on requests under `/s/` and those with a test key. It has
 * no binding to live data.
 */
// oxlint-disable-next-line import/no-default-export -- the entry point of a Worker
export default class SandboxWorker extends WorkerEntrypoint<SandboxEnv> implements Sandboxes {
  override fetch(request: Request): Promise<Response> {
    return answerInSandbox(request, this.env)
  }

  create(wish: SandboxRequest) {
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

  setClosed(calendarId: string, isClosed: boolean) {
    return this.#shelf(calendarId).setClosed(isClosed)
  }

  rehearse(wish: RehearsalRequest) {
    return this.#shelf(wish.calendarId).rehearse(wish)
  }

  async rehearsals(calendarId: string, eventId: string) {
    return this.#shelf(calendarId).rehearsals(eventId)
  }

  async rehearsal(calendarId: string, id: string) {
    return this.#shelf(calendarId).rehearsal(id)
  }

  async calendarOf(id: string) {
    const sandbox = await sandboxNamed(id, this.env)
    return (await sandbox?.state())?.calendarId ?? null
  }

  #shelf(calendarId: string) {
    return this.env.SHELVES.getByName(calendarId)
  }
}
