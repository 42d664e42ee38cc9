import { DAY_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { nextDate, placeWallTime, startOfDate, wallTimeOf } from '../../kernel/zoned-time.ts'
import { expand, LAST_WALL } from './expand.ts'
import { parseRule, textOfRule, type Rule } from './rule.ts'

/**
 * The recurrence of a series in local time: `2027-06-18T19:00:00`, or `2027-06-18` for all-day series. Values in the
 * same format sort chronologically.
 */
export interface Recurrence {
  timezone: string
  startAt: string
  /** Exactly one of `durationMinutes` and `allDayDays` is null. */
  durationMinutes: number | null
  allDayDays: number | null
  rrule: string
  exdates: string[]
  rdates: string[]
}

/** A date of a series: its local start under the rule (`recurrenceId`), and its instants in the series' time zone. */
export interface PlannedDate {
  recurrenceId: string
  startAt: Instant
  endAt: Instant
  startDate: string | null
  endDate: string | null
}

const isWholeDays = ({ allDayDays }: Pick<Recurrence, 'allDayDays'>) => allDayDays !== null
const wallOf = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`)
const textOf = (wall: number, plan: Recurrence) => new Date(wall).toISOString().slice(0, isWholeDays(plan) ? 10 : 19)

/** The local time of the rule's `UNTIL`. If `UNTIL` is only a date, this is the end of that day. */
const untilOf = ({ until }: Rule, zone: string) => {
  if (until === null) return null
  if (until.length === 10) return wallOf(until) + DAY_MS - 1
  return wallOf(until.endsWith('Z') ? wallTimeOf(Date.parse(until), zone) : until)
}

/** Yields the dates of the rule, beginning at `from`. Ignores `rdates` and `exdates`. */
function* ruleDates(plan: Recurrence, from = plan.startAt): Generator<string> {
  const rule = parseRule(plan.rrule)
  const walls = expand(rule, wallOf(plan.startAt), { from: wallOf(from), until: untilOf(rule, plan.timezone) })
  for (const wall of walls) yield textOf(wall, plan)
}

/** Yields the recurrence ids in order, beginning at `from`: the rule's dates plus `rdates`, minus `exdates`. */
export function* recurrences(plan: Recurrence, from?: string): Generator<string> {
  const leftOut = new Set(plan.exdates)
  const added = [...new Set(plan.rdates)].toSorted().filter((each) => from === undefined || each >= from)
  let next = 0
  // If `from` is earlier than the start of the rule, the dates begin at `startAt`.
  for (const id of ruleDates(plan, from !== undefined && from > plan.startAt ? from : undefined)) {
    for (; next < added.length && (added[next] ?? '') < id; next += 1)
      if (!leftOut.has(added[next] ?? '')) yield added[next] ?? ''
    if (added[next] === id) next += 1
    if (!leftOut.has(id)) yield id
  }
  for (; next < added.length; next += 1) if (!leftOut.has(added[next] ?? '')) yield added[next] ?? ''
}

/**
 * Places a date in its time zone. A local time that the clocks skip moves forward by the gap. A local time that occurs
 * twice means the earlier instant.
 */
export const placed = (plan: Recurrence, recurrenceId: string): PlannedDate => {
  const { timezone, durationMinutes, allDayDays } = plan
  if (allDayDays !== null) {
    const endDate = nextDate(recurrenceId, allDayDays)
    return {
      recurrenceId,
      startAt: startOfDate(recurrenceId, timezone),
      endAt: startOfDate(endDate, timezone),
      startDate: recurrenceId,
      endDate,
    }
  }
  const startAt = placeWallTime(wallOf(recurrenceId), timezone)
  return { recurrenceId, startAt, endAt: startAt + (durationMinutes ?? 0) * MINUTE_MS, startDate: null, endDate: null }
}

/** True if the date's time under the rule has passed. */
export const hasPassed = ({ timezone }: Pick<Recurrence, 'timezone'>, recurrenceId: string, now: Instant) =>
  placeWallTime(wallOf(recurrenceId), timezone) <= now

export const isEndless = ({ rrule }: Pick<Recurrence, 'rrule'>) => {
  const { count, until } = parseRule(rrule)
  return count === null && until === null
}

/**
 * Returns the last date of a rule with an end, without `leftOut`. A rule with `UNTIL` is expanded backwards, in ever
 * longer stretches before its end: a list of 100 daily series until 9999 would otherwise take 2 s.
 */
const lastRuleDate = (plan: Recurrence, leftOut: readonly string[] = []): string | null => {
  const rule = parseRule(plan.rrule)
  const start = wallOf(plan.startAt)
  const until = untilOf(rule, plan.timezone)
  const excluded = new Set(leftOut)
  for (let stretch = 32 * DAY_MS; ; stretch *= 8) {
    const from = until === null ? start : Math.max(start, Math.min(until, LAST_WALL) - stretch)
    const walls = [...expand(rule, start, { from, until })]
    for (let wall = walls.pop(); wall !== undefined; wall = walls.pop()) {
      const id = textOf(wall, plan)
      if (!excluded.has(id)) return id
    }
    if (from === start) return null
  }
}

/** The end of the last date, or null for a series without an end. */
export const endOf = (plan: Recurrence): Instant | null => {
  if (isEndless(plan)) return null
  const { exdates, rdates } = plan
  const leftOut = new Set(exdates)
  const added = rdates.filter((id) => !leftOut.has(id))
  const id = [...added, lastRuleDate(plan, exdates) ?? ''].toSorted().at(-1) ?? ''
  return id === '' ? null : placed(plan, id).endAt
}

/** Returns the time part of a recurrence id, such as `T19:00:00`. Empty if the id is only a date. */
export const timeOfDay = (recurrenceId: string) => recurrenceId.slice(10)

/**
 * Moves a recurrence to a new time of day. Dates at the old time move with it. `rdates` at other times keep those
 * times.
 */
export const atTimeOfDay = (plan: Recurrence, time: string): Recurrence => {
  const own = timeOfDay(plan.startAt)
  const moved = (id: string) => (timeOfDay(id) === own ? `${id.slice(0, 10)}${time}` : id)
  const rule = parseRule(plan.rrule)
  // Replaces a time in `UNTIL` with the date of the last occurrence. Otherwise moving to a later time of day would drop
  // that occurrence, and moving to an earlier one could add another.
  const until = rule.until === null ? null : (lastRuleDate(plan)?.slice(0, 10) ?? rule.until)
  return {
    ...plan,
    startAt: moved(plan.startAt),
    exdates: plan.exdates.map(moved),
    rdates: plan.rdates.map(moved),
    rrule: textOfRule({ ...rule, until }),
  }
}

/**
 * Returns a recurrence with only the `rdates`. If there are none, the recurrence is empty: its only date is excluded.
 */
const ofDates = (plan: Recurrence): Recurrence => {
  const [first = plan.startAt, ...others] = [...new Set(plan.rdates)].toSorted()
  const leftOut = plan.rdates.length === 0 ? [...plan.exdates, first] : plan.exdates
  return { ...plan, startAt: first, rrule: 'FREQ=DAILY;COUNT=1', exdates: leftOut, rdates: others }
}

/**
 * Splits a recurrence into the dates before `at` and those from `at` on. Together the two parts have the same dates as
 * the original.
 */
export const split = (plan: Recurrence, at: string): { before: Recurrence; after: Recurrence } => {
  const rule = parseRule(plan.rrule)
  const before: string[] = []
  let firstAfter: string | null = null
  for (const id of ruleDates(plan)) {
    if (id >= at) {
      firstAfter = id
      break
    }
    before.push(id)
  }
  const parted = (isBefore: boolean) => ({
    exdates: plan.exdates.filter((id) => id < at === isBefore),
    rdates: plan.rdates.filter((id) => id < at === isBefore),
  })
  const lastBefore = before.at(-1)
  const head = { ...plan, ...parted(true) }
  const tail = { ...plan, ...parted(false) }
  const ends = rule.count === null ? { until: lastBefore ?? null } : { count: before.length }
  return {
    before: lastBefore === undefined ? ofDates(head) : { ...head, rrule: textOfRule({ ...rule, ...ends }) },
    after:
      firstAfter === null
        ? ofDates(tail)
        : {
            ...tail,
            startAt: firstAfter,
            rrule: rule.count === null ? plan.rrule : textOfRule({ ...rule, count: rule.count - before.length }),
          },
  }
}

export const namesDate = (plan: Recurrence, recurrenceId: string) =>
  recurrences(plan, recurrenceId).next().value === recurrenceId

/**
 * Returns those of the ids that are dates of the recurrence. Expands no stretch of the rule twice, because one expansion
 * can take 10 ms and there can be 500 ids.
 */
export const datesAmong = (plan: Recurrence, ids: readonly string[]): Set<string> => {
  const dates = new Set<string>()
  // A rule with `COUNT` must be counted from its start, so it is expanded once for all ids.
  const counted = parseRule(plan.rrule).count === null ? null : recurrences(plan)
  let next: string | undefined = ''
  for (const id of ids.toSorted()) {
    while (next !== undefined && next < id) {
      const date = (counted ?? recurrences(plan, id)).next()
      next = date.done === true ? undefined : date.value
    }
    if (next === id) dates.add(id)
  }
  return dates
}

const WEEK_MS = 7 * DAY_MS

/** True for recurrences that are weekly or denser: the first 5 dates are at most a week apart on average. */
export const isDense = (plan: Recurrence) => {
  const first: string[] = []
  for (const id of recurrences(plan)) {
    first.push(id)
    if (first.length === 5) break
  }
  const [from, to] = [first[0], first.at(-1)]
  return (
    from !== undefined &&
    to !== undefined &&
    first.length > 1 &&
    wallOf(to) - wallOf(from) <= WEEK_MS * (first.length - 1)
  )
}
