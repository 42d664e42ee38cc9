import { checkinsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../access/actor.ts'
import type { Instant } from '../../kernel/time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { admissionOf, type Scan } from './check-in.ts'
import { identifierOf, isIn, isPlausible, toCheckin } from './checkins.ts'
import { OfflineResults, OfflineScan, OfflineScans, type OfflineResult } from './checkins.schema.ts'
import {
  checkinsCreated,
  checkInStatements,
  conflictStatement,
  mayCheckIn,
  type JudgedGuest,
} from './checkins.store.ts'

/** A scan that no guest can be looked for with: the code says why. */
type Unfit = 'validation_failed' | 'scanned_at_out_of_range'

const scanIn = (given: unknown, now: Instant): Scan | Unfit => {
  const parsed = OfflineScan().safeParse(given)
  if (!parsed.success) return 'validation_failed'
  const { scannedAt: at, gate, deviceId } = parsed.data
  if (!isPlausible(at, now)) return 'scanned_at_out_of_range'
  return { guest: identifierOf(parsed.data), at, gate: gate ?? null, deviceId: deviceId ?? null }
}

type Result = Omit<OfflineResult, 'index'>

/** Of one scan: the guest as they stood right after it, and whether it let them in. */
const resultOf = (guest: JudgedGuest | undefined, at: Instant, isMade: boolean): Result => {
  if (guest === undefined) return { result: 'REFUSED', code: 'not_found' }
  if (isMade && isIn(guest)) return { result: 'ACCEPTED', checkin: toCheckin(guest) }
  const refused = mayCheckIn.refusal(guest)
  if (refused === null) throw new Error('an uploaded scan did nothing, and nothing stood against it')
  if (refused.code !== 'already_checked_in' || !isIn(guest)) return { result: 'REFUSED', code: refused.code }
  // Older than the check-in that stands it is a conflict, else one scan too many.
  return { result: at < guest.checkedInAt ? 'CONFLICT' : 'DUPLICATE', checkin: toCheckin(guest) }
}

interface Uploaded {
  event: EventRow
  actor: Actor
  scans: readonly unknown[]
  /** The move of an interrupted run of the same request: what it let in was let in by this one. */
  earlierMove: string | null
}

const upload = async ({ event, actor, scans, earlierMove }: Uploaded, deps: Deps) => {
  const now = deps.clock()
  const moveId = earlierMove ?? deps.newId('mov')
  const read = scans.map((given) => scanIn(given, now))
  // Of several scans of one guest the earliest counts, in whatever order they were uploaded.
  const fit = read
    .flatMap((scan, index) => (typeof scan === 'string' ? [] : [{ scan, index }]))
    .toSorted((left, right) => left.scan.at - right.scan.at || left.index - right.index)
    .map(({ scan, index }) => ({ scan, index, admission: admissionOf(event, scan, actor, moveId, deps) }))
  const statements = fit.map(({ scan, admission }) => ({
    ...checkInStatements(scan.guest.by, admission),
    conflict: conflictStatement(scan.guest.by, admission),
  }))
  const ids = fit.map(({ admission }) => admission.id)
  const found =
    fit.length === 0
      ? []
      : await deps.commit({
          calendarId: event.calendarId,
          atEvent: event.id,
          seenBy: 'team',
          statements,
          watched: statements.map(({ seen }) => seen),
          events: [checkinsCreated(event.id, ids)],
          effectId: moveId,
        })
  const results: OfflineResult[] = read.map((scan, index) => ({
    index,
    result: 'REFUSED',
    ...(typeof scan === 'string' ? { code: scan } : {}),
  }))
  for (const [place, { scan, index }] of fit.entries()) {
    const { made, seen } = found[place] ?? { made: [], seen: [] }
    const [guest] = seen
    const wasMade = earlierMove !== null && guest?.moveId === earlierMove && guest.checkedInAt === scan.at
    results[index] = { index, ...resultOf(guest, scan.at, made.length > 0 || wasMade) }
  }
  return { results }
}

/** What a scanner gathered while it was offline. Every scan gets its own answer; none spoils the others. */
export const uploadScans = operation({
  id: 'checkins.upload',
  summary: 'Upload scans that were made offline',
  description:
    'Every scan is answered for itself: ACCEPTED, DUPLICATE, CONFLICT (dated before the check-in that stands; kept, shown ' +
    'in the list, of no effect) or REFUSED with a code. Of several scans of one guest the earliest counts.',
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
