import type { GuestRow, OrderRow, PartyRow, TicketRow } from '../../db/rows.ts'
import type { GuestStatus, Locale } from '../../kernel/vocabulary.ts'
import { ticketIn } from '../../presentation/event.ts'
import { foldForSearch } from '../../kernel/person-name.ts'

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

export const searchTextOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  foldForSearch(`${firstName} ${lastName} ${email}`)
/** What a guest is mailed when they stand in a status, and when they ask for it again. */
export const MAIL_OF_STATUS = {
  CONFIRMED: 'confirmation',
  CHECKED_IN: 'confirmation',
  PENDING: 'pending',
  WAITLISTED: 'waitlisted',
  OFFERED: 'offered',
  INVITED: 'invitation',
} as const satisfies Partial<Record<GuestStatus, string>>
