/** The enums of the contract, shared by the wire schemas, the rules and the database. */
export const PLANS = ['FREE', 'PLUS', 'PRO', 'ENTERPRISE'] as const
export type Plan = (typeof PLANS)[number]

export const ROLES = ['STAFF', 'MANAGER', 'OWNER'] as const
export type Role = (typeof ROLES)[number]

export const CALENDAR_VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const
export const KEY_MODES = ['live', 'test'] as const
export type KeyMode = (typeof KEY_MODES)[number]

export const EVENT_STATUSES = ['DRAFT', 'PUBLISHED', 'CANCELLED', 'ARCHIVED'] as const
export const EVENT_VISIBILITIES = ['PUBLIC', 'UNLISTED', 'PRIVATE'] as const
/** Which dates of a series a change applies to. */
export const APPLIES = ['this', 'following', 'all'] as const
/**
 * Which series a list shows only by their next date: `next` for every series, `weekly` for those that repeat weekly or
 * more often, `all` for none, so that every date is listed.
 */
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

/** How often a checkpoint admits the same guest: once, once a day, or again after each exit. */
export const CHECKPOINT_MODES = ['ONCE', 'DAILY', 'IN_OUT'] as const
export const DIRECTIONS = ['IN', 'OUT'] as const
export type Direction = (typeof DIRECTIONS)[number]

/**
 * What happens to a free seat while people wait: `AUTOMATIC` gives it to the next party, `OFFERS` sends that party an
 * offer.
 */
export const WAITLIST_MODES = ['AUTOMATIC', 'OFFERS'] as const
/** Whether a smaller party may overtake a larger one that does not fit yet: only with `FITTING`. */
export const WAITLIST_RULES = ['STRICT', 'FITTING'] as const

export const MAX_PARTY_SIZE = 10

export const TICKET_TYPES = ['FREE', 'PAID'] as const
/** Categories of EN 16931: standard, zero-rated, exempt, and outside the scope of tax. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'O'] as const
/** What an add-on belongs to. */
export const ADDON_UNITS = ['SEAT', 'ORDER'] as const
export const PRICE_MODES = ['FIXED', 'CHOSEN'] as const
export const TICKET_STATUSES = ['ON_SALE', 'SCHEDULED', 'SOLD_OUT', 'ENDED', 'PAUSED'] as const

/** The values stored in `guests.status`. The API shows `GUEST_STATUSES`. */
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
/** The stored statuses plus `OFFERED`, which the API shows for a `PENDING` guest who has an offer. */
export const GUEST_STATUSES = [...STORED_GUEST_STATUSES, 'OFFERED'] as const
export type GuestStatus = (typeof GUEST_STATUSES)[number]
export const GUEST_SOURCES = ['API', 'PUBLIC', 'INVITE', 'DASHBOARD', 'TRANSFER'] as const

export const ORDER_STATUSES = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
export const PAYMENT_PROVIDERS = ['FREE', 'OFFLINE', 'STRIPE'] as const
/** How the buyer of an order with a price pays: at the payment provider, by bank transfer, or to the organiser by hand. */
/** HOLD offers methods whose money arrives days later, and OFF doesn't. */
export const DELAYED_PAYMENTS = ['HOLD', 'OFF'] as const
export const PAYMENT_METHODS = ['ONLINE', 'BANK', 'HAND'] as const
/**
 * State of the payment of an order that isn't paid. `PROCESSING`: the buyer has finished the checkout page,
 * and their bank confirms later.
 */
export const PAYMENT_STATES = ['OPEN', 'PROCESSING', 'FAILED', 'OVERDUE'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const ACCOUNT_KINDS = ['CONNECT', 'OWN_KEY'] as const
export const ACCOUNT_STATUSES = ['ONBOARDING', 'ACTIVE', 'RESTRICTED', 'DISCONNECTED'] as const
export const ACCOUNT_MODES = ['LIVE', 'TEST'] as const
/**
 * How the orders of a move (one change of guests) are paid, unless their calendar has its own account: in the
 * deployment's account, or offline. `BANK` (the buyer's choice) and `BY_HAND` are offline whatever payment accounts the
 * calendar has.
 */
export type PayBy = 'STRIPE' | 'OFFLINE' | 'BANK' | 'BY_HAND'
/** How buyers may choose to pay. */
export const PAYMENT_CHOICES = ['ONLINE', 'BANK'] as const
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number]
/**
 * Outcome of a line of a bank statement. `LATE`: the order had expired or been cancelled. `REFUNDED`: the line paid out
 * a refund. `SUGGESTED`: a person has to confirm the order.
 */
export const BANK_LINE_STATES = [
  'MATCHED',
  'UNDERPAID',
  'OVERPAID',
  'DUPLICATE',
  'LATE',
  'REFUNDED',
  'SUGGESTED',
  'UNMATCHED',
  'IGNORED',
] as const
export type BankLineState = (typeof BANK_LINE_STATES)[number]
/** Whether a refund by bank transfer still has to be transferred. */
export const PAYOUT_STATES = ['DUE', 'DONE'] as const
export const REFUND_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
/**
 * How far a request to the payment provider has got: planned; sent, with an unknown outcome; confirmed with a
 * reference; finished.
 */
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
export const RECONCILIATION_PHASES = ['PAYMENTS', 'REFUNDS', 'DISPUTES', 'MOVEMENTS', 'ORDERS'] as const
export const DOCUMENT_KINDS = ['INVOICE', 'CREDIT_NOTE'] as const
/** Movements in an organiser’s account at the payment provider: its fees, the operator’s fees, payouts to the bank. */
export const PROVIDER_POSTING_TYPES = ['FEE', 'PLATFORM_FEE', 'PAYOUT'] as const
/** Movements of money: an order's payment, a refund, a lost dispute. Negative amounts of a CHARGE take one back. */
export const POSTING_TYPES = ['CHARGE', 'REFUND', 'DISPUTE'] as const
/** When invoices are issued: never, when a buyer or the organiser asks, or whenever an order is paid. */
export const DOCUMENT_MODES = ['OFF', 'ON_REQUEST', 'ALWAYS'] as const
export const DISCOUNT_TYPES = ['PERCENT', 'AMOUNT'] as const

export const WEBHOOK_FORMS = ['current', 'target'] as const
/** The events that a webhook receives if it was created without `events`. */
export const DEFAULT_WEBHOOK_EVENT_TYPES = [
  'guest.registered',
  'checkin.created',
  'event.updated',
  'event.cancelled',
  'announcement.sent',
  'reminder.sent',
] as const
/** Events that a webhook receives only if it lists them. Database triggers insert their deliveries when rows change. */
export const NAMED_EVENT_TYPES = [
  'guest.updated',
  'checkin.undone',
  'order.updated',
  'refund.updated',
  'dispute.updated',
  'document.issued',
  'event.created',
  'event.published',
] as const
export const WEBHOOK_EVENT_TYPES = [
  ...DEFAULT_WEBHOOK_EVENT_TYPES,
  ...NAMED_EVENT_TYPES,
  'checkpoint.scanned',
  'import.completed',
  'archive.completed',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]
export const DELIVERY_STATUSES = ['pending', 'retrying', 'succeeded', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
export const RECOVERY_STATUSES = ['RUNNING', 'DONE', 'STOPPED'] as const

/** The object types in `GET /v1/changes`. */
export const CHANGE_OBJECTS = [
  'calendar',
  'series',
  'event',
  'ticket',
  'addon',
  'checkpoint',
  'guest',
  'checkin',
  'scan',
  'order',
  'refund',
  'document',
  'coupon',
  'announcement',
  'reminder',
  'job',
] as const
export type ChangeObject = (typeof CHANGE_OBJECTS)[number]
/**
 * Limits for assistants with an API key: only read, carry out a quote after the program has asked the person, or also
 * confirm a quote.
 */
export const AGENT_LIMITS = ['read', 'ask', 'confirm'] as const
export type AgentLimit = (typeof AGENT_LIMITS)[number]

/** The resource that an app's access token is for: the API, or the tools for assistants. */
export const APP_RESOURCES = ['api', 'mcp'] as const
export type AppResource = (typeof APP_RESOURCES)[number]
export const APP_TOKEN_KINDS = ['access', 'refresh'] as const

/** Kinds of completed jobs in the change feed. */
export const JOB_KINDS = ['IMPORT', 'ARCHIVE', 'RESTORE'] as const

export const ACTOR_TYPES = ['user', 'key', 'app', 'pass', 'guest', 'provider', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

export const MAIL_STATUSES = ['pending', 'retrying', 'sent', 'failed', 'cancelled'] as const

/** The `PARTSTAT` values of a calendar app's reply to an invite (iTIP). */
export const INVITE_ANSWERS = ['ACCEPTED', 'TENTATIVE', 'DECLINED'] as const

export const COMMUNICATION_KINDS = ['ANNOUNCEMENT', 'REMINDER'] as const
export const COMMUNICATION_TRIGGERS = ['MANUAL', 'AUTOMATIC'] as const
export const COMMUNICATION_STATUSES = ['SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const

export const EXPORT_DATASETS = ['GUESTS', 'ORDERS', 'CHECKINS', 'EVENTS'] as const
export const EXPORT_FORMATS = ['csv', 'json'] as const
export const EXPORT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
/** Why an export schedule is paused: too many runs in a row failed, or its creator may no longer see the data. */
export const EXPORT_PAUSES = ['FAILURES', 'CREATOR'] as const
export const ARCHIVE_STATUSES = ['RUNNING', 'READY', 'FAILED'] as const
export const RESTORE_STATUSES = ['RECEIVING', 'RUNNING', 'DONE', 'FAILED'] as const
export const EXPORT_RUN_STATUSES = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const

/** The scopes of an API key, each with the text that the console shows. */
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

/** The languages of guest pages and emails. Each has a file in `src/words`. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** Accent hues in degrees, in steps of 14. 22 and 36 are left out, because red means danger. */
export const ACCENTS = Array.from({ length: 24 }, (_, index) => (46 + 14 * index) % 360)

/** The name of the default ticket. `ticketIn` translates it for guests. */
export const GENERAL_ADMISSION = 'General admission'
