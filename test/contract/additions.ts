import type { Line, PublishedScope } from './published.ts'

/**
 * The product's additions to the published contract, written down by hand so that the tests can compare them with the
 * registry.
 */
export type Role = 'STAFF' | 'MANAGER' | 'OWNER'

export interface KeyRoute {
  line: Line
  surface: 'v1'
  /** `any` accepts a key with any scope. */
  scope: PublishedScope | 'any'
  plan: 'PRO'
}
export interface SessionRoute {
  line: Line
  surface: 'dashboard'
  /** Null accepts any session. OPERATOR requires the operator claim that is configured. */
  role: Role | 'OPERATOR' | null
  plan: 'PLUS' | 'PRO' | null
}
export interface OpenRoute {
  line: Line
  surface: 'open'
  plan: 'PLUS' | null
}
export type AddedRoute = KeyRoute | SessionRoute | OpenRoute

const key = (scope: KeyRoute['scope'], ...lines: Line[]): KeyRoute[] =>
  lines.map((line) => ({ line, surface: 'v1', scope, plan: 'PRO' }))
const session = (role: SessionRoute['role'], ...lines: Line[]): SessionRoute[] =>
  lines.map((line) => ({ line, surface: 'dashboard', role, plan: null }))
const sessionOn = (plan: 'PLUS' | 'PRO', role: SessionRoute['role'], ...lines: Line[]): SessionRoute[] =>
  lines.map((line) => ({ line, surface: 'dashboard', role, plan }))
const open = (...lines: Line[]): OpenRoute[] => lines.map((line) => ({ line, surface: 'open', plan: null }))
const openOn = (plan: 'PLUS', ...lines: Line[]): OpenRoute[] => lines.map((line) => ({ line, surface: 'open', plan }))

/** Operations that the published scopes, events and states imply. All are live. */
export const additions: readonly AddedRoute[] = [
  // The OpenAPI document and the migration page.
  ...open('GET /v1/openapi.json', 'GET /v1/openapi.sdk.json', 'GET /v1/migration'),

  // The caller.
  ...key('any', 'GET /v1/me'),
  ...session(null, 'GET /me'),

  // Orders of a calendar, and payments taken back.
  ...key('billing:read', 'GET /v1/calendars/:slug/orders'),
  ...session('OWNER', 'GET /calendars/:slug/orders', 'POST /events/:eventId/orders/:orderId/mark-unpaid'),
  ...key('billing:write', 'POST /v1/events/:eventId/orders/:orderId/mark-unpaid'),

  // Events.
  ...session('STAFF', 'GET /events/:eventId'),
  ...key(
    'events:write',
    'PATCH /v1/events/:eventId',
    'DELETE /v1/events/:eventId',
    'POST /v1/events/:eventId/cancel',
    'POST /v1/events/:eventId/duplicate',
  ),
  ...session(
    'MANAGER',
    'PATCH /events/:eventId',
    'DELETE /events/:eventId',
    'POST /events/:eventId/cancel',
    'POST /events/:eventId/duplicate',
  ),

  // Series.
  ...key(
    'events:write',
    'POST /v1/series',
    'POST /v1/series/preview',
    'PATCH /v1/series/:seriesId',
    'DELETE /v1/series/:seriesId',
    'POST /v1/series/:seriesId/cancel',
  ),
  ...key(
    'events:read',
    'GET /v1/calendars/:slug/series',
    'GET /v1/series/:seriesId',
    'GET /v1/series/:seriesId/events',
  ),
  ...session(
    'MANAGER',
    'POST /series',
    'POST /series/preview',
    'PATCH /series/:seriesId',
    'DELETE /series/:seriesId',
    'POST /series/:seriesId/cancel',
  ),
  ...session('STAFF', 'GET /calendars/:slug/series', 'GET /series/:seriesId', 'GET /series/:seriesId/events'),

  // Tickets.
  ...key('events:read', 'GET /v1/events/:eventId/tickets'),
  ...key(
    'events:write',
    'POST /v1/events/:eventId/tickets',
    'PATCH /v1/events/:eventId/tickets/:ticketId',
    'DELETE /v1/events/:eventId/tickets/:ticketId',
  ),
  ...session(
    'MANAGER',
    'GET /events/:eventId/tickets',
    'POST /events/:eventId/tickets',
    'PATCH /events/:eventId/tickets/:ticketId',
    'DELETE /events/:eventId/tickets/:ticketId',
  ),

  // Statistics.
  ...key('events:read', 'GET /v1/events/:eventId/statistics'),
  ...session('STAFF', 'GET /events/:eventId/statistics'),
  ...key('analytics:read', 'GET /v1/calendars/:slug/analytics'),
  ...session('MANAGER', 'GET /calendars/:slug/analytics'),

  // Feeds and embedding.
  ...open('GET /events/slug/:slug/event.ics', 'GET /embed.js'),
  ...openOn('PLUS', 'GET /calendars/:slug/embed'),
  ...sessionOn(
    'PLUS',
    'OWNER',
    'GET /calendars/:slug/feed-token',
    'POST /calendars/:slug/feed-token',
    'DELETE /calendars/:slug/feed-token',
  ),

  // Guests.
  ...key('guests:read', 'GET /v1/events/:eventId/guests/:guestId'),
  ...key(
    'guests:write',
    'PATCH /v1/events/:eventId/guests/:guestId',
    'POST /v1/events/:eventId/guests/:guestId/erase',
    'POST /v1/events/:eventId/guests/:guestId/resend',
    'POST /v1/events/:eventId/guests/:guestId/renew-links',
  ),
  ...session('STAFF', 'GET /events/:eventId/guests/:guestId'),
  ...session(
    'MANAGER',
    'PATCH /events/:eventId/guests/:guestId',
    'POST /events/:eventId/guests/:guestId/erase',
    'POST /events/:eventId/guests/:guestId/resend',
    'POST /events/:eventId/guests/:guestId/renew-links',
  ),

  // Public registration.
  ...open(
    // Apple and Google Wallet.
    'GET /public/registrations/:manageToken/pass.pkpass',
    'GET /public/registrations/:manageToken/passes.pkpasses',
    'GET /public/registrations/:manageToken/google-wallet',
    'POST /public/passes/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber',
    'DELETE /public/passes/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber',
    'GET /public/passes/v1/devices/:deviceId/registrations/:passTypeId',
    'GET /public/passes/v1/passes/:passTypeId/:serialNumber',
    'POST /public/passes/v1/log',
  ),
  ...open(
    'POST /public/events/:eventId/registrations',
    'POST /public/events/:eventId/lost-link',
    'POST /public/series/:seriesId/registrations',
    'GET /public/registrations/:manageToken',
    'GET /public/registrations/:manageToken/event.ics',
    'GET /public/registrations/:manageToken/data',
    'POST /public/registrations/:manageToken/accept',
    'POST /public/registrations/:manageToken/cancel',
  ),

  // Check-in.
  ...key('events:read', 'GET /v1/events/:eventId/checkpoints'),
  ...key(
    'events:write',
    'POST /v1/events/:eventId/checkpoints',
    'PATCH /v1/events/:eventId/checkpoints/:checkpointId',
    'DELETE /v1/events/:eventId/checkpoints/:checkpointId',
  ),
  ...session('STAFF', 'GET /events/:eventId/checkpoints'),
  ...session(
    'MANAGER',
    'POST /events/:eventId/checkpoints',
    'PATCH /events/:eventId/checkpoints/:checkpointId',
    'DELETE /events/:eventId/checkpoints/:checkpointId',
  ),
  ...key('checkins:write', 'DELETE /v1/events/:eventId/checkins/:checkinId', 'POST /v1/events/:eventId/checkins/batch'),
  ...key(
    'checkins:read',
    'GET /v1/events/:eventId/checkins/door',
    'GET /v1/events/:eventId/checkins/search',
    'GET /v1/events/:eventId/checkins/live',
    'POST /v1/events/:eventId/checkins/live-ticket',
    'GET /v1/events/:eventId/checkins/summary',
    'GET /v1/events/:eventId/checkins/manifest',
  ),
  ...session(
    'STAFF',
    'DELETE /events/:eventId/checkins/:checkinId',
    'POST /events/:eventId/checkins/batch',
    'GET /events/:eventId/checkins/door',
    'GET /events/:eventId/checkins/live',
    'POST /events/:eventId/checkins/live-ticket',
    'GET /events/:eventId/checkins/summary',
    'GET /events/:eventId/checkins/manifest',
    'GET /events/:eventId/checkins/search',
  ),

  // Door passes.
  ...sessionOn(
    'PRO',
    'MANAGER',
    'GET /events/:eventId/door-passes',
    'POST /events/:eventId/door-passes',
    'DELETE /events/:eventId/door-passes/:passId',
  ),

  // Webhooks and their delivery log.
  ...key('webhooks:read', 'GET /v1/webhooks', 'GET /v1/webhooks/:id'),
  ...key(
    'webhooks:write',
    'POST /v1/webhooks',
    'PATCH /v1/webhooks/:id',
    'DELETE /v1/webhooks/:id',
    'POST /v1/webhooks/:id/rotate-secret',
    'POST /v1/webhooks/:id/test',
    'POST /v1/webhooks/polled',
    'POST /v1/webhooks/:id/poll',
  ),
  ...sessionOn(
    'PLUS',
    'OWNER',
    'POST /events/:eventId/webhooks/:id/rotate-secret',
    'POST /calendars/:slug/webhooks/:id/rotate-secret',
  ),
  ...sessionOn(
    'PRO',
    'OWNER',
    'GET /calendars/:slug/webhook-deliveries',
    'GET /calendars/:slug/webhook-deliveries/:id',
    'POST /calendars/:slug/webhook-deliveries/:id/retry',
    'POST /calendars/:slug/webhook-deliveries/:id/send-now',
  ),

  // The change feed.
  ...key('any', 'GET /v1/changes', 'GET /v1/calendars/:slug/changes'),
  ...session('MANAGER', 'GET /calendars/:slug/changes'),

  // Sales.
  ...key('billing:read', 'GET /v1/events/:eventId/orders/:orderId', 'GET /v1/events/:eventId/sales'),
  ...key('billing:write', 'POST /v1/events/:eventId/orders/:orderId/mark-paid'),
  ...session(
    'OWNER',
    'GET /events/:eventId/orders/:orderId',
    'GET /events/:eventId/sales',
    'POST /events/:eventId/orders/:orderId/mark-paid',
  ),
  ...session(
    'MANAGER',
    'POST /calendars/:slug/coupons',
    'PATCH /calendars/:slug/coupons/:couponId',
    'DELETE /calendars/:slug/coupons/:couponId',
  ),

  // Communications.
  ...key(
    'communications:write',
    'GET /v1/events/:eventId/announcements',
    'POST /v1/events/:eventId/announcements',
    'GET /v1/events/:eventId/reminders',
    'POST /v1/events/:eventId/reminders',
  ),
  ...session(
    'MANAGER',
    'GET /events/:eventId/announcements',
    'POST /events/:eventId/announcements',
    'GET /events/:eventId/reminders',
    'POST /events/:eventId/reminders',
  ),

  // Scheduled exports.
  ...sessionOn(
    'PLUS',
    'MANAGER',
    'GET /calendars/:slug/scheduled-exports',
    'PATCH /calendars/:slug/scheduled-exports/:id',
    'DELETE /calendars/:slug/scheduled-exports/:id',
    'GET /calendars/:slug/scheduled-exports/:id/runs',
  ),
  ...open('GET /public/exports/:token'),

  // Stripe webhooks.
  ...open('POST /public/payments/stripe'),

  // One-click unsubscribe from announcements and reminders.
  ...open('GET /public/unsubscribe/:token', 'POST /public/unsubscribe/:token'),

  // Archives, and their restores.
  ...session(
    'OWNER',
    'POST /calendars/:slug/archives',
    'GET /calendars/:slug/archives',
    'GET /calendars/:slug/archives/:archiveId',
  ),
  ...open('GET /public/archives/:token'),
  ...session(null, 'POST /restores', 'GET /restores/:restoreId', 'PUT /restores/:restoreId/pieces/:number'),
  ...session(null, 'POST /restores/:restoreId/start'),
]

/** The dashboard routes of the published operations, with the role each requires. */
export const dashboardTwins: readonly SessionRoute[] = [
  ...session('STAFF', 'GET /events'),
  ...session('MANAGER', 'POST /events'),

  ...sessionOn(
    'PRO',
    'OWNER',
    'GET /calendars/:slug/api-keys/scopes',
    'GET /calendars/:slug/api-keys',
    'POST /calendars/:slug/api-keys',
    'PATCH /calendars/:slug/api-keys/:keyId',
    'DELETE /calendars/:slug/api-keys/:keyId',
    'GET /v1/api-keys',
    'POST /v1/api-keys',
  ),

  ...session('STAFF', 'GET /events/:eventId/guests'),
  ...session(
    'MANAGER',
    'POST /events/:eventId/guests',
    'POST /events/:eventId/guests/invite',
    'POST /events/:eventId/guests/:guestId/approve',
    'POST /events/:eventId/guests/:guestId/reject',
    'PATCH /events/:eventId/guests/:guestId/status',
    'POST /rsvps/:rsvpId/transfer',
    'GET /events/:eventId/export',
  ),

  ...session(
    'STAFF',
    'GET /events/:eventId/checkins',
    'GET /events/:eventId/checkins/lookup',
    'POST /events/:eventId/checkins',
  ),

  ...sessionOn(
    'PLUS',
    'OWNER',
    'GET /events/:eventId/webhooks',
    'POST /events/:eventId/webhooks',
    'PATCH /events/:eventId/webhooks/:id',
    'DELETE /events/:eventId/webhooks/:id',
    'POST /events/:eventId/webhooks/:id/test',
    'GET /calendars/:slug/webhooks',
    'POST /calendars/:slug/webhooks',
    'PATCH /calendars/:slug/webhooks/:id',
    'DELETE /calendars/:slug/webhooks/:id',
    'POST /calendars/:slug/webhooks/:id/test',
  ),

  ...session('OWNER', 'GET /events/:eventId/orders', 'POST /events/:eventId/orders/:orderId/refund'),
  ...session('STAFF', 'GET /coupons/calendar/:slug'),
  ...sessionOn('PLUS', 'MANAGER', 'POST /calendars/:slug/scheduled-exports'),
]

/** Every route that works without a credential. In some cases the URL itself is a secret. */
export const openRoutes: readonly Line[] = [
  'GET /public/archives/:token',
  'GET /health',
  'GET /v1/openapi.json',
  'GET /v1/openapi.sdk.json',
  'GET /v1/migration',
  'GET /calendars/:slug',
  'GET /calendars/:slug/events',
  'GET /calendars/:slug/embed',
  'GET /calendars/:slug/embed.json',
  'GET /calendars/:slug/events.ics',
  'GET /embed.js',
  'GET /events/slug/:slug',
  'GET /events/slug/:slug/event.ics',
  'GET /public/qr/:qrCode',
  'POST /public/events/:eventId/registrations',
  'POST /public/events/:eventId/lost-link',
  'POST /public/series/:seriesId/registrations',
  'GET /public/registrations/:manageToken',
  'GET /public/registrations/:manageToken/event.ics',
  'GET /public/registrations/:manageToken/data',
  'POST /public/registrations/:manageToken/accept',
  'POST /public/registrations/:manageToken/cancel',
  'GET /public/registrations/:manageToken/pass.pkpass',
  'GET /public/registrations/:manageToken/passes.pkpasses',
  'GET /public/registrations/:manageToken/google-wallet',
  'POST /public/passes/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber',
  'DELETE /public/passes/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber',
  'GET /public/passes/v1/devices/:deviceId/registrations/:passTypeId',
  'GET /public/passes/v1/passes/:passTypeId/:serialNumber',
  'POST /public/passes/v1/log',
  'GET /public/exports/:token',
  'GET /public/unsubscribe/:token',
  'POST /public/unsubscribe/:token',
  'POST /public/payments/stripe',
]

export const secretRoutes: readonly Line[] = [
  'GET /public/archives/:token',
  'GET /public/registrations/:manageToken',
  'GET /public/registrations/:manageToken/event.ics',
  'GET /public/registrations/:manageToken/data',
  'POST /public/registrations/:manageToken/accept',
  'POST /public/registrations/:manageToken/cancel',
  'GET /public/registrations/:manageToken/pass.pkpass',
  'GET /public/registrations/:manageToken/passes.pkpasses',
  'GET /public/registrations/:manageToken/google-wallet',
  'POST /public/passes/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber',
  'DELETE /public/passes/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber',
  'GET /public/passes/v1/devices/:deviceId/registrations/:passTypeId',
  'GET /public/passes/v1/passes/:passTypeId/:serialNumber',
  'POST /public/passes/v1/log',
  'GET /public/exports/:token',
  'GET /public/unsubscribe/:token',
  'POST /public/unsubscribe/:token',
  'POST /public/payments/stripe',
]

/** The routes that a door pass may use: session routes only, and only at the event of the pass. */
export const doorWork: readonly Line[] = [
  'GET /events/:eventId/checkins/door',
  'GET /events/:eventId/checkins/lookup',
  'GET /events/:eventId/checkins/search',
  'POST /events/:eventId/checkins',
  'POST /events/:eventId/checkins/batch',
  'DELETE /events/:eventId/checkins/:checkinId',
  'GET /events/:eventId/checkins/summary',
  'GET /events/:eventId/checkins/manifest',
  'GET /events/:eventId/checkins/live',
  'POST /events/:eventId/checkins/live-ticket',
]

/** Lists that are returned whole as `{data: […]}`, by the last path segment. Every other list is paginated. */
export const wholeLists = [
  'checkins',
  'scopes',
  'api-keys',
  'webhooks',
  'members',
  'tickets',
  'announcements',
  'reminders',
  'door-passes',
  'checkpoints',
  'search',
  'tax-rates',
] as const

export const errorFields = ['statusCode', 'message', 'errors', 'code', 'requestId'] as const

export const errorCodes = {
  400: ['validation_failed', 'malformed_json'],
  401: ['unauthenticated'],
  403: ['scope_missing', 'plan_insufficient', 'role_insufficient', 'checkin_not_open', 'checkin_closed'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: [
    'already_checked_in',
    'guest_not_confirmed',
    'invalid_transition',
    'capacity_exceeded',
    'already_registered',
    'slug_taken',
    'api_key_limit_reached',
    'delivery_not_failed',
    'order_not_refundable',
    'ticket_has_guests',
    'event_has_guests',
    'event_cancelled',
    'registration_closed',
    'coupon_exhausted',
    'last_owner',
  ],
  410: ['cursor_expired'],
  412: ['precondition_failed'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: ['refund_exceeds_remaining', 'coupon_invalid', 'idempotency_key_reused'],
  426: ['upgrade_required'],
  429: ['rate_limited'],
  503: ['unavailable'],
} as const

/** The number of calls allowed per 60 seconds. */
export const rateLimits = {
  v1: 300,
  door: 600,
  bearer: 180,
  failedCredentials: 30,
  open: 120,
  registration: 20,
  registrations: 60,
  export: 10,
} as const
