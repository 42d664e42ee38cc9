import { invalidFields, type FieldError } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'
import { wallTimeOf } from '../../kernel/zoned-time.ts'
import { atTimeOfDay, namesDate, placed, recurrences, timeOfDay, type Recurrence, type PlannedDate } from './plan.ts'
import { parseRule, textOfRule } from './rule.ts'
import type { TimingInput } from './series.schema.ts'

/** A local time or date in the one form of its series. */
const inForm = (text: string, startAt: string) => {
  if (startAt.length === 10) return text.slice(0, 10)
  if (text.length === 10) return `${text}${timeOfDay(startAt)}`
  return text.length === 16 ? `${text}:00` : text
}

const faultOfForm = (text: string, isWholeDays: boolean) => {
  if (isWholeDays && text.length > 10) return 'must be a date such as 2027-06-18, because the series is all-day'
  return !isWholeDays && text.length === 10 ? 'must be a local time such as 2027-06-18T19:00' : null
}

/** A plan out of what was given, laid over what stands; refused with every part that is at fault. */
export const recurrenceOf = (given: Partial<TimingInput>, standing: Recurrence | null): Recurrence => {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const gives = (value: number | null | undefined) => value !== undefined && value !== null
  // Whoever names one of the two takes the other back.
  const kept = gives(given.durationMinutes) || gives(given.allDayDays) ? null : standing
  const durationMinutes = given.durationMinutes ?? kept?.durationMinutes ?? null
  const allDayDays = given.allDayDays ?? kept?.allDayDays ?? null
  if ((durationMinutes === null) === (allDayDays === null))
    fault('durationMinutes', 'is required unless allDayDays is set; only one of the two is allowed')
  const isWholeDays = allDayDays !== null
  const startText = given.startAt ?? standing?.startAt ?? ''
  const formFault = faultOfForm(startText, isWholeDays)
  if (formFault !== null) fault('startAt', formFault)
  const startAt = inForm(startText, isWholeDays ? startText.slice(0, 10) : `${startText}T`)
  // What is left out and added at the hour of the series moves with it.
  const moved =
    standing === null || standing.startAt.length !== startAt.length
      ? standing
      : atTimeOfDay(standing, timeOfDay(startAt))
  const listed = (field: 'exdates' | 'rdates') => {
    for (const [index, text] of (given[field] ?? []).entries()) {
      if (isWholeDays && text.length > 10) fault(`${field}.${index}`, 'must be a date, because the series is all-day')
    }
    const texts = given[field] ?? moved?.[field] ?? []
    return [...new Set(texts.map((text) => inForm(text, startAt)))].toSorted()
  }
  const plan: Recurrence = {
    timezone: given.timezone ?? standing?.timezone ?? 'UTC',
    startAt,
    durationMinutes,
    allDayDays,
    rrule: given.rrule ?? standing?.rrule ?? '',
    exdates: listed('exdates'),
    rdates: listed('rdates'),
  }
  try {
    plan.rrule = textOfRule(parseRule(plan.rrule))
  } catch (error) {
    fault('rrule', (error as Error).message)
  }
  if (faults.length > 0) throw invalidFields(faults)
  if (recurrences({ ...plan, exdates: [], rdates: [] }).next().done === true) {
    fault('rrule', 'has no date on or after startAt')
  } else if (recurrences(plan).next().done === true) fault('exdates', 'removes every date')
  const known = new Set(moved?.exdates)
  for (const [index, text] of (given.exdates ?? []).entries()) {
    const id = inForm(text, startAt)
    // What was left out before may name a date of an earlier rule.
    if (!known.has(id) && !namesDate({ ...plan, exdates: [] }, id))
      fault(`exdates.${index}`, "isn't a date of this series")
  }
  if (faults.length > 0) throw invalidFields(faults)
  return plan
}

/** How far ahead dates are made. */
const MONTHS_AHEAD = 18
const MAX_DATES_AHEAD = 500

const horizonOf = (now: Instant) => {
  const at = new Date(now)
  at.setUTCMonth(at.getUTCMonth() + MONTHS_AHEAD)
  return at.getTime()
}

export interface Making {
  dates: PlannedDate[]
  /** Every date up to here is among them, or was made before. */
  madeUntil: string
  /** When to look again; null where nothing is left to make. */
  makeAt: Instant | null
  /** Whether the calendar has no room for the next one. */
  isHeldUp: boolean
}

/** The wall of the series at an instant, in the form of its dates. */
const wallAt = (plan: Recurrence, at: Instant) => wallTimeOf(at, plan.timezone).slice(0, plan.startAt.length)

const WHEN_FULL_MS = 24 * 3_600_000

/**
 * What is to be made now of the dates after `after`: those that are not over, up to the horizon, and no more than there is
 * room for. Where nothing lies ahead but far away, the next date is made all the same: a series shows at least that.
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
      return { dates, madeUntil, makeAt: now + WHEN_FULL_MS, isHeldUp }
    dates.push(date)
    madeUntil = id
  }
  return { dates, madeUntil, makeAt: null, isHeldUp: false }
}

/** The longest date may be on now that began this long ago. */
const LONGEST_LOOK_BACK_MS = 367 * 24 * 3_600_000

/** When a date that lies beyond the horizon comes within it. */
const lookAgainAt = (startAt: Instant, now: Instant) => {
  const at = new Date(startAt)
  at.setUTCMonth(at.getUTCMonth() - MONTHS_AHEAD)
  // Months differ in length: what comes out too early looks again a day later.
  return Math.max(at.getTime(), now + WHEN_FULL_MS)
}
