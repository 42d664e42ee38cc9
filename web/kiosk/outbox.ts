import { Refusal } from '../shared/api.ts'
import { codeIn, hashOf } from './codes.ts'
import { isOutage, isOver, type DoorApi } from './door-api.ts'
import type { Storage } from './storage.ts'
import type { Checkin, Scan, UploadResult } from './wire.ts'

export interface KeptScan extends Scan {
  id: string
  eventId: string
  /** What it was called when it was kept: a name if one was known, else the ticket. */
  shownAs: string
  /** Who of their party was let in by the same word, as hashes of their codes. */
  others?: string[]
  /** Whoever was scanned was in already, and brought in the others. */
  isForOthersAlone?: boolean
  /** The scan by whose word this one of the same party came too, by its id: they are taken back together. */
  ofScan?: string
  /** Taken back here when the service may have had it already: what it has made of it is undone there. */
  isTakenBack?: boolean
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

/** As it is sent. */
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

/** Whom a scan let in, as hashes of their codes. */
const hashesOf = async ({ qrCode, others = [], isForOthersAlone = false }: KeptScan) =>
  qrCode === undefined || isForOthersAlone ? others : [await hashOf(codeIn(qrCode)), ...others]

const peopleIn = ({ others = [], isForOthersAlone = false }: KeptScan) => others.length + (isForOthersAlone ? 0 : 1)

/**
 * One scan that let in several as a scan for each: their codes are known to nobody here, but the service can name them. First
 * those who are outside by its word; where it knows of fewer, somebody was let in twice, and each such scan is a conflict.
 */
const scansOfParty = (
  scan: KeptScan,
  guests: readonly { id: string; name: string; status: string }[],
  scanned: string,
) => {
  const { others = [], isForOthersAlone = false, ...own } = scan
  const { qrCode: _, ...rest } = own
  const ofScan = scan.ofScan ?? scan.id
  const named = guests
    .filter(({ id, status }) => id !== scanned && (status === 'CONFIRMED' || status === 'CHECKED_IN'))
    .toSorted((left, right) => Number(left.status === 'CHECKED_IN') - Number(right.status === 'CHECKED_IN'))
    .slice(0, others.length)
    .map(({ id, name }) => ({ ...rest, id: crypto.randomUUID(), ofScan, guestId: id, shownAs: name || scan.shownAs }))
  const [first, ...more] = named
  if (!isForOthersAlone || first === undefined) return [own, ...named]
  // What was shown of the scan is now about the first of them.
  return [{ ...rest, guestId: first.guestId, shownAs: first.shownAs }, ...more]
}

export interface Settled {
  scan: KeptScan
  checkin: Checkin | null
  conflict: KeptConflict | null
}

/** Scans that the service has still to hear of. What is in here survives reloads, crashes and empty batteries. */
export const createOutbox = (storage: Storage, eventId: string) => {
  const sent = new Set<string>()
  const takenBack = new Set<string>()
  const isTakenBack = ({ id, ofScan, isTakenBack: isNoted }: KeptScan) =>
    isNoted === true || takenBack.has(id) || (ofScan !== undefined && takenBack.has(ofScan))

  const kept = async () =>
    (await storage.ofEvent<KeptScan>('scans', eventId)).toSorted((left, right) =>
      left.scannedAt < right.scannedAt ? -1 : 1,
    )
  const waiting = async () => (await kept()).filter((scan) => !isTakenBack(scan))

  const takeBackThere = (api: DoorApi, { id }: Checkin) =>
    api.undo(id).catch((error: unknown) => {
      // Somebody else has taken it back already, or it cannot be: an exit from a room that has filled up since.
      if (!(error instanceof Refusal) || isOutage(error) || isOver(error)) throw error
    })

  const nameOthers = async (scan: KeptScan, api: DoorApi) => {
    const found = await api.partyOf(scan.qrCode ?? '').catch((error: unknown) => {
      // A code that the service does not know is a conflict by its own scan.
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
    /** Takes back a scan and who came by the same word. What is on its way to the service, or may have been, is undone there. */
    take: async (id: string) => {
      takenBack.add(id)
      const gone = (await kept()).filter(isTakenBack)
      await storage.change(['scans'], (at) => {
        for (const scan of gone) {
          if (sent.has(scan.id)) at('scans').put({ ...scan, isTakenBack: true })
          else at('scans').delete(scan.id)
        }
      })
    },
    /** What this device saw of a code last at a door, by its hash, if the service does not know of it yet. */
    seenHere: async (codeHash: string, checkpointId: string | null) => {
      const here = (await waiting()).filter((each) => (each.checkpointId ?? null) === checkpointId)
      const seen = await Promise.all(
        here.map(async (scan) => ((await hashesOf(scan)).includes(codeHash) ? [scan] : [])),
      )
      const scan = seen.flat().at(-1)
      return scan === undefined ? null : { direction: scan.direction ?? ('IN' as const), scannedAt: scan.scannedAt }
    },
    /** How many more are in at a door than the service knows of. */
    change: async (checkpointId: string | null) =>
      (await waiting())
        .filter((each) => (each.checkpointId ?? null) === checkpointId)
        .reduce((sum, scan) => sum + (scan.direction === 'OUT' ? -1 : 1) * peopleIn(scan), 0),
    /** Sends what waits, a hundred at a time. A scan goes in the same step in which its conflict comes. */
    send: async (api: DoorApi, onSettled: (settled: Settled[]) => void) => {
      for (const scan of await waiting()) if ((scan.others ?? []).length > 0) await nameOthers(scan, api)
      for (;;) {
        const batch = (await kept()).slice(0, MOST_A_BATCH)
        if (batch.length === 0) return
        for (const { id } of batch) sent.add(id)
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
        // Also those that were taken back while the step above went on.
        const undone = settled.filter(({ scan }) => isTakenBack(scan))
        onSettled(settled.filter((each) => !undone.includes(each)))
        for (const { checkin } of undone) if (checkin !== null) await takeBackThere(api, checkin)
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
