import { amountOf, exponentOf } from '../../../src/kernel/money.ts'
import { placeWallTime } from '../../../src/kernel/zoned-time.ts'
import { partsWords } from '../words/en/parts.ts'
import { termsWords } from '../words/en/terms.ts'
import { formatSpoken, localeSpoken } from '../words/loaded.ts'

/** Formatting of times, money and names in the language of the workspace. */
const DAY_MS = 86_400_000

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

/** Creates each format once per locale and options, because creating one is slow. */
const cached = <Options, Format>(create: (locale: string, options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (options: Options, locale = formatSpoken()) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const format = formats.get(key) ?? create(locale, options)
    formats.set(key, format)
    return format
  }
}

const formatOf = cached((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
const numbers = cached((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const relative = cached(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** Returns "2 minutes ago" or "in 3 days". */
export const fromNow = (instant: string | number, now = Date.now()): string => {
  let amount = (new Date(instant).getTime() - now) / 1000
  for (const [unit, most] of STEPS) {
    if (Math.abs(amount) < most) return relative({ numeric: 'auto' }).format(Math.trunc(amount), unit)
    amount /= most
  }
  return String(instant)
}

export interface Times {
  startAt: string
  endAt: string
  timezone: string
  allDay: boolean
}

const zoneFor = ({ timezone, allDay }: Pick<Times, 'timezone' | 'allDay'>) => (allDay ? 'UTC' : timezone)
const dateIn = (at: number, timeZone: string) =>
  formatOf({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

const isThisYear = (at: number, timeZone: string) =>
  formatOf({ timeZone, year: 'numeric' }).format(at) === formatOf({ timeZone, year: 'numeric' }).format(Date.now())

export const clockOf = (instant: string | number, timeZone?: string) =>
  formatOf({ hour: '2-digit', minute: '2-digit', ...(timeZone === undefined ? {} : { timeZone }) }).format(
    new Date(instant),
  )

/**
 * Formats a day with its short weekday. English has no comma after it here: "Sat 12 Dec". `Intl` has no short weekday
 * names for `pt-PT`, so we use the ones for `pt`, without the "de" before a short month: "sáb., 12 dez.".
 */
const dayOf = (at: number, options: Intl.DateTimeFormatOptions) => {
  if (localeSpoken() === 'pt') {
    const day = formatOf(options, 'pt').format(at)
    return options.month === 'short' ? day.replaceAll(' de ', ' ') : day
  }
  const day = formatOf(options).format(at)
  return localeSpoken() === 'en' ? day.replace(',', '') : day
}

const shortDay = (at: number, timeZone: string) =>
  dayOf(at, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear(at, timeZone) ? {} : { year: 'numeric' }),
  })

/** Returns "Today, 19:30" or "Sat 12 Dec, 19:30". */
export const whenOf = (event: Times) => {
  const words = partsWords()
  const [start, zone] = [Date.parse(event.startAt), zoneFor(event)]
  const here = event.allDay ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone
  const day =
    dateIn(start, zone) === dateIn(Date.now(), here)
      ? words.today
      : dateIn(start, zone) === dateIn(Date.now() + DAY_MS, here)
        ? words.tomorrow
        : shortDay(start, zone)
  return event.allDay ? day : words.dayAndTime(day, clockOf(start, zone))
}

export const shortDayOf = (event: Times) => shortDay(Date.parse(event.startAt), zoneFor(event))

/** Returns "45 min", "2 h 30" or "3 days". */
export const lengthOf = (event: Times) => {
  const words = partsWords()
  const [start, end] = [Date.parse(event.startAt), Date.parse(event.endAt)]
  const minutes = Math.round((end - start) / 60_000)
  if (event.allDay) return minutes <= 1_440 ? words.allDay : words.days(Math.round(minutes / 1_440))
  if (minutes < 60) return words.minutes(numberOf(minutes))
  if (minutes >= 2_880) return words.days(Math.round(minutes / 1_440))
  const [hours, rest] = [numberOf(Math.floor(minutes / 60)), minutes % 60]
  return rest === 0 ? words.hours(hours) : words.hoursAndMinutes(hours, String(rest).padStart(2, '0'))
}

/** Returns "Sat 12 December 2026, 19:30 – 22:00 WET". */
export const spanOf = (event: Times) => {
  const words = partsWords()
  const zone = zoneFor(event)
  const [start, end] = [Date.parse(event.startAt), Date.parse(event.endAt) - (event.allDay ? DAY_MS : 0)]
  const day = (at: number) =>
    dayOf(at, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
  const isOneDay = day(start) === day(end) || end - start < DAY_MS / 2
  if (event.allDay) return isOneDay ? words.dayAllDay(day(start)) : `${day(start)} – ${day(end)}`
  const named = formatOf({ timeZone: zone, timeZoneName: 'short' })
    .formatToParts(start)
    .find(({ type }) => type === 'timeZoneName')?.value
  const last = isOneDay ? clockOf(end, zone) : words.dayAndTime(day(end), clockOf(end, zone))
  return `${words.dayAndTime(day(start), clockOf(start, zone))} – ${last} ${named ?? ''}`.trim()
}

/** Returns "18 Nov, 09:12" in `timeZone` or, if it is omitted, in the reader's time zone. */
export const momentOf = (instant: string, timeZone?: string) => {
  const at = Date.parse(instant)
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const inZone = timeZone === undefined ? options : { ...options, timeZone }
  return formatOf(isThisYear(at, zone) ? inZone : { ...inZone, year: 'numeric' }).format(at)
}

const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const EXACT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** Returns "18 Nov 2026, 09:12" in the reader's time zone. */
export const fullTimeOf = (instant: string) => formatOf(FULL).format(new Date(instant))

/** Returns "18 Nov 2026" for a date such as `2026-11-18`. */
export const fullDayOf = (date: string) =>
  formatOf({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Returns "18 Nov 2026, 09:12:30" in the reader's time zone. */
export const exactTimeOf = (instant: string) => formatOf(EXACT).format(new Date(instant))

/** Returns "Wednesday 18 November" in the reader's time zone. */
export const weekdayOf = (instant: string | number) =>
  formatOf({ weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(instant))

/** Returns "18 Nov" for a date such as `2026-11-18`. */
export const calendarDayOf = (date: string) =>
  formatOf({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Returns the heading of an event in a list: "Today", "Next 7 days", "December", "January 2027". */
export const groupOf = (event: Times) => {
  const words = partsWords()
  const [start, zone, now] = [Date.parse(event.startAt), zoneFor(event), Date.now()]
  if (start <= now && Date.parse(event.endAt) > now) return words.now
  if (dateIn(start, zone) === dateIn(now, zone)) return words.today
  if (start > now && dateIn(start, zone) === dateIn(now + DAY_MS, zone)) return words.tomorrow
  if (start > now && start - now < 7 * DAY_MS) return words.nextDays
  const month = formatOf({
    timeZone: zone,
    month: 'long',
    ...(isThisYear(start, zone) ? {} : { year: 'numeric' }),
  }).format(start)
  // Many languages write months in lowercase, which headings are not.
  return month.charAt(0).toLocaleUpperCase(localeSpoken()) + month.slice(1)
}

/** Returns the local date and time in `timeZone`, in the formats of `<input type="date">` and `<input type="time">`. */
export const localOf = (instant: string, timeZone: string) => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  }
}

/** Returns the value for an `<input type="datetime-local">`, or an empty string for null. */
export const wallOf = (instant: string | null, timeZone: string) => {
  if (instant === null) return ''
  const { date, time } = localOf(instant, timeZone)
  return `${date}T${time}`
}

/** Returns the instant of a local time as an input gives it, or null if the input is empty. */
export const instantOf = (wall: string, timeZone: string) =>
  wall === '' ? null : new Date(placeWallTime(Date.parse(`${wall}Z`), timeZone)).toISOString()

/** Returns the trimmed text, or null if it is empty. */
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export const moneyOf = (minor: number, currency: string | null) => {
  if (currency === null) return minor === 0 ? termsWords().free : String(minor)
  const digits = exponentOf(currency)
  return numbers({
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountOf(minor, currency).value)
}

export { minorOf } from '../../../src/presentation/price.ts'

/** Returns hundredths of a percent from text such as `2,5`, or NaN. */
export const bpsOf = (text: string) => Math.round(Number(text.trim().replace(',', '.')) * 100)

export const majorOf = (minor: number, currency: string) => amountOf(minor, currency).text

export const numberOf = (count: number) => numbers({}).format(count)

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
