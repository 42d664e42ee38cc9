import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  expiresAt: number
}

const SWEEP_ABOVE = 5_000

/**
 * Stores sign-ins in memory, so a restart ends them. The keys must survive a restart; `providerKeys` stores them in a
 * file.
 */
export const memoryAdapter = (): new (model: string) => Adapter => {
  const entries = new Map<string, Entry>()
  const live = (entry: Entry | undefined) => (entry !== undefined && entry.expiresAt > Date.now() ? entry : undefined)
  const sweep = () => {
    for (const [key, entry] of entries) if (live(entry) === undefined) entries.delete(key)
  }

  return class MemoryAdapter implements Adapter {
    readonly #model: string

    constructor(model: string) {
      this.#model = model
    }

    #key(id: string) {
      return `${this.#model}:${id}`
    }

    #findBy(matches: (payload: AdapterPayload) => boolean) {
      for (const [key, entry] of entries) {
        if (key.startsWith(`${this.#model}:`) && live(entry) !== undefined && matches(entry.payload))
          return entry.payload
      }
      return undefined
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn?: number) {
      if (entries.size > SWEEP_ABOVE) sweep()
      const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000
      entries.set(this.#key(id), { payload, expiresAt })
    }

    async find(id: string) {
      return live(entries.get(this.#key(id)))?.payload
    }

    async findByUserCode(userCode: string) {
      return this.#findBy((payload) => payload.userCode === userCode)
    }

    async findByUid(uid: string) {
      return this.#findBy((payload) => payload.uid === uid)
    }

    async consume(id: string) {
      const entry = entries.get(this.#key(id))
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string) {
      entries.delete(this.#key(id))
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(key)
    }
  }
}
