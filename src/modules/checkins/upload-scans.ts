import type { Actor } from '../../access/actor.ts'
import { checkinsWrite } from '../../access/demands.ts'
import { requestNamed } from '../../db/commit.ts'
import { reasonOf } from '../../db/guard.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { identifierOf, isCheckedIn, isPlausible, toCheckin } from './checkins.ts'
import { OfflineResults, OfflineScan, OfflineScans, type OfflineResult } from './checkins.schema.ts'
import {
  checkinsCreated,
  checkInStatements,
  conflictStatement,
  mayCheckIn,
  type Admission,
  type JudgedGuest,
} from './checkins.store.ts'
import { mayHavePassed, type PlaceKind } from './checkpoint-rules.store.ts'
import { checkpointsScanned, uploadStatements, type ExistingScan } from './checkpoint-scans.store.ts'
import type { JudgedPasser } from './passers.store.ts'
import { admissionOf, entranceKind, passageOf, type Scan } from './pass-checkpoint.ts'

const NOTHING = [] as const

/** The result code of a scan that is refused without a guest lookup. */
type UnreadableScanCode = 'validation_failed' | 'scanned_at_out_of_range' | 'not_found'

const scanIn = (
  text: unknown,
  { event, actor, now }: { event: EventRow; actor: Actor; now: Instant },
): Scan | UnreadableScanCode => {
  const parsed = OfflineScan().safeParse(text)
  if (!parsed.success) return 'validation_failed'
  const { scannedAt: at, gate, deviceId, checkpointId: requested, direction } = parsed.data
  if (!isPlausible(at, now)) return 'scanned_at_out_of_range'
  const bound = actor.kind === 'pass' ? actor.checkpointId : null
  const checkpointId = requested ?? bound
  if (bound !== null && checkpointId !== bound) return 'not_found'
  if (checkpointId === null && direction === 'OUT' && !event.reentry) return 'validation_failed'
  return {
    guest: identifierOf(parsed.data),
    at,
    gate: gate ?? null,
    deviceId: deviceId ?? null,
    checkpointId,
    direction: direction ?? 'IN',
  }
}

type Result = Omit<OfflineResult, 'index'>

const refused = (code: string): Result => ({ result: 'REFUSED', code })

/**
 * Returns the result of one scan at the main door. `guest` is the row after the scan, and `isMade` means that the scan
 * admitted the guest.
 */
const resultAtDoor = (guest: JudgedGuest | undefined, at: Instant, isMade: boolean): Result => {
  if (guest === undefined) return refused('not_found')
  if (isMade && isCheckedIn(guest)) return { result: 'ACCEPTED', checkin: toCheckin(guest) }
  const why = reasonOf(mayCheckIn, guest)
  if (why.code !== 'already_checked_in' || !isCheckedIn(guest)) return refused(why.code)
  // A scan from before the current check-in is a conflict. Any other scan is a duplicate.
  return { result: at < guest.checkedInAt ? 'CONFLICT' : 'DUPLICATE', checkin: toCheckin(guest) }
}

type Uploaded = JudgedPasser & ExistingScan

/** The row of the scan, in the format of a check-in. */
const ownCheckin = (guest: Uploaded, ownId: string, at: Instant) =>
  toCheckin({
    ...guest,
    checkinId: ownId,
    checkedInAt: at,
    checkedInBy: guest.ownBy,
    checkedInByLabel: guest.ownByLabel,
    gate: guest.ownGate,
    deviceId: guest.ownDeviceId,
    direction: guest.ownDirection,
  })

/** Returns the result of one scan at a checkpoint or `reentry` door, or null if `resultAtDoor` must decide. */
const resultAt = (kind: PlaceKind, guest: Uploaded | undefined, at: Instant, isMade: boolean): Result | null => {
  if (guest === undefined) return refused('not_found')
  const why = mayHavePassed[kind].refusal(guest)
  if (why?.code === 'validation_failed') return refused(why.code)
  if (guest.ownId !== null) {
    const checkin = ownCheckin(guest, guest.ownId, at)
    if (!isMade) return { result: 'DUPLICATE', checkin }
    return { result: 'ACCEPTED', checkin, ...(guest.ownIsOverLimit === 1 && { overLimit: true as const }) }
  }
  const isAboutPlace = why === null || why.code === 'already_checked_in' || why.code === 'not_inside'
  if (isAboutPlace && isCheckedIn(guest) && at < guest.checkedInAt)
    return { result: 'CONFLICT', checkin: toCheckin(guest) }
  if (why === null) return null
  if (why.code === 'already_checked_in' && isCheckedIn(guest)) return { result: 'DUPLICATE', checkin: toCheckin(guest) }
  return refused(why.code)
}

interface Upload {
  event: EventRow
  actor: Actor
  scans: readonly unknown[]
  /** The `moveId` of an earlier, interrupted run of this request. Check-ins with this id count as `ACCEPTED`. */
  earlierMove: string | null
}

/**
 * Returns the statements for one scan. At a main door with `reentry` the scan may turn out to be the check-in or a
 * later scan, so the statements for both are included.
 */
const statementsOf = (event: EventRow, scan: Scan, admission: Admission) => {
  const { by } = scan.guest
  const passes = scan.checkpointId !== null || event.reentry
  const admits = scan.checkpointId === null && scan.direction === 'IN'
  return {
    door: admits ? checkInStatements(by, admission) : null,
    late: admits && !passes ? conflictStatement(by, admission) : null,
    way: passes ? uploadStatements(entranceKind(scan), by, passageOf(event, scan, admission)) : null,
  }
}

const upload = async ({ event, actor, scans, earlierMove }: Upload, deps: Deps) => {
  const now = deps.clock()
  const moveId = earlierMove ?? deps.newId('mov')
  const read = scans.map((scan) => scanIn(scan, { event, actor, now }))
  // A guest's earliest scan counts, whatever the order in the upload.
  const readable = read
    .flatMap((scan, index) => (typeof scan === 'string' ? [] : [{ scan, index }]))
    .toSorted((left, right) => left.scan.at - right.scan.at || left.index - right.index)
    .map(({ scan, index }) => {
      const admission = admissionOf(event, scan, actor, moveId, deps)
      return { scan, index, admission, written: statementsOf(event, scan, admission) }
    })
  const ids = readable.map(({ admission }) => admission.id)
  const found =
    readable.length === 0
      ? []
      : await deps.commit({
          calendarId: event.calendarId,
          atEvent: event.id,
          seenBy: 'team',
          statements: readable.map(({ written: { door, late, way } }) => ({
            door: door ?? NOTHING,
            late: late ?? NOTHING,
            way: way ?? NOTHING,
          })),
          watched: readable.flatMap(({ written: { door, way } }) =>
            [door, way].flatMap((each) => (each ? [each.seen] : [])),
          ),
          events: [
            ...(readable.some(({ written }) => written.door) ? [checkinsCreated(event.id, ids)] : []),
            ...(readable.some(({ written }) => written.way) ? [checkpointsScanned(event.id, ids)] : []),
          ],
          effectId: requestNamed(moveId),
        })
  const results: OfflineResult[] = read.map((scan, index) => ({
    index,
    result: 'REFUSED',
    ...(typeof scan === 'string' ? { code: scan } : {}),
  }))
  for (const [place, { scan, index }] of readable.entries()) {
    const { door, way } = found[place] ?? { door: NOTHING, way: NOTHING }
    const guest = 'seen' in door ? door.seen[0] : undefined
    const passer = 'seen' in way ? way.seen[0] : undefined
    const wasIn = earlierMove !== null && guest?.moveId === earlierMove && guest.checkedInAt === scan.at
    const cameIn = ('made' in door && door.made.length > 0) || wasIn
    const hasPassed =
      ('made' in way && way.made.length > 0) || (earlierMove !== null && passer?.ownMoveId === earlierMove)
    const ofWay = 'seen' in way && !cameIn ? resultAt(entranceKind(scan), passer, scan.at, hasPassed) : null
    results[index] = { index, ...(ofWay ?? resultAtDoor(guest, scan.at, cameIn)) }
  }
  return { results }
}

/**
 * Stores the scans that a device collected offline. Each scan has its own result, and a refused scan does not affect
 * the others.
 */
export const uploadScans = operation({
  id: 'checkins.upload',
  summary: 'Upload offline scans',
  description:
    'Returns a result for each scan: ACCEPTED, DUPLICATE, CONFLICT (dated before the valid check-in: stored and listed, but without effect) or REFUSED with a code. If a guest was scanned several times, the earliest scan counts. Limits don’t apply to offline scans: a scan over the limit is accepted with `overLimit`.',
  subject: 'event',
  access: checkinsWrite,
  isDoorWork: true,
  routes: both('POST /events/:eventId/checkins/batch'),
  body: OfflineScans,
  answer: one(OfflineResults),
  recover: (effectId, { event, actor, body }, deps) =>
    upload({ event, actor, scans: body.scans, earlierMove: effectId }, deps),
  run: ({ event, actor, body }, deps) => upload({ event, actor, scans: body.scans, earlierMove: null }, deps),
})
