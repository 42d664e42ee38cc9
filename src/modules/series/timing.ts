import { invalid, invalidFields, type FieldError } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import { wallTimeOf } from '../../kernel/zoned-time.ts'
import { atTimeOfDay, datesAmong, placed, recurrences, timeOfDay, type Recurrence, type PlannedDate } from './plan.ts'
import { parseRule, textOfRule } from './rule.ts'
import type { TimingInput } from './series.schema.ts'

/** Converts a local time or date to the format that its series uses. */
const inForm = (text: string, startAt: string) => {
  if (startAt.length === 10) return text.slice(0, 10)
  if (text.length === 10) return `${text}${timeOfDay(startAt)}`
  return text.length === 16 ? `${text}:00` : text
}

const faultOfForm = (text: string, isWholeDays: boolean) => {
  if (isWholeDays && text.length > 10) return 'must be a date such as 2027-06-18, because the series is all-day'
  return !isWholeDays && text.length === 10 ? 'must be a local time such as 2027-06-18T19:00' : null
}

/** Merges the request into the existing recurrence. Throws one error that lists all invalid fields. */
export const recurrenceOf = (given: Partial<TimingInput>, existing: Recurrence | null): Recurrence => {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const gives = (value: number | null | undefined) => value !== undefined && value !== null
  // `durationMinutes` and `allDayDays` replace each other.
  const kept = gives(given.durationMinutes) || gives(given.allDayDays) ? null : existing
  const durationMinutes = given.durationMinutes ?? kept?.durationMinutes ?? null
  const allDayDays = given.allDayDays ?? kept?.allDayDays ?? null
  if ((durationMinutes === null) === (allDayDays === null))
    fault('durationMinutes', 'is required unless allDayDays is set, and only one of the two is allowed')
  const isWholeDays = allDayDays !== null
  const startText = given.startAt ?? existing?.startAt ?? ''
  const formFault = faultOfForm(startText, isWholeDays)
  if (formFault !== null) fault('startAt', formFault)
  const startAt = inForm(startText, isWholeDays ? startText.slice(0, 10) : `${startText}T`)
  // `exdates` and `rdates` at the series' time of day move with it.
  const moved =
    existing === null || existing.startAt.length !== startAt.length
      ? existing
      : atTimeOfDay(existing, timeOfDay(startAt))
  const listed = (field: 'exdates' | 'rdates') => {
    for (const [index, text] of (given[field] ?? []).entries()) {
      if (isWholeDays && text.length > 10) fault(`${field}.${index}`, 'must be a date, because the series is all-day')
    }
    const texts = given[field] ?? moved?.[field] ?? []
    return [...new Set(texts.map((text) => inForm(text, startAt)))].toSorted()
  }
  const plan: Recurrence = {
    timezone: given.timezone ?? existing?.timezone ?? 'UTC',
    startAt,
    durationMinutes,
    allDayDays,
    rrule: given.rrule ?? existing?.rrule ?? '',
    exdates: listed('exdates'),
    rdates: listed('rdates'),
  }
  try {
    plan.rrule = textOfRule(parseRule(plan.rrule))
  } catch (error) {
    fault('rrule', (error as Error).message)
  }
  if (faults.length > 0) throw invalidFields(faults)
  if (recurrences({ ...plan, exdates: [], rdates: [] }).next().done === true)
    throw invalid('rrule', 'has no date on or after startAt')
  if (recurrences(plan).next().done === true) fault('exdates', 'removes every date')
  // An existing `exdates` entry may belong to an earlier rule.
  const known = new Set(moved?.exdates)
  const asked = (given.exdates ?? []).map((text) => inForm(text, startAt))
  const dates = datesAmong({ ...plan, exdates: [] }, asked)
  for (const [index, id] of asked.entries()) {
    if (!known.has(id) && !dates.has(id)) fault(`exdates.${index}`, 'isn’t a date of this series')
  }
  if (faults.length > 0) throw invalidFields(faults)
  return plan
}

/** How far ahead dates are created, in months. */
const MONTHS_AHEAD = 18
const MAX_DATES_AHEAD = 500

const horizonOf = (now: Instant) => {
  const at = new Date(now)
  at.setUTCMonth(at.getUTCMonth() + MONTHS_AHEAD)
  return at.getTime()
}

export interface Making {
  dates: PlannedDate[]
  /** Every date up to this one is either in `dates` or was created earlier. */
  madeUntil: string
  /** When to check again. Null if no dates remain. */
  makeAt: Instant | null
  /** True if dates are due but the calendar's quota has no room for the next one. */
  isHeldUp: boolean
}

/** The local time of an instant, in the format that the series uses. */
const wallAt = (plan: Recurrence, at: Instant) => wallTimeOf(at, plan.timezone).slice(0, plan.startAt.length)

const RECHECK_MS = 24 * 3_600_000

/**
 * Selects the dates after `after` to create now: those that are not over, up to 18 months ahead, within `room` and the
 * limit of 500. If there is no upcoming date, the next one is created however far away it is, so that a series always
 * shows one.
 */
export const datesToMake = (
  plan: Recurrence,
  { after, now, ahead, room = Infinity }: { after: string | null; now: Instant; ahead: number; room?: number },
): Making => {
  const horizon = horizonOf(now)
  const dates: PlannedDate[] = []
  let madeUntil = after ?? ''
  for (const id of recurrences(plan, after ?? wallAt(plan, now - LONGEST_LOOK_BACK_MS))) {
    if (after !== null && id <= after) continue
    const date = placed(plan, id)
    if (date.endAt <= now) {
      madeUntil = id
      continue
    }
    const isFirst = ahead + dates.length === 0
    if (date.startAt > horizon && !isFirst) {
      const last = wallAt(plan, horizon)
      return {
        dates,
        madeUntil: last > madeUntil && last < id ? last : madeUntil,
        makeAt: lookAgainAt(date.startAt, now),
        isHeldUp: false,
      }
    }
    const isHeldUp = dates.length >= room
    if (isHeldUp || ahead + dates.length >= MAX_DATES_AHEAD)
      return { dates, madeUntil, makeAt: now + RECHECK_MS, isHeldUp }
    dates.push(date)
    madeUntil = id
  }
  return { dates, madeUntil, makeAt: null, isHeldUp: false }
}

/** Longer than the longest event (366 days), so that events that have begun but not ended are included. */
const LONGEST_LOOK_BACK_MS = 367 * 24 * 3_600_000

/** Returns when a date that is still too far ahead comes within `MONTHS_AHEAD`. */
const lookAgainAt = (startAt: Instant, now: Instant) => {
  const at = new Date(startAt)
  at.setUTCMonth(at.getUTCMonth() - MONTHS_AHEAD)
  // Months differ in length. If the result is too early, the check runs again a day later.
  return Math.max(at.getTime(), now + RECHECK_MS)
}
