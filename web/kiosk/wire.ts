import type { Used } from '../../src/kernel/passing.ts'
import type { CHECKPOINT_MODES, Direction } from '../../src/kernel/vocabulary.ts'

/** What the service answers, as far as the kiosk reads it. */
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
  /** Absent from what an earlier version has kept, as are the checkpoints. */
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

/** What came of each of a party that was let in together. */
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
  hasMore: boolean
  entries: ManifestEntry[]
}

export interface ManifestEntry {
  codeHash: string
  ticketName: string | null
  status: string
  /** These are absent from what an earlier version has kept. */
  ref?: string
  ticketId?: string | null
  /** The same for all who were registered together. */
  party?: string | null
  used?: Record<string, Used>
}

/** One scan as it is sent: by code, or by the guest whom somebody has found by name. */
export interface Scan {
  qrCode?: string
  guestId?: string
  scannedAt: string
  gate: string | null
  deviceId: string
  checkpointId: string | null
  /** Left out where nobody leaves. */
  direction?: Direction
  /** Everybody else of their party as well. */
  admitParty?: true
}
