import type { JsonSchema } from './schema-book.ts'

/** Descriptions of fields whose names don't explain enough, by named schema. */
const FIELDS: Record<string, Record<string, string>> = {
  Calendar: {
    slug: 'Name used in URLs. Never changes.',
    timezone: 'IANA time zone, such as `Europe/Paris`.',
    visibility: 'PUBLIC or PRIVATE (hidden from the public).',
    icsUrl: 'URL of the public iCalendar feed. Null on the FREE plan.',
    embedUrl: 'URL of the page to embed in a frame. Null on the FREE plan.',
    webcalUrl: '`webcal:` URL of the feed, for calendar apps. Null on the FREE plan.',
    url: 'URL of the calendar’s public page.',
  },
  Event: {
    slug: 'Name used in URLs. Unique across the service and never reused.',
    startAt: 'Start in UTC, or the local date of an all-day event.',
    endAt: 'End in UTC, or the date after the last day of an all-day event.',
    timezone: 'IANA time zone of the event.',
    status: 'Status set by the organiser.',
    lifecycle: 'Phase derived from the current time.',
    visibility: 'PUBLIC, UNLISTED (not in any list, but readable by slug) or PRIVATE (no public access).',
    capacity: 'Number of seats across all tickets. Null means no limit.',
    spotsRemaining: 'Number of free seats. Null means no limit.',
    registrationStatus: 'Result of a registration made now.',
    requiresApproval: 'Whether a moderator must approve new registrations.',
    waitlistEnabled: 'Whether guests can join a waiting list when the event is full.',
    waitlistMode:
      'AUTOMATIC confirms the first guest on the waiting list when a seat becomes free. OFFERS sends them an offer first.',
    checkInOpensAt: 'Check-in opening time. Null means 4 hours before the start.',
    checkInClosesAt: 'Check-in closing time. Null means 4 hours after the end.',
    meetingUrl: 'Link to the online meeting. Never included in public responses.',
    reminderMinutes: 'Times at which guests are reminded, in minutes before the start.',
    sequence: 'iCalendar `SEQUENCE`. Increases when the time, venue, title or cancellation changes.',
  },
  Checkpoint: {
    mode: 'ONCE admits a guest once, DAILY once per day in the event’s time zone, IN_OUT again after they leave.',
    ticketIds: 'Tickets accepted at this checkpoint. Null accepts every ticket.',
    opensAt: 'Opening time. Null means the main door’s opening time.',
    closesAt: 'Closing time. Null means the main door’s closing time.',
    limit: 'Maximum number of guests inside at the same time or, in DAILY mode, admitted per day. Null means no limit.',
  },
  Ticket: {
    price: 'Price in minor units: 2500 is 25.00 in a currency with cents.',
    capacity: 'Number of seats for this ticket. Null means only the event’s capacity applies.',
    sold: 'Number of seats held.',
    isHidden: 'Whether the ticket is omitted from public responses. Guests can still register for it by id.',
    sortOrder: 'Sort order in lists, lowest first.',
  },
  Guest: {
    qrCode: 'Content of the guest’s QR code. Anyone who shows the code can be checked in.',
    ticket: 'Ticket of the guest. Null while they are invited.',
    orderId: 'Order that pays for the seat. Null if there is none.',
    waitlistPosition: 'Position on the waiting list, from 1. Null if not waitlisted.',
  },
  Order: {
    number: 'Human-readable order number, unique within the calendar.',
    subtotal: 'Sum before the discount, in minor units.',
    refunded: 'Sum of succeeded and pending refunds, in minor units.',
    net: 'Total minus refunds, in minor units.',
    expiresAt: 'Payment deadline.',
  },
  Coupon: {
    eventId: 'Event the coupon is limited to. Null means every event of the calendar.',
    ticketIds: 'Tickets the coupon is limited to. Empty means every ticket.',
    maxRedemptions: 'Maximum number of redemptions. Null means no limit.',
  },
  ApiKey: {
    prefix: 'Visible start of the key. The service stores only a hash of the full key.',
    mode: '`live` or `test`. Test keys don’t work in production.',
    lastUsedAt: 'Time of the last request, to the minute.',
  },
  Webhook: {
    events: 'Event types to send.',
    isActive: 'Whether deliveries are sent. False after the receiver responds with 410 or the webhook is deactivated.',
    form: 'Signature format of deliveries: `current` for one event, `target` for a calendar.',
    consecutiveFailures:
      'Number of consecutive failed attempts. For information only: failures never deactivate the webhook.',
  },
  WebhookDelivery: {
    id: 'Delivery id, the same on every attempt. Receivers use it to ignore duplicates.',
    responseCode: 'HTTP status of the last attempt. Null if the receiver didn’t respond.',
    nextRetryAt: 'Time of the next attempt. Null if none is scheduled.',
    payload: 'Request body, byte-identical on every attempt.',
    attemptLog: 'All attempts, oldest first.',
  },
  Checkin: {
    checkedInBy: 'Id of the user, API key or door pass that checked the guest in.',
    gate: 'Entrance name sent by the scanner.',
  },
  CheckinSummary: { expected: 'Number of guests who are confirmed or checked in.' },
  CheckinManifest: {
    cursor: 'Value to pass as `since` in the next request.',
    hasMore: 'Whether more entries follow. If true, send the next request immediately.',
  },
  LiveTicket: {
    ticket: 'Live ticket. Opens one WebSocket within 30 seconds.',
    url: 'WebSocket URL, including the live ticket.',
  },
  FeedToken: {
    token: 'Feed token, shown only once. The service stores only its hash.',
    url: 'Feed URL, including the token.',
  },
  ScheduledExport: {
    weekday: 'Day of the week, from 1 (Monday) to 7 (Sunday).',
    dayOfMonth: 'Day of the month. 31 means the last day of each month.',
    nextRunAt: 'Time of the next run. Null while paused.',
    consecutiveFailures: 'Number of consecutive failed runs. The export is paused after 5.',
  },
  PageMeta: { total: 'Number of items on all pages.' },
}

/** Schemas that reuse the descriptions of another schema. */
const ALSO: Record<string, string> = {
  OpenCalendar: 'Calendar',
  OpenEvent: 'Event',
  GuestCurrent: 'Guest',
  AddedGuest: 'Guest',
  ChangedEvent: 'Event',
  CreatedApiKey: 'ApiKey',
  WebhookWithSecret: 'Webhook',
  ListedCheckin: 'Checkin',
}

/** Adds the descriptions to the named schemas. Throws if a described field does not exist any longer. */
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
