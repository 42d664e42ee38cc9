import { isProgram, type Actor } from '../../access/actor.ts'
import { notFound } from '../../kernel/failure.ts'
import { parseShortCode } from '../../kernel/short-code.ts'
import { iso, isoOrNull, DAY_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import type { CheckinOutput, LookupOutput } from './checkins.schema.ts'
import type { SummaryOutput } from './read-checkins.schema.ts'
import type { DoorGuest, Identifier, PartyMember } from './checkins.store.ts'

const OLDEST_SCAN_MS = 2 * DAY_MS
const CLOCK_SKEW_MS = 2 * MINUTE_MS

/** Scanners report their own clock, so a time more than 48 hours ago or more than 2 minutes ahead is wrong. */
export const isPlausible = (scannedAt: Instant, now: Instant) =>
  scannedAt >= now - OLDEST_SCAN_MS && scannedAt <= now + CLOCK_SKEW_MS

/** Extracts the code from scanned text. Some scanners return the URL of the QR image instead of its content. */
export const parseScannedCode = (scanned: string) => {
  const text = scanned.trim()
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text
  return new URL(text).pathname.split('/').at(-1) ?? ''
}

interface GuestReference {
  qrCode?: string | undefined
  guestId?: string | undefined
}
export const identifierOf = ({ qrCode, guestId }: GuestReference): Identifier =>
  guestId === undefined ? { by: 'code', value: parseScannedCode(qrCode ?? '') } : { by: 'id', value: guestId }

/** Identifies a guest for reading. A short code is enough here, but does not check anyone in. */
export const lookupIdentifierOf = ({ qrCode }: { qrCode: string }): Identifier => {
  const shortCode = parseShortCode(qrCode)
  return shortCode === null ? identifierOf({ qrCode }) : { by: 'shortCode', value: shortCode }
}

/** A gate set on the door pass overrides the gate in the request. */
export const gateOf = (actor: Actor, requested: string | null | undefined) =>
  (actor.kind === 'pass' ? actor.gate : null) ?? requested ?? null

/**
 * Returns the checkpoint of a scan, or null for the main door. A door pass bound to one checkpoint gets 404 for any
 * other.
 */
export const checkpointIn = (actor: Actor, requested: string | null | undefined) => {
  const bound = actor.kind === 'pass' ? actor.checkpointId : null
  if (bound !== null && (requested ?? bound) !== bound) throw notFound()
  return bound ?? requested ?? null
}

/** Returns the name of the door pass or API key. A member's name is looked up when the scan is stored. */
export const labelOf = (actor: Actor) => {
  if (isProgram(actor)) return actor.name
  return actor.kind === 'pass' ? actor.label : null
}

export type CheckedIn = DoorGuest & { checkinId: string; checkedInAt: Instant; checkedInBy: string }
export const isCheckedIn = (guest: DoorGuest): guest is CheckedIn => guest.checkinId !== null

export const toCheckin = (guest: CheckedIn): CheckinOutput => ({
  id: guest.checkinId,
  eventId: guest.eventId,
  eventSlug: guest.eventSlug,
  guestId: guest.id,
  guestName: guest.name,
  guestEmail: guest.email,
  qrCode: guest.qrCode,
  ticketId: guest.ticketId,
  ticketName: guest.ticketName,
  status: guest.checkpointId === null ? 'CHECKED_IN' : guest.status === 'CHECKED_IN' ? 'CHECKED_IN' : 'CONFIRMED',
  checkedInAt: iso(guest.checkedInAt),
  checkedInBy: guest.checkedInBy,
  checkedInByLabel: guest.checkedInByLabel,
  gate: guest.gate,
  deviceId: guest.deviceId,
  checkpointId: guest.checkpointId,
  checkpointName: guest.checkpointName,
  direction: guest.direction,
})

export const toLookupParty = (members: readonly PartyMember[]): LookupOutput['party'] =>
  members[0] === undefined
    ? null
    : {
        id: members[0].partyId,
        size: members.length,
        inside: members.filter(({ status, isOut }) => status === 'CHECKED_IN' && isOut === 0).length,
        guests: members.map(({ id: guestId, name, status }) => ({ id: guestId, name, status })),
      }

export const toLookup = (
  guest: DoorGuest,
  answers: LookupOutput['answers'],
  party: LookupOutput['party'],
): LookupOutput => ({
  guestId: guest.id,
  name: guest.name,
  email: guest.email,
  status: guest.status,
  ticketId: guest.ticketId,
  ticketName: guest.ticketName,
  alreadyCheckedIn: isCheckedIn(guest) && guest.direction !== 'OUT',
  checkpointId: guest.checkpointId,
  checkpointName: guest.checkpointName,
  direction: guest.direction,
  checkedInAt: isoOrNull(guest.checkedInAt),
  checkedInByLabel: guest.checkedInByLabel,
  gate: guest.gate,
  party,
  answers,
})

interface Inside {
  ticketId: string | null
  gate: string | null
  count: number
  lastAt: Instant
}
type Expected = Pick<SummaryOutput['byTicket'][number], 'ticketId' | 'ticketName' | 'expected'>

const sumOf = (groups: readonly Inside[]) => groups.reduce((sum, { count }) => sum + count, 0)

export const toSummary = (
  expected: readonly Expected[],
  inside: readonly Inside[],
  { outside, checkpoints }: { outside: number; checkpoints: SummaryOutput['checkpoints'] },
): SummaryOutput => {
  const byTicket = Map.groupBy(inside, ({ ticketId }) => ticketId)
  const byGate = Map.groupBy(inside, ({ gate }) => gate)
  return {
    expected: expected.reduce((sum, ticket) => sum + ticket.expected, 0),
    checkedIn: sumOf(inside),
    byTicket: expected.map((ticket) => ({ ...ticket, checkedIn: sumOf(byTicket.get(ticket.ticketId) ?? []) })),
    byGate: [...byGate].map(([gate, groups]) => ({ gate, checkedIn: sumOf(groups) })),
    lastAt: inside.length === 0 ? null : iso(Math.max(...inside.map(({ lastAt }) => lastAt))),
    inside: sumOf(inside) - outside,
    checkpoints: [...checkpoints],
  }
}
