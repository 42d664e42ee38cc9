import type { JsonSchema } from './schema-book.ts'

/** What a reader is told of fields that their names do not tell, by the named schema. */
const FIELDS: Record<string, Record<string, string>> = {
  Calendar: {
    slug: 'Its name in addresses; it never changes.',
    timezone: 'IANA, such as `Europe/Paris`.',
    visibility: 'PRIVATE: nothing of it is open to the public.',
    icsUrl: 'The public feed; null on FREE.',
    embedUrl: 'The page for a frame; null on FREE.',
    webcalUrl: 'The feed, for agendas to subscribe to; null on FREE.',
    url: 'The page of the calendar for people.',
  },
  Event: {
    slug: 'Its name in addresses: unique in the whole service, and never used again.',
    startAt: 'UTC, or the bare date of an all-day event.',
    endAt: 'UTC, or the bare date after the last day of an all-day event.',
    timezone: 'The IANA zone in which it takes place.',
    status: 'What the organiser has decided.',
    lifecycle: 'What the clock says.',
    visibility: 'UNLISTED: by its address alone. PRIVATE: not open at all.',
    capacity: 'Seats over all tickets; null: no limit.',
    spotsRemaining: 'Seats that are free; null: no limit.',
    registrationStatus: 'Whether one can register now, and what comes of it.',
    requiresApproval: 'New registrations wait for a moderator.',
    waitlistEnabled: 'Whoever comes when it is full stands in line.',
    waitlistMode: 'AUTOMATIC gives a place that comes free to the next in line; OFFERS asks them first.',
    checkInOpensAt: 'By default four hours before the start.',
    checkInClosesAt: 'By default four hours after the end.',
    meetingUrl: 'For guests, never shown in public.',
    reminderMinutes: 'Minutes before the start at which guests are reminded.',
    sequence: 'Rises when time, place, title or cancellation change, as agendas expect it.',
  },
  Checkpoint: {
    mode: 'ONCE ever, DAILY once on each day of the event’s zone, IN_OUT again whenever they have left.',
    ticketIds: 'Whose holders are let in; null: all.',
    opensAt: 'Null: as the main door.',
    closesAt: 'Null: as the main door.',
    limit: 'How many may be inside at once; where days count, on one day. Null: no limit.',
  },
  Ticket: {
    price: 'In minor units: 2500 is 25.00 of a currency with cents.',
    capacity: 'Null: only the event limits it.',
    sold: 'Seats that are held.',
    isHidden: 'Left out of public answers; registration by its id is possible.',
    sortOrder: 'Smaller comes first.',
  },
  Guest: {
    qrCode: 'What the QR code encodes: whoever shows it is let in.',
    ticket: 'Null while invited.',
    orderId: 'The order that pays for the seat, if there is one.',
    waitlistPosition: 'From 1; null when not in line.',
  },
  Order: {
    number: 'For people, unique in the calendar.',
    subtotal: 'Before the discount, in minor units.',
    refunded: 'Refunds that are done or on their way.',
    net: 'What remains: total less refunded.',
    expiresAt: 'Until when it can be paid.',
  },
  Coupon: {
    eventId: 'Null: every event of the calendar.',
    ticketIds: 'Empty: every ticket.',
    maxRedemptions: 'Null: no limit.',
  },
  ApiKey: {
    prefix: 'The visible beginning; the rest is kept nowhere.',
    mode: 'Test keys open nothing where live data is.',
    lastUsedAt: 'To the minute.',
  },
  Webhook: {
    events: 'The types that are sent.',
    isActive: 'False after the receiver answered 410, or when switched off.',
    form: 'How deliveries are signed: current for one event, target for a calendar.',
    consecutiveFailures: 'Informs; failures alone never switch it off.',
  },
  WebhookDelivery: {
    id: 'The same on every attempt: receivers ignore what they have seen.',
    responseCode: 'Of the last attempt; null when there was no answer.',
    nextRetryAt: 'Null when none is planned.',
    payload: 'The body, the same bytes on every attempt.',
    attemptLog: 'Every attempt, the last one last.',
  },
  Checkin: {
    checkedInBy: 'A user id, the id of a key, or the id of a door pass.',
    gate: 'Where, as the scanner said.',
  },
  CheckinSummary: { expected: 'Who is confirmed or in.' },
  CheckinManifest: { cursor: 'Pass it as `since` next time.', hasMore: 'Ask again at once.' },
  LiveTicket: { ticket: 'Opens one socket within 30 seconds.', url: 'The address to open, ticket included.' },
  FeedToken: { token: 'Shown once; only its hash is kept.', url: 'The feed with its secret.' },
  ScheduledExport: {
    weekday: '1 is Monday.',
    dayOfMonth: '31 is the last day of every month.',
    nextRunAt: 'Null while paused.',
    consecutiveFailures: 'At five it pauses itself.',
  },
  PageMeta: { total: 'Items on all pages.' },
}

/** Forms of the same thing share what is said of it. */
const ALSO: Record<string, string> = {
  OpenCalendar: 'Calendar',
  OpenEvent: 'Event',
  GuestCurrent: 'Guest',
  CreatedApiKey: 'ApiKey',
  WebhookWithSecret: 'Webhook',
  ListedCheckin: 'Checkin',
}

/** Writes the prose into the named schemas; a word about a field that is gone is an error. */
export const describeFields = (named: Record<string, JsonSchema>) => {
  const write = (schema: string, words: Record<string, string>, mustFit: boolean) => {
    const properties = (named[schema]?.properties ?? {}) as Record<string, JsonSchema>
    for (const [field, description] of Object.entries(words)) {
      const property = properties[field]
      if (property !== undefined) properties[field] = { description, ...property }
      else if (mustFit) throw new Error(`${schema} has no field ${field} to describe`)
    }
  }
  for (const [schema, words] of Object.entries(FIELDS)) write(schema, words, true)
  for (const [schema, other] of Object.entries(ALSO)) write(schema, FIELDS[other] ?? {}, false)
}
