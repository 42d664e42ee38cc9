import { usedAfter, type PlaceRules } from '../../src/kernel/passing.ts'
import { hashOf } from './codes.ts'
import type { DoorApi } from './door-api.ts'
import { dayAt } from './places.ts'
import type { Storage } from './storage.ts'
import type { Checkin, Door, ManifestEntry } from './wire.ts'

/** What is kept of a door, to work on without the service. */
export interface KeptDoor {
  eventId: string
  door: Door
  cursor: string | null
  /** When the list of codes was last whole; null before the first time. */
  syncedAt: number | null
  usedAt: number
}

type Marked = Pick<Checkin, 'qrCode' | 'checkpointId' | 'direction' | 'checkedInAt'>

interface KeptCode extends ManifestEntry {
  eventId: string
}

/** What nobody has worked on for so long is nobody's to keep. */
const FORGOTTEN_AFTER_MS = 7 * 86_400_000

export const createManifest = (storage: Storage, eventId: string) => {
  let kept: KeptDoor | null = null

  /** Under which hash each guest is kept: a code that has changed takes the place of the one before. */
  let hashes: Map<string, string> | null = null

  const knownHashes = async () =>
    (hashes ??= new Map(
      (await storage.ofEvent<KeptCode>('codes', eventId)).flatMap(({ ref, codeHash }) =>
        ref === undefined ? [] : [[ref, codeHash]],
      ),
    ))

  const keep = async (change: Partial<KeptDoor>, entries: readonly ManifestEntry[] = []) => {
    if (kept === null) return
    kept = { ...kept, ...change }
    const value = kept
    const known = await knownHashes()
    const dead = entries.flatMap(({ ref, codeHash }) => {
      const before = ref === undefined ? undefined : known.get(ref)
      if (ref !== undefined) known.set(ref, codeHash)
      return before === undefined || before === codeHash ? [] : [before]
    })
    await storage.change(['doors', 'codes'], (at) => {
      at('doors').put(value)
      for (const codeHash of dead) at('codes').delete([eventId, codeHash])
      for (const entry of entries) at('codes').put({ ...entry, eventId } satisfies KeptCode)
    })
  }

  return {
    load: async () => (kept = (await storage.get<KeptDoor>('doors', eventId)) ?? null),
    kept: () => kept,
    remember: (door: Door, now: number) => {
      kept ??= { eventId, door, cursor: null, syncedAt: null, usedAt: now }
      return keep({ door, usedAt: now })
    },
    /** Fetches what has changed since the last time; a list that breaks off goes on where it ended. */
    sync: async (api: DoorApi, now: () => number) => {
      for (;;) {
        const page = await api.manifest(kept?.cursor ?? null)
        await keep({ cursor: page.cursor, ...(page.hasMore ? {} : { syncedAt: now() }) }, page.entries)
        if (!page.hasMore) return
      }
    },
    find: async (code: string) => storage.get<KeptCode>('codes', [eventId, await hashOf(code)]),
    /** Everybody of a party, by the list. */
    ofParty: async (party: string) =>
      (await storage.ofEvent<KeptCode>('codes', eventId)).filter((entry) => entry.party === party),
    /** What the kiosk has seen happen, before the next list tells. */
    mark: async ({ qrCode, checkpointId, direction, checkedInAt }: Marked, mode: PlaceRules['mode']) => {
      const codeHash = await hashOf(qrCode)
      const known = await storage.get<KeptCode>('codes', [eventId, codeHash])
      if (known === undefined) return
      const day = dayAt(Date.parse(checkedInAt), kept?.door.timezone ?? 'UTC')
      const used = usedAfter(mode, direction ?? 'IN', day)
      const status = checkpointId === null ? 'CHECKED_IN' : known.status
      await keep({}, [{ ...known, status, used: { ...known.used, [checkpointId ?? eventId]: used } }])
    },
  }
}

export type Manifest = ReturnType<typeof createManifest>

/** Lists of doors that are long over go; scans that were never sent stay whatever their age. */
export const forgetOldDoors = async (storage: Storage, now: number) => {
  const doors = await storage.all<KeptDoor>('doors')
  for (const { eventId } of doors.filter(({ usedAt }) => usedAt < now - FORGOTTEN_AFTER_MS)) {
    const codes = await storage.ofEvent<KeptCode>('codes', eventId)
    await storage.change(['doors', 'codes'], (at) => {
      at('doors').delete(eventId)
      for (const { codeHash } of codes) at('codes').delete([eventId, codeHash])
    })
  }
}
