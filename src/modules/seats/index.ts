export { registrationClosesAt, type Move } from './capacity.store.ts'
export {
  ACTIVE_ATTENDEES,
  addressChanged,
  causedByStranger,
  isToPayOnline,
  linkToBuyer,
  LOST_LINK,
  LOST_LINK_MAIL,
  linkToMoved,
  linkToParty,
  mailAgain,
  mailAtMostHourly,
  mailOfMembers,
  mailOfMove,
  mailOfOffersAgain,
  mailOfOrder,
  mailOfPartyLeft,
  mailOfPlacing,
  movedUnmailed,
  type MailKinds,
  WITHDRAWN_MAIL,
} from './guest-mails.store.ts'
export {
  countRecipients,
  dropOldRecipientCounts,
  guestQuota,
  hasRoomForGuests,
  movedBy,
  type QuotaValues,
  quotaValuesOf,
  recipientQuota,
} from './guest-quotas.store.ts'
export { freeShortCode, guestByShortCode, typedShortCode } from './short-codes.store.ts'
export { mayLeaveParty } from './held-for-bank.store.ts'
export { waitingCounts, type WaitingCounts } from './waiting-counts.store.ts'
export { guestListPage, guestsNamed, listGuestViews, withPositions } from './guest-list.store.ts'
export {
  findGuest,
  findLiveGuest,
  findManaged,
  findParty,
  guestOfMove,
  guestsOfMove,
  hasDeclined,
  hasOwnAddress,
  INTO_LIVE,
  LIVE,
  datesOfGuest,
  partyOfMember,
  REGISTERED,
  viewOfGuest,
  viewOfMove,
  viewsOfMove,
  type GuestRef,
} from './guests.store.ts'
export {
  type GuestView,
  inTheirWords,
  MAIL_OF_STATUS,
  type Party,
  type Placed,
  searchTextOf,
  type ShownGuest,
} from './guests.ts'
export { leftByLine, leftForNewcomers, seatsOfEvent, seatsOfTicket } from './kept-places.store.ts'
export { countPassed, mayGoFirst } from './line.store.ts'
export {
  managedBy,
  manageUrlOf,
  manageUrlOfBuyer,
  manageUrlOfGuest,
  manageUrlOfParty,
  ownOrderOf,
  whoAnswers,
} from './manage-token.ts'
export {
  depart,
  expireUnpaidOrders,
  invalidTransition,
  choiceToCheck,
  newMove,
  outcomeOf,
  PROMOTED_MAIL,
  promotionInto,
  getGuestOrThrow,
  whyNot,
  withdrawOrder,
} from './moves.ts'
export { accept, eventsWithExpiredOffers, expireOffersStatement, mayAccept, whyNotAccept } from './offers.store.ts'
export {
  hasRoomForParty,
  isOfParty,
  mayCancelTogether,
  roomInEvent,
  roomOnTickets,
  seatParties,
  theseGuests,
} from './party-seats.store.ts'
export {
  afterConfirming,
  afterLeaving,
  afterTicketChange,
  hasRoom,
  leave,
  nextInLine,
  onlyTicket,
  promoteAll,
  seat,
  ticketOf,
} from './seats.store.ts'
export {
  causeOfVerification,
  findVerification,
  markVerified,
  openVerification,
  untilMailed,
  untilOfLink,
} from './verifications.store.ts'
