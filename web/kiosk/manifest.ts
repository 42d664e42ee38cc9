import { searchedPrefixes, tokensWith } from '../../src/kernel/name-words.ts'
import { usedAfter, type PlaceRules } from '../../src/kernel/passing.ts'
import { hashOf } from './codes.ts'
import type { DoorApi } from './door-api.ts'
import { dayAt, placesOf } from './places.ts'
import type { Storage } from './storage.ts'
import type { Checkin, Door, ManifestEntry } from './wire.ts'

/** A door's state in `IndexedDB`, for offline use. */
export interface KeptDoor {
  eventId: string
  door: Door
  cursor: string | null
  /** Salt of the hashed names and short codes. Null if the calendar's plan has no search by name. */
  salt?: string | null
  /** The `LIST_VERSION` of the kiosk that stored the entries. Missing if they have no short codes. */
  listVersion?: number
  /** When the manifest was last complete. Null before the first full sync. */
  syncedAt: number | null
  usedAt: number
  /** The service's time minus this device's clock. Earlier versions did not store it. */
  offsetMs?: number
}

type MarkedCheckin = Pick<Checkin, 'qrCode' | 'checkpointId' | 'direction' | 'checkedInAt'>

interface KeptCode extends ManifestEntry {
  eventId: string
}

/** A door that has not been opened for seven days is deleted from this device. */
const DOOR_RETENTION_MS = 7 * 86_400_000

/** The service accepts scans for 48 hours. */
const RETENTION_AFTER_CLOSING_MS = 2 * 86_400_000

/**
 * A kiosk that stored its entries with a lower version fetches all of them again, since a cursor returns only changes.
 */
const LIST_VERSION = 2

const lastClosing = (door: Door) => Math.max(...placesOf(door).map(({ closesAt }) => closesAt))

const forget = async (storage: Storage, eventId: string) => {
  const codes = await storage.ofEvent<KeptCode>('codes', eventId)
  await storage.change(['doors', 'codes'], (at) => {
    at('doors').delete(eventId)
    for (const { codeHash } of codes) at('codes').delete([eventId, codeHash])
  })
}

export const createManifest = (storage: Storage, eventId: string) => {
  let kept: KeptDoor | null = null

  /**
   * The current code hash of each guest, by `ref`. If a guest's code changes, the entry under the old hash is deleted.
   */
  let hashes: Map<string, string> | null = null

  const knownHashes = async () =>
    (hashes ??= new Map(
      (await storage.ofEvent<KeptCode>('codes', eventId)).flatMap(({ ref, codeHash }) =>
        ref === undefined ? [] : [[ref, codeHash]],
      ),
    ))

  const store = async (change: Partial<KeptDoor>, entries: readonly ManifestEntry[] = []) => {
    if (kept === null) return
    kept = { ...kept, ...change }
    const value = kept
    const known = await knownHashes()
    const outdatedHashes = entries.flatMap(({ ref, codeHash }) => {
      const before = ref === undefined ? undefined : known.get(ref)
      if (ref !== undefined) known.set(ref, codeHash)
      return before === undefined || before === codeHash ? [] : [before]
    })
    await storage.change(['doors', 'codes'], (at) => {
      at('doors').put(value)
      for (const codeHash of outdatedHashes) at('codes').delete([eventId, codeHash])
      for (const entry of entries) at('codes').put({ ...entry, eventId } satisfies KeptCode)
    })
  }

  return {
    load: async () => (kept = (await storage.get<KeptDoor>('doors', eventId)) ?? null),
    kept: () => kept,
    remember: (door: Door, now: number, offsetMs: number) => {
      kept ??= { eventId, door, cursor: null, syncedAt: null, usedAt: now }
      return store({ door, usedAt: now, offsetMs })
    },
    /** Fetches the changes since the last cursor. If a sync was interrupted, continues from its last page. */
    sync: async (api: DoorApi, now: () => number) => {
      for (;;) {
        const page = await api.manifest(kept?.listVersion === LIST_VERSION ? kept.cursor : null)
        const { cursor, salt, hasMore } = page
        await store({ cursor, salt, listVersion: LIST_VERSION, ...(hasMore ? {} : { syncedAt: now() }) }, page.entries)
        if (!hasMore) return
      }
    },
    find: async (code: string) => storage.get<KeptCode>('codes', [eventId, await hashOf(code)]),
    /** Finds the guest of a short code. Returns null if this device has no `salt`. */
    findByShortCode: async (shortCode: string) => {
      if (!kept?.salt) return null
      const [wanted] = await tokensWith(kept.salt)([shortCode])
      return (await storage.ofEvent<KeptCode>('codes', eventId)).filter(({ shortCodeHash }) => shortCodeHash === wanted)
    },
    /** Finds guests by the beginnings of their names, one for each word of `text`. Returns null without `words`. */
    findByName: async (text: string) => {
      if (!kept?.salt) return null
      const tokensOf = tokensWith(kept.salt)
      const wanted = await Promise.all(searchedPrefixes(text).map(tokensOf))
      if (wanted.length === 0) return []
      const all = await storage.ofEvent<KeptCode>('codes', eventId)
      return all.filter(({ words = [] }) => wanted.every((tokens) => tokens.some((token) => words.includes(token))))
    },
    ofGuest: async (guestId: string) =>
      (await storage.ofEvent<KeptCode>('codes', eventId)).find((entry) => entry.guestId === guestId),
    ofParty: async (party: string) =>
      (await storage.ofEvent<KeptCode>('codes', eventId)).filter((entry) => entry.party === party),
    /** Deletes the manifest from this device, because hashes of names can be guessed. */
    forget: () => {
      kept = null
      hashes = null
      return forget(storage, eventId)
    },
    /** Records a check-in in the manifest, so that it counts before the next sync. */
    mark: async ({ qrCode, checkpointId, direction, checkedInAt }: MarkedCheckin, mode: PlaceRules['mode']) => {
      const codeHash = await hashOf(qrCode)
      const known = await storage.get<KeptCode>('codes', [eventId, codeHash])
      if (known === undefined) return
      const day = dayAt(Date.parse(checkedInAt), kept?.door.timezone ?? 'UTC')
      const used = usedAfter(mode, direction ?? 'IN', day)
      const status = checkpointId === null ? 'CHECKED_IN' : known.status
      await store({}, [{ ...known, status, used: { ...known.used, [checkpointId ?? eventId]: used } }])
    },
  }
}

export type Manifest = ReturnType<typeof createManifest>

/**
 * Deletes doors that have not been opened for seven days, or whose check-in closed two days ago, with their manifests.
 * Scans that are not uploaded yet stay, however old they are.
 */
export const forgetOldDoors = async (storage: Storage, deviceNow: number) => {
  const doors = await storage.all<KeptDoor>('doors')
  const isOld = ({ usedAt, door, offsetMs = 0 }: KeptDoor) => {
    const now = deviceNow + offsetMs
    return usedAt < now - DOOR_RETENTION_MS || lastClosing(door) < now - RETENTION_AFTER_CLOSING_MS
  }
  for (const { eventId } of doors.filter(isOld)) await forget(storage, eventId)
}
