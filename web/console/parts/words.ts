import { amountOf, exponentOf } from '../../../src/kernel/money.ts'

/** Formatting of times, money and names. */
const LANGUAGE = 'en-GB'
const DAY_MS = 86_400_000

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

/** Returns "2 minutes ago" or "in 3 days". */
export const fromNow = (instant: string | number, now = Date.now()): string => {
  let amount = (new Date(instant).getTime() - now) / 1000
  for (const [unit, most] of STEPS) {
    if (Math.abs(amount) < most) return RELATIVE.format(Math.trunc(amount), unit)
    amount /= most
  }
  return String(instant)
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(LANGUAGE, options)
  formats.set(key, known)
  return known
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

const shortDay = (at: number, timeZone: string) =>
  formatOf({
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear(at, timeZone) ? {} : { year: 'numeric' }),
  })
    .format(at)
    .replace(',', '')

/** Returns "Today, 19:30" or "Sat 12 Dec, 19:30". */
export const whenOf = (event: Times) => {
  const [start, zone] = [Date.parse(event.startAt), zoneFor(event)]
  const here = event.allDay ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone
  const day =
    dateIn(start, zone) === dateIn(Date.now(), here)
      ? 'Today'
      : dateIn(start, zone) === dateIn(Date.now() + DAY_MS, here)
        ? 'Tomorrow'
        : shortDay(start, zone)
  return event.allDay ? day : `${day}, ${clockOf(start, zone)}`
}

export const shortDayOf = (event: Times) => shortDay(Date.parse(event.startAt), zoneFor(event))

/** Returns "45 min", "2 h 30" or "3 days". */
export const lengthOf = (event: Times) => {
  const [start, end] = [Date.parse(event.startAt), Date.parse(event.endAt)]
  const minutes = Math.round((end - start) / 60_000)
  if (event.allDay) return minutes <= 1_440 ? 'all day' : `${Math.round(minutes / 1_440)} days`
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 2_880) return `${Math.round(minutes / 1_440)} days`
  const rest = minutes % 60
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${String(rest).padStart(2, '0')}`
}

/** Returns "Sat 12 December 2026, 19:30 – 22:00 WET". */
export const spanOf = (event: Times) => {
  const zone = zoneFor(event)
  const [start, end] = [Date.parse(event.startAt), Date.parse(event.endAt) - (event.allDay ? DAY_MS : 0)]
  const day = (at: number) =>
    formatOf({ timeZone: zone, weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
      .format(at)
      .replace(',', '')
  const isOneDay = day(start) === day(end) || end - start < DAY_MS / 2
  if (event.allDay) return isOneDay ? `${day(start)}, all day` : `${day(start)} – ${day(end)}`
  const named = formatOf({ timeZone: zone, timeZoneName: 'short' })
    .formatToParts(start)
    .find(({ type }) => type === 'timeZoneName')?.value
  const last = isOneDay ? clockOf(end, zone) : `${day(end)}, ${clockOf(end, zone)}`
  return `${day(start)}, ${clockOf(start, zone)} – ${last} ${named ?? ''}`.trim()
}

/** Returns "18 Nov, 09:12" in the reader's time zone. */
export const momentOf = (instant: string) => {
  const at = Date.parse(instant)
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return formatOf(isThisYear(at, here) ? options : { ...options, year: 'numeric' }).format(at)
}

const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const EXACT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** Returns "18 Nov 2026, 09:12" in the reader's time zone. */
export const fullTimeOf = (instant: string) => formatOf(FULL).format(new Date(instant))

/** Returns "18 Nov 2026, 09:12:30" in the reader's time zone. */
export const exactTimeOf = (instant: string) => formatOf(EXACT).format(new Date(instant))

/** Returns the heading of an event in a list: "Today", "Next 7 days", "December", "January 2027". */
export const groupOf = (event: Times) => {
  const [start, zone, now] = [Date.parse(event.startAt), zoneFor(event), Date.now()]
  if (start <= now && Date.parse(event.endAt) > now) return 'Now'
  if (dateIn(start, zone) === dateIn(now, zone)) return 'Today'
  if (start > now && dateIn(start, zone) === dateIn(now + DAY_MS, zone)) return 'Tomorrow'
  if (start > now && start - now < 7 * DAY_MS) return 'Next 7 days'
  return formatOf({ timeZone: zone, month: 'long', ...(isThisYear(start, zone) ? {} : { year: 'numeric' }) }).format(
    start,
  )
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

/** Returns the trimmed text, or null if it is empty. */
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export const moneyOf = (minor: number, currency: string | null) => {
  if (currency === null) return minor === 0 ? 'Free' : String(minor)
  const digits = exponentOf(currency)
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountOf(minor, currency).value)
}

/**
 * Parses an amount with a decimal point or comma and returns it in minor units. Returns null if the text isn't an
 * amount.
 */
export const minorOf = (text: string, currency: string) => {
  const plain = text.trim().replace(',', '.')
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return null
  const minor = Number(plain) * 10 ** exponentOf(currency)
  return Math.abs(minor - Math.round(minor)) < 1e-6 ? Math.round(minor) : null
}

export const majorOf = (minor: number, currency: string) => amountOf(minor, currency).text

export const numberOf = (count: number) => count.toLocaleString(LANGUAGE)
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${numberOf(count)} ${count === 1 ? one : many}`

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
