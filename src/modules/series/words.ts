import { timeOfDay, type Recurrence } from './plan.ts'
import { parseRule, type Rule, type WeekdayOf } from './rule.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

const joinWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const suffixed = (number: number) => {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`
}
const ordinal = (number: number) => ORDINALS[number - 1] ?? suffixed(number)
/** -1 is the last, -2 the second to last. */
const fromEnd = (number: number, word = ordinal) =>
  number > 0 ? word(number) : number === -1 ? 'last' : `${word(-number)} to last`

const every = (interval: number, unit: string) =>
  interval === 1 ? `every ${unit}` : `every ${ordinal(interval)} ${unit}`

const isWorkingWeek = (days: readonly WeekdayOf[]) =>
  days.length === 5 && days.every(({ ordinal: which, weekday }) => which === null && weekday < 5)
const dayName = ({ weekday }: WeekdayOf) => DAYS[weekday] ?? ''
const inOrder = (days: readonly WeekdayOf[]) => days.toSorted((left, right) => left.weekday - right.weekday)
const names = (days: readonly WeekdayOf[]) =>
  isWorkingWeek(days) ? 'Monday to Friday' : joinWords(inOrder(days).map(dayName))

const datesOfMonth = (dates: readonly number[]) =>
  joinWords(dates.map((date) => (date > 0 ? `the ${suffixed(date)}` : `the ${fromEnd(date)} day`)))

const weekdaysWithin = (days: readonly WeekdayOf[], stretch: string) =>
  joinWords(
    days.map((day) =>
      day.ordinal === null ? `each ${dayName(day)}` : `the ${fromEnd(day.ordinal)} ${dayName(day)}${stretch}`,
    ),
  )

/** Describes the days within the month or year. Returns an empty string if the rule does not specify them. */
const daysWithinPeriod = (rule: Rule) => {
  const { freq, byDay, byMonthDay, byMonth, bySetPos } = rule
  const stretch = freq === 'YEARLY' && byMonth.length === 0 ? ' of the year' : ''
  if (bySetPos.length > 0) {
    const which = joinWords(bySetPos.map((position) => fromEnd(position)))
    if (byMonthDay.length > 0) return `on the ${which} of ${datesOfMonth(byMonthDay)}`
    if (byDay.length === 0) return ''
    return `on the ${which} ${isWorkingWeek(byDay) ? `working day${stretch}` : `of each ${names(byDay)}`}`
  }
  if (byMonthDay.length > 0) {
    const dates = `on ${datesOfMonth(byMonthDay)}`
    return byDay.length === 0
      ? dates
      : `${dates} where it is ${weekdaysWithin(byDay, stretch).replaceAll('each ', 'a ')}`
  }
  return byDay.length === 0 ? '' : `on ${weekdaysWithin(byDay, stretch)}`
}

const inMonths = ({ byMonth }: Rule) =>
  byMonth.length === 0
    ? ''
    : `in ${joinWords(byMonth.toSorted((left, right) => left - right).map((month) => MONTHS[month - 1] ?? ''))}`

const rhythm = (rule: Rule, start: Date) => {
  const { freq, interval, byDay, byMonthDay, byMonth } = rule
  const own: WeekdayOf = { ordinal: null, weekday: (start.getUTCDay() + 6) % 7 }
  const date = start.getUTCDate()
  if (freq === 'DAILY') {
    const days = byDay.length === 0 ? '' : `on ${names(byDay)}`
    return [
      every(interval, 'day'),
      days,
      byMonthDay.length === 0 ? '' : `on ${datesOfMonth(byMonthDay)}`,
      inMonths(rule),
    ]
  }
  if (freq === 'WEEKLY') {
    const days = byDay.length === 0 ? [own] : byDay
    if (rule.bySetPos.length > 0) return [every(interval, 'week'), daysWithinPeriod(rule), inMonths(rule)]
    if (days.length === 1) return [every(interval, names(days)), inMonths(rule)]
    return interval === 1
      ? [`every ${isWorkingWeek(days) ? 'day from Monday to Friday' : names(days)}`, inMonths(rule)]
      : [every(interval, 'week'), `on ${names(days)}`, inMonths(rule)]
  }
  if (freq === 'MONTHLY')
    return [every(interval, 'month'), daysWithinPeriod(rule) || `on the ${suffixed(date)}`, inMonths(rule)]
  if (byDay.length + byMonthDay.length > 0) return [every(interval, 'year'), inMonths(rule), daysWithinPeriod(rule)]
  const months = byMonth.length === 0 ? [start.getUTCMonth() + 1] : byMonth
  return [
    every(interval, 'year'),
    `on ${joinWords(months.map((month) => `${date} ${MONTHS[month - 1]}`))}`,
    daysWithinPeriod(rule),
  ]
}

const dayInWords = (at: Date, start: Date) => {
  const year = at.getUTCFullYear() === start.getUTCFullYear() ? '' : ` ${at.getUTCFullYear()}`
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}${year}`
}

const end = ({ count, until }: Rule, start: Date) => {
  if (count !== null) return count === 1 ? 'once' : `${count} times`
  return until === null ? '' : `until ${dayInWords(new Date(until.slice(0, 10)), start)}`
}

/** Describes the recurrence in words, such as `every second Tuesday at 19:00 until 30 June`. */
export const inWords = (plan: Recurrence) => {
  const rule = parseRule(plan.rrule)
  const start = new Date(plan.startAt.slice(0, 10))
  const at = plan.allDayDays === null ? `at ${timeOfDay(plan.startAt).slice(1, 6)}` : 'all day'
  const [left, added] = [plan.exdates.length, plan.rdates.length]
  const dates = (number: number) => `${number} ${number === 1 ? 'date' : 'dates'}`
  return [
    ...rhythm(rule, start),
    at,
    end(rule, start),
    added === 0 ? '' : `and on ${dates(added)} more`,
    left === 0 ? '' : `except on ${dates(left)}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
