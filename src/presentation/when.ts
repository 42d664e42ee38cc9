import { DAY_MS, type Instant } from '../kernel/time.ts'
import { dateOf } from '../kernel/zoned-time.ts'
import type { Times } from './event.ts'

/** The language of pages and mails; an embedded list speaks the one that it is asked for. */
const LOCALE = 'en-GB'
const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (options: Intl.DateTimeFormatOptions, locale = LOCALE) => {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size > 500) formats.clear()
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

const dayOf = (at: Instant, timeZone: string) => formatOf({ ...DAY, timeZone }).format(at)
const clockOf = (at: Instant, timeZone: string) => formatOf({ ...CLOCK, timeZone }).format(at)
const zoneOf = (at: Instant, timeZone: string) =>
  formatOf({ timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** Where the days of an event begin and end, and by whose wall they are told: whole days are the same for everyone. */
const spanOf = ({ startAt, endAt, timezone, allDay }: Times) =>
  allDay
    ? { start: Date.parse(startAt), end: Date.parse(endAt) - DAY_MS, timeZone: 'UTC' }
    : { start: Date.parse(startAt), end: Date.parse(endAt), timeZone: timezone }

/** Two lines: the day or days, and the hours of the clock there. */
export const whenOf = (times: Times): { days: string; hours: string } => {
  const { start, end, timeZone } = spanOf(times)
  const [first, last] = [dayOf(start, timeZone), dayOf(end, timeZone)]
  if (times.allDay) return { days: last === first ? first : `${first} – ${last}`, hours: 'All day' }
  const [from, to] = [clockOf(start, timeZone), clockOf(end, timeZone)]
  const zone = zoneOf(start, timeZone)
  // A night that ends in the morning is one evening to whoever goes there.
  if (first === last || end - start < DAY_MS / 2) return { days: first, hours: `${from} – ${to} (${zone})` }
  return { days: `${first} – ${last}`, hours: `${from} on the first day, ${to} on the last (${zone})` }
}

/** The same as a letter tells it: every day that is meant is named. */
const lineOf = (times: Times) => {
  const { start, end, timeZone } = spanOf(times)
  if (times.allDay) return whenOf(times).days
  const [first, last] = [dayOf(start, timeZone), dayOf(end, timeZone)]
  const to = clockOf(end, timeZone)
  return `${first}, ${clockOf(start, timeZone)} – ${first === last ? to : `${last}, ${to}`} (${zoneOf(start, timeZone)})`
}

/** A line on the clock of the calendar, and one on that of the event where it tells another time. */
export const whenLinesOf = (times: Times, calendarZone: string): [string, ...string[]] => {
  const [line, local] = [lineOf({ ...times, timezone: calendarZone }), lineOf(times)]
  return local === line ? [line] : [line, local]
}

/** A moment in words, on the wall of the zone. */
export const momentOf = (at: Instant | string, timeZone: string) => {
  const instant = new Date(at).getTime()
  return `${dayOf(instant, timeZone)}, ${clockOf(instant, timeZone)} (${zoneOf(instant, timeZone)})`
}

/** The events of a list, in its order, each under its month. */
export const byMonth = <Event extends Times>(events: readonly Event[], locale = LOCALE) => {
  const months: { name: string; events: Event[] }[] = []
  for (const event of events) {
    const { start, timeZone } = spanOf(event)
    const name = formatOf({ month: 'long', year: 'numeric', timeZone }, locale).format(start)
    const last = months.at(-1)
    if (last?.name === name) last.events.push(event)
    else months.push({ name, events: [event] })
  }
  return months
}

/** The leaf of the calendar beside an event. */
export const leafOf = (times: Times, locale = LOCALE) => {
  const { start, timeZone } = spanOf(times)
  return {
    weekday: formatOf({ weekday: 'short', timeZone }, locale).format(start),
    // A bare number, also in languages that write more beside it.
    day: Number(dateOf(start, timeZone).slice(8)),
    full: formatOf({ dateStyle: 'full', timeZone }, locale).format(start),
  }
}

/** What a list says beside the leaf: the hours, or the days where there are several. */
export const hoursOf = (times: Times) => {
  const { start, end, timeZone } = spanOf(times)
  const short = (at: Instant) => formatOf({ day: 'numeric', month: 'short', timeZone }).format(at)
  const isLong = times.allDay ? end > start : end - start >= DAY_MS / 2
  if (isLong && short(start) !== short(end)) return `${short(start)} – ${short(end)}`
  return times.allDay ? 'All day' : `${clockOf(start, timeZone)} – ${clockOf(end, timeZone)} ${zoneOf(start, timeZone)}`
}

/** The same in any language, in the way in which that language writes a stretch of time. */
export const hoursIn = (locale: string, allDay: string, times: Times) => {
  const { start, end, timeZone } = spanOf(times)
  const date = formatOf({ timeZone, day: 'numeric', month: 'short' }, locale)
  const isOneDay = date.format(start) === date.format(end) && end - start < DAY_MS
  if (times.allDay) return isOneDay ? allDay : date.formatRange(start, end)
  const clock = { timeZone, hour: 'numeric', minute: '2-digit' } as const
  const more = isOneDay ? ({ timeZoneName: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return formatOf({ ...clock, ...more }, locale).formatRange(start, end)
}
