import type { Used } from '../../src/kernel/passing.ts'
import type { CHECKPOINT_MODES, Direction } from '../../src/kernel/vocabulary.ts'

/** API responses, reduced to the fields that the kiosk reads. */
export interface Door {
  eventId: string
  title: string
  calendarName: string
  status: 'DRAFT' | 'PUBLISHED' | 'CANCELLED' | 'ARCHIVED'
  timezone: string
  checkInOpensAt: string
  checkInClosesAt: string
  now: string
  questions: string[]
  /** Doors stored by an earlier version have no `reentry` and `checkpoints`. */
  reentry?: boolean
  checkpoints?: DoorCheckpoint[]
  pass: { id: string; label: string; gate: string | null; checkpointId?: string | null; expiresAt: string } | null
}

export interface DoorCheckpoint {
  id: string
  name: string
  mode: (typeof CHECKPOINT_MODES)[number]
  ticketIds: string[] | null
  opensAt: string
  closesAt: string
  limit: number | null
}

export interface FoundParty {
  id: string
  size: number
  inside: number
  guests: { id: string; name: string; status: string }[]
}

export interface Found {
  guestId: string
  name: string
  status: string
  ticketId: string | null
  ticketName: string | null
  alreadyCheckedIn: boolean
  direction: Direction | null
  checkedInAt: string | null
  checkedInByLabel: string | null
  gate: string | null
  answers: { question: string; answer: string }[]
  party?: FoundParty | null
}

export interface FirstAdmission {
  guestId: string
  checkedInAt: string
  checkedInByLabel: string | null
  gate: string | null
  deviceId: string | null
}

export interface Checkin extends FirstAdmission {
  id: string
  guestName: string
  qrCode: string
  ticketName: string | null
  checkpointId: string | null
  direction: Direction | null
}

/** The response to `admitParty`, with one result for each guest in the party. */
export interface Admission extends Checkin {
  party?: { guestId: string; result: 'ADMITTED' | 'REFUSED'; code?: string; checkin?: Checkin }[]
}

export interface Summary {
  expected: number
  checkedIn: number
  inside: number
  byGate: { gate: string | null; checkedIn: number }[]
}

export interface UploadResult {
  index: number
  result: 'ACCEPTED' | 'DUPLICATE' | 'CONFLICT' | 'REFUSED'
  code?: string
  checkin?: Checkin
}

export interface ManifestPage {
  cursor: string
  /** Null if the calendar’s plan has no search by name. */
  salt: string | null
  hasMore: boolean
  entries: ManifestEntry[]
}

export interface ManifestEntry {
  codeHash: string
  ticketName: string | null
  status: string
  /** Entries stored by an earlier version have neither `ref` nor the fields below it. */
  ref?: string
  ticketId?: string | null
  /** All guests of one party have the same value. */
  party?: string | null
  used?: Record<string, Used>
  guestId?: string
  /** Salted hash of the guest's short code. Null for erased and transferred guests. */
  shortCodeHash?: string | null
  /** Hashes of the beginnings of the guest's names. */
  words?: string[]
}

/** The body of a check-in. It names the guest by `qrCode`, or by `guestId` if staff found them by name. */
export interface Scan {
  qrCode?: string
  guestId?: string
  scannedAt: string
  gate: string | null
  deviceId: string
  checkpointId: string | null
  /** Set only at `IN_OUT` doors. */
  direction?: Direction
  /** Whether to admit the rest of the party as well. */
  admitParty?: true
}
