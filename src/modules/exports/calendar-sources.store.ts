import { sql } from 'drizzle-orm'
import { ADDONS_OF_GUEST, type Source } from './sources.store.ts'

/** A file of a calendar's export. Its rows are read per calendar, or event by event. */
export interface CalendarSource extends Source {
  owner: 'calendar' | 'event'
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columnsOf = (alias: string, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, `${alias}.${snake(name)}`]))

const ofEvent = (alias: string) => (eventId: string) => sql`${sql.raw(alias)}.event_id = ${eventId}`
const ofCalendar = (alias: string) => (calendarId: string) => sql`${sql.raw(alias)}.calendar_id = ${calendarId}`

/** Columns with JSON text. */
export const JSON_COLUMNS = new Set([
  'answers',
  'audienceStatuses',
  'audienceTicketIds',
  'exdates',
  'guestIds',
  'location',
  'question',
  'rdates',
  'reminderMinutes',
  'tags',
  'template',
  'ticketIds',
  'translations',
])
export const BOOLEAN_COLUMNS = new Set(['allDay', 'requiresApproval', 'waitlistEnabled', 'verifyEmail', 'reentry'])

/**
 * The files of a calendar's export by name. Columns are listed explicitly, so that no secret is exported: QR codes,
 * link versions, hashes, payment URLs and webhook secrets are left out.
 */
export const CALENDAR_SOURCES: Readonly<Record<string, CalendarSource>> = {
  events: {
    owner: 'calendar',
    columns: {
      ...columnsOf(
        'e',
        'id slug title description coverUrl coverAlt accent translations startAt endAt timezone allDay startDate endDate status',
      ),
      visibility: 'coalesce(e.visibility_before, e.visibility)',
      ...columnsOf(
        'e',
        'locationType location locationVisibility meetingUrl paymentInstructions refundPolicy serviceFee delayedPayments capacity requiresApproval waitlistEnabled waitlistMode verifyEmail reentry registrationOpensAt registrationClosesAt checkInOpensAt checkInClosesAt tags reminderMinutes seriesId recurrenceId cancelledAt cancellationReason publishedAt createdAt updatedAt',
      ),
    },
    from: 'events e',
    where: ofCalendar('e'),
    by: 'e.start_at',
    id: 'e.id',
  },
  series: {
    owner: 'calendar',
    columns: {
      ...columnsOf('s', 'id slug template timezone'),
      // Local times, not instants.
      start: 's.start_at',
      ...columnsOf('s', 'durationMinutes allDayDays rrule exdates rdates cancelledAt createdAt updatedAt'),
    },
    from: 'series s',
    where: ofCalendar('s'),
    by: 's.created_at',
    id: 's.id',
  },
  tickets: {
    owner: 'event',
    columns: columnsOf(
      't',
      'id eventId key name description translations type price currency priceMode suggestedPrice maxPrice taxRateId refundPolicy capacity minPerOrder maxPerOrder salesStartAt salesEndAt sortOrder createdAt updatedAt',
    ),
    from: 'tickets t',
    where: ofEvent('t'),
    by: 't.created_at',
    id: 't.id',
  },
  questions: {
    owner: 'event',
    columns: {
      id: `q.value ->> '$.id'`,
      eventId: 'e.id',
      label: `q.value ->> '$.label'`,
      type: `q.value ->> '$.type'`,
      question: 'q.value',
    },
    from: 'events e, json_each(e.registration_questions) q',
    where: (eventId) => sql`e.id = ${eventId}`,
    by: 'q.key',
    id: `q.value ->> '$.id'`,
  },
  guests: {
    owner: 'event',
    columns: {
      ...columnsOf('g', 'id eventId firstName lastName email'),
      status: 'g.shown_status',
      ticketId: 'g.ticket_id',
      ticketName: 't.name',
      addons: ADDONS_OF_GUEST,
      ...columnsOf(
        'g',
        'orderId partyId locale source answers createdAt approvedAt checkedInAt cancelledAt offerExpiresAt updatedAt',
      ),
    },
    from: 'guests g left join tickets t on t.id = g.ticket_id',
    where: (eventId) => sql`g.event_id = ${eventId} and g.erased_at is null`,
    by: 'g.created_at',
    id: 'g.id',
  },
  parties: {
    owner: 'event',
    columns: columnsOf('y', 'id eventId buyerFirstName buyerLastName buyerEmail locale answers createdAt updatedAt'),
    from: 'parties y',
    where: (eventId) => sql`y.event_id = ${eventId} and y.erased_at is null`,
    by: 'y.created_at',
    id: 'y.id',
  },
  orders: {
    owner: 'event',
    columns: columnsOf(
      'o',
      'id number eventId guestId partyId quantity ticketId ticketName status buyerFirstName buyerLastName buyerEmail currency subtotal discount total fee refunded couponCode provider paymentReference expiresAt paidAt cancelledAt createdAt updatedAt',
    ),
    from: 'orders o',
    where: ofEvent('o'),
    by: 'o.created_at',
    id: 'o.id',
  },
  refunds: {
    owner: 'event',
    columns: columnsOf('r', 'id orderId amount currency reason status guestIds reference createdAt completedAt'),
    from: 'refunds r join orders o on o.id = r.order_id',
    where: ofEvent('o'),
    by: 'r.created_at',
    id: 'r.id',
  },
  checkins: {
    owner: 'event',
    columns: columnsOf(
      'c',
      'id eventId guestId ticketId checkedInAt checkedInBy checkedInByLabel gate deviceId undoneAt undoneBy createdAt',
    ),
    from: 'checkins c',
    where: ofEvent('c'),
    by: 'c.checked_in_at',
    id: 'c.id',
  },
  'checkpoint-scans': {
    owner: 'event',
    columns: {
      ...columnsOf('c', 'id eventId guestId ticketId'),
      checkpointName: 'k.name',
      ...columnsOf('c', 'direction scannedAt scannedBy scannedByLabel gate deviceId undoneAt undoneBy createdAt'),
    },
    from: 'checkpoint_scans c left join checkpoints k on k.id = c.place',
    where: ofEvent('c'),
    by: 'c.scanned_at',
    id: 'c.id',
  },
  messages: {
    owner: 'calendar',
    columns: columnsOf(
      'm',
      'id eventId kind trigger minutesBefore subject body audienceStatuses audienceTicketIds status sendAt sentAt recipients sent failed unsubscribed createdBy createdAt',
    ),
    from: 'communications m',
    where: ofCalendar('m'),
    by: 'm.created_at',
    id: 'm.id',
  },
  coupons: {
    owner: 'calendar',
    columns: columnsOf(
      'k',
      'id eventId ticketIds code discountType percentOff amountOff currency maxRedemptions maxDiscountedSeats redeemedCount',
    ),
    from: 'coupons k',
    where: ofCalendar('k'),
    by: 'k.created_at',
    id: 'k.id',
  },
  team: {
    owner: 'calendar',
    columns: { id: 'm.user_id', ...columnsOf('m', 'role name email createdAt') },
    from: 'members m',
    where: ofCalendar('m'),
    by: 'm.created_at',
    id: 'm.user_id',
  },
  images: {
    owner: 'calendar',
    columns: columnsOf('i', 'id hash mediaType width height bytes createdAt'),
    from: 'images i',
    where: (calendarId) => sql`i.calendar_id = ${calendarId} and i.stored_at is not null`,
    by: 'i.created_at',
    id: 'i.id',
  },
}
