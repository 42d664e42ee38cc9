/**
 * The kiosk's `IndexedDB` database. `codes` holds hashes of codes and of parts of names, which can be guessed. `scans`
 * holds raw codes. `scans` and `conflicts` may also hold guest names, in `shownAs` and `first.guestName`.
 */
const NAME = 'kiosk'

interface Index {
  name: string
  path: string
}
const STORES: Readonly<Record<string, { keyPath: string | string[]; index?: Index }>> = {
  doors: { keyPath: 'eventId' },
  codes: { keyPath: ['eventId', 'codeHash'], index: { name: 'event', path: 'eventId' } },
  scans: { keyPath: 'id', index: { name: 'event', path: 'eventId' } },
  conflicts: { keyPath: 'id', index: { name: 'event', path: 'eventId' } },
}
export type StoreName = 'doors' | 'codes' | 'scans' | 'conflicts'

const settled = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })

const open = () => {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const [name, { keyPath, index }] of Object.entries(STORES)) {
      const store = request.result.createObjectStore(name, { keyPath })
      if (index !== undefined) store.createIndex(index.name, index.path)
    }
  })
  return settled(request)
}

/**
 * Resolves when the transaction completes, not when the request succeeds: the phone may run out of battery right after.
 */
const finished = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the database gave up')))
  })

export const openStorage = async () => {
  const db = await open()
  return {
    get: <Value>(store: StoreName, key: IDBValidKey) =>
      settled(db.transaction(store).objectStore(store).get(key)) as Promise<Value | undefined>,
    ofEvent: <Value>(store: Exclude<StoreName, 'doors'>, eventId: string) =>
      settled(db.transaction(store).objectStore(store).index('event').getAll(eventId)) as Promise<Value[]>,
    all: <Value>(store: StoreName) => settled(db.transaction(store).objectStore(store).getAll()) as Promise<Value[]>,
    /** Writes everything in one transaction. */
    change: async (stores: StoreName[], work: (at: (store: StoreName) => IDBObjectStore) => void) => {
      const transaction = db.transaction(stores, 'readwrite', { durability: 'strict' })
      const done = finished(transaction)
      work((store) => transaction.objectStore(store))
      await done
    },
  }
}

export type Storage = Awaited<ReturnType<typeof openStorage>>
