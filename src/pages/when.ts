import { DAY_MS } from '../kernel/time.ts'

/** As the API tells them: instants, or the dates of an all-day event with an exclusive end. */
export interface Times {
  startAt: string
  endAt: string
  timezone: string
  allDay: boolean
}

const LOCALE = 'en-GB'

const formats = new Map<string, Intl.DateTimeFormat>()
const format = (at: number, options: Intl.DateTimeFormatOptions) => {
  const key = JSON.stringify(options)
  const made = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, options)
  if (formats.size > 500) formats.clear()
  formats.set(key, made)
  return made.format(at)
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Where the days of an event begin and end, and by whose wall they are told. */
const spanOf = ({ startAt, endAt, timezone, allDay }: Times) =>
  allDay
    ? { start: Date.parse(startAt), end: Date.parse(endAt) - DAY_MS, timeZone: 'UTC' }
    : { start: Date.parse(startAt), end: Date.parse(endAt), timeZone: timezone }

const zoneOf = (at: number, timeZone: string) => {
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Two lines: the day or days, and the hours of the clock there. */
export const whenOf = (times: Times): { days: string; hours: string } => {
  const { start, end, timeZone } = spanOf(times)
  const [first, last] = [format(start, { ...DAY, timeZone }), format(end, { ...DAY, timeZone })]
  if (times.allDay) return { days: last === first ? first : `${first} – ${last}`, hours: 'All day' }
  const [from, to] = [format(start, { ...CLOCK, timeZone }), format(end, { ...CLOCK, timeZone })]
  const zone = zoneOf(start, timeZone)
  // A night that ends in the morning is one evening to whoever goes there.
  if (first === last || end - start < DAY_MS / 2) return { days: first, hours: `${from} – ${to} (${zone})` }
  return { days: `${first} – ${last}`, hours: `${from} on the first day, ${to} on the last (${zone})` }
}

/** A moment in words, on the wall of the zone. */
export const momentOf = (at: string, timeZone: string) =>
  `${format(Date.parse(at), { ...DAY, timeZone })}, ${format(Date.parse(at), { ...CLOCK, timeZone })} (${zoneOf(Date.parse(at), timeZone)})`

/** What a list needs: the month it stands under, the leaf of the calendar, and the hours. */
export const leafOf = (times: Times) => {
  const { start, end, timeZone } = spanOf(times)
  const isLong = times.allDay ? end > start : end - start >= DAY_MS / 2
  const short = (at: number) => format(at, { day: 'numeric', month: 'short', timeZone })
  const hour = (at: number) => format(at, { ...CLOCK, timeZone })
  const hours = times.allDay ? 'All day' : `${hour(start)} – ${hour(end)} ${zoneOf(start, timeZone)}`
  return {
    month: format(start, { month: 'long', year: 'numeric', timeZone }),
    weekday: format(start, { weekday: 'short', timeZone }),
    day: format(start, { day: 'numeric', timeZone }),
    full: format(start, { ...DAY, timeZone }),
    hours: isLong && short(start) !== short(end) ? `${short(start)} – ${short(end)}` : hours,
  }
}
