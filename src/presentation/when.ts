import { memoize } from '../kernel/memoize.ts'
import { DAY_MS, type Instant } from '../kernel/time.ts'
import { dateOf, nextDate } from '../kernel/zoned-time.ts'
import { toIn } from './plain.ts'
import type { Language } from '../words/words.ts'
import type { Times } from './event.ts'

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (options: Intl.DateTimeFormatOptions, { format }: Pick<Language, 'format'>) =>
  memoize(formats, `${format} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(format, options))

/** French writes the first of a month as `1er`, which `Intl` does not do. */
export const withFirst = (text: string, format: string) =>
  /^fr\b/.test(format) ? text.replaceAll(/(?<!\S)1(?=\s\p{L})/gu, '1er') : text

/** `Intl` puts a comma after the Spanish weekday, which is wrong within a sentence. */
const withoutComma = (text: string, format: string) => (/^es\b/.test(format) ? text.replace(/^(\p{L}+),/u, '$1') : text)

const dateIn = (at: Instant, options: Intl.DateTimeFormatOptions, language: Pick<Language, 'format'>) =>
  withoutComma(withFirst(formatOf(options, language).format(at), language.format), language.format)

/** Returns the separators between a date and a time, and between two times. */
const separatorsOf = ({ locale }: Pick<Language, 'locale'>) => ({
  comma: locale === 'ja' ? ' ' : locale === 'ar' ? '، ' : ', ',
  to: toIn(locale),
})

/** Japanese uses the short weekday, which `Intl` sets in brackets. */
const dayOf = (at: Instant, timeZone: string, language: Language) =>
  dateIn(at, { ...DAY, ...(language.locale === 'ja' && { weekday: 'short' }), timeZone }, language)
const clockOf = (at: Instant, timeZone: string, language: Language) =>
  formatOf({ ...CLOCK, timeZone }, language).format(at)
const zoneNameOf = (at: Instant, timeZone: string, timeZoneName: 'short' | 'shortGeneric', language: Language) =>
  formatOf({ timeZone, timeZoneName }, language)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** An offset from GMT, which `Intl` returns if the language has no abbreviation. `غرينتش` is GMT. */
const OFFSET = /\d$|^غرينتش/

/**
 * Returns the language's abbreviation of the zone, such as `CET`. If it has none, names the place, such as `Japan Time`,
 * because few readers know an offset such as `GMT+9`.
 */
const zoneOf = (at: Instant, timeZone: string, language: Language) => {
  const name = zoneNameOf(at, timeZone, 'short', language)
  return OFFSET.test(name)
    ? zoneNameOf(at, timeZone, 'shortGeneric', language)
        .replace(/^(.+) \(Ortszeit\)$/, 'Ortszeit $1')
        .replace(/^توقيت/, 'بتوقيت')
        .replace(/^H?[oO]ra /, (word) => word.toLowerCase())
        .replace(/^(?:heure\s:|czas:)\s(.+)$/, '($1)')
        .replace(/(?<=GMT|UTC)[+±]0$/, '')
    : name
}

/**
 * Returns the first and last instant, with the time zone to format them in. All-day events are dates in UTC, because
 * they are the same everywhere.
 */
const spanOf = ({ startAt, endAt, timezone, allDay }: Times) =>
  allDay
    ? { start: Date.parse(startAt), end: Date.parse(endAt) - DAY_MS, timeZone: 'UTC' }
    : { start: Date.parse(startAt), end: Date.parse(endAt), timeZone: timezone }

/** Returns the days and, as a second line, the hours in local time. */
export const whenOf = (times: Times, language: Language): { days: string; hours: string } => {
  const { start, end, timeZone } = spanOf(times)
  const [first, last] = [dayOf(start, timeZone, language), dayOf(end, timeZone, language)]
  const { allDay, firstToLast } = language.words.when
  const { to: dash } = separatorsOf(language)
  if (times.allDay) return { days: last === first ? first : `${first}${dash}${last}`, hours: allDay }
  const [from, to] = [clockOf(start, timeZone, language), clockOf(end, timeZone, language)]
  const zone = zoneOf(start, timeZone, language)
  // An event of under 12 hours that ends the next morning counts as one evening.
  if (first === last || end - start < DAY_MS / 2) return { days: first, hours: `${from}${dash}${to} ${zone}` }
  return { days: `${first}${dash}${last}`, hours: `${firstToLast(from, to)} ${zone}` }
}

/** Returns the start in short form, for tickets: the day, the time, and both on one line. */
export const beginningOf = (times: Times, language: Language) => {
  const { start, timeZone } = spanOf(times)
  const day = dateIn(start, { ...SHORT_DAY, timeZone }, weekdayFormatOf(language)).replaceAll(' de ', ' ')
  const clock = times.allDay
    ? language.words.when.allDay
    : `${clockOf(start, timeZone, language)} ${zoneOf(start, timeZone, language)}`
  return { day, clock, both: day + separatorsOf(language).comma + (times.allDay ? withLowerCaseStart(clock) : clock) }
}

/**
 * Formats the range on one line for emails, naming both days if they differ. `gap` separates the day from the hours of
 * an event that lasts one day.
 */
const lineOf = (times: Times, language: Language, gap = separatorsOf(language).comma) => {
  const { start, end, timeZone } = spanOf(times)
  if (times.allDay) return whenOf(times, language).days
  const [first, last] = [dayOf(start, timeZone, language), dayOf(end, timeZone, language)]
  const { comma, to: dash } = separatorsOf(language)
  const to = clockOf(end, timeZone, language)
  const isOneDay = first === last
  const from = `${first}${isOneDay ? gap : comma}${clockOf(start, timeZone, language)}`
  return `${from}${dash}${isOneDay ? to : `${last}${comma}${to}`} ${zoneOf(start, timeZone, language)}`
}

/** Returns a line with the time in the event's zone, as its page shows it, and a second one in the calendar's if it differs. */
export const whenLinesOf = (
  times: Times,
  calendarZone: string,
  language: Language,
  gap?: string,
): [string, ...string[]] => {
  const [there, here] = [lineOf(times, language, gap), lineOf({ ...times, timezone: calendarZone }, language, gap)]
  return there === here ? [there] : [there, here]
}

/** Lower-cases the first letter, for a text that starts with a capital when it stands alone. */
const withLowerCaseStart = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)

/** Upper-cases the first letter. Many languages write weekdays in lower case, but not at the start of a heading. */
export const atHead = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Formats an instant with day, time and zone. */
export const momentOf = (at: Instant | string, timeZone: string, language: Language) => {
  const instant = new Date(at).getTime()
  const [day, clock] = [dayOf(instant, timeZone, language), clockOf(instant, timeZone, language)]
  return `${day}${separatorsOf(language).comma}${clock} ${zoneOf(instant, timeZone, language)}`
}

/** Groups events by month, keeping their order. */
export const byMonth = <Event extends Times>(events: readonly Event[], language: Language) => {
  const months: { name: string; events: Event[] }[] = []
  for (const event of events) {
    const { start, timeZone } = spanOf(event)
    const name = formatOf({ month: 'long', year: 'numeric', timeZone }, language).format(start)
    const last = months.at(-1)
    if (last?.name === name) last.events.push(event)
    else months.push({ name, events: [event] })
  }
  return months
}

/** `Intl` has no short weekday names for `pt-PT`, so we use the ones for `pt`. */
const weekdayFormatOf = ({ format }: Pick<Language, 'format'>) => ({ format: format === 'pt-PT' ? 'pt' : format })

/** Returns the texts on the date tile next to an event. */
export const leafOf = (times: Times, language: Language) => {
  const { start, timeZone } = spanOf(times)
  const date = dateOf(start, timeZone)
  return {
    date,
    month: formatOf({ month: 'short', timeZone }, language).format(start),
    weekday: formatOf({ weekday: 'short', timeZone }, weekdayFormatOf(language)).format(start),
    // The day as a bare number, because `Intl` adds a suffix in some languages.
    day: Number(date.slice(8)),
    full: dateIn(start, { dateStyle: 'full', timeZone }, language),
  }
}

/**
 * Returns the hours to show in a list, or the dates if the event lasts several days. `isHere` leaves out the zone, for
 * an event at a place, whose local time goes without saying.
 */
export const hoursOf = (times: Times, language: Language, isHere = false) => {
  const { start, end, timeZone } = spanOf(times)
  const short = (at: Instant) => dateIn(at, { day: 'numeric', month: 'short', timeZone }, language)
  const { to: dash } = separatorsOf(language)
  const isLong = times.allDay ? end > start : end - start >= DAY_MS / 2
  if (isLong && short(start) !== short(end)) return `${short(start)}${dash}${short(end)}`
  if (times.allDay) return language.words.when.allDay
  const [from, to] = [clockOf(start, timeZone, language), clockOf(end, timeZone, language)]
  return `${from}${dash}${to}${isHere ? '' : ` ${zoneOf(start, timeZone, language)}`}`
}

/** Returns the start time, for places that already show the date. */
export const beginningClockOf = (times: Times, language: Language) => {
  const { start, timeZone } = spanOf(times)
  return times.allDay ? language.words.when.allDay : clockOf(start, timeZone, language)
}

const MAX_DAYS_BETWEEN = 62

/** Returns every local date of the event, up to 62. An event that ends the next morning counts as one date. */
export const daysBetween = (times: Times) => {
  const { start, end, timeZone } = spanOf(times)
  const last = !times.allDay && end - start < DAY_MS / 2 ? start : times.allDay ? end : end - 1
  const dates = [dateOf(start, timeZone)]
  for (let date = dates[0] ?? ''; date < dateOf(last, timeZone) && dates.length < MAX_DAYS_BETWEEN;) {
    date = nextDate(date)
    dates.push(date)
  }
  return dates
}

/** Formats a month given as `2026-12`. */
export const monthNameOf = (month: string, language: Language) =>
  formatOf({ month: 'long', year: 'numeric', timeZone: 'UTC' }, language).format(Date.parse(`${month}-01T00:00:00Z`))

const MONDAY = Date.UTC(2001, 0, 1)

/** Returns the names of the weekdays from `weekStart`, where 1 is Monday. */
export const weekdaysOf = (weekStart: number, language: Language, weekday: 'short' | 'narrow' | 'long' = 'short') =>
  Array.from({ length: 7 }, (_, index) =>
    formatOf({ weekday, timeZone: 'UTC' }, weekdayFormatOf(language)).format(MONDAY + (weekStart - 1 + index) * DAY_MS),
  )

/** Formats a date given as `2026-12-24`. */
export const dayNameOf = (date: string, language: Language) => dayOf(Date.parse(`${date}T00:00:00Z`), 'UTC', language)

type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number } }

export const weekStartOf = ({ format }: Pick<Language, 'format'>) =>
  (new Intl.Locale(format) as WithWeek).getWeekInfo?.().firstDay ?? 1
