import type { Instant } from './kernel/time.ts'
import type { GuestStatus } from './kernel/vocabulary.ts'

/** How a scan names its guest. */
export interface Identifier {
  by: 'code' | 'id'
  value: string
}

export interface Scan {
  guest: Identifier
  /** When the scanner says it happened; null is now. */
  scannedAt: Instant | null
  gate: string | null
  deviceId: string | null
  /** What the door pass is called that scanned. Absent from callers and objects that run the code before it. */
  byLabel?: string | null
}

/** What the event says about its door. */
export interface Door {
  eventId: string
  eventSlug: string
  calendarId: string
  isCancelled: boolean
  opensAt: Instant
  closesAt: Instant
}

/** The guest as D1 holds it. */
export interface DoorGuest {
  id: string
  firstName: string
  lastName: string
  email: string
  qrCode: string
  status: GuestStatus
  ticketId: string | null
  ticketName: string | null
}

/** One guest let in. The desk holds no personal data: names come from the guest each time. */
export interface Admission {
  id: string
  guestId: string
  ticketId: string | null
  at: Instant
  by: string
  byLabel?: string | null
  gate: string | null
  deviceId: string | null
}

/** An offline scan older than the admission that stands: kept, shown, and of no effect. */
export interface Conflict {
  scannedAt: Instant
  receivedAt: Instant
  by: string
  byLabel?: string | null
  gate: string | null
  deviceId: string | null
}

export interface ListedAdmission extends Admission {
  conflicts: Conflict[]
}

/** Remembers the answer to a request, so that its retry gets the same one. */
export interface Once {
  id: string
  requestHash: string
}

export type Refusal =
  | { outcome: 'unknown' }
  | { outcome: 'eventCancelled' }
  | { outcome: 'notOpen'; opensAt: Instant }
  | { outcome: 'closed'; closedAt: Instant }
  | { outcome: 'notConfirmed'; status: GuestStatus }
  | { outcome: 'alreadyIn'; first: Admission }

export type Decision = { outcome: 'admitted'; admission: Admission } | Refusal

/** Plain data, because an error that crosses to or from the desk loses its class. */
export type Answer<Settled> =
  | { outcome: 'settled'; settled: Settled; isReplay: boolean }
  /** The guests could not be read, so nothing was decided. */
  | { outcome: 'unreadable' }
  | { outcome: 'keyReused' }

export interface DecidedScan {
  decision: Decision
  guest: DoorGuest | null
}

/** A scan that was found unfit on the way comes with the code of why. */
export type UploadedScan = Scan | { code: string }

export type DecidedUpload = { result: UploadResult; guest: DoorGuest | null }[]

export type UploadResult =
  | { result: 'ACCEPTED' | 'DUPLICATE' | 'CONFLICT'; admission: Admission }
  | { result: 'REFUSED'; code: string }

export interface LookedUp {
  guest: DoorGuest
  current: Admission | null
}

export type Undone = { outcome: 'undone'; admission: Admission } | { outcome: 'unknown' | 'notCurrent' }

export interface Tally {
  checkedIn: number
  byTicket: { ticketId: string; checkedIn: number }[]
  byGate: { gate: string | null; checkedIn: number }[]
  lastAt: Instant | null
}

/** On whose behalf a live socket is open: asked again every minute. */
export type Holder =
  | { kind: 'key'; keyId: string; calendarId: string }
  | { kind: 'pass'; passId: string; calendarId: string; expiresAt: Instant }
  | { kind: 'session'; userId: string; calendarId: string; expiresAt: Instant }

/**
 * The desk of one event: it alone decides who is in. `read` is what the request has read of the guest itself, so that
 * the desk need not: no older than the request.
 */
export interface Desk {
  admit(door: Door, scan: Scan, by: string, once: Once | null, read?: DoorGuest[] | null): Promise<Answer<DecidedScan>>
  upload(door: Door, scans: UploadedScan[], by: string, once: Once | null): Promise<Answer<DecidedUpload>>
  lookUp(door: Door, guest: Identifier, read?: DoorGuest[] | null): Promise<Answer<LookedUp | null>>
  undo(eventId: string, what: { admissionId: string } | { guestId: string }, by: string): Promise<Undone>
  list(eventId: string, filter: { since: Instant | null; ticketId: string | null }): Promise<ListedAdmission[]>
  tally(eventId: string): Promise<Tally>
  /** True the first time only. */
  spendTicket(eventId: string, nonce: string, expiresAt: Instant): Promise<boolean>
  openLive(door: Door, holder: Holder): Promise<Response>
  /** Asks now, and not at the next turn, who may still watch. */
  recheckWatchers(eventId: string): Promise<void>
}
