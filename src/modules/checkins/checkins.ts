import type { Actor } from '../../access/actor.ts'
import type { Admission, Conflict, Door, DoorGuest, Identifier, ListedAdmission, LookedUp, Tally } from '../../desk.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { CheckinOutput, LookupOutput, SummaryOutput } from './checkins.schema.ts'
import type { ExpectedGuests } from './checkins.store.ts'
import { statusAtDesk } from './door.ts'

/** Scanners read what the image says, but some are set to read it out as the image's address. */
export const codeIn = (given: string) => {
  const text = given.trim()
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text
  return new URL(text).pathname.split('/').at(-1) ?? ''
}

export const identifierOf = ({
  qrCode,
  guestId,
}: {
  qrCode?: string | undefined
  guestId?: string | undefined
}): Identifier => (guestId === undefined ? { by: 'code', value: codeIn(qrCode ?? '') } : { by: 'id', value: guestId })

/** A pass that was made for a gate stands there, whatever its holder says. */
export const gateOf = (actor: Actor, given: string | null | undefined) =>
  (actor.kind === 'pass' ? actor.gate : null) ?? given ?? null

export const labelOf = (actor: Actor) => (actor.kind === 'pass' ? actor.label : null)

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

export const toCheckin = (
  door: Pick<Door, 'eventId' | 'eventSlug'>,
  admission: Admission,
  guest: DoorGuest,
): CheckinOutput => ({
  id: admission.id,
  eventId: door.eventId,
  eventSlug: door.eventSlug,
  guestId: guest.id,
  guestName: nameOf(guest),
  guestEmail: guest.email,
  qrCode: guest.qrCode,
  ticketId: admission.ticketId,
  ticketName: guest.ticketName,
  status: 'CHECKED_IN',
  checkedInAt: iso(admission.at),
  checkedInBy: admission.by,
  checkedInByLabel: admission.byLabel ?? null,
  gate: admission.gate,
  deviceId: admission.deviceId,
})

const toConflict = ({ scannedAt, receivedAt, by, byLabel, gate, deviceId }: Conflict) => ({
  scannedAt: iso(scannedAt),
  receivedAt: iso(receivedAt),
  scannedBy: by,
  scannedByLabel: byLabel ?? null,
  gate,
  deviceId,
})

export const toListedCheckin = (
  door: Pick<Door, 'eventId' | 'eventSlug'>,
  admission: ListedAdmission,
  guest: DoorGuest,
) => ({
  ...toCheckin(door, admission, guest),
  conflicts: admission.conflicts.map(toConflict),
})

export const toLookup = ({ guest, current }: LookedUp, answers: LookupOutput['answers']): LookupOutput => ({
  guestId: guest.id,
  name: nameOf(guest),
  email: guest.email,
  status: statusAtDesk(guest.status, current),
  ticketName: guest.ticketName,
  alreadyCheckedIn: current !== null,
  checkedInAt: isoOrNull(current?.at ?? null),
  checkedInByLabel: current?.byLabel ?? null,
  gate: current?.gate ?? null,
  answers,
})

/** Who is expected comes from D1, who is in from the desk. */
export const toSummary = (expected: readonly ExpectedGuests[], tally: Tally): SummaryOutput => {
  const inByTicket = new Map(tally.byTicket.map(({ ticketId, checkedIn }) => [ticketId, checkedIn]))
  return {
    expected: expected.reduce((sum, ticket) => sum + ticket.expected, 0),
    checkedIn: tally.checkedIn,
    byTicket: expected.map((ticket) => ({ ...ticket, checkedIn: inByTicket.get(ticket.ticketId) ?? 0 })),
    byGate: tally.byGate,
    lastAt: isoOrNull(tally.lastAt),
  }
}
