import { codeIn } from './codes.ts'
import type { DoorApi } from './door-api.ts'
import type { Storage } from './storage.ts'
import type { Checkin, Scan, UploadResult } from './wire.ts'

export interface KeptScan extends Scan {
  id: string
  eventId: string
  /** What it was called when it was kept: a name if one was known, else the ticket. */
  shownAs: string
}

export type ConflictKind = 'CONFLICT' | 'DUPLICATE' | 'REFUSED'

/** A guest who was let in here, to which the service then did not agree. Stays until somebody has seen it. */
export interface KeptConflict {
  id: string
  eventId: string
  kind: ConflictKind
  code: string | null
  shownAs: string
  scannedAt: string
  first: Pick<Checkin, 'guestName' | 'checkedInAt' | 'gate' | 'checkedInByLabel'> | null
}

const MOST_A_BATCH = 100

/** Our own scan comes back as a duplicate when the answer to an earlier try was lost. */
const isOurs = (scan: Scan, { result, checkin }: UploadResult) =>
  result === 'ACCEPTED' ||
  (result === 'DUPLICATE' &&
    checkin !== undefined &&
    checkin.deviceId === scan.deviceId &&
    Date.parse(checkin.checkedInAt) === Date.parse(scan.scannedAt))

const conflictOf = (scan: KeptScan, { result, code, checkin }: UploadResult): KeptConflict => ({
  id: scan.id,
  eventId: scan.eventId,
  kind: result === 'ACCEPTED' ? 'DUPLICATE' : result,
  code: code ?? null,
  shownAs: checkin?.guestName ?? scan.shownAs,
  scannedAt: scan.scannedAt,
  first:
    checkin === undefined
      ? null
      : {
          guestName: checkin.guestName,
          checkedInAt: checkin.checkedInAt,
          gate: checkin.gate,
          checkedInByLabel: checkin.checkedInByLabel,
        },
})

export interface Settled {
  scan: KeptScan
  checkin: Checkin | null
  conflict: KeptConflict | null
}

/** Scans that the service has still to hear of. What is in here survives reloads, crashes and empty batteries. */
export const createOutbox = (storage: Storage, eventId: string) => {
  const waiting = async () =>
    (await storage.ofEvent<KeptScan>('scans', eventId)).toSorted((left, right) =>
      left.scannedAt < right.scannedAt ? -1 : 1,
    )

  return {
    waiting,
    keep: (scan: KeptScan) => storage.change(['scans'], (at) => void at('scans').put(scan)),
    take: (id: string) => storage.change(['scans'], (at) => void at('scans').delete(id)),
    /** What this device saw of the code last at a door, if the service does not know of it yet. */
    seenHere: async (code: string, checkpointId: string | null) => {
      const scan = (await waiting()).findLast(
        (each) =>
          each.qrCode !== undefined &&
          codeIn(each.qrCode) === codeIn(code) &&
          (each.checkpointId ?? null) === checkpointId,
      )
      return scan === undefined ? null : { direction: scan.direction ?? ('IN' as const), scannedAt: scan.scannedAt }
    },
    /** How many more are in at a door than the service knows of. */
    change: async (checkpointId: string | null) =>
      (await waiting())
        .filter((each) => (each.checkpointId ?? null) === checkpointId)
        .reduce((sum, { direction }) => sum + (direction === 'OUT' ? -1 : 1), 0),
    /** Sends what waits, a hundred at a time. A scan goes in the same step in which its conflict comes. */
    send: async (api: DoorApi, onSettled: (settled: Settled[]) => void) => {
      for (;;) {
        const batch = (await waiting()).slice(0, MOST_A_BATCH)
        if (batch.length === 0) return
        const results = await api.upload(batch.map(({ id: _, eventId: __, shownAs: ___, ...scan }) => scan))
        const settled = results.flatMap((result): Settled[] => {
          const scan = batch[result.index]
          if (scan === undefined) return []
          const ours = isOurs(scan, result)
          return [
            { scan, checkin: ours ? (result.checkin ?? null) : null, conflict: ours ? null : conflictOf(scan, result) },
          ]
        })
        await storage.change(['scans', 'conflicts'], (at) => {
          for (const { scan, conflict } of settled) {
            at('scans').delete(scan.id)
            if (conflict !== null) at('conflicts').put(conflict)
          }
        })
        onSettled(settled)
        if (settled.length === 0) return
      }
    },
    conflicts: async () =>
      (await storage.ofEvent<KeptConflict>('conflicts', eventId)).toSorted((left, right) =>
        left.scannedAt < right.scannedAt ? -1 : 1,
      ),
    seen: (id: string) => storage.change(['conflicts'], (at) => void at('conflicts').delete(id)),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
