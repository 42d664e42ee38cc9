/** What the public API answers, as far as the console shows it. */
export interface One<Item> {
  data: Item
  message?: string
}

export interface PageOf<Item> {
  data: Item[]
  total: number
  page: number
  limit: number
  totalPages: number
}

export type Plan = 'FREE' | 'PLUS' | 'PRO' | 'ENTERPRISE'
export type Role = 'STAFF' | 'MANAGER' | 'OWNER'

export interface MyCalendar {
  id: string
  slug: string
  name: string
  plan: Plan
  role: Role
}

export interface Me {
  userId: string
  calendars: MyCalendar[]
}

export interface Calendar {
  slug: string
  name: string
  timezone: string
  visibility: 'PUBLIC' | 'PRIVATE'
  url: string | null
  icsUrl: string | null
  embedUrl: string | null
  webcalUrl: string | null
}

export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: string[]
  isActive: boolean
  mode: 'live' | 'test'
  createdAt: string
  createdBy: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  isActive: boolean
  form: 'current' | 'target'
  eventId: string | null
  consecutiveFailures: number
  disabledReason: string | null
  createdAt: string
}

export interface Attempt {
  at: string
  responseCode: number | null
  durationMs: number
  error: string | null
  responseBody: string | null
}

export type DeliveryStatus = 'pending' | 'retrying' | 'succeeded' | 'failed' | 'cancelled'

export interface Delivery {
  id: string
  webhookId: string
  eventType: string
  status: DeliveryStatus
  attempts: number
  responseCode: number | null
  nextRetryAt: string | null
  payload: unknown
  attemptLog: Attempt[]
  createdAt: string
  completedAt: string | null
}

export interface EventRef {
  id: string
  slug: string
  title: string
  startAt: string
}

export interface Member {
  userId: string
  role: Role
}

export interface ScheduledExport {
  id: string
  eventId: string | null
  dataset: 'GUESTS' | 'ORDERS' | 'CHECKINS' | 'EVENTS'
  format: 'csv' | 'json'
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  weekday: number | null
  dayOfMonth: number | null
  timeOfDay: string
  timezone: string
  recipients: string[]
  isActive: boolean
  nextRunAt: string | null
  lastRunAt: string | null
  lastStatus: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | null
  consecutiveFailures: number
  pausedReason: 'FAILURES' | 'CREATOR' | null
}

export interface ExportRun {
  id: string
  status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED'
  scheduledFor: string
  attempts: number
  rowCount: number | null
  bytes: number | null
  error: string | null
  url: string | null
  expiresAt: string | null
}
