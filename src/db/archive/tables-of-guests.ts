import {
  addons,
  bankAccounts,
  bankLines,
  checkinConflicts,
  checkins,
  checkpoints,
  checkpointScans,
  couponRedemptions,
  coupons,
  documents,
  events,
  guestChoices,
  guests,
  invites,
  invoiceAddresses,
  orderAddons,
  orders,
  orderSeats,
  orderTerms,
  parties,
  postings,
  providerPostings,
  refundAccounts,
  refunds,
  tickets,
} from '../schema.ts'
import type { Archived } from './declaration.ts'
import { REASONS } from './reasons.ts'

/** Guests, their orders and everything they did. */
export const GUEST_TABLES: readonly Archived[] = [
  {
    table: guests,
    of: 'event',
    columns:
      'id calendarId eventId ticketId orderId couponId userId firstName lastName email locale searchText storedStatus source qrCode shortCode linkVersion answers waitlistSeq overtakes offerExpiresAt partyId emailIsBuyers moveId approvedAt cancelledAt checkedInAt erasedAt createdAt updatedAt',
    without: { 'status holdsSeat takesSeat': REASONS.DERIVED },
    order: 'createdAt id',
    inside: { ticketId: [tickets], partyId: [parties], couponId: [coupons], orderId: [orders] },
    afterwards: 'checkedInAt erasedAt',
  },
  {
    table: guestChoices,
    of: { parent: guests, by: 'guestId' },
    columns: 'guestId price addons payBy',
    order: 'guestId',
    inside: { addons: [addons] },
  },
  {
    table: orders,
    of: 'event',
    columns:
      'id number calendarId eventId guestId partyId quantity seatsRevision termsRevision buyerGuestId ticketId ticketName status buyerFirstName buyerLastName buyerEmail currency subtotal discount total refunded fee couponId couponCode provider pageNumber expiresAt paidAt paidOn paidNote cancelledAt createdAt updatedAt',
    without: {
      'effect effectRequest effectAt reconciledAt paymentUrl': REASONS.EFFECTS,
      'payment paymentReference': REASONS.PROVIDER,
    },
    order: 'createdAt id',
    inside: { guestId: [guests], buyerGuestId: [guests], partyId: [parties], couponId: [coupons], ticketId: [tickets] },
  },
  // Before the terms and the refunds: triggers post what isn't posted.
  {
    table: postings,
    of: 'calendar',
    columns: 'id calendarId eventId orderId orderNumber refundId type method amount currency facts at',
    without: { accountId: REASONS.PROVIDER },
    order: 'at id',
    inside: { orderId: [orders], eventId: [events], refundId: [refunds] },
  },
  {
    table: providerPostings,
    of: 'calendar',
    columns: 'id calendarId orderId type method amount currency at',
    without: { accountId: REASONS.PROVIDER },
    order: 'at id',
    inside: { orderId: [orders] },
  },
  {
    table: orderTerms,
    of: { parent: orders, by: 'orderId' },
    columns:
      'orderId method paymentState holdUntil fee addonsTotal isFeeRefundable taxRates applicationFee received bank disputed policy',
    without: { accountId: REASONS.PROVIDER },
    order: 'orderId',
    write: 'update',
  },
  {
    table: orderSeats,
    of: { parent: orders, by: 'orderId' },
    columns: 'orderId guestId position ticketId ticketName price discount fee',
    without: { extras: REASONS.DERIVED },
    order: 'orderId guestId',
    inside: { guestId: [guests], ticketId: [tickets] },
  },
  {
    table: orderAddons,
    of: { parent: orders, by: 'orderId' },
    columns: 'orderId guestId addonId per name quantity price isReleased',
    order: 'orderId guestId addonId',
    inside: { guestId: [guests], addonId: [addons] },
  },
  {
    table: couponRedemptions,
    of: { parent: coupons, by: 'couponId' },
    columns: 'couponId orderId createdAt',
    order: 'couponId orderId',
    inside: { orderId: [orders] },
  },
  {
    table: refunds,
    of: { parent: orders, by: 'orderId' },
    columns:
      'id orderId amount currency reason notifyBuyer status guestIds payment payoutState paidOutAt payoutFile createdAt completedAt',
    reads: {
      payment: `case when refunds.payment like 'bln_%' or refunds.payment like 'received:%' then refunds.payment end`,
    },
    without: { 'effect effectRequest effectAt': REASONS.EFFECTS, reference: REASONS.PROVIDER },
    where: `refunds.status <> 'PENDING'`,
    order: 'id',
    inside: { guestIds: [guests], payment: [bankLines] },
  },
  // After the refunds and before the addresses: triggers issue documents for rows that have none.
  {
    table: documents,
    of: 'calendar',
    columns:
      'id calendarId series number kind orderId refundId precedesId facts buyer sumsVersion issuedAt keepUntil erasedAt',
    order: 'issuedAt id',
    inside: { orderId: [orders], refundId: [refunds], precedesId: [documents] },
  },
  {
    table: invoiceAddresses,
    of: { parent: orders, by: 'orderId' },
    columns: 'orderId buyer updatedAt',
    order: 'orderId',
  },
  {
    table: refundAccounts,
    of: { parent: orders, by: 'orderId' },
    columns: 'orderId holder iban givenAt countedFrom counted discardedAt',
    order: 'orderId',
  },
  {
    table: bankLines,
    of: 'calendar',
    columns:
      'id calendarId bankAccountId fingerprint bookedOn amount currency payerName payerIban text reference bankReference state orders refundId reason moveId createdBy createdAt updatedAt',
    order: 'createdAt id',
    inside: { bankAccountId: [bankAccounts], orders: [orders], refundId: [refunds] },
  },
  {
    table: checkins,
    of: 'event',
    columns:
      'id calendarId eventId guestId ticketId checkedInAt checkedInBy checkedInByLabel gate deviceId undoneAt undoneBy moveId createdAt',
    order: 'checkedInAt id',
    inside: { guestId: [guests], ticketId: [tickets] },
  },
  {
    table: checkinConflicts,
    of: { parent: checkins, by: 'checkinId' },
    columns: 'checkinId eventId scannedAt receivedAt scannedBy scannedByLabel gate deviceId direction',
    order: 'checkinId scannedAt gate deviceId',
    inside: { eventId: [events] },
  },
  {
    table: checkpointScans,
    of: 'event',
    columns:
      'id calendarId eventId place checkinId guestId ticketId direction scannedAt day isOverLimit scannedBy scannedByLabel gate deviceId undoneAt undoneBy moveId createdAt',
    without: { number: REASONS.DERIVED },
    order: 'number',
    inside: { place: [events, checkpoints], guestId: [guests], checkinId: [checkins], ticketId: [tickets] },
    afterwards: 'undoneAt',
  },
  {
    table: invites,
    of: { parent: guests, by: 'guestId' },
    columns:
      'guestId calendarId version sinceSequence answer answerSequence answerStampedAt answeredAt answerMoveId leftBy',
    order: 'guestId',
  },
]
