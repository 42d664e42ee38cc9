/**
 * The owner's published contract, written down by hand. Do not import or generate anything here from the product,
 * because the tests compare the product with it.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Badge = 'live' | 'divergent' | 'preview' | 'planned'
export type Line = `${Method} /${string}`

export interface PublishedOperation {
  /** The method and path as printed, relative to the base URL. */
  line: Line
  auth: 'none' | 'apiKey' | 'bearer'
  scope?: PublishedScope
  /** The lowest plan that may call the operation, if the contract names one. */
  plan?: 'PLUS' | 'PRO'
  /** Undefined if the contract says "not shown". */
  badge?: Badge
  currentPath?: Line
  successStatus: 200 | 201
  /** Names of query parameters and body fields. `?` marks optional ones. */
  query?: readonly string[]
  body?: readonly string[]
}

export const publishedScopes = {
  'events:read': 'read calendar, events, tickets, statistics',
  'events:write': 'create, update, delete events and tickets, cancel, duplicate',
  'guests:read': 'list guests, export CSV/JSON',
  'guests:write': 'invite, approve, reject, transfer',
  'checkins:read': 'list check-ins, QR lookup',
  'checkins:write': 'create check-in',
  'communications:write': 'e-mail announcements and reminders',
  'webhooks:read': 'webhook delivery logs',
  'webhooks:write': 'retry a webhook delivery',
  'billing:read': 'orders, sales report',
  'billing:write': 'refunds',
  'analytics:read': 'aggregated calendar statistics',
} as const

export type PublishedScope = keyof typeof publishedScopes

export const systemOperations: readonly PublishedOperation[] = [
  { line: 'GET /health', auth: 'none', badge: 'live', successStatus: 200 },
]

export const calendarAndEventOperations: readonly PublishedOperation[] = [
  {
    line: 'GET /v1/calendars/:slug',
    auth: 'apiKey',
    scope: 'events:read',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
  },
  { line: 'GET /calendars/:slug', auth: 'none', badge: 'live', successStatus: 200 },
  { line: 'GET /calendars/:slug/events', auth: 'none', badge: 'live', successStatus: 200 },
  {
    line: 'GET /v1/calendars/:slug/events',
    auth: 'apiKey',
    scope: 'events:read',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'GET /events',
    successStatus: 200,
  },
  {
    line: 'GET /v1/events/:slug',
    auth: 'apiKey',
    scope: 'events:read',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'GET /events/slug/:slug',
    successStatus: 200,
  },
  {
    line: 'POST /v1/events',
    auth: 'apiKey',
    scope: 'events:write',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'POST /events',
    successStatus: 200,
  },
  { line: 'GET /calendars/:slug/embed.json', auth: 'none', plan: 'PLUS', badge: 'planned', successStatus: 200 },
  {
    line: 'GET /calendars/:slug/events.ics',
    auth: 'none',
    plan: 'PLUS',
    badge: 'planned',
    successStatus: 200,
    query: ['token?'],
  },
  {
    line: 'POST /calendars/:slug/scheduled-exports',
    auth: 'bearer',
    plan: 'PLUS',
    badge: 'preview',
    successStatus: 200,
  },
]

export const apiKeyOperations: readonly PublishedOperation[] = [
  { line: 'GET /calendars/:slug/api-keys/scopes', auth: 'bearer', plan: 'PRO', badge: 'live', successStatus: 200 },
  { line: 'GET /calendars/:slug/api-keys', auth: 'bearer', plan: 'PRO', badge: 'live', successStatus: 200 },
  {
    line: 'POST /calendars/:slug/api-keys',
    auth: 'bearer',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
    body: ['name', 'scopes'],
  },
  {
    line: 'PATCH /calendars/:slug/api-keys/:keyId',
    auth: 'bearer',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
    body: ['name?', 'isActive?'],
  },
  { line: 'DELETE /calendars/:slug/api-keys/:keyId', auth: 'bearer', plan: 'PRO', badge: 'live', successStatus: 200 },
  {
    line: 'GET /v1/api-keys',
    auth: 'bearer',
    plan: 'PRO',
    badge: 'live',
    currentPath: 'GET /calendars/:slug/api-keys',
    successStatus: 200,
  },
  {
    line: 'POST /v1/api-keys',
    auth: 'bearer',
    plan: 'PRO',
    badge: 'live',
    currentPath: 'POST /calendars/:slug/api-keys',
    successStatus: 200,
    body: ['name', 'scopes'],
  },
]

const guestListQuery = ['page?', 'limit?', 'email?', 'status?', 'ticketId?', 'q?']

export const guestOperations: readonly PublishedOperation[] = [
  {
    line: 'GET /v1/events/:eventId/guests',
    auth: 'apiKey',
    scope: 'guests:read',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
    query: guestListQuery,
  },
  { line: 'GET /events/:eventId/guests', auth: 'bearer', badge: 'live', successStatus: 200, query: guestListQuery },
  {
    line: 'POST /v1/events/:id/guests',
    auth: 'apiKey',
    scope: 'guests:write',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'POST /events/:eventId/guests',
    successStatus: 200,
    body: ['email', 'firstName', 'lastName', 'ticketId?'],
  },
  {
    line: 'POST /v1/events/:id/guests/invite',
    auth: 'apiKey',
    scope: 'guests:write',
    plan: 'PRO',
    successStatus: 200,
    body: ['emails', 'message?'],
  },
  {
    line: 'POST /v1/events/:id/guests/:guestId/approve',
    auth: 'apiKey',
    scope: 'guests:write',
    plan: 'PRO',
    successStatus: 200,
  },
  {
    line: 'POST /v1/events/:id/guests/:guestId/reject',
    auth: 'apiKey',
    scope: 'guests:write',
    plan: 'PRO',
    successStatus: 200,
  },
  {
    line: 'PATCH /v1/events/:id/guests/:guestId/status',
    auth: 'apiKey',
    scope: 'guests:write',
    plan: 'PRO',
    successStatus: 200,
    body: ['status'],
  },
  {
    line: 'POST /v1/rsvps/:rsvpId/transfer',
    auth: 'apiKey',
    scope: 'guests:write',
    plan: 'PRO',
    successStatus: 200,
    body: ['recipientEmail', 'recipientName?'],
  },
  {
    line: 'GET /v1/events/:eventId/export',
    auth: 'apiKey',
    scope: 'guests:read',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
    query: ['format'],
  },
  { line: 'GET /events/:eventId/export', auth: 'bearer', badge: 'live', successStatus: 200, query: ['format'] },
]

export const checkinOperations: readonly PublishedOperation[] = [
  {
    line: 'GET /v1/events/:eventId/checkins',
    auth: 'apiKey',
    scope: 'checkins:read',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
  },
  {
    line: 'GET /v1/events/:eventId/checkins/lookup',
    auth: 'apiKey',
    scope: 'checkins:read',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
    query: ['qrCode'],
  },
  {
    line: 'POST /v1/events/:eventId/checkins',
    auth: 'apiKey',
    scope: 'checkins:write',
    plan: 'PRO',
    badge: 'live',
    successStatus: 200,
    body: ['qrCode?', 'guestId?'],
  },
  // The heading says Pro, but a QR code doesn't identify a calendar, so there is no plan to check.
  { line: 'GET /public/qr/:qrCode', auth: 'none', badge: 'live', successStatus: 200 },
]

const webhookBody = ['url', 'events?', 'secret?']

export const eventWebhookOperations: readonly PublishedOperation[] = [
  { line: 'GET /events/:eventId/webhooks', auth: 'bearer', plan: 'PLUS', badge: 'live', successStatus: 200 },
  {
    line: 'POST /events/:eventId/webhooks',
    auth: 'bearer',
    plan: 'PLUS',
    badge: 'live',
    successStatus: 201,
    body: webhookBody,
  },
  { line: 'PATCH /events/:eventId/webhooks/:id', auth: 'bearer', plan: 'PLUS', badge: 'live', successStatus: 200 },
  { line: 'DELETE /events/:eventId/webhooks/:id', auth: 'bearer', plan: 'PLUS', badge: 'live', successStatus: 200 },
  { line: 'POST /events/:eventId/webhooks/:id/test', auth: 'bearer', plan: 'PLUS', badge: 'live', successStatus: 200 },
]

export const calendarWebhookOperations: readonly PublishedOperation[] = [
  { line: 'GET /calendars/:slug/webhooks', auth: 'bearer', plan: 'PLUS', badge: 'divergent', successStatus: 200 },
  {
    line: 'POST /calendars/:slug/webhooks',
    auth: 'bearer',
    plan: 'PLUS',
    badge: 'divergent',
    successStatus: 201,
    body: webhookBody,
  },
  {
    line: 'PATCH /calendars/:slug/webhooks/:id',
    auth: 'bearer',
    plan: 'PLUS',
    badge: 'divergent',
    successStatus: 200,
    body: ['url?', 'events?', 'isActive?'],
  },
  {
    line: 'DELETE /calendars/:slug/webhooks/:id',
    auth: 'bearer',
    plan: 'PLUS',
    badge: 'divergent',
    successStatus: 200,
  },
  {
    line: 'POST /calendars/:slug/webhooks/:id/test',
    auth: 'bearer',
    plan: 'PLUS',
    badge: 'divergent',
    successStatus: 200,
  },
]

export const deliveryOperations: readonly PublishedOperation[] = [
  {
    line: 'GET /v1/webhook-deliveries',
    auth: 'apiKey',
    scope: 'webhooks:read',
    plan: 'PRO',
    badge: 'preview',
    successStatus: 200,
    query: ['webhookId?', 'status?', 'eventType?'],
  },
  {
    line: 'GET /v1/webhook-deliveries/:id',
    auth: 'apiKey',
    scope: 'webhooks:read',
    plan: 'PRO',
    badge: 'preview',
    successStatus: 200,
  },
  {
    line: 'POST /v1/webhook-deliveries/:id/retry',
    auth: 'apiKey',
    scope: 'webhooks:write',
    plan: 'PRO',
    badge: 'preview',
    successStatus: 200,
  },
]

export const salesOperations: readonly PublishedOperation[] = [
  {
    line: 'GET /v1/events/:eventId/orders',
    auth: 'apiKey',
    scope: 'billing:read',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'GET /events/:eventId/orders',
    successStatus: 200,
  },
  {
    line: 'POST /v1/events/:eventId/orders/:orderId/refund',
    auth: 'apiKey',
    scope: 'billing:write',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'POST /events/:eventId/orders/:orderId/refund',
    successStatus: 200,
  },
  {
    line: 'GET /v1/calendars/:slug/coupons',
    auth: 'apiKey',
    scope: 'events:read',
    plan: 'PRO',
    badge: 'divergent',
    currentPath: 'GET /coupons/calendar/:slug',
    successStatus: 200,
  },
]

export const publishedOperations: readonly PublishedOperation[] = [
  ...systemOperations,
  ...calendarAndEventOperations,
  ...apiKeyOperations,
  ...guestOperations,
  ...checkinOperations,
  ...eventWebhookOperations,
  ...calendarWebhookOperations,
  ...deliveryOperations,
  ...salesOperations,
]

/** The response body formats with their fields. */
export const publishedEnvelopes = {
  one: { required: ['data'], optional: ['message'] },
  page: { required: ['data', 'meta'], meta: ['page', 'limit', 'total', 'totalPages'] },
  currentPage: { required: ['data', 'total', 'page', 'limit', 'totalPages'] },
} as const

export const publishedFields = {
  guest: ['id', 'firstName', 'lastName', 'email', 'status', 'ticket', 'checkedInAt', 'createdAt'],
  /** Present only in the target form. */
  guestTargetOnly: ['ticket', 'checkedInAt', 'createdAt'],
  guestTicket: ['id', 'name'],
  registrationAnswer: ['question', 'answer'],
  lookup: ['guestId', 'name', 'email', 'status', 'ticketName', 'alreadyCheckedIn'],
  apiKey: ['name', 'scopes', 'isActive'],
  apiKeyUpdate: ['name', 'isActive'],
  webhook: ['id', 'url', 'events', 'secret', 'isActive', 'plainSecret', 'createdAt'],
  webhookCreated: ['id', 'url', 'events', 'isActive', 'plainSecret', 'createdAt'],
  webhookPayload: ['id', 'type', 'createdAt', 'calendarSlug', 'data'],
  /** Not present in the current form of event webhooks. */
  webhookPayloadTargetOnly: ['calendarSlug'],
  delivery: ['id', 'webhookId', 'eventType', 'status', 'attempts', 'responseCode', 'nextRetryAt', 'payload'],
  error: ['statusCode', 'message', 'errors'],
  fieldError: ['field', 'message'],
} as const

export const publishedGuestStatuses = ['CONFIRMED', 'PENDING', 'WAITLISTED', 'DECLINED', 'CHECKED_IN'] as const
export const publishedDeliveryStatuses = ['retrying'] as const

/** The `data` of each webhook event. Null if the contract says "not shown". */
export const publishedEvents = {
  'guest.registered': [
    'eventId',
    'eventSlug',
    'eventTitle',
    'guestId',
    'userId',
    'guestEmail',
    'guestName',
    'status',
    'ticketId',
    'ticketName',
    'registrationAnswers',
  ],
  'checkin.created': [
    'eventId',
    'eventSlug',
    'guestId',
    'guestName',
    'guestEmail',
    'qrCode',
    'checkedInAt',
    'checkedInBy',
  ],
  'event.updated': null,
  'event.cancelled': null,
  'announcement.sent': null,
  'reminder.sent': null,
} as const

export const publishedHeaders = {
  apiKey: 'x-svc-api-key',
  bearer: 'Authorization',
  bearerScheme: 'Bearer',
  currentWebhook: {
    event: 'X-Svc-Webhook-Event',
    timestamp: 'X-Svc-Webhook-Timestamp',
    signature: 'X-Svc-Webhook-Signature',
    contentType: 'Content-Type',
  },
  targetWebhook: {
    contentType: 'Content-Type',
    event: 'X-Svc-Event',
    deliveryId: 'X-Svc-Delivery-Id',
    signature: 'X-Svc-Signature',
    userAgent: 'User-Agent',
  },
  webhookContentType: 'application/json',
  webhookSenderVersion: '1.0',
} as const

export const publishedSignatures = {
  current: { value: /^t=(?<timestamp>\d+),v1=(?<hex>[0-9a-f]{64})$/, signed: '<timestamp>.<raw_body>' },
  target: { value: /^sha256=(?<hex>[0-9a-f]{64})$/, signed: '<raw_body>' },
} as const

export const publishedPrefixes = {
  guest: 'gst_',
  ticket: 'tkt_',
  delivery: 'del_',
  liveKey: 'svc_live_',
  testKey: 'svc_test_',
  webhookSecret: 'whsec_',
} as const

export const publishedStatuses = {
  200: 'success',
  401: 'not authenticated',
  403: 'plan or scope insufficient',
  404: 'resource not found',
  429: 'rate limit exceeded',
} as const

export const publishedCheckinRefusals = {
  unknownCode: 404,
  codeOfAnotherEvent: 404,
  alreadyCheckedIn: 409,
  outsideTheWindow: 403,
} as const

export const publishedLimits = {
  pageDefault: 1,
  limitDefault: 50,
  limitMaximum: 100,
  activeKeysPerCalendar: 3,
  visibleKeyCharacters: 8,
  webhookTimeoutSeconds: 10,
  webhookRetryDelaysMinutes: [1, 5, 30],
  deprecationDaysAtLeast: 90,
} as const

/** How the receiver's response affects the delivery. */
export const publishedOutcomes = [
  { outcome: 200, effect: 'success' },
  { outcome: 299, effect: 'success' },
  { outcome: 429, effect: 'retry' },
  { outcome: 500, effect: 'retry' },
  { outcome: 599, effect: 'retry' },
  { outcome: 'timeout', effect: 'retry' },
  { outcome: 410, effect: 'webhook disabled' },
] as const

export const publishedDocument = { openapi: '3.1', version: '1.0.0-preview', line: 'GET /v1/openapi.json' } as const
