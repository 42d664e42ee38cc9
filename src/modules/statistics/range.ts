import { invalid } from '../../kernel/failure.ts'
import { BUCKET_MS, DAY_MS, type Instant } from '../../kernel/time.ts'
import { dateOf, nextDate, startOfDate } from '../../kernel/zoned-time.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

export interface Day {
  date: string
  /**
   * The day's first bucket, as its number since the epoch in steps of `BUCKET_MS`. `end` is the first bucket of the
   * next day.
   */
  start: number
  end: number
}

export interface Range {
  from: string
  to: string
  timezone: string
  days: Day[]
  start: number
  end: number
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Returns the buckets for the requested dates. The default range is the last 30 days. */
export const statisticsRange = (
  requested: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Instant,
): Range => {
  const to =
    requested.to ??
    (requested.from === undefined ? dateOf(now, timezone) : laterOf(dateOf(now, timezone), requested.from))
  const from = requested.from ?? nextDate(to, 1 - DEFAULT_DAYS)
  const count = daysBetween(from, to)
  if (count < 1) throw invalid('to', 'must not be before `from`')
  if (count > MAX_DAYS) throw invalid('to', `must be within ${MAX_DAYS} days of \`from\``)
  const dates = Array.from({ length: count + 1 }, (_, day) => nextDate(from, day))
  const starts = dates.map((date) => Math.floor(startOfDate(date, timezone) / BUCKET_MS))
  const days = dates
    .slice(0, -1)
    .map((date, index) => ({ date, start: starts[index] ?? 0, end: starts[index + 1] ?? 0 }))
  return { from, to, timezone, days, start: starts[0] ?? 0, end: starts.at(-1) ?? 0 }
}

const laterOf = (left: string, right: string) => (left > right ? left : right)
