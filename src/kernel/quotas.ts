import { refusal } from './failure.ts'
import { DAY_MS, iso, type Instant } from './time.ts'
import { PLANS, type Plan } from './vocabulary.ts'

type ByPlan = Readonly<Record<Plan, number>>

const onEveryPlan = (limit: number): ByPlan => ({ FREE: limit, PLUS: limit, PRO: limit, ENTERPRISE: limit })

/**
 * What an account may add, and no more: the setting `QUOTAS` changes single numbers. A quota refuses only what adds;
 * what is over already stays. A day is one of UTC.
 */
export const QUOTAS = {
  /** Addresses that a calendar invites, and guests that it adds, in a day: each is mailed in its name. */
  recipientsPerDay: { FREE: 100, PLUS: 2_000, PRO: 20_000, ENTERPRISE: 20_000 },
  /** What is mailed to the guests of an event in a day, beside what is mailed by itself. */
  messagesPerEventAndDay: onEveryPlan(3),
  /** Calendars that a user has made and that are still there. */
  calendarsPerUser: onEveryPlan(10),
  /** Events of a calendar that are neither over nor cancelled. */
  eventsPerCalendar: { FREE: 200, PLUS: 5_000, PRO: 50_000, ENTERPRISE: 50_000 },
  /** Guests of an event who have not left it. Visitors are told that it is full. */
  guestsPerEvent: { FREE: 1_000, PLUS: 20_000, PRO: 200_000, ENTERPRISE: 200_000 },
  /** Pictures that a calendar has here. */
  imagesPerCalendar: onEveryPlan(200),
  /** Pictures that a calendar puts here in a day. */
  imagesPerDay: onEveryPlan(50),
} as const satisfies Record<string, ByPlan>

export type QuotaName = keyof typeof QUOTAS
export type Quotas = Readonly<Record<QuotaName, ByPlan>>

/** What who is refused is told. */
export interface QuotaUse {
  quota: QuotaName
  limit: number
  used: number
  /** When there is room again by itself; null where something has to go first. */
  resetsAt: string | null
}

const SAYINGS: Record<QuotaName, string> = {
  recipientsPerDay: "This calendar has reached its plan's daily limit of invited and added people.",
  messagesPerEventAndDay: 'This event has reached its limit of messages for that day.',
  calendarsPerUser: "You've reached the limit of calendars per user.",
  eventsPerCalendar: "This calendar has reached its plan's limit of upcoming events.",
  guestsPerEvent: "This event has reached its plan's limit of guests.",
  imagesPerCalendar: 'This calendar has reached its image limit. Images not in use are deleted after a day.',
  imagesPerDay: 'This calendar has reached its daily limit of image uploads.',
}
export const quotaSays = (quota: QuotaName) => SAYINGS[quota]
export const quotaExceeded = (use: QuotaUse) => refusal('quota_exceeded', { says: SAYINGS[use.quota], data: use })

export const dayOf = (at: Instant) => Math.floor(at / DAY_MS)
export const endOfDay = (at: Instant) => (dayOf(at) + 1) * DAY_MS
export const resetOf = (at: Instant) => iso(endOfDay(at))

const isLimit = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{"recipientsPerDay": {"FREE": 50}, "calendarsPerUser": 25}` over the table; null where it is nothing of the kind. */
export const quotasOf = (setting: string | undefined): Quotas | null => {
  if (setting === undefined || setting === '') return QUOTAS
  let given: unknown
  try {
    given = JSON.parse(setting)
  } catch {
    return null
  }
  if (!isRecord(given)) return null
  const quotas: Record<string, ByPlan> = { ...QUOTAS }
  for (const [name, wanted] of Object.entries(given)) {
    const standing = quotas[name]
    const limits = isLimit(wanted) ? onEveryPlan(wanted) : wanted
    if (standing === undefined || !isRecord(limits)) return null
    if (Object.entries(limits).some(([plan, limit]) => !PLANS.some((each) => each === plan) || !isLimit(limit)))
      return null
    quotas[name] = { ...standing, ...limits }
  }
  return quotas as Quotas
}
