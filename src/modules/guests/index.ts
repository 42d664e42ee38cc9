export {
  findManaged,
  guestsNamed,
  hasDeclined,
  hasOwnAddress,
  LIVE,
  partyOf,
  viewOfGuest,
  withPositions,
} from './guests.store.ts'
export { countRecipients, dropOldRecipientCounts } from './guest-quotas.store.ts'
export {
  foldForSearch,
  inTheirWords,
  MAIL_OF_STATUS,
  splitName,
  toGuest,
  type GuestView,
  type Party,
  type Placed,
  type ShownGuest,
} from './guests.ts'
export { CAME_BY_THEMSELVES, causedByStranger, mailOfMove, mailOfOrder } from './guest-mails.store.ts'
export { heldByBuyer, walletLinksOf, type WalletLinks } from './own/wallet-links.ts'
export { managedBy, manageUrlOf, manageUrlOfBuyer, manageUrlOfGuest, manageUrlOfParty } from './own/manage-token.ts'
export { verificationUrlOf } from './registration/verification-link.ts'
export { findVerification, openVerification, untilOfLink } from './registration/verifications.store.ts'
export { lapseOffers } from './offers/lapse-offers.ts'
export { expireUnpaidOrders, newMove, PROMOTED_MAIL, promotionInto } from './moves.ts'
export { afterLeaving, hasRoom, leave, seat, type Move } from './registration/seats.store.ts'
export { Guest, type DatesRegistrationOutput } from './guests.schema.ts'
export type { ManagedRegistrationOutput } from './own/own.schema.ts'
