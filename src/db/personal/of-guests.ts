import { sql } from 'drizzle-orm'
import {
  checkins,
  checkpointScans,
  documents,
  guests,
  invites,
  invoiceAddresses,
  orders,
  parties,
  passDevices,
  refunds,
  unsubscribes,
  verifications,
} from '../schema.ts'
import { ordersBoughtBy, isBuyerAndMemberOf, isErasedWith, hasOtherReader } from './buyers.ts'
import { bankLinesHeld, refundAccountsHeld } from './of-bank-lines.ts'
import { attemptsHeld, deliveriesHeld } from './of-deliveries.ts'
import { blankAddress, buyer, erasingParam, guest, holding, member, nothing, recipient, unknown } from './holding.ts'

const CANCELLABLE_STATUSES = sql.raw(`('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED')`)

/**
 * Cancels guests who could still attend. A `CHECKED_IN` guest is `CONFIRMED` by the time this runs, because
 * `eraseGuest` ends the check-in earlier in the same batch.
 */
const guestsHeld = holding({
  table: guests,
  what: 'registrations',
  reason: 'to admit the guest and to email them about the event',
  kept: { until: 'the organiser erases the guest' },
  ofGuest: sql`guests.id = g.id`,
  erasing: {
    alsoSet: sql`coupon_id = null, erased_at = ${erasingParam('now')}, move_id = ${erasingParam('moveId')}, updated_at = ${erasingParam('now')},
      link_version = guests.link_version + 1,
      cancelled_at = case when guests.status in ${CANCELLABLE_STATUSES} then ${erasingParam('now')} else guests.cancelled_at end,
      status = case when guests.status in ${CANCELLABLE_STATUSES} then 'CANCELLED' else guests.status end`,
  },
  persons: {
    userId: guest('user id, the same for one email address within a calendar', erasingParam('userId')),
    firstName: guest('first name', nothing),
    lastName: guest('last name', nothing),
    email: guest('address', blankAddress),
    searchText: guest('name and email address, in the search index', nothing, { isHidden: true }),
    locale: guest('language of their pages and emails'),
    status: guest('registration status'),
    qrCode: guest('QR code', erasingParam('qrCode')),
    shortCode: guest('short code', unknown),
    answers: guest('answers to the event’s questions', sql.raw(`'[]'`)),
    checkedInAt: guest('check-in time'),
    createdAt: guest('registration time'),
  },
  otherColumns:
    'id calendarId eventId ticketId orderId couponId partyId emailIsBuyers source linkVersion storedStatus waitlistSeq overtakes offerExpiresAt moveId holdsSeat takesSeat approvedAt cancelledAt erasedAt updatedAt',
})

const refundsOfOrders = (isChosen: typeof isBuyerAndMemberOf) =>
  sql`refunds.order_id in (select orders.id from orders where ${ordersBoughtBy(isChosen)})`

const ordersHeld = holding({
  table: orders,
  what: 'orders',
  reason: 'to take payments and to refund them',
  kept: { until: 'the organiser erases the buyer or the party’s last guest; amounts and numbers stay for accounting' },
  ofGuest: ordersBoughtBy(isBuyerAndMemberOf),
  erases: ordersBoughtBy(isErasedWith),
  erasing: { alsoSet: sql`payment_url = null, updated_at = ${erasingParam('now')}` },
  alsoShown: ['number', 'ticketName', 'status', 'currency', 'total', 'refunded', 'createdAt'],
  persons: {
    buyerFirstName: buyer('first name', nothing),
    buyerLastName: buyer('last name', nothing),
    buyerEmail: buyer('address', blankAddress),
    paymentReference: buyer('payment reference at the payment provider'),
    payment: buyer('charge id at the payment provider'),
    paidNote: buyer('organiser’s note about the payment'),
    effectRequest: buyer('request for a checkout page, until the page is open', unknown, { isHidden: true }),
  },
  otherColumns:
    'id number calendarId eventId guestId partyId quantity seatsRevision termsRevision buyerGuestId ticketId ticketName status currency subtotal discount total fee refunded couponId couponCode provider paymentUrl pageNumber effect effectAt reconciledAt expiresAt paidAt paidOn cancelledAt createdAt updatedAt',
})

const refundsHeld = holding({
  table: refunds,
  what: 'refunds',
  reason: 'to refund payments',
  kept: { until: 'the organiser erases the buyer or the party’s last guest; amounts stay for accounting' },
  ofGuest: refundsOfOrders(isBuyerAndMemberOf),
  erases: refundsOfOrders(isErasedWith),
  alsoShown: ['amount', 'currency', 'status', 'createdAt'],
  persons: {
    reason: buyer('reason, entered by the organiser', unknown),
    reference: buyer('refund reference at the payment provider'),
    payment: buyer('id of the refunded charge at the payment provider'),
  },
  otherColumns:
    'id orderId amount currency guestIds notifyBuyer status effect effectRequest effectAt payoutState paidOutAt payoutFile createdAt completedAt',
})

const invoiceAddressesHeld = holding({
  table: invoiceAddresses,
  what: 'addresses for invoices',
  reason: 'to issue the invoice that the buyer asked for',
  kept: { until: 'the organiser erases the buyer or the party’s last guest' },
  ofGuest: sql`invoice_addresses.order_id in (select orders.id from orders where ${ordersBoughtBy(isBuyerAndMemberOf)})`,
  erases: sql`invoice_addresses.order_id in (select orders.id from orders where ${ordersBoughtBy(isErasedWith)})`,
  erasing: 'gone',
  persons: { buyer: buyer('name and address for the invoice', undefined, { isJson: true }) },
  otherColumns: 'orderId updatedAt',
})

const documentsHeld = holding({
  table: documents,
  what: 'invoices and credit notes',
  reason: 'because tax law requires the organiser to keep them',
  kept: { until: 'the date in keepUntil, even if the organiser erases the buyer' },
  ofGuest: sql`documents.order_id in (select orders.id from orders where ${ordersBoughtBy(isBuyerAndMemberOf)})`,
  alsoShown: ['series', 'number', 'kind', 'issuedAt', 'keepUntil'],
  persons: { buyer: buyer('name and address of the buyer', undefined, { isJson: true }) },
  otherColumns:
    'id calendarId series number kind orderId refundId precedesId facts sumsVersion issuedAt keepUntil erasedAt',
})

const checkinsHeld = holding({
  table: checkins,
  what: 'check-ins',
  reason: 'to accept each code only once, and to let the organiser count attendance',
  kept: { until: 'the event is deleted; after an erasure they no longer identify the guest' },
  ofGuest: sql`checkins.event_id = g.event_id and checkins.guest_id = g.id`,
  persons: {
    checkedInAt: guest('check-in time'),
    checkedInBy: member('staff member who checked the guest in'),
    checkedInByLabel: member('name of the member, API key or door pass at the time of the scan'),
    gate: guest('entrance'),
    undoneAt: guest('undo time'),
    undoneBy: member('staff member who undid it'),
  },
  otherColumns: 'id calendarId eventId guestId ticketId deviceId moveId createdAt',
})

const checkpointScansHeld = holding({
  table: checkpointScans,
  what: 'scans at checkpoints',
  reason: 'to apply the rule of each checkpoint, and to let the organiser count the guests inside',
  kept: { until: 'the event is deleted; after an erasure they no longer identify the guest' },
  ofGuest: sql`checkpoint_scans.guest_id = g.id`,
  persons: {
    direction: guest('direction, in or out'),
    scannedAt: guest('scan time'),
    day: guest('date of the scan'),
    scannedBy: member('staff member who scanned the code'),
    scannedByLabel: member('name of the member, API key or door pass at the time of the scan'),
    gate: guest('entrance'),
    undoneAt: guest('undo time'),
    undoneBy: member('staff member who undid it'),
  },
  otherColumns: 'number id calendarId eventId place checkinId guestId ticketId isOverLimit deviceId moveId createdAt',
})

const partiesHeld = holding({
  table: parties,
  what: 'parties registered by the buyer',
  reason: 'to contact the buyer of a party, because its guests may have no email address',
  kept: { until: 'the organiser erases the buyer or the party’s last guest' },
  ofGuest: sql.raw(isBuyerAndMemberOf('parties')),
  erases: sql.raw(isErasedWith('parties')),
  erasing: {
    alsoSet: sql`erased_at = ${erasingParam('now')}, coupon_id = null, link_version = parties.link_version + 1,
      updated_at = ${erasingParam('now')}`,
  },
  alsoShown: ['createdAt'],
  persons: {
    buyerFirstName: buyer('first name', nothing),
    buyerLastName: buyer('last name', nothing),
    buyerEmail: buyer('address', blankAddress),
    answers: buyer('answers to the event’s questions', sql.raw(`'[]'`)),
    locale: buyer('language of their pages and emails'),
  },
  otherColumns: 'id calendarId eventId couponId linkVersion erasedAt createdAt updatedAt',
})

const unsubscribesHeld = holding({
  table: unsubscribes,
  what: 'addresses unsubscribed from announcements',
  reason: 'to exclude them from announcements',
  kept: { until: 'the last guest of the calendar with this address is erased or changes their address' },
  ofGuest: sql`unsubscribes.calendar_id = g.calendar_id and unsubscribes.email = g.email`,
  erases: sql`unsubscribes.calendar_id = g.calendar_id
    and unsubscribes.email in (select g.email union all select y.buyer_email from parties y where ${sql.raw(isErasedWith('y'))})
    and not ${hasOtherReader(sql.raw('unsubscribes.email'), sql.raw('g.calendar_id'), { guest: '(o.id = g.id)', party: isErasedWith('o') })}`,
  erasing: 'gone',
  persons: { email: recipient('address'), createdAt: recipient('unsubscribe time') },
  otherColumns: 'calendarId',
})

const passDevicesHeld = holding({
  table: passDevices,
  what: 'devices with the guest’s wallet pass',
  reason: 'to update the wallet pass when the event changes',
  kept: { until: 'the device removes the pass, or the guest gets new links or is erased' },
  ofGuest: sql`pass_devices.guest_id = g.id`,
  erasing: 'gone',
  persons: {
    deviceId: guest('device id'),
    pushToken: guest('push token for updates', undefined, { isHidden: true }),
    createdAt: guest('time of the request for updates'),
    usedAt: guest('last day on which the device asked for updates'),
  },
  otherColumns: 'guestId calendarId pushedSeq',
})

const invitesHeld = holding({
  table: invites,
  what: 'entry in the guest’s own calendar',
  reason: 'to update the entry with the event, and to count a reply from the calendar once',
  kept: { until: 'the organiser erases the guest' },
  ofGuest: sql`invites.guest_id = g.id`,
  erasing: { alsoSet: sql`answer_sequence = null, answer_stamped_at = null, left_by = null` },
  persons: {
    answer: guest('reply from their calendar', unknown),
    answeredAt: guest('reply time', unknown),
  },
  otherColumns: 'guestId calendarId version sinceSequence answerSequence answerStampedAt answerMoveId leftBy',
})

const verificationsHeld = holding({
  table: verifications,
  what: 'registrations waiting for email verification',
  reason: 'to confirm that the owner of the address registers it',
  kept: {
    days: 0,
    from: 'expires_at',
    inWords: 'for 30 minutes after the verification email was sent; for a day and 30 minutes if it could not be sent',
  },
  ofGuest: sql`verifications.event_id = g.event_id and verifications.email = g.email`,
  erasing: 'gone',
  persons: {
    email: guest('address'),
    registration: guest('submitted form', undefined, { isJson: true }),
    createdAt: guest('submission time'),
  },
  otherColumns: 'id eventId guestId expiresAt',
})

export const guestHoldings = [
  verificationsHeld,
  invitesHeld,
  passDevicesHeld,
  bankLinesHeld,
  ordersHeld,
  refundsHeld,
  refundAccountsHeld,
  invoiceAddressesHeld,
  documentsHeld,
  checkinsHeld,
  checkpointScansHeld,
  attemptsHeld,
  deliveriesHeld,
  unsubscribesHeld,
  partiesHeld,
  guestsHeld,
]
