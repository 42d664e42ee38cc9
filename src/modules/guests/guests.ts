import { groupShortCode } from '../../kernel/short-code.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { GuestView, ShownGuest } from '../seats/index.ts'
import type { GuestOutput } from './guests.schema.ts'

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
  shortCode: guest.shortCode === null ? null : groupShortCode(guest.shortCode),
  registrationAnswers: guest.answers.map(({ question, answer }) => ({ question, answer })),
  source: guest.source,
  waitlistPosition: guest.status === 'WAITLISTED' ? position : null,
  offerExpiresAt: isoOrNull(guest.offerExpiresAt),
  approvedAt: isoOrNull(guest.approvedAt),
  cancelledAt: isoOrNull(guest.cancelledAt),
  updatedAt: iso(guest.updatedAt),
})

/** Converts a guest to the shape that unversioned routes return. */
export const toGuestCurrent = ({ guest }: GuestView<ShownGuest>) => ({
  id: guest.id,
  firstName: guest.firstName,
  lastName: guest.lastName,
  email: guest.email,
  status: guest.status,
  registrationAnswers: guest.answers.map(({ question, answer }) => ({ question, answer })),
})
