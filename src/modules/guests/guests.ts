import type { GuestRow, OrderRow, PartyRow, TicketRow } from '../../db/rows.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { GuestStatus, Locale } from '../../kernel/vocabulary.ts'
import { ticketIn } from '../../presentation/event.ts'
import type { GuestOutput } from './guests.schema.ts'

/** As much of a guest as an answer shows. */
export type ShownGuest = Pick<
  GuestRow,
  | 'id'
  | 'eventId'
  | 'ticketId'
  | 'orderId'
  | 'partyId'
  | 'emailIsBuyers'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'locale'
  | 'status'
  | 'source'
  | 'qrCode'
  | 'answers'
  | 'waitlistSeq'
  | 'offerExpiresAt'
  | 'approvedAt'
  | 'cancelledAt'
  | 'checkedInAt'
  | 'createdAt'
  | 'updatedAt'
>

/** A guest with what other tables say of them. */
export interface GuestView<Guest extends ShownGuest = GuestRow> {
  guest: Guest
  ticketName: string | null
  position: number | null
}

/** A guest with the order that belongs to them. */
export interface Placed extends GuestView {
  /** What the organiser calls the ticket in other languages. */
  ticketWords: TicketRow['translations'] | null
  order: OrderRow | null
}

/** With the ticket as it is called in their language. */
export const inTheirWords = <Found extends Placed>(placed: Found, locale: Locale): Found =>
  placed.ticketName === null
    ? placed
    : {
        ...placed,
        ticketName: ticketIn({ name: placed.ticketName, translations: placed.ticketWords ?? {} }, locale).name,
      }

/** Those who were registered together, and who did it. */
export interface Party {
  party: PartyRow
  members: Placed[]
}

export const toGuest = ({ guest, ticketName, position }: GuestView<ShownGuest>): GuestOutput => ({
  id: guest.id,
  firstName: guest.firstName,
  lastName: guest.lastName,
  email: guest.email,
  locale: guest.locale,
  status: guest.status,
  ticket: guest.ticketId === null ? null : { id: guest.ticketId, name: ticketName ?? '' },
  checkedInAt: isoOrNull(guest.checkedInAt),
  createdAt: iso(guest.createdAt),
  eventId: guest.eventId,
  orderId: guest.orderId,
  partyId: guest.partyId,
  emailIsBuyers: guest.emailIsBuyers,
  qrCode: guest.qrCode,
  registrationAnswers: guest.answers.map(({ question, answer }) => ({ question, answer })),
  source: guest.source,
  waitlistPosition: guest.status === 'WAITLISTED' ? position : null,
  offerExpiresAt: isoOrNull(guest.offerExpiresAt),
  approvedAt: isoOrNull(guest.approvedAt),
  cancelledAt: isoOrNull(guest.cancelledAt),
  updatedAt: iso(guest.updatedAt),
})

/** The form of unversioned lists and reads. */
export const toGuestCurrent = ({ guest }: GuestView<ShownGuest>) => ({
  id: guest.id,
  firstName: guest.firstName,
  lastName: guest.lastName,
  email: guest.email,
  status: guest.status,
  registrationAnswers: guest.answers.map(({ question, answer }) => ({ question, answer })),
})

/** What partial search compares: without case and accents, so that `zoe` finds Zoë. */
export const foldForSearch = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const searchTextOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  foldForSearch(`${firstName} ${lastName} ${email}`)

/** One text for a whole name splits at its last space; without a name the address must do. */
export const splitName = (name: string | undefined, email: string) => {
  const whole = (name ?? '').trim()
  if (whole === '') return { firstName: email.slice(0, email.indexOf('@')), lastName: '' }
  const space = whole.lastIndexOf(' ')
  return space === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, space), lastName: whole.slice(space + 1) }
}

/** What a guest is mailed when they stand in a status, and when they ask for it again. */
export const MAIL_OF_STATUS = {
  CONFIRMED: 'confirmation',
  CHECKED_IN: 'confirmation',
  PENDING: 'pending',
  WAITLISTED: 'waitlisted',
  OFFERED: 'offered',
  INVITED: 'invitation',
} as const satisfies Partial<Record<GuestStatus, string>>
