import { Refusal } from '../shared/api.ts'
import type { Correction } from './clock.ts'
import { codeIn, hashOf } from './codes.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import type { Storage } from './storage.ts'
import type { Checkin, Scan, UploadResult } from './wire.ts'

export interface KeptScan extends Scan {
  id: string
  eventId: string
  /** The guest's name if it was known at the time of the scan, otherwise the name of the ticket. */
  shownAs: string
  /** Code hash of a guest whom staff found by name. */
  codeHash?: string
  /** Code hashes of the party members admitted by this scan. */
  others?: string[]
  /** Whether the scanned guest was already in, so that the scan admitted only `others`. */
  isForOthersAlone?: boolean
  /** For a party member, the `id` of the scan that admitted them too. An undo removes both scans. */
  ofScan?: string
  /**
   * Whether staff undid the scan when its upload may already have started. The API then has to undo the resulting
   * check-in.
   */
  isTakenBack?: boolean
}

export type ConflictKind = 'CONFLICT' | 'DUPLICATE' | 'REFUSED'

/** A guest whom this device admitted and the service then rejected. The conflict stays until staff mark it as seen. */
export interface KeptConflict {
  id: string
  eventId: string
  kind: ConflictKind
  code: string | null
  shownAs: string
  scannedAt: string
  first: Pick<Checkin, 'guestName' | 'checkedInAt' | 'gate' | 'checkedInByLabel'> | null
}

const MAX_BATCH_SIZE = 100

/** If the response to an earlier upload was lost, the service reports our own scan as `DUPLICATE`. */
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
  shownAs: checkin?.guestName || scan.shownAs,
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

const scanOf = ({
  id: _id,
  eventId: _eventId,
  shownAs: _shownAs,
  codeHash: _codeHash,
  others: _others,
  isForOthersAlone: _isForOthersAlone,
  ofScan: _ofScan,
  isTakenBack: _isTakenBack,
  ...scan
}: KeptScan): Scan => scan

const hashesOf = async ({ qrCode, codeHash, others = [], isForOthersAlone = false }: KeptScan) => {
  const own = qrCode === undefined ? codeHash : await hashOf(codeIn(qrCode))
  return own === undefined || isForOthersAlone ? others : [own, ...others]
}

const peopleIn = ({ others = [], isForOthersAlone = false }: KeptScan) => others.length + (isForOthersAlone ? 0 : 1)

/**
 * Splits a party scan into one scan per guest. The kiosk has only the code hashes of the others, so it takes their
 * guest ids from the service: first guests who are `CONFIRMED`, then those who are `CHECKED_IN`. A scan of a
 * `CHECKED_IN` guest becomes a conflict, because it means that someone was admitted twice.
 */
const scansOfParty = (
  scan: KeptScan,
  guests: readonly { id: string; name: string; status: string }[],
  scanned: string,
) => {
  const { others = [], isForOthersAlone = false, ...own } = scan
  const { qrCode: _, ...rest } = own
  const ofScan = scan.ofScan ?? scan.id
  const partyScans = guests
    .filter(({ id, status }) => id !== scanned && (status === 'CONFIRMED' || status === 'CHECKED_IN'))
    .toSorted((left, right) => Number(left.status === 'CHECKED_IN') - Number(right.status === 'CHECKED_IN'))
    .slice(0, others.length)
    .map(({ id, name }) => ({ ...rest, id: crypto.randomUUID(), ofScan, guestId: id, shownAs: name || scan.shownAs }))
  const [first, ...more] = partyScans
  if (!isForOthersAlone || first === undefined) return [own, ...partyScans]
  // The scanned guest was already in, so the first of the others gets the original scan's id.
  return [{ ...rest, guestId: first.guestId, shownAs: first.shownAs }, ...more]
}

export interface Settled {
  scan: KeptScan
  checkin: Checkin | null
  conflict: KeptConflict | null
}

/**
 * The scans that are not uploaded yet. They are in `IndexedDB`, so they survive reloads, crashes and empty batteries.
 */
export const createOutbox = (storage: Storage, eventId: string) => {
  const uploadStartedIds = new Set<string>()
  const undoneIds = new Set<string>()
  /** Scans since the kiosk was opened. Earlier ones were dated by a clock that may have been right. */
  const datedHereIds = new Set<string>()
  const isTakenBack = ({ id, ofScan, isTakenBack: isNoted }: KeptScan) =>
    isNoted === true || undoneIds.has(id) || (ofScan !== undefined && undoneIds.has(ofScan))

  const allScans = async () =>
    (await storage.ofEvent<KeptScan>('scans', eventId)).toSorted((left, right) =>
      left.scannedAt < right.scannedAt ? -1 : 1,
    )
  const waiting = async () => (await allScans()).filter((scan) => !isTakenBack(scan))

  const undoCheckin = (api: DoorApi, { id }: Checkin) =>
    api.undo(id).catch((error: unknown) => {
      // Someone else has already undone it, or it can't be undone. For example, an exit can't be undone if the room is
      // full again.
      if (!(error instanceof Refusal) || isOutage(error) || isOver(error)) throw error
    })

  const splitPartyScan = async (scan: KeptScan, api: DoorApi) => {
    const found = await api.partyOf(scan.qrCode ?? '').catch((error: unknown) => {
      // Ignores a 404. If the service doesn't know the code, the scan becomes a conflict when it is uploaded.
      if (error instanceof Refusal && error.status === 404) return null
      throw error
    })
    const scans = scansOfParty(scan, found?.party?.guests ?? [], found?.guestId ?? '')
    await storage.change(['scans'], (at) => {
      for (const each of scans) at('scans').put(each)
    })
  }

  return {
    waiting,
    keep: (scan: KeptScan) => {
      datedHereIds.add(scan.id)
      return storage.change(['scans'], (at) => void at('scans').put(scan))
    },
    /**
     * Removes a scan and those with its id in `ofScan`. A scan whose upload may have started is only marked as undone;
     * `send()` then undoes its check-in.
     */
    take: async (id: string) => {
      undoneIds.add(id)
      const undoneScans = (await allScans()).filter(isTakenBack)
      await storage.change(['scans'], (at) => {
        for (const scan of undoneScans) {
          if (uploadStartedIds.has(scan.id)) at('scans').put({ ...scan, isTakenBack: true })
          else at('scans').delete(scan.id)
        }
      })
    },
    /** Corrects scans that were dated while the device's clock was wrong, unless their upload may have started. */
    redate: async ({ from, byMs }: Correction) => {
      const wrong = (await allScans()).filter(
        ({ id, scannedAt }) => datedHereIds.has(id) && !uploadStartedIds.has(id) && Date.parse(scannedAt) >= from,
      )
      await storage.change(['scans'], (at) => {
        for (const scan of wrong)
          at('scans').put({ ...scan, scannedAt: new Date(Date.parse(scan.scannedAt) + byMs).toISOString() })
      })
    },
    /** Returns the last scan of a code at this door that the service has not processed yet, or null. */
    seenHere: async (codeHash: string, checkpointId: string | null) => {
      const here = (await waiting()).filter((each) => (each.checkpointId ?? null) === checkpointId)
      const seen = await Promise.all(
        here.map(async (scan) => ((await hashesOf(scan)).includes(codeHash) ? [scan] : [])),
      )
      const scan = seen.flat().at(-1)
      return scan === undefined ? null : { direction: scan.direction ?? ('IN' as const), scannedAt: scan.scannedAt }
    },
    /** Returns how many more guests are inside at this door than the service has counted so far. */
    change: async (checkpointId: string | null) =>
      (await waiting())
        .filter((each) => (each.checkpointId ?? null) === checkpointId)
        .reduce((sum, scan) => sum + (scan.direction === 'OUT' ? -1 : 1) * peopleIn(scan), 0),
    /** Uploads all scans in batches of 100. One transaction deletes the scans of a batch and stores their conflicts. */
    send: async (api: DoorApi, onSettled: (settled: Settled[]) => void) => {
      for (const scan of await waiting()) if ((scan.others ?? []).length > 0) await splitPartyScan(scan, api)
      for (;;) {
        const batch = (await allScans()).slice(0, MAX_BATCH_SIZE)
        if (batch.length === 0) return
        for (const { id } of batch) uploadStartedIds.add(id)
        const results = await api.upload(batch.map(scanOf))
        const settled = results.flatMap((result): Settled[] => {
          const scan = batch[result.index]
          if (scan === undefined) return []
          const ours = isOurs(scan, result)
          return [
            { scan, checkin: ours ? (result.checkin ?? null) : null, conflict: ours ? null : conflictOf(scan, result) },
          ]
        })
        await storage.change(['scans', 'conflicts'], (at) => {
          for (const { scan, conflict } of settled.filter((each) => !isTakenBack(each.scan))) {
            at('scans').delete(scan.id)
            if (conflict !== null) at('conflicts').put(conflict)
          }
        })
        // Checked again here, because staff may have undone a scan during the transaction above.
        const undone = settled.filter(({ scan }) => isTakenBack(scan))
        onSettled(settled.filter((each) => !undone.includes(each)))
        for (const { checkin } of undone) if (checkin !== null) await undoCheckin(api, checkin)
        await storage.change(['scans'], (at) => {
          for (const { scan } of undone) at('scans').delete(scan.id)
        })
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
