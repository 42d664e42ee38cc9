import { memoize } from './memoize.ts'
import { DAY_MS, HOUR_MS, type Instant } from './time.ts'

/** Local ("wall") times in a zone. A wall time is represented by the epoch milliseconds that it would have in UTC. */

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string) =>
  memoize(
    formats,
    zone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        calendar: 'iso8601',
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  )

const wallOf = (at: Instant, zone: string) => {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000)
}

/** Formats an instant as local `YYYY-MM-DDTHH:MM:SS` in `zone`. */
export const wallTimeOf = (at: Instant, zone: string) => new Date(wallOf(at, zone)).toISOString().slice(0, 19)
export const dateOf = (at: Instant, zone: string) => wallTimeOf(at, zone).slice(0, 10)

/** More than the UTC offset of any zone. */
const MAX_OFFSET_MS = 16 * HOUR_MS

/**
 * Returns the instants that a local time stands for, earliest first: normally one, none if DST skips it, two if it is
 * repeated.
 */
const instantsOf = (wall: number, zone: string) => {
  const around = [wall - MAX_OFFSET_MS, wall, wall + MAX_OFFSET_MS]
  const offsets = new Set(around.map((at) => wallOf(at, zone) - at))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallOf(at, zone) === wall)
    .toSorted((left, right) => left - right)
}

/** Returns the earlier instant if a local time is repeated, and null if the zone skips it. */
export const instantOfWallTime = (wallTime: string, zone: string): Instant | null =>
  instantsOf(Date.parse(`${wallTime}Z`), zone)[0] ?? null

/** Returns the instant of a local time. A skipped time is moved forward by the length of the gap. */
export const placeWallTime = (wall: number, zone: string): Instant => {
  const [first] = instantsOf(wall, zone)
  if (first !== undefined) return first
  const offsetBefore = wallOf(wall - MAX_OFFSET_MS, zone) - (wall - MAX_OFFSET_MS)
  return wall - offsetBefore
}

/**
 * Returns a function that moves instants by `ms` of local time. A time of day stays the same across a clock change. A
 * skipped time is moved forward by the length of the gap.
 */
export const wallShift =
  (ms: number, zone: string) =>
  (at: Instant): Instant =>
    placeWallTime(wallOf(at, zone) + ms, zone)

/** Returns the local time that passes from one instant to another. */
export const wallDistance = (from: Instant, to: Instant, zone: string) => wallOf(to, zone) - wallOf(from, zone)

/** Returns the first instant of a local date, even if the zone skips midnight on that date. */
export const startOfDate = (date: string, zone: string): Instant => placeWallTime(Date.parse(`${date}T00:00:00Z`), zone)

export const nextDate = (date: string, days = 1) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
