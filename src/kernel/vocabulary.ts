/** The enumerated words of the contract, shared by the wire, the rules and the database. */
export const PLANS = ['FREE', 'PLUS', 'PRO', 'ENTERPRISE'] as const
export type Plan = (typeof PLANS)[number]

export const ROLES = ['STAFF', 'MANAGER', 'OWNER'] as const
export type Role = (typeof ROLES)[number]

export const CALENDAR_VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const
export const KEY_MODES = ['live', 'test'] as const
export type KeyMode = (typeof KEY_MODES)[number]

export const EVENT_STATUSES = ['DRAFT', 'PUBLISHED', 'CANCELLED', 'ARCHIVED'] as const
export const EVENT_VISIBILITIES = ['PUBLIC', 'UNLISTED', 'PRIVATE'] as const
/** What a change of one date of a series is for. */
export const APPLIES = ['this', 'following', 'all'] as const
/** Of which series a list shows the next date alone: of none, of each, of those that are weekly or denser. */
export const SERIES_IN_LISTS = ['all', 'next', 'weekly'] as const
export const LIFECYCLES = ['UPCOMING', 'ONGOING', 'ENDED'] as const
export const LOCATION_TYPES = ['IN_PERSON', 'ONLINE', 'HYBRID'] as const
export const LOCATION_VISIBILITIES = ['PUBLIC', 'GUESTS_ONLY'] as const
export const REGISTRATION_STATUSES = ['OPEN', 'NOT_YET_OPEN', 'CLOSED', 'SOLD_OUT', 'WAITLIST'] as const
export const QUESTION_TYPES = [
  'TEXT',
  'TEXTAREA',
  'SELECT',
  'MULTISELECT',
  'CHECKBOX',
  'NUMBER',
  'EMAIL',
  'PHONE',
  'URL',
  'DATE',
] as const

/** How often a door lets the same guest in: once, once a day, or again whenever they have left. */
export const CHECKPOINT_MODES = ['ONCE', 'DAILY', 'IN_OUT'] as const
export const DIRECTIONS = ['IN', 'OUT'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** What becomes of a seat that comes free while people wait: the next has it, or is asked. */
export const WAITLIST_MODES = ['AUTOMATIC', 'OFFERS'] as const
/** Whether a smaller party may pass a larger one that there is no room for yet. */
export const WAITLIST_RULES = ['STRICT', 'FITTING'] as const

/** How many may register together. */
export const MAX_PARTY_SIZE = 10

export const TICKET_TYPES = ['FREE', 'PAID'] as const
export const TICKET_STATUSES = ['ON_SALE', 'SCHEDULED', 'SOLD_OUT', 'ENDED', 'PAUSED'] as const

/** What a guest's row says. */
export const STORED_GUEST_STATUSES = [
  'INVITED',
  'PENDING',
  'CONFIRMED',
  'WAITLISTED',
  'DECLINED',
  'CANCELLED',
  'CHECKED_IN',
  'TRANSFERRED',
] as const
/** What everybody is shown: a PENDING guest with an offer is OFFERED. */
export const GUEST_STATUSES = [...STORED_GUEST_STATUSES, 'OFFERED'] as const
export type GuestStatus = (typeof GUEST_STATUSES)[number]
export const GUEST_SOURCES = ['API', 'PUBLIC', 'INVITE', 'DASHBOARD', 'TRANSFER'] as const

export const ORDER_STATUSES = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
export const PAYMENT_PROVIDERS = ['FREE', 'OFFLINE', 'STRIPE'] as const
export const REFUND_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
/** Meant; on its way, and perhaps there; there, under a known reference; over. */
export const EFFECT_STATES = ['INTENDED', 'SENT', 'KNOWN', 'SETTLED'] as const
export const DIFFERENCE_KINDS = [
  'DISPUTED',
  'PAID_TWICE',
  'PAYMENT_DIFFERS',
  'PAYMENT_MISSING',
  'REFUND_DIFFERS',
  'REFUND_FAILED',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]
export const RECONCILIATION_PHASES = ['PAYMENTS', 'REFUNDS', 'DISPUTES', 'ORDERS'] as const
export const DISCOUNT_TYPES = ['PERCENT', 'AMOUNT'] as const

export const WEBHOOK_FORMS = ['current', 'target'] as const
/** What a webhook hears that does not say what it wants to hear. */
export const DEFAULT_WEBHOOK_EVENT_TYPES = [
  'guest.registered',
  'checkin.created',
  'event.updated',
  'event.cancelled',
  'announcement.sent',
  'reminder.sent',
] as const
/** The others a webhook hears only if it names them. Of these, triggers write the deliveries where the rows change. */
export const NAMED_EVENT_TYPES = [
  'guest.updated',
  'checkin.undone',
  'order.updated',
  'event.created',
  'event.published',
] as const
export const WEBHOOK_EVENT_TYPES = [...DEFAULT_WEBHOOK_EVENT_TYPES, ...NAMED_EVENT_TYPES, 'checkpoint.scanned'] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]
export const DELIVERY_STATUSES = ['pending', 'retrying', 'succeeded', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
export const RECOVERY_STATUSES = ['RUNNING', 'DONE', 'STOPPED'] as const

/** What the feed of changes tells of. */
export const CHANGE_OBJECTS = [
  'calendar',
  'series',
  'event',
  'ticket',
  'checkpoint',
  'guest',
  'checkin',
  'order',
  'refund',
  'coupon',
  'announcement',
  'reminder',
] as const
export type ChangeObject = (typeof CHANGE_OBJECTS)[number]
export const ACTOR_TYPES = ['user', 'key', 'pass', 'guest', 'provider', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

export const MAIL_STATUSES = ['pending', 'retrying', 'sent', 'failed', 'cancelled'] as const

/** What a calendar program answers for whoever keeps the calendar. */
export const INVITE_ANSWERS = ['ACCEPTED', 'TENTATIVE', 'DECLINED'] as const

export const COMMUNICATION_KINDS = ['ANNOUNCEMENT', 'REMINDER'] as const
export const COMMUNICATION_TRIGGERS = ['MANUAL', 'AUTOMATIC'] as const
export const COMMUNICATION_STATUSES = ['SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const

export const EXPORT_DATASETS = ['GUESTS', 'ORDERS', 'CHECKINS', 'EVENTS'] as const
export const EXPORT_FORMATS = ['csv', 'json'] as const
export const EXPORT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
/** A schedule that failed too often in a row, and one whose creator may no longer see what it sends. */
export const EXPORT_PAUSES = ['FAILURES', 'CREATOR'] as const
export const EXPORT_RUN_STATUSES = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const

/** What a key can be let do, in words. */
export const SCOPES = {
  'events:read': 'Read the calendar, events, tickets and statistics',
  'events:write': 'Create, update, delete, cancel and duplicate events and tickets',
  'guests:read': 'List guests and export them as CSV or JSON',
  'guests:write': 'Add, invite, approve, reject and transfer guests',
  'checkins:read': 'List check-ins and look up QR codes',
  'checkins:write': 'Create and undo check-ins',
  'communications:write': 'Send announcements and reminders by email',
  'webhooks:read': 'Read webhooks and their delivery log',
  'webhooks:write': 'Create webhooks and retry their deliveries',
  'billing:read': 'Read orders and sales reports',
  'billing:write': 'Refund orders and mark them paid',
  'analytics:read': 'Read aggregate calendar statistics',
} as const

export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]]

/** The languages in which guests are spoken to; each has a list in src/words. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** The hues of accents, in degrees: every fourteenth, but those around red, which mean danger. */
export const ACCENTS = Array.from({ length: 24 }, (_, index) => (46 + 14 * index) % 360)

/** What the ticket is called that an event gets where it was given none. */
export const GENERAL_ADMISSION = 'General admission'
