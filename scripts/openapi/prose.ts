import type { Operation } from '../../src/operation/operation.ts'
import type { Route } from '../../src/operation/route.ts'
import type { JsonSchema } from './schema-book.ts'

const EXPORTS = { name: 'Scheduled exports', description: 'Files that are made by the clock and mailed as links.' }
const LETTERS = {
  name: 'Letters to guests',
  description: 'Announcements and reminders by e-mail, and how to leave their list.',
}

/** By the first part of an operation's id, in the order in which a reader meets them. */
export const TAGS: Record<string, { name: string; description: string }> = {
  me: { name: 'Who am I', description: 'What a key or a session stands for.' },
  calendars: {
    name: 'Calendars',
    description: 'A calendar holds events and has a plan: FREE, PLUS, PRO or ENTERPRISE.',
  },
  members: {
    name: 'Members',
    description: 'STAFF checks in and reads, MANAGER edits, OWNER also manages keys, webhooks and money.',
  },
  apiKeys: {
    name: 'API keys',
    description: 'Three active keys for a calendar on PRO, each with the scopes that it needs.',
  },
  series: { name: 'Series', description: 'Events that repeat by a rule: each date is an event of its own.' },
  events: { name: 'Events', description: 'What takes place when and where, and who may register for it.' },
  tickets: {
    name: 'Tickets',
    description: 'The ways into an event, free or priced, each with a number of seats if it has one.',
  },
  images: {
    name: 'Images',
    description: 'Pictures for covers and avatars, without what their files tell beside them.',
  },
  coupons: { name: 'Coupons', description: 'Percentages or amounts off, for some or all events and tickets.' },
  guests: { name: 'Guests', description: 'Registrations: added, invited, approved, moved, transferred, exported.' },
  registrations: {
    name: 'Public registration',
    description: 'What people do for themselves; the manage link is their credential.',
  },
  passes: {
    name: 'Passes on devices',
    description:
      'The web service that Apple Wallet asks for passes that have changed. Its paths and statuses are Apple’s.',
  },
  orders: {
    name: 'Orders',
    description: 'What guests owe and paid, refunds, and the report of sales. Money is in minor units.',
  },
  payments: { name: 'Payments', description: 'What the payment provider tells.' },
  checkins: { name: 'Check-in', description: 'The door: look up, admit, undo, watch live, go on without a network.' },
  checkpoints: {
    name: 'Checkpoints',
    description: 'Doors beside the main one: a lunch once, a day ticket once a day, a room for eighty.',
  },
  doorPasses: { name: 'Door passes', description: 'The door of one event, lent for some hours to a phone.' },
  announcements: LETTERS,
  reminders: LETTERS,
  unsubscribe: LETTERS,
  feeds: { name: 'Feeds and embedding', description: 'A calendar for agendas, websites and widgets.' },
  statistics: { name: 'Statistics', description: 'Numbers of an event or a calendar over a range of dates.' },
  scheduledExports: EXPORTS,
  exports: EXPORTS,
  eventWebhooks: {
    name: 'Webhooks of an event',
    description: 'Notifications of one event, signed by `X-Svc-Webhook-Signature`.',
  },
  calendarWebhooks: {
    name: 'Webhooks of a calendar',
    description: 'Notifications of all events of a calendar, signed by `X-Svc-Signature` and as Standard Webhooks.',
  },
  webhooks: {
    name: 'Webhooks by key',
    description: 'Programs subscribe by themselves: webhooks that an API key made, or that an owner left to keys.',
  },
  deliveries: { name: 'Webhook deliveries', description: 'What was sent, what came of it, and another try.' },
  changes: {
    name: 'Changes',
    description: 'What changed, in its order: for programs to follow, and for people to look up who did it.',
  },
  system: { name: 'Service', description: 'Whether the service is well, and the documents that describe it.' },
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
  'changes.read limit': 'How many changes at most; a page may hold fewer though there are more.',
  'changes.history limit': 'How many changes at most; a page may hold fewer though there are more.',
  'changes.history from': 'Only what took place then or later.',
  'changes.history to': 'Only what took place before.',
  'changes.history object': 'Only changes of these.',
  'changes.history cursor': 'Where the last page ended.',
  'passes.changed passesUpdatedSince': 'The `lastUpdated` of the answer before; all of them where it is left out.',
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
  deviceId: 'What the device calls itself.',
  passTypeId: 'The kind of pass, as the pass itself names it.',
  serialNumber: 'The number of the pass: the id of its guest.',
  qrCode: 'The code: `qr_` and 22 letters or digits.',
  manageToken: 'The secret at the end of `manageUrl`.',
  token: 'The secret of the link.',
}

const BY_COLLECTION: Record<string, string> = {
  webhooks: 'The id of the webhook.',
  'webhook-deliveries': 'The id of the delivery.',
  'scheduled-exports': 'The id of the scheduled export.',
  recoveries: 'The id of the recovery.',
}

export const pathProse = (operation: Operation, route: Route, name: string) => {
  if (name === 'slug')
    return operation.subject === 'eventBySlug' ? 'The slug of the event.' : 'The slug of the calendar.'
  if (name === 'eventId' && operation.subject === 'eventBySlug') return 'The slug or the id of the event.'
  const collection = route.path.split(`/:${name}`)[0]?.split('/').at(-1) ?? ''
  return IN_PATH[name] ?? BY_COLLECTION[collection] ?? 'An id.'
}

/** By the status of the answer. */
export const WHY: Record<number, string> = {
  400: 'The request is not valid; `errors` names the fields.',
  401: 'No valid credential.',
  403: 'Known, but not allowed: a scope, plan or role is missing, or the moment is wrong.',
  404: 'Unknown, or not yours to see.',
  409: 'The state of things forbids it.',
  410: 'What the cursor has not seen is not kept any more.',
  412: '`If-Match` names another revision.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Well-formed, but impossible.',
  426: 'Only a WebSocket can be opened here.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  503: 'A part of the service does not answer just now.',
}

interface Beside {
  /** What a success means, where the summary does not say it. */
  answered?: string
  /** The same body comes with this status too. */
  statusWhenDown?: 503
  /** Answers without a body that come in place of the usual one. */
  also?: Readonly<Record<number, string>>
  /** Of a verb that reads the body as it came. */
  takes?: {
    mediaType: string
    schema: JsonSchema
    required: boolean
    description: string
    headers?: Record<string, string>
  }
}

/** What the declarations leave out since nothing but the document needs it, by the id of the operation. */
export const BESIDE: Record<string, Beside> = {
  'system.health': {
    answered: 'The service answers; `status` says whether all of its parts do.',
    statusWhenDown: 503,
  },
  'registrations.googleWallet': { answered: 'On to Google, in `Location`.' },
  'passes.register': {
    answered: 'The device will be told of changes.',
    also: { 200: 'The device was told of changes already.' },
  },
  'passes.changed': { also: { 204: 'No pass of this device has changed.' } },
  'passes.read': { also: { 304: 'The pass is as it was at `If-Modified-Since`.' } },
  'checkins.live': { answered: 'The socket is open.' },
  'unsubscribe.ask': { also: { 302: 'To a browser: on to the page that asks.' } },
  'unsubscribe.do': {
    takes: {
      mediaType: 'application/x-www-form-urlencoded',
      schema: { type: 'object', properties: { 'List-Unsubscribe': { const: 'One-Click' } } },
      required: false,
      description: 'What mail programs send; it may be missing.',
    },
  },
  'images.put': {
    takes: {
      mediaType: 'image/*',
      schema: { type: 'string', contentMediaType: 'image/*' },
      required: true,
      description: 'A JPEG, PNG or WebP of 4 MiB at most, 12,000 pixels a side and 50 million in all.',
    },
  },
  'images.putWide': {
    takes: {
      mediaType: 'image/jpeg',
      schema: { type: 'string', contentMediaType: 'image/jpeg' },
      required: true,
      description: 'A JPEG of 1200 × 630 and 4 MiB at most.',
    },
  },
  'payments.stripe': {
    takes: {
      mediaType: 'application/json',
      schema: { type: 'object' },
      required: true,
      description: 'The message as the provider sends it.',
      headers: { 'Stripe-Signature': "The provider's signature of the body, not older than five minutes." },
    },
  },
}
