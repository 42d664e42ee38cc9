import { DAY_MS } from '../../kernel/time.ts'
import type { Rule } from './rule.ts'

/**
 * Expands rules over local calendar days, numbered from 1970-01-01, without time zones. It visits every day of each
 * period (day, week, month or year) and yields the days that satisfy all parts of the rule.
 */

interface Civil {
  year: number
  /** 1 to 12. */
  month: number
  date: number
}

/**
 * Converts a day number to a date in the proleptic Gregorian calendar. Uses only arithmetic, because one rule may need
 * 84,000 conversions.
 */
const civilOf = (day: number): Civil => {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

const dayOf = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / DAY_MS
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const lengthOfMonth = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] ?? 31))
/** 0 is Monday. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

/**
 * The expansion ends in 2200. A rule without a date until then counts as empty. Visiting all 84,000 days from 1970 on
 * takes about 10 ms.
 */
const END = dayOf(2200, 1, 1)
export const LAST_WALL = END * DAY_MS - 1

/**
 * Fills in what RFC 5545 derives from the start: the weekday of a weekly rule, the day (and month) of a monthly or
 * yearly one.
 */
const withDefaults = (rule: Rule, start: number): Rule => {
  const { month, date } = civilOf(start)
  const { freq, byDay, byMonth, byMonthDay } = rule
  if (freq === 'DAILY' || byDay.length + byMonthDay.length > 0) return rule
  if (freq === 'WEEKLY') return { ...rule, byDay: [{ ordinal: null, weekday: weekdayOf(start) }] }
  return {
    ...rule,
    byMonthDay: [date],
    byMonth: freq === 'YEARLY' && byMonth.length === 0 ? [month] : byMonth,
  }
}

/**
 * True if the weekday at `place` of a period of `length` days is the `ordinal`-th of its kind. Negative ordinals count
 * from the end.
 */
const isNth = (ordinal: number, place: number, length: number) =>
  ordinal > 0 ? Math.ceil(place / 7) === ordinal : Math.ceil((length - place + 1) / 7) === -ordinal

/**
 * Returns a predicate for the days that satisfy the rule. Cheap checks come first, since most days fail one of them.
 */
const dayPredicate = ({ freq, byMonth, byMonthDay, byDay }: Rule) => {
  const onWeekday = Array.from({ length: 7 }, (_, weekday) => byDay.filter((each) => each.weekday === weekday))
  const inMonth = Array.from({ length: 13 }, (_, month) => byMonth.length === 0 || byMonth.includes(month))
  const onDate = new Set(byMonthDay)
  const isOfCivil = byMonth.length > 0 || byMonthDay.length > 0 || byDay.some(({ ordinal }) => ordinal !== null)
  // Ordinals count within the month for `MONTHLY` rules and for rules with `BYMONTH`. Otherwise they count within the
  // year.
  const isOfMonth = freq === 'MONTHLY' || byMonth.length > 0
  return (day: number) => {
    const named = onWeekday[weekdayOf(day)] ?? []
    if (byDay.length > 0 && named.length === 0) return false
    if (!isOfCivil) return true
    const { year, month, date } = civilOf(day)
    if (inMonth[month] !== true) return false
    const length = lengthOfMonth(year, month)
    if (onDate.size > 0 && !onDate.has(date) && !onDate.has(date - length - 1)) return false
    if (byDay.length === 0) return true
    return named.some(({ ordinal }) => {
      if (ordinal === null) return true
      if (isOfMonth) return isNth(ordinal, date, length)
      return isNth(ordinal, day - dayOf(year, 1, 1) + 1, isLeap(year) ? 366 : 365)
    })
  }
}

/**
 * The periods of a rule, numbered from 0. `daysOf(index)` returns the first and last day of a period, and
 * `indexAt(day)` the index of the period that contains the day or the last one before it.
 */
const periodsOf = ({ freq, interval, weekStart }: Rule, start: number) => {
  const { year, month } = civilOf(start)
  if (freq === 'DAILY') {
    const daysOf = (index: number) => [start + index * interval, start + index * interval] as const
    return { daysOf, indexAt: (day: number) => Math.floor((day - start) / interval) }
  }
  if (freq === 'WEEKLY') {
    const first = start - ((weekdayOf(start) - weekStart + 7) % 7)
    const daysOf = (index: number) => [first + index * interval * 7, first + index * interval * 7 + 6] as const
    return { daysOf, indexAt: (day: number) => Math.floor((day - first) / (7 * interval)) }
  }
  if (freq === 'MONTHLY') {
    const daysOf = (index: number) =>
      [dayOf(year, month + index * interval, 1), dayOf(year, month + index * interval + 1, 1) - 1] as const
    const indexAt = (day: number) => {
      const at = civilOf(day)
      return Math.floor(((at.year - year) * 12 + at.month - month) / interval)
    }
    return { daysOf, indexAt }
  }
  const daysOf = (index: number) =>
    [dayOf(year + index * interval, 1, 1), dayOf(year + index * interval + 1, 1, 1) - 1] as const
  return { daysOf, indexAt: (day: number) => Math.floor((civilOf(day).year - year) / interval) }
}

const atPositions = (days: number[], positions: readonly number[]) => {
  if (positions.length === 0) return days
  const at = new Set(positions.map((position) => (position > 0 ? position - 1 : days.length + position)))
  return days.filter((_, index) => at.has(index))
}

/**
 * Yields the days of a rule in order. Begins at `from`, unless the rule has a `COUNT`, which must be counted from the
 * start of the rule.
 */
function* namedDays(original: Rule, start: number, from: number): Generator<number> {
  const rule = withDefaults(original, start)
  const { daysOf, indexAt } = periodsOf(rule, start)
  const isNamed = dayPredicate(rule)
  let index = rule.count === null && from > start ? indexAt(from) : 0
  let left = rule.count ?? Infinity
  while (true) {
    const [first, last] = daysOf(index)
    if (first >= END) return
    const days: number[] = []
    for (let day = first; day <= last; day += 1) if (isNamed(day)) days.push(day)
    for (const day of atPositions(days, rule.bySetPos)) {
      if (day < start) continue
      if (left === 0 || day >= END) return
      left -= 1
      yield day
    }
    index += 1
  }
}

/**
 * Yields the local times of a rule in order, beginning at `from`. Local times are expressed in milliseconds as if they
 * were UTC, including `until`. The start itself is a date only if the rule includes it.
 */
export function* expand(rule: Rule, start: number, { from = start, until }: { from?: number; until: number | null }) {
  const startDay = Math.floor(start / DAY_MS)
  const timeOfDay = start - startDay * DAY_MS
  for (const day of namedDays(rule, startDay, Math.floor(from / DAY_MS))) {
    const wall = day * DAY_MS + timeOfDay
    if (until !== null && wall > until) return
    if (wall >= from) yield wall
  }
}
