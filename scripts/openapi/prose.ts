import type { Operation } from '../../src/operation/operation.ts'
import type { Route } from '../../src/operation/route.ts'
import type { JsonSchema } from './schema-book.ts'

const ARCHIVES = {
  name: 'Archives',
  description: 'Takes a whole calendar to another installation of the service: archives, and their restores.',
}
const EXPORTS = { name: 'Scheduled exports', description: 'Recurring exports, sent to recipients as download links.' }
const LETTERS = {
  name: 'Messages to guests',
  description: 'Announcements and reminders by email, and unsubscribing from them.',
}

/** Tags of the document, by the first part of the operation id, in reading order. */
export const TAGS: Record<string, { name: string; description: string }> = {
  me: { name: 'Identity', description: 'The key or user making the request.' },
  calendars: {
    name: 'Calendars',
    description: 'Calendars contain events and have a plan: FREE, PLUS, PRO or ENTERPRISE.',
  },
  members: {
    name: 'Members',
    description:
      'Members have a role. STAFF can check in guests and read data, MANAGER can also edit, and OWNER can also manage API keys, webhooks, members and billing.',
  },
  apiKeys: {
    name: 'API keys',
    description:
      'Keys for server-to-server calls: at most 3 active per calendar, on the PRO plan, each with its own scopes.',
  },
  apps: {
    name: 'Apps',
    description: 'Apps that members allow to act for them on one calendar, by OAuth 2.1. See docs/apps.md.',
  },
  series: {
    name: 'Series',
    description:
      'Recurring events. Each date is a separate event. Deleting a series deletes its future dates without guests and keeps all others.',
  },
  events: { name: 'Events', description: 'Events with a time, a venue and registration settings.' },
  tickets: {
    name: 'Tickets',
    description: 'Free or paid types of admission to an event, each with an optional capacity.',
  },
  sandboxes: {
    name: 'Sandboxes',
    description: 'Test calendars with a clock of their own.',
  },
  test: {
    name: 'Inside a sandbox',
    description:
      'Operations that only a sandbox has. Call them with its key at the usual addresses, or with a session at `/s/{sandboxId}/api`.',
  },
  images: {
    name: 'Images',
    description: 'Cover images and avatars. The service removes metadata from uploaded files.',
  },
  addons: { name: 'Add-ons', description: 'Extras with a price and a stock, sold together with seats.' },
  taxRates: { name: 'Tax rates', description: 'Rates of the tax that prices include. Orders copy them.' },
  sellers: { name: 'Sellers', description: 'The issuer of the calendar’s invoices.' },
  money: { name: 'Money', description: 'The books: each payment and refund once, with tax.' },
  documents: {
    name: 'Invoices and credit notes',
    description: 'Documents with numbers without gaps. They can’t be changed or deleted.',
  },
  rehearsals: {
    name: 'Rehearsals',
    description:
      'Invented guests play a copy of an event in a sandbox. The result has its emails, seats, money and findings.',
  },
  coupons: { name: 'Coupons', description: 'Percentage or fixed discounts for all or selected events and tickets.' },
  guests: { name: 'Guests', description: 'Registrations: add, invite, approve, update, transfer, export.' },
  registrations: {
    name: 'Public registration',
    description: 'Actions guests take themselves, authenticated by their manage link.',
  },
  passes: {
    name: 'Wallet passes',
    description:
      'Apple Wallet web service for updating passes on devices. Paths and status codes follow Apple’s specification.',
  },
  bankAccounts: {
    name: 'Bank accounts',
    description:
      'Accounts to which buyers transfer the money of their orders. Opened and changed by an owner who has just signed in.',
  },
  bankLines: {
    name: 'Bank lines',
    description: 'Lines of bank statements, and the orders and refunds that they pay.',
  },
  payouts: {
    name: 'Payouts',
    description: 'Refunds of bank transfers that someone has to pay back.',
  },
  paymentAccounts: {
    name: 'Payment accounts',
    description: 'Accounts at Stripe that receive the money of a calendar’s orders.',
  },
  orders: {
    name: 'Orders',
    description: 'Orders, refunds and sales reports. Amounts are in minor units.',
  },
  payments: { name: 'Payments', description: 'Webhook endpoint for the payment provider.' },
  checkins: {
    name: 'Check-in',
    description: 'Look up guests, check them in, undo check-ins, follow check-ins live and upload offline scans.',
  },
  checkpoints: {
    name: 'Checkpoints',
    description:
      'Additional doors, each with its own rule, such as lunch once per guest, a day ticket once per day, or a room limited to 80 people.',
  },
  doorPasses: {
    name: 'Door passes',
    description:
      'Staff credentials for checking in at one event, valid until 2 hours after its end or for a number of hours.',
  },
  announcements: LETTERS,
  reminders: LETTERS,
  unsubscribe: LETTERS,
  feeds: { name: 'Feeds and embedding', description: 'Calendar feeds, embeddable pages and widget data.' },
  statistics: { name: 'Statistics', description: 'Statistics for an event or a calendar over a date range.' },
  scheduledExports: EXPORTS,
  archives: ARCHIVES,
  restores: ARCHIVES,
  exports: EXPORTS,
  eventWebhooks: {
    name: 'Event webhooks',
    description: 'Notifications about one event, signed with `X-Svc-Webhook-Signature`.',
  },
  calendarWebhooks: {
    name: 'Calendar webhooks',
    description:
      'Notifications about all events of a calendar, signed with `X-Svc-Signature` and Standard Webhooks headers.',
  },
  webhooks: {
    name: 'Webhooks managed by API keys',
    description: 'Webhooks that API keys can manage: created by a key, or made available to keys by an owner.',
  },
  deliveries: { name: 'Webhook deliveries', description: 'Webhook delivery log and manual retries.' },
  changes: {
    name: 'Changes',
    description: 'Ordered change feed for synchronising other systems, and an audit history of who changed what.',
  },
  system: { name: 'Service', description: 'Service health and machine-readable descriptions of the API.' },
}

const QUERY: Record<string, string> = {
  page: 'Page number, from 1.',
  limit: 'Number of items per page.',
  from: 'First day of the range, a date in the calendar’s time zone. Default: 29 days before `to`, so that the range has 30 days.',
  to: 'Last day of the range, inclusive. Default: today.',
  theme: 'Colour theme: light, dark or automatic (the reader’s device setting).',
  accent: 'Accent colour in hex, such as `1d4ed8`.',
  locale: 'Language for dates and text, such as `fr` or `en-GB`.',
  tz: 'IANA time zone for displaying times. Default: each event’s own zone.',
  compact: 'Whether to omit images and summaries.',
  tag: 'Tag to filter by.',
  past: 'Whether to return past events, newest first.',
  status: 'Status to filter by.',
  webhookId: 'Webhook to filter by.',
  eventType: 'Event type to filter by.',
  eventId: 'Returns only items that apply to this event.',
  code: 'Exact code, case-insensitive.',
  since: 'Returns only items from this time onwards.',
  ticketId: 'Ticket to filter by.',
  qrCode: 'Scanned QR code: the raw code or the full URL of its image.',
  format: 'The file format.',
  bom: 'Set to `1` to start the CSV with a byte order mark, for spreadsheets that need one.',
  email: 'Exact email address, case-insensitive.',
  q: 'Part of a name or email address. Requires the PRO plan.',
  updatedSince: 'Returns only items changed since this time.',
  size: 'Width and height in pixels.',
  margin: 'Quiet zone in modules. Scanners expect 4.',
}

/** Descriptions for parameters whose name means something else in one operation. */
const QUERY_AT: Record<string, string> = {
  'feeds.embedJson from': 'Start of the range: omits events that ended earlier. Default: now.',
  'feeds.embedJson to': 'End of the range: omits events that start later. A date includes the whole day.',
  'changes.read limit': 'Maximum number of changes. A page can have fewer even if more follow.',
  'changes.history limit': 'Maximum number of changes. A page can have fewer even if more follow.',
  'changes.history from': 'Start of the range, inclusive.',
  'changes.history to': 'End of the range, exclusive.',
  'changes.history object': 'Object type to filter by.',
  'changes.history cursor': 'Cursor from the previous page.',
  'passes.changed passesUpdatedSince': '`lastUpdated` from the previous response. If omitted, all passes are returned.',
  'checkins.manifest since': '`cursor` from the previous manifest. Returns only entries changed since then.',
}

export const queryProse = (operationId: string, name: string, own: unknown) => {
  const text = QUERY_AT[`${operationId} ${name}`] ?? (typeof own === 'string' ? own : QUERY[name])
  if (text === undefined) throw new Error(`no description for the query parameter ${name} of ${operationId}`)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const IN_PATH: Record<string, string> = {
  eventId: 'Event id.',
  ticketId: 'Ticket id.',
  guestId: 'Guest id.',
  rsvpId: 'Id of the guest whose seat is transferred.',
  checkinId: 'Check-in id.',
  orderId: 'Order id.',
  couponId: 'Coupon id.',
  keyId: 'API key id.',
  grantId: 'Id of the app’s grant.',
  userId: 'User id: the `sub` of the session token.',
  deviceId: 'Device library identifier, chosen by the device.',
  passTypeId: 'Pass type identifier, as in the pass.',
  serialNumber: 'Serial number of the pass: the guest’s id.',
  qrCode: 'QR code: `qr_` followed by 22 letters or digits.',
  manageToken: 'Secret token at the end of `manageUrl`.',
  token: 'Secret token in the link.',
}

const BY_COLLECTION: Record<string, string> = {
  webhooks: 'Webhook id.',
  'webhook-deliveries': 'Delivery id.',
  'scheduled-exports': 'Scheduled export id.',
  recoveries: 'Recovery id.',
}

export const pathProse = (operation: Operation, route: Route, name: string) => {
  if (name === 'slug') return operation.subject === 'eventBySlug' ? 'Event slug.' : 'Calendar slug.'
  if (name === 'eventId' && operation.subject === 'eventBySlug') return 'Event slug or id.'
  const collection = route.path.split(`/:${name}`)[0]?.split('/').at(-1) ?? ''
  return IN_PATH[name] ?? BY_COLLECTION[collection] ?? 'Object id.'
}

/** Descriptions of responses, by status. */
export const WHY: Record<number, string> = {
  400: 'The request is invalid. `errors` lists the fields.',
  401: 'Missing or invalid credential.',
  403: 'Not allowed: the scope, plan or role is insufficient, or the action is outside its time window.',
  404: 'Not found, or not accessible to the caller.',
  409: 'Conflict with the current state.',
  410: 'The cursor is older than the oldest stored change.',
  412: '`If-Match` doesn’t match the current revision.',
  413: 'The request body is too large.',
  415: 'The request body has an unsupported media type.',
  422: 'The request is well formed but can’t be carried out.',
  426: 'This path only accepts WebSocket connections.',
  429: 'Too many requests. `Retry-After` gives the seconds to wait.',
  503: 'Part of the service is temporarily unavailable.',
}

interface OperationTexts {
  /** Description of the success response; "Success." by default. */
  answered?: string
  /** Status with which the operation returns the same body while the service is degraded. */
  statusWhenDown?: 503
  /** Additional success responses without a body, by status. */
  also?: Readonly<Record<number, string>>
  /** Request body of an operation that reads the raw bytes instead of declaring `body`. */
  takes?: {
    /** The media types of an operation without `takes` of its own. */
    mediaTypes?: readonly string[]
    schema: JsonSchema
    required: boolean
    description: string
    headers?: Record<string, string>
  }
}

const STRIPE_EVENT = {
  mediaTypes: ['application/json'],
  schema: { type: 'object', additionalProperties: true },
  required: true,
  description: 'Event as sent by the payment provider.',
  headers: { 'Stripe-Signature': 'Stripe’s signature of the body, at most 5 minutes old.' },
}

/** Texts that appear only in the document, by operation id. */
export const OPERATION_TEXTS: Record<string, OperationTexts> = {
  'system.health': {
    answered: 'The service is running. `status` reports whether all its parts are.',
    statusWhenDown: 503,
  },
  'registrations.googleWallet': { answered: 'Redirects to Google Wallet. The URL is in `Location`.' },
  'passes.register': {
    answered: 'The device is registered for updates.',
    also: { 200: 'The device was already registered for updates.' },
  },
  'passes.changed': { also: { 204: 'No pass on this device has changed.' } },
  'passes.read': { also: { 304: 'The pass hasn’t changed since `If-Modified-Since`.' } },
  'checkins.live': { answered: 'The socket is open.' },
  'unsubscribe.ask': { also: { 302: 'Redirects browsers to the confirmation page.' } },
  'unsubscribe.do': {
    takes: {
      mediaTypes: ['application/x-www-form-urlencoded'],
      schema: { type: 'object', properties: { 'List-Unsubscribe': { type: 'string', const: 'One-Click' } } },
      required: false,
      description: 'Optional one-click body, as sent by email clients.',
    },
  },
  'images.put': {
    takes: {
      schema: { type: 'string', format: 'binary' },
      required: true,
      description: 'JPEG, PNG or WebP of at most 4 MiB, 12,000 pixels per side and 50 million pixels in total.',
    },
  },
  'images.putWide': {
    takes: {
      schema: { type: 'string', format: 'binary' },
      required: true,
      description: 'JPEG of 1200 × 630 pixels and at most 4 MiB.',
    },
  },
  'payments.stripe': { takes: STRIPE_EVENT },
  'payments.stripeConnect': { takes: STRIPE_EVENT },
  'payments.stripeAccount': { takes: STRIPE_EVENT },
}
