export { ALONE, checkAnswers, namesOf } from './registration/answers.ts'
export { heldByBuyer, walletLinksOf, type WalletLinks } from './own/wallet-links.ts'
export { verificationUrlOf } from './registration/verification-link.ts'
export { expireOffers } from './offers/expire-offers.ts'
export { Guest, type DatesRegistrationOutput } from './guests.schema.ts'
export type { StatusChange, Transfer } from './guests.schema.ts'
export type { ManyGuests } from './guest-table.schema.ts'
export type { NewInvitations } from './moderation/invitations.schema.ts'
export type { CancellationTermsOutput, ManagedRegistrationOutput } from './own/own.schema.ts'
export { toGuest } from './guests.ts'
export { isOpen, notCancelled } from './registration/place-guest.store.ts'
export {
  areOnSale,
  aroundParty,
  couldEverFit,
  hasRoomInEvent,
  hasRoomOnTickets,
  hasRoomUnderQuota,
  haveTickets,
  mayAllGoFirst,
  mayBeRedeemedByParty,
  takeWhatOneOrderMay,
} from './registration/place-party.store.ts'
export { countCoupon } from './registration/register.ts'
