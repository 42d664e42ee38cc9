import type { Operation, Route } from '../../src/operation/operation.ts'
import type { JsonSchema } from './schema-book.ts'

/** What a reader of the document is told beside names and types. */

const EXPORTS = { name: 'Scheduled exports', description: 'Files that are made by the clock and mailed as links.' }
const LETTERS = {
  name: 'Letters to guests',
  description: 'Announcements and reminders by e-mail, and how to leave their list.',
}

/** By the first part of an operation's id. */
export const TAGS: Record<string, { name: string; description: string }> = {
  system: { name: 'Service', description: 'Whether the service is well, and the documents that describe it.' },
  me: { name: 'Who am I', description: 'What a key or a session stands for.' },
  calendars: {
    name: 'Calendars',
    description: 'A calendar holds events and has a plan: FREE, PLUS, PRO or ENTERPRISE.',
  },
  events: { name: 'Events', description: 'What takes place when and where, and who may register for it.' },
  tickets: {
    name: 'Tickets',
    description: 'The ways into an event, free or priced, each with a number of seats if it has one.',
  },
  feeds: { name: 'Feeds and embedding', description: 'A calendar for agendas, websites and widgets.' },
  members: {
    name: 'Members',
    description: 'STAFF checks in and reads, MANAGER edits, OWNER also manages keys, webhooks and money.',
  },
  apiKeys: {
    name: 'API keys',
    description: 'Three active keys for a calendar on PRO, each with the scopes that it needs.',
  },
  guests: { name: 'Guests', description: 'Registrations: added, invited, approved, moved, transferred, exported.' },
  registrations: {
    name: 'Public registration',
    description: 'What people do for themselves; the manage link is their credential.',
  },
  orders: {
    name: 'Orders',
    description: 'What guests owe and paid, refunds, and the report of sales. Money is in minor units.',
  },
  payments: { name: 'Payments', description: 'What the payment provider tells.' },
  coupons: { name: 'Coupons', description: 'Percentages or amounts off, for some or all events and tickets.' },
  scheduledExports: EXPORTS,
  exports: EXPORTS,
  statistics: { name: 'Statistics', description: 'Numbers of an event or a calendar over a range of dates.' },
  announcements: LETTERS,
  reminders: LETTERS,
  unsubscribe: LETTERS,
  eventWebhooks: {
    name: 'Webhooks of an event',
    description: 'Notifications of one event, signed by `X-Svc-Webhook-Signature`.',
  },
  calendarWebhooks: {
    name: 'Webhooks of a calendar',
    description: 'Notifications of all events of a calendar, signed by `X-Svc-Signature` and as Standard Webhooks.',
  },
  deliveries: { name: 'Webhook deliveries', description: 'What was sent, what came of it, and another try.' },
  checkins: { name: 'Check-in', description: 'The door: look up, admit, undo, watch live, go on without a network.' },
  doorPasses: { name: 'Door passes', description: 'The door of one event, lent for some hours to a phone.' },
}

const QUERY: Record<string, string> = {
  page: 'The page, from 1.',
  limit: 'How many on a page.',
  from: 'The first day, a date in the zone of the calendar; by default 30 days ago.',
  to: 'The last day, taken in whole; by default today.',
  theme: 'Light, dark, or as the reader’s device prefers.',
  accent: 'A colour in hex, such as `1d4ed8`.',
  locale: 'The language of dates and words, such as `fr` or `en-GB`.',
  tz: 'An IANA time zone to show times in, in place of the zone of each event.',
  compact: 'Leaves out pictures and summaries.',
  tag: 'Only events with this tag.',
  past: '`true`: what has ended, newest first.',
  status: 'Only those in this status.',
  webhookId: 'Only those of this webhook.',
  eventType: 'Only those of this type.',
  eventId: 'Only those that hold for this event.',
  code: 'The code to the letter, in upper or lower case.',
  since: 'Only what has come since.',
  ticketId: 'Only those with this ticket.',
  qrCode: 'The code as it was scanned: raw, or the full address of its image.',
  format: 'The form of the file.',
  bom: '`1` puts a byte order mark before the CSV, for spreadsheets that need one.',
  email: 'The whole address; upper and lower case are the same.',
  q: 'A part of the name or of the e-mail address. Needs PRO.',
  updatedSince: 'Only what has changed since.',
  size: 'Width and height in pixels.',
  margin: 'The quiet zone in modules; scanners want four.',
}

/** Where one name means another thing in another place. */
const QUERY_AT: Record<string, string> = {
  'feeds.embedJson from': 'Leaves out what ended before; by default the list begins now.',
  'feeds.embedJson to': 'Leaves out what starts later; a date takes in its whole day.',
  'checkins.manifest since': 'The `cursor` of the manifest that is known: only what has changed since comes.',
}

export const queryProse = (operationId: string, name: string, own: unknown) => {
  const text = QUERY_AT[`${operationId} ${name}`] ?? (typeof own === 'string' ? own : QUERY[name])
  if (text === undefined) throw new Error(`nothing is said of the query parameter ${name} of ${operationId}`)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const IN_PATH: Record<string, string> = {
  eventId: 'The id of the event.',
  ticketId: 'The id of the ticket.',
  guestId: 'The id of the guest.',
  rsvpId: 'The id of the guest whose place is handed on.',
  checkinId: 'The id of the check-in.',
  orderId: 'The id of the order.',
  couponId: 'The id of the coupon.',
  keyId: 'The id of the API key.',
  userId: "The user's id: the `sub` of their session token.",
  qrCode: 'The code: `qr_` and 22 letters or digits.',
  manageToken: 'The secret at the end of `manageUrl`.',
  token: 'The secret of the link.',
}

const BY_COLLECTION: Record<string, string> = {
  webhooks: 'The id of the webhook.',
  'webhook-deliveries': 'The id of the delivery.',
  'scheduled-exports': 'The id of the scheduled export.',
}

export const pathProse = (operation: Operation, route: Route, name: string) => {
  if (name === 'slug')
    return operation.subject === 'eventBySlug' ? 'The slug of the event.' : 'The slug of the calendar.'
  if (name === 'eventId' && operation.subject === 'eventBySlug') return 'The slug or the id of the event.'
  const collection = route.path.split(`/:${name}`)[0]?.split('/').at(-1) ?? ''
  return IN_PATH[name] ?? BY_COLLECTION[collection] ?? 'An id.'
}

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
    checkInOpensAt: 'By default four hours before the start.',
    checkInClosesAt: 'By default four hours after the end.',
    meetingUrl: 'For guests, never shown in public.',
    reminderMinutes: 'Minutes before the start at which guests are reminded.',
    sequence: 'Rises when time, place, title or cancellation change, as agendas expect it.',
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
