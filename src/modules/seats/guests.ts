import type { GuestRow, OrderRow, PartyRow, TicketRow } from '../../db/rows.ts'
import type { GuestStatus, Locale } from '../../kernel/vocabulary.ts'
import { ticketIn } from '../../presentation/event.ts'
import { foldForSearch } from '../../kernel/person-name.ts'

/** Columns that API responses include. */
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
  | 'shortCode'
  | 'answers'
  | 'waitlistSeq'
  | 'offerExpiresAt'
  | 'approvedAt'
  | 'cancelledAt'
  | 'checkedInAt'
  | 'createdAt'
  | 'updatedAt'
>

/** A guest, with columns joined from other tables. */
export interface GuestView<Guest extends ShownGuest = GuestRow> {
  guest: Guest
  ticketName: string | null
  position: number | null
}

/** A guest, with the order they belong to. */
export interface Placed extends GuestView {
  /** Translations of the ticket name, entered by the organiser. */
  ticketWords: TicketRow['translations'] | null
  order: OrderRow | null
}

/** Replaces `ticketName` with its translation for `locale`. */
export const inTheirWords = <Found extends Placed>(placed: Found, locale: Locale): Found =>
  placed.ticketName === null
    ? placed
    : {
        ...placed,
        ticketName: ticketIn({ name: placed.ticketName, translations: placed.ticketWords ?? {} }, locale).name,
      }

/** A buyer (`party`) and the guests registered in one order (`members`). */
export interface Party {
  party: PartyRow
  members: Placed[]
}

export const searchTextOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  foldForSearch([firstName, lastName, email].filter((each) => each !== '').join(' '))
/** The kind of email for each status, sent when a guest enters the status or requests the email again. */
export const MAIL_OF_STATUS = {
  CONFIRMED: 'confirmation',
  CHECKED_IN: 'confirmation',
  PENDING: 'pending',
  WAITLISTED: 'waitlisted',
  OFFERED: 'offered',
  INVITED: 'invitation',
} as const satisfies Partial<Record<GuestStatus, string>>
