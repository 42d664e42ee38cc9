import { Refusal } from '../shared/api.ts'
import { codeIn, hashOf } from './codes.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import type { Storage } from './storage.ts'
import type { Checkin, Scan, UploadResult } from './wire.ts'

export interface KeptScan extends Scan {
  id: string
  eventId: string
  /** The guest's name if it was known at scan time, else the ticket name. */
  shownAs: string
  /** Code hashes of the party members admitted by this scan. */
  others?: string[]
  /** True if the scanned guest was already in and the scan admitted only `others`. */
  isForOthersAlone?: boolean
  /** The `id` of the scan that also admitted this party member. An undo removes them together. */
  ofScan?: string
  /**
   * True if staff undid the scan after its upload may have started. The resulting check-in is then undone through the
   * API.
   */
  isTakenBack?: boolean
}

export type ConflictKind = 'CONFLICT' | 'DUPLICATE' | 'REFUSED'

/** A guest who was admitted here and then rejected by the service. Stays until staff mark it as seen. */
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

/** If the response to an earlier upload was lost, our own scan returns as `DUPLICATE`. */
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
  others: _others,
  isForOthersAlone: _isForOthersAlone,
  ofScan: _ofScan,
  isTakenBack: _isTakenBack,
  ...scan
}: KeptScan): Scan => scan

const hashesOf = async ({ qrCode, others = [], isForOthersAlone = false }: KeptScan) =>
  qrCode === undefined || isForOthersAlone ? others : [await hashOf(codeIn(qrCode)), ...others]

const peopleIn = ({ others = [], isForOthersAlone = false }: KeptScan) => others.length + (isForOthersAlone ? 0 : 1)

/**
 * Splits a party scan into one scan per guest. The kiosk has only code hashes of the others, so their guest ids come
 * from the service: first `CONFIRMED` guests, then `CHECKED_IN`. A scan of a `CHECKED_IN` guest means that someone was
 * admitted twice, and becomes a conflict.
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
  // The scanned guest was already in, so the original scan id goes to the first of the others.
  return [{ ...rest, guestId: first.guestId, shownAs: first.shownAs }, ...more]
}

export interface Settled {
  scan: KeptScan
  checkin: Checkin | null
  conflict: KeptConflict | null
}

/** Scans that are not yet uploaded. Stored in `IndexedDB`, so they survive reloads, crashes and empty batteries. */
export const createOutbox = (storage: Storage, eventId: string) => {
  const uploadStartedIds = new Set<string>()
  const undoneIds = new Set<string>()
  const isTakenBack = ({ id, ofScan, isTakenBack: isNoted }: KeptScan) =>
    isNoted === true || undoneIds.has(id) || (ofScan !== undefined && undoneIds.has(ofScan))

  const allScans = async () =>
    (await storage.ofEvent<KeptScan>('scans', eventId)).toSorted((left, right) =>
      left.scannedAt < right.scannedAt ? -1 : 1,
    )
  const waiting = async () => (await allScans()).filter((scan) => !isTakenBack(scan))

  const undoCheckin = (api: DoorApi, { id }: Checkin) =>
    api.undo(id).catch((error: unknown) => {
      // Someone else has already undone it, or it can't be undone, such as an exit from a room that is full again.
      if (!(error instanceof Refusal) || isOutage(error) || isOver(error)) throw error
    })

  const splitPartyScan = async (scan: KeptScan, api: DoorApi) => {
    const found = await api.partyOf(scan.qrCode ?? '').catch((error: unknown) => {
      // Ignores 404: a code unknown to the service becomes a conflict when its scan is uploaded.
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
    keep: (scan: KeptScan) => storage.change(['scans'], (at) => void at('scans').put(scan)),
    /**
     * Removes a scan and the scans with its id in `ofScan`. A scan whose upload may have started is only marked, and
     * `send()` undoes its check-in.
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
    /** Returns the last scan of a code at this door that the service has not processed yet, or null. */
    seenHere: async (codeHash: string, checkpointId: string | null) => {
      const here = (await waiting()).filter((each) => (each.checkpointId ?? null) === checkpointId)
      const seen = await Promise.all(
        here.map(async (scan) => ((await hashesOf(scan)).includes(codeHash) ? [scan] : [])),
      )
      const scan = seen.flat().at(-1)
      return scan === undefined ? null : { direction: scan.direction ?? ('IN' as const), scannedAt: scan.scannedAt }
    },
    /** Returns how many more guests are inside at this door than the service has counted. */
    change: async (checkpointId: string | null) =>
      (await waiting())
        .filter((each) => (each.checkpointId ?? null) === checkpointId)
        .reduce((sum, scan) => sum + (scan.direction === 'OUT' ? -1 : 1) * peopleIn(scan), 0),
    /** Uploads all scans in batches of 100. Each scan is deleted and its conflict stored in one transaction. */
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
        // Read again here, because a scan may have been undone during the transaction above.
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
