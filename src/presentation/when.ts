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

/** The first day of a month has a word of its own in French, which `Intl` does not know. */
export const withFirst = (text: string, format: string) =>
  /^fr\b/.test(format) ? text.replaceAll(/(?<!\S)1(?=\s\p{L})/gu, '1er') : text

/** In a Spanish sentence no comma follows the day of the week. */
const withoutComma = (text: string, format: string) => (/^es\b/.test(format) ? text.replace(/^(\p{L}+),/u, '$1') : text)

const dateIn = (at: Instant, options: Intl.DateTimeFormatOptions, language: Pick<Language, 'format'>) =>
  withoutComma(withFirst(formatOf(options, language).format(at), language.format), language.format)

/** Between a day and its hour, and between two times, as the language writes it. */
const signsOf = ({ locale }: Pick<Language, 'locale'>) => ({
  comma: locale === 'ja' ? ' ' : locale === 'ar' ? '، ' : ', ',
  to: toIn(locale),
})

/** Japanese sets the day of the week in brackets, where it is short. */
const dayOf = (at: Instant, timeZone: string, language: Language) =>
  dateIn(at, { ...DAY, ...(language.locale === 'ja' && { weekday: 'short' }), timeZone }, language)
const clockOf = (at: Instant, timeZone: string, language: Language) =>
  formatOf({ ...CLOCK, timeZone }, language).format(at)
const zoneOf = (at: Instant, timeZone: string, language: Language) =>
  formatOf({ timeZone, timeZoneName: 'short' }, language)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
    // Where a language has no name for the zone, it says how far it is from this one; nothing at all need not be said.
    ?.value.replace(/[+±]0$/, '')
    // By itself the Arabic one is the name of a town.
    .replace(/^غرينتش/, 'بتوقيت $&') ?? timeZone

/** Where the days of an event begin and end, and by whose wall they are told: whole days are the same for everyone. */
const spanOf = ({ startAt, endAt, timezone, allDay }: Times) =>
  allDay
    ? { start: Date.parse(startAt), end: Date.parse(endAt) - DAY_MS, timeZone: 'UTC' }
    : { start: Date.parse(startAt), end: Date.parse(endAt), timeZone: timezone }

/** Two lines: the day or days, and the hours of the clock there. */
export const whenOf = (times: Times, language: Language): { days: string; hours: string } => {
  const { start, end, timeZone } = spanOf(times)
  const [first, last] = [dayOf(start, timeZone, language), dayOf(end, timeZone, language)]
  const { allDay, firstToLast } = language.words.when
  const { to: dash } = signsOf(language)
  if (times.allDay) return { days: last === first ? first : `${first}${dash}${last}`, hours: allDay }
  const [from, to] = [clockOf(start, timeZone, language), clockOf(end, timeZone, language)]
  const zone = zoneOf(start, timeZone, language)
  // A night that ends in the morning is one evening to whoever goes there.
  if (first === last || end - start < DAY_MS / 2) return { days: first, hours: `${from}${dash}${to} ${zone}` }
  return { days: `${first}${dash}${last}`, hours: `${firstToLast(from, to)} ${zone}` }
}

/** The day, when it begins, and both in one line: as short as a ticket has room for. */
export const beginningOf = (times: Times, language: Language) => {
  const { start, timeZone } = spanOf(times)
  const day = dateIn(start, { ...SHORT_DAY, timeZone }, forDays(language)).replaceAll(' de ', ' ')
  const clock = times.allDay
    ? language.words.when.allDay
    : `${clockOf(start, timeZone, language)} ${zoneOf(start, timeZone, language)}`
  return { day, clock, both: day + signsOf(language).comma + (times.allDay ? inLine(clock) : clock) }
}

/** The same as a letter tells it: every day that is meant is named. The hours of one day come after `gap`. */
const lineOf = (times: Times, language: Language, gap = signsOf(language).comma) => {
  const { start, end, timeZone } = spanOf(times)
  if (times.allDay) return whenOf(times, language).days
  const [first, last] = [dayOf(start, timeZone, language), dayOf(end, timeZone, language)]
  const { comma, to: dash } = signsOf(language)
  const to = clockOf(end, timeZone, language)
  const isOneDay = first === last
  const from = `${first}${isOneDay ? gap : comma}${clockOf(start, timeZone, language)}`
  return `${from}${dash}${isOneDay ? to : `${last}${comma}${to}`} ${zoneOf(start, timeZone, language)}`
}

/** A line on the clock of the calendar, and one on that of the event where it tells another time. */
export const whenLinesOf = (
  times: Times,
  calendarZone: string,
  language: Language,
  gap?: string,
): [string, ...string[]] => {
  const [line, local] = [lineOf({ ...times, timezone: calendarZone }, language, gap), lineOf(times, language, gap)]
  return local === line ? [line] : [line, local]
}

/** And what stands by itself elsewhere begins small within a line. */
const inLine = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)

/** Days of many languages begin small, but not at the head of something. */
export const atHead = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** A moment in words, on the wall of the zone. */
export const momentOf = (at: Instant | string, timeZone: string, language: Language) => {
  const instant = new Date(at).getTime()
  const [day, clock] = [dayOf(instant, timeZone, language), clockOf(instant, timeZone, language)]
  return `${day}${signsOf(language).comma}${clock} ${zoneOf(instant, timeZone, language)}`
}

/** The events of a list, in its order, each under its month. */
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

/** `Intl` knows no short names of days in Portugal, where they are those of all Portuguese. */
const forDays = ({ format }: Pick<Language, 'format'>) => ({ format: format === 'pt-PT' ? 'pt' : format })

/** The leaf of the calendar beside an event. */
export const leafOf = (times: Times, language: Language) => {
  const { start, timeZone } = spanOf(times)
  const date = dateOf(start, timeZone)
  return {
    date,
    month: formatOf({ month: 'short', timeZone }, language).format(start),
    weekday: formatOf({ weekday: 'short', timeZone }, forDays(language)).format(start),
    // A bare number, also in languages that write more beside it.
    day: Number(date.slice(8)),
    full: dateIn(start, { dateStyle: 'full', timeZone }, language),
  }
}

/** What a list says beside the leaf: the hours, or the days where there are several. */
export const hoursOf = (times: Times, language: Language) => {
  const { start, end, timeZone } = spanOf(times)
  const short = (at: Instant) => dateIn(at, { day: 'numeric', month: 'short', timeZone }, language)
  const { to: dash } = signsOf(language)
  const isLong = times.allDay ? end > start : end - start >= DAY_MS / 2
  if (isLong && short(start) !== short(end)) return `${short(start)}${dash}${short(end)}`
  if (times.allDay) return language.words.when.allDay
  const [from, to] = [clockOf(start, timeZone, language), clockOf(end, timeZone, language)]
  return `${from}${dash}${to} ${zoneOf(start, timeZone, language)}`
}

/** When it begins, where the day stands beside it anyway. */
export const beginningClockOf = (times: Times, language: Language) => {
  const { start, timeZone } = spanOf(times)
  return times.allDay ? language.words.when.allDay : clockOf(start, timeZone, language)
}

const MAX_DAYS_BETWEEN = 62

/** Every date on which it takes place, by the wall there; a night that ends in the morning is one. */
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

/** Of `2026-12`. */
export const monthNameOf = (month: string, language: Language) =>
  formatOf({ month: 'long', year: 'numeric', timeZone: 'UTC' }, language).format(Date.parse(`${month}-01T00:00:00Z`))

const MONDAY = Date.UTC(2001, 0, 1)

/** The names of the days of a week that begins with `weekStart`, 1 for Monday. */
export const weekdaysOf = (weekStart: number, language: Language, weekday: 'short' | 'narrow' | 'long' = 'short') =>
  Array.from({ length: 7 }, (_, index) =>
    formatOf({ weekday, timeZone: 'UTC' }, forDays(language)).format(MONDAY + (weekStart - 1 + index) * DAY_MS),
  )

/** Of `2026-12-24`. */
export const dayNameOf = (date: string, language: Language) => dayOf(Date.parse(`${date}T00:00:00Z`), 'UTC', language)

type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number } }

export const weekStartOf = ({ format }: Pick<Language, 'format'>) =>
  (new Intl.Locale(format) as WithWeek).getWeekInfo?.().firstDay ?? 1
