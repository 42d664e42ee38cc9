/** Epoch milliseconds. Requests and responses use ISO 8601 text instead. */
export type Instant = number
export type Clock = () => Instant

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** 15 minutes, the step of activity counters. In every time zone, days start on a quarter hour of UTC. */
export const BUCKET_MS = 15 * MINUTE_MS

export const systemClock: Clock = () => Date.now()

const DAYS_KEPT = 1_000
const datesByDay = new Map<number, string>()

const dateOfDay = (day: number) => {
  const known = datesByDay.get(day)
  if (known !== undefined) return known
  if (datesByDay.size >= DAYS_KEPT) datesByDay.clear()
  const date = new Date(day * DAY_MS).toISOString().split('T', 1)[0] as string
  datesByDay.set(day, date)
  return date
}

const padded = (digits: number) =>
  Array.from({ length: 10 ** digits }, (_, value) => String(value).padStart(digits, '0'))
const TWO = padded(2)
const THREE = padded(3)

/**
 * Formats like `toISOString` at a fifth of its cost. A list of events contains hundreds of instants that fall on a few
 * dates.
 */
export const iso = (at: Instant) => {
  const day = Math.floor(at / DAY_MS)
  const inDay = at - day * DAY_MS
  const hour = TWO[Math.floor(inDay / HOUR_MS)]
  const minute = TWO[Math.floor(inDay / MINUTE_MS) % 60]
  const second = TWO[Math.floor(inDay / SECOND_MS) % 60]
  return `${dateOfDay(day)}T${hour}:${minute}:${second}.${THREE[Math.floor(inDay) % SECOND_MS]}Z`
}
export const isoOrNull = (at: Instant | null) => (at === null ? null : iso(at))

const knownZones = new Set<string>()

export const isTimezone = (name: string) => {
  if (knownZones.has(name)) return true
  // `Intl` accepts offsets such as `+02:00`, but they are not IANA zones and have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // `Intl` ignores case, so callers could send endless spellings of one zone. The limit keeps the cache from growing
    // without bound.
    if (knownZones.size < 1_000) knownZones.add(name)
    return true
  } catch {
    return false
  }
}
