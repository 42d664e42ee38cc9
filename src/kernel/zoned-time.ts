import { memoize } from './memoize.ts'
import { DAY_MS, HOUR_MS, type Instant } from './time.ts'

/** The clock on the wall of a zone. Inside, a wall time is the epoch milliseconds it would have in UTC. */

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

/** `YYYY-MM-DDTHH:MM:SS` on the wall of the zone. */
export const wallTimeOf = (at: Instant, zone: string) => new Date(wallOf(at, zone)).toISOString().slice(0, 19)
export const dateOf = (at: Instant, zone: string) => wallTimeOf(at, zone).slice(0, 10)

/** No zone is further from UTC than this. */
const FURTHEST_MS = 16 * HOUR_MS

/** The instants at which the wall shows this time: one, none (skipped) or two (repeated), earliest first. */
const instantsOf = (wall: number, zone: string) => {
  const around = [wall - FURTHEST_MS, wall, wall + FURTHEST_MS]
  const offsets = new Set(around.map((at) => wallOf(at, zone) - at))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallOf(at, zone) === wall)
    .toSorted((left, right) => left - right)
}

/** The instant of a local time; the earlier one of a repeated hour, null for a time that the zone skips. */
export const instantOfWallTime = (wallTime: string, zone: string): Instant | null =>
  instantsOf(Date.parse(`${wallTime}Z`), zone)[0] ?? null

/** The instant of a local time; a time that the zone skips moves forward by the gap. */
export const placeWallTime = (wall: number, zone: string): Instant => {
  const [first] = instantsOf(wall, zone)
  if (first !== undefined) return first
  const offsetBefore = wallOf(wall - FURTHEST_MS, zone) - (wall - FURTHEST_MS)
  return wall - offsetBefore
}

/** The first instant of a local date, also where midnight itself is skipped. */
export const startOfDate = (date: string, zone: string): Instant => placeWallTime(Date.parse(`${date}T00:00:00Z`), zone)

export const nextDate = (date: string, days = 1) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
