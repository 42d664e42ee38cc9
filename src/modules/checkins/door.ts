import type { EventRow } from '../../db/rows.ts'
import type {
  Admission,
  Answer,
  Decision,
  Door,
  DoorGuest,
  Identifier,
  Refusal,
  UploadedScan,
  UploadResult,
} from '../../desk.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { DAY_MS, iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { checkInWindowOf } from '../events/index.ts'

const OLDEST_SCAN_MS = 2 * DAY_MS
const CLOCK_SKEW_MS = 2 * MINUTE_MS

export const doorOf = (event: EventRow): Door => ({
  eventId: event.id,
  eventSlug: event.slug,
  calendarId: event.calendarId,
  isCancelled: event.status === 'CANCELLED',
  ...checkInWindowOf(event),
})

/** Scanners date their scans themselves, so a date that no scanner can mean is refused. */
export const isPlausible = (scannedAt: Instant, now: Instant) =>
  scannedAt >= now - OLDEST_SCAN_MS && scannedAt <= now + CLOCK_SKEW_MS

const isFit = (status: GuestStatus) => status === 'CONFIRMED' || status === 'CHECKED_IN'

/** The code of a guest who was transferred has died with the transfer; any other guest's is good for being named. */
export const isNamedBy = (guest: DoorGuest | null, by: Identifier['by']): guest is DoorGuest =>
  guest !== null && !(by === 'code' && guest.status === 'TRANSFERRED')

/** The order of the refusals is the contract's. */
export const refusalOf = (
  door: Door,
  by: Identifier['by'],
  guest: DoorGuest | null,
  current: Admission | null,
  at: Instant,
): Refusal | null => {
  if (!isNamedBy(guest, by)) return { outcome: 'unknown' }
  if (door.isCancelled) return { outcome: 'eventCancelled' }
  if (at < door.opensAt) return { outcome: 'notOpen', opensAt: door.opensAt }
  if (at > door.closesAt) return { outcome: 'closed', closedAt: door.closesAt }
  if (!isFit(guest.status)) return { outcome: 'notConfirmed', status: guest.status }
  if (current !== null) return { outcome: 'alreadyIn', first: current }
  return null
}

/** The refusals that a retry with the same key meets again; the others may pass with time. */
export const isKept = ({ outcome }: Decision) => outcome !== 'unknown' && outcome !== 'notOpen' && outcome !== 'closed'

const CODE_OF = {
  unknown: 'not_found',
  eventCancelled: 'event_cancelled',
  notOpen: 'checkin_not_open',
  closed: 'checkin_closed',
  notConfirmed: 'guest_not_confirmed',
} as const

/** An offline scan of a guest who is in: older than the admission it is a conflict, else one scan too many. */
export const uploadResultOf = (decision: Decision, scannedAt: Instant): UploadResult => {
  if (decision.outcome === 'admitted') return { result: 'ACCEPTED', admission: decision.admission }
  if (decision.outcome !== 'alreadyIn') return { result: 'REFUSED', code: CODE_OF[decision.outcome] }
  return { result: scannedAt < decision.first.at ? 'CONFLICT' : 'DUPLICATE', admission: decision.first }
}

/** What D1 says of a guest lags behind the desk, which alone knows who is in. */
export const statusAtDesk = (status: GuestStatus, current: Admission | null): GuestStatus => {
  if (!isFit(status)) return status
  return current === null ? 'CONFIRMED' : 'CHECKED_IN'
}

/** Of several offline scans of one guest the earliest admits, in whatever order they were uploaded. */
export const inOrderOfTime = (scans: readonly UploadedScan[], now: Instant) =>
  scans
    .flatMap((scan, index) => ('code' in scan ? [] : [{ scan, index, at: scan.scannedAt ?? now }]))
    .toSorted((left, right) => left.at - right.at || left.index - right.index)

const REPLAYED = { 'Idempotent-Replayed': 'true' }

export const replayHeaders = (isReplay: boolean) => (isReplay ? { headers: REPLAYED } : {})

/** What a second scan is shown of the first. */
const firstAdmissionOf = ({ guestId, at, by, byLabel, gate, deviceId }: Admission) => ({
  guestId,
  checkedInAt: iso(at),
  checkedInBy: by,
  checkedInByLabel: byLabel ?? null,
  gate,
  deviceId,
})

/** How a caller is told that the desk let nobody in. */
export const failureOf = (refused: Refusal, isReplay: boolean) => {
  const replayed = replayHeaders(isReplay)
  switch (refused.outcome) {
    case 'eventCancelled':
      return refusal('event_cancelled', replayed)
    case 'notOpen':
      return refusal('checkin_not_open', { says: `Check-in opens at ${iso(refused.opensAt)}.`, ...replayed })
    case 'closed':
      return refusal('checkin_closed', { says: `Check-in closed at ${iso(refused.closedAt)}.`, ...replayed })
    case 'notConfirmed':
      return refusal('guest_not_confirmed', { says: `The guest is ${refused.status}, not CONFIRMED.`, ...replayed })
    case 'alreadyIn':
      return refusal('already_checked_in', { data: firstAdmissionOf(refused.first), ...replayed })
    case 'unknown':
    default:
      return notFound()
  }
}

/** What was settled, unless the key stands for another request. */
export const settledIn = <Settled>(answer: Answer<Settled>) => {
  if (answer.outcome === 'settled') return answer
  throw refusal('idempotency_key_reused')
}
