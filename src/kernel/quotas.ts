import { refusal } from './failure.ts'
import { DAY_MS, iso, type Instant } from './time.ts'
import { PLANS, type Plan } from './vocabulary.ts'

type ByPlan = Readonly<Record<Plan, number>>

const onEveryPlan = (limit: number): ByPlan => ({ FREE: limit, PLUS: limit, PRO: limit, ENTERPRISE: limit })

/**
 * Limits per plan. The `QUOTAS` setting can override individual limits. Quotas only reject additions: rows that already
 * exceed a limit stay. A day is a UTC day.
 */
export const QUOTAS = {
  /**
   * Invitations sent plus guests added by a calendar in a day. Each of these people gets an email in the calendar's
   * name.
   */
  recipientsPerDay: { FREE: 100, PLUS: 2_000, PRO: 20_000, ENTERPRISE: 20_000 },
  /** Messages that organisers send to the guests of an event in a day. Automatic reminders do not count. */
  messagesPerEventAndDay: onEveryPlan(3),
  /** Calendars that a user created, not counting deleted ones. */
  calendarsPerUser: onEveryPlan(10),
  /** Events of a calendar that are neither over nor cancelled. */
  eventsPerCalendar: { FREE: 200, PLUS: 5_000, PRO: 50_000, ENTERPRISE: 50_000 },
  /** Guests of an event, not counting those who left it. At the limit, visitors see the event as full. */
  guestsPerEvent: { FREE: 1_000, PLUS: 20_000, PRO: 200_000, ENTERPRISE: 200_000 },
  /** Stored images of a calendar. */
  imagesPerCalendar: onEveryPlan(200),
  /** Images uploaded to a calendar in a day. */
  imagesPerDay: onEveryPlan(50),
  /** Archives of a calendar started in a day. */
  archivesPerDay: onEveryPlan(3),
} as const satisfies Record<string, ByPlan>

export type QuotaName = keyof typeof QUOTAS
export type Quotas = Readonly<Record<QuotaName, ByPlan>>

/** The `data` of a `quota_exceeded` error. */
export interface QuotaUse {
  quota: QuotaName
  limit: number
  used: number
  /** When the quota resets. Null if it does not reset and the caller has to delete something first. */
  resetsAt: string | null
}

const SAYINGS: Record<QuotaName, string> = {
  recipientsPerDay: 'This calendar has reached its plan’s daily limit of invited and added people.',
  messagesPerEventAndDay: 'This event has reached its limit of messages for that day.',
  calendarsPerUser: 'You’ve reached the limit of calendars per user.',
  eventsPerCalendar: 'This calendar has reached its plan’s limit of upcoming events.',
  guestsPerEvent: 'This event has reached its plan’s limit of guests.',
  imagesPerCalendar: 'This calendar has reached its image limit. Images not in use are deleted after a day.',
  imagesPerDay: 'This calendar has reached its daily limit of image uploads.',
  archivesPerDay: 'This calendar has reached its daily limit of archives.',
}
export const quotaSays = (quota: QuotaName) => SAYINGS[quota]
export const quotaExceeded = (use: QuotaUse) => refusal('quota_exceeded', { says: SAYINGS[use.quota], data: use })

export const dayOf = (at: Instant) => Math.floor(at / DAY_MS)
export const endOfDay = (at: Instant) => (dayOf(at) + 1) * DAY_MS
export const resetOf = (at: Instant) => iso(endOfDay(at))

const isLimit = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Merges a setting such as `{"recipientsPerDay": {"FREE": 50}, "calendarsPerUser": 25}` into `QUOTAS`. Returns null if
 * the JSON, a quota name, a plan or a limit is invalid.
 */
export const quotasOf = (setting: string | undefined): Quotas | null => {
  if (setting === undefined || setting === '') return QUOTAS
  let parsed: unknown
  try {
    parsed = JSON.parse(setting)
  } catch {
    return null
  }
  if (!isRecord(parsed)) return null
  const quotas: Record<string, ByPlan> = { ...QUOTAS }
  for (const [name, wanted] of Object.entries(parsed)) {
    const current = quotas[name]
    const limits = isLimit(wanted) ? onEveryPlan(wanted) : wanted
    if (current === undefined || !isRecord(limits)) return null
    if (Object.entries(limits).some(([plan, limit]) => !PLANS.some((each) => each === plan) || !isLimit(limit)))
      return null
    quotas[name] = { ...current, ...limits }
  }
  return quotas as Quotas
}
