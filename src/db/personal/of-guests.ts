import { sql } from 'drizzle-orm'
import {
  checkins,
  checkpointScans,
  deliveries,
  deliveryAttempts,
  guests,
  invites,
  orders,
  parties,
  passDevices,
  refunds,
  unsubscribes,
  verifications,
} from '../schema.ts'
import { ordersBoughtBy, isBuyerAndMemberOf, isErasedWith, hasOtherReader, recordsAbout } from './brought.ts'
import { blankAddress, buyer, erasingParam, guest, holding, member, nothing, recipient, unknown } from './holding.ts'

const KEPT_DAYS = 30

const LEAVES = sql.raw(`('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED')`)

/** Whoever has not come yet comes no more; who was there stays counted. */
const guestsHeld = holding({
  table: guests,
  what: 'registrations',
  reason: 'to let the guest in, and to tell them what they came for',
  kept: { until: 'the organiser erases the guest' },
  ofGuest: sql`guests.id = g.id`,
  erasing: {
    besides: sql`coupon_id = null, erased_at = ${erasingParam('now')}, move_id = ${erasingParam('moveId')}, updated_at = ${erasingParam('now')},
      link_version = guests.link_version + 1,
      cancelled_at = case when guests.status in ${LEAVES} then ${erasingParam('now')} else guests.cancelled_at end,
      status = case when guests.status in ${LEAVES} then 'CANCELLED' else guests.status end`,
  },
  persons: {
    userId: guest('the same person on the same calendar', erasingParam('userId')),
    firstName: guest('first name', nothing),
    lastName: guest('last name', nothing),
    email: guest('address', blankAddress),
    searchText: guest('name and address, for searching', nothing, { isHidden: true }),
    locale: guest('the language of their page and mails'),
    status: guest('where the registration stands'),
    qrCode: guest('code for the entrance', erasingParam('qrCode')),
    answers: guest('answers to the questions of the event', sql.raw(`'[]'`)),
    checkedInAt: guest('when they came in'),
    createdAt: guest('when they registered'),
  },
  otherColumns:
    'id calendarId eventId ticketId orderId couponId partyId emailIsBuyers source linkVersion storedStatus waitlistSeq overtakes offerExpiresAt moveId holdsSeat takesSeat approvedAt cancelledAt erasedAt updatedAt',
})

const ofOrders = (isChosen: typeof isBuyerAndMemberOf) =>
  sql`refunds.order_id in (select orders.id from orders where ${ordersBoughtBy(isChosen)})`

const ordersHeld = holding({
  table: orders,
  what: 'orders',
  reason: 'to take the payment and to give it back',
  kept: { until: 'the organiser erases the buyer, or the last they brought; amounts and numbers stay for the books' },
  ofGuest: ordersBoughtBy(isBuyerAndMemberOf),
  goesWith: ordersBoughtBy(isErasedWith),
  erasing: { besides: sql`payment_url = null, updated_at = ${erasingParam('now')}` },
  alsoShown: ['number', 'ticketName', 'status', 'currency', 'total', 'refunded', 'createdAt'],
  persons: {
    buyerFirstName: buyer('first name', nothing),
    buyerLastName: buyer('last name', nothing),
    buyerEmail: buyer('address', blankAddress),
    paymentReference: buyer('what the payment provider calls the payment'),
    payment: buyer('what the payment provider calls the money that was taken'),
    effectRequest: buyer('what opens the page to pay at, until it is open', unknown, { isHidden: true }),
  },
  otherColumns:
    'id number calendarId eventId guestId partyId quantity seatsRevision buyerGuestId ticketId ticketName status currency subtotal discount total refunded couponId couponCode provider paymentUrl effect effectAt reconciledAt expiresAt paidAt cancelledAt createdAt updatedAt',
})

const refundsHeld = holding({
  table: refunds,
  what: 'refunds',
  reason: 'to give a payment back',
  kept: { until: 'the organiser erases the buyer, or the last they brought; amounts stay for the books' },
  ofGuest: ofOrders(isBuyerAndMemberOf),
  goesWith: ofOrders(isErasedWith),
  alsoShown: ['amount', 'currency', 'status', 'createdAt'],
  persons: {
    reason: buyer('why, in the words of the organiser', unknown),
    reference: buyer('what the payment provider calls the refund'),
    payment: buyer('what the payment provider calls the money that goes back'),
  },
  otherColumns:
    'id orderId amount currency guestIds notifyBuyer status effect effectRequest effectAt createdAt completedAt',
})

const checkinsHeld = holding({
  table: checkins,
  what: 'check-ins',
  reason: 'so that a code lets in once, and the organiser knows how many came',
  kept: { until: 'the event is deleted; of an erased guest they tell of nobody' },
  ofGuest: sql`checkins.event_id = g.event_id and checkins.guest_id = g.id`,
  persons: {
    checkedInAt: guest('when the guest came in'),
    checkedInBy: member('who let them in'),
    checkedInByLabel: member('what the door pass is called'),
    gate: guest('by which entrance'),
    undoneAt: guest('when it was taken back'),
    undoneBy: member('who took it back'),
  },
  otherColumns: 'id calendarId eventId guestId ticketId deviceId moveId createdAt',
})

const checkpointScansHeld = holding({
  table: checkpointScans,
  what: 'scans at checkpoints',
  reason: 'so that each door lets in by its rule, and the organiser knows how many are inside',
  kept: { until: 'the event is deleted; of an erased guest they tell of nobody' },
  ofGuest: sql`checkpoint_scans.guest_id = g.id`,
  persons: {
    direction: guest('whether they came or went'),
    scannedAt: guest('when the guest passed'),
    day: guest('on which day'),
    scannedBy: member('who let them pass'),
    scannedByLabel: member('what the door pass is called'),
    gate: guest('by which entrance'),
    undoneAt: guest('when it was taken back'),
    undoneBy: member('who took it back'),
  },
  otherColumns: 'number id calendarId eventId place checkinId guestId ticketId isOverLimit deviceId moveId createdAt',
})

/** The same in what is kept of a delivery and in what was sent; fields that are not there are not made. */
const withoutPerson = (column: string, at: string) =>
  sql`json_replace(${sql.raw(`deliveries.${column}`)}, ${sql.raw(`'${at}.guestEmail'`)}, ${blankAddress}, ${sql.raw(`'${at}.guestName'`)}, '',
    ${sql.raw(`'${at}.userId'`)}, ${erasingParam('userId')}, ${sql.raw(`'${at}.qrCode'`)}, ${erasingParam('qrCode')},
    ${sql.raw(`'${at}.registrationAnswers'`)}, json('[]'))`

const waits = (table: string) => sql.raw(`${table}.status in ('pending', 'retrying')`)

const toldOf = recordsAbout('deliveries.guest_id', "(deliveries.data ->> 'guestEmail')")

const deliveriesHeld = holding({
  table: deliveries,
  what: 'what was told to webhooks of the organiser',
  reason: 'so that nothing gets lost on the way, and the organiser can see what was sent',
  kept: { days: KEPT_DAYS, from: 'created_at' },
  ofGuest: sql`deliveries.guest_id = g.id`,
  goesWith: toldOf,
  erasing: {
    besides: sql`erased_at = ${erasingParam('now')}, next_attempt_at = null,
      completed_at = case when ${waits('deliveries')} then ${erasingParam('now')} else deliveries.completed_at end,
      status = case when ${waits('deliveries')} then 'cancelled' else deliveries.status end`,
  },
  alsoShown: ['eventType', 'createdAt'],
  persons: {
    data: guest('name, address, code and answers', withoutPerson('data', '$'), { isJson: true }),
    body: guest('the same as it was sent', withoutPerson('body', '$.data'), { isHidden: true }),
  },
  otherColumns:
    'id webhookId calendarId eventType seq guestId erasedAt status attempts responseCode nextAttemptAt leaseUntil retriedAt createdAt completedAt',
})

const attemptsHeld = holding({
  table: deliveryAttempts,
  what: 'what webhooks answered',
  reason: 'so that the organiser can see why a webhook failed',
  kept: { until: 'the delivery goes' },
  ofGuest: sql`delivery_attempts.delivery_id in (select deliveries.id from deliveries where ${toldOf})`,
  persons: {
    error: guest('what a receiver may repeat of what it was told', unknown, { isHidden: true }),
    responseBody: guest('what a receiver may repeat of what it was told', unknown, { isHidden: true }),
  },
  otherColumns: 'deliveryId number at responseCode durationMs',
})

const partiesHeld = holding({
  table: parties,
  what: 'parties that you registered',
  reason: 'to write to whoever registered others, who may have no address of their own',
  kept: { until: 'the organiser erases the guest who registered the others, or the last of them' },
  ofGuest: sql.raw(isBuyerAndMemberOf('parties')),
  goesWith: sql.raw(isErasedWith('parties')),
  erasing: {
    besides: sql`erased_at = ${erasingParam('now')}, coupon_id = null, link_version = parties.link_version + 1,
      updated_at = ${erasingParam('now')}`,
  },
  alsoShown: ['createdAt'],
  persons: {
    buyerFirstName: buyer('first name', nothing),
    buyerLastName: buyer('last name', nothing),
    buyerEmail: buyer('address', blankAddress),
    answers: buyer('answers to the questions of the event', sql.raw(`'[]'`)),
    locale: buyer('the language of their page and mails'),
  },
  otherColumns: 'id calendarId eventId couponId linkVersion erasedAt createdAt updatedAt',
})

const unsubscribesHeld = holding({
  table: unsubscribes,
  what: 'addresses that want no announcements',
  reason: 'so that none are sent to them',
  kept: { until: 'the last of the calendar under this address is erased, or has another' },
  ofGuest: sql`unsubscribes.calendar_id = g.calendar_id and unsubscribes.email = g.email`,
  goesWith: sql`unsubscribes.calendar_id = g.calendar_id
    and unsubscribes.email in (select g.email union all select y.buyer_email from parties y where ${sql.raw(isErasedWith('y'))})
    and not ${hasOtherReader(sql.raw('unsubscribes.email'), sql.raw('g.calendar_id'), { guest: '(o.id = g.id)', party: isErasedWith('o') })}`,
  erasing: 'gone',
  persons: { email: recipient('address'), createdAt: recipient('since when') },
  otherColumns: 'calendarId',
})

const passDevicesHeld = holding({
  table: passDevices,
  what: 'devices that keep a pass of the guest',
  reason: 'so that the pass on a telephone changes when the event does',
  kept: { until: 'the device lets the pass go, the guest gets new links, or is erased' },
  ofGuest: sql`pass_devices.guest_id = g.id`,
  erasing: 'gone',
  persons: {
    deviceId: guest('what the telephone calls itself'),
    pushToken: guest('by which it is told of changes', undefined, { isHidden: true }),
    createdAt: guest('since when'),
  },
  otherColumns: 'guestId calendarId',
})

const invitesHeld = holding({
  table: invites,
  what: 'the entry in the guest’s own calendar',
  reason: 'so that the entry changes when the event does, and an answer in the calendar counts once',
  kept: { until: 'the organiser erases the guest' },
  ofGuest: sql`invites.guest_id = g.id`,
  erasing: { besides: sql`answer_sequence = null, answer_stamped_at = null, left_by = null` },
  persons: {
    answer: guest('what their calendar answered', unknown),
    answeredAt: guest('when it answered', unknown),
  },
  otherColumns: 'guestId calendarId version sinceSequence answerSequence answerStampedAt answerMoveId leftBy',
})

const verificationsHeld = holding({
  table: verifications,
  what: 'registrations that wait for the word of their address',
  reason: 'so that nobody is registered but by who has the address',
  kept: {
    days: 0,
    from: 'expires_at',
    inWords: 'for 30 minutes from when the mail with the link went; for a day and 30 minutes where none could go',
  },
  ofGuest: sql`verifications.event_id = g.event_id and verifications.email = g.email`,
  erasing: 'gone',
  persons: {
    email: guest('address'),
    registration: guest('what was filled in', undefined, { isJson: true }),
    createdAt: guest('since when'),
  },
  otherColumns: 'id eventId guestId expiresAt',
})

export const heldOfGuests = [
  verificationsHeld,
  invitesHeld,
  passDevicesHeld,
  ordersHeld,
  refundsHeld,
  checkinsHeld,
  checkpointScansHeld,
  attemptsHeld,
  deliveriesHeld,
  unsubscribesHeld,
  partiesHeld,
  guestsHeld,
]
