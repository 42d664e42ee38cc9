import type { Instant } from '../../kernel/time.ts'
import { instantOfWallTime } from '../../kernel/zoned-time.ts'

export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/
const LOCAL = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2}:\d{2}(?::\d{2})?) *([ap]m)?)?$/i

const two = (text: string | number) => String(text).padStart(2, '0')

const timeIn = (time: string | undefined, half: string | undefined) => {
  const [hours = '0', minutes = '00', seconds = '00'] = (time ?? '').split(':')
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return `${two(hour)}:${minutes}:${seconds}`
}

const isDay = (year: string, month: string, day: string) => {
  const date = new Date(`${year}-${two(month)}-${two(day)}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}

/**
 * Returns the order of day and month that the values of a column allow: null if both do, for instance in `03/04/2026`.
 * Dots always mean day before month.
 */
export const dateOrderOf = (values: readonly string[]): DateOrder | null | 'none' => {
  const dates = values.flatMap((value) => {
    const [, first = '', mark, second = ''] = LOCAL.exec(value) ?? []
    return mark === undefined || mark === '.' ? [] : [{ first: Number(first), second: Number(second) }]
  })
  if (dates.length === 0) return 'none'
  if (dates.some(({ first }) => first > 12)) return 'DMY'
  return dates.some(({ second }) => second > 12) ? 'MDY' : null
}

interface ReadDate {
  /** Date, such as 2026-12-31. */
  date: string
  /** Time, such as 18:00:00. Null if the text has none. */
  time: string | null
  offset: string | null
}

/** Returns null if the text is not a date, or if its order is unknown. */
export const readDate = (text: string, order: DateOrder | null): ReadDate | null => {
  const dated = (year: string, month: string, day: string, time: string | null, offset: string | null = null) =>
    isDay(year, month, day) && (time ?? '') < '24' ? { date: `${year}-${two(month)}-${two(day)}`, time, offset } : null
  const [isIso, year = '', month = '', day = '', isoTime, offset = null] = ISO.exec(text) ?? []
  if (isIso !== undefined)
    return dated(year, month, day, isoTime === undefined ? null : timeIn(isoTime, undefined), offset)
  const [isLocal, first = '', mark, second = '', localYear = '', localTime, half] = LOCAL.exec(text) ?? []
  const by = mark === '.' ? 'DMY' : order
  if (isLocal === undefined || by === null) return null
  const [localDay, localMonth] = by === 'DMY' ? [first, second] : [second, first]
  return dated(localYear, localMonth, localDay, localTime === undefined ? null : timeIn(localTime, half))
}

/** Returns null if the text is not a date, or if its order is unknown. Times without an offset are in `timezone`. */
export const toInstant = (text: string, timezone: string, order: DateOrder | null): Instant | null => {
  const read = readDate(text, order)
  if (read === null) return null
  const at = `${read.date}T${read.time ?? '00:00:00'}`
  if (read.offset === null) return instantOfWallTime(at, timezone)
  const instant = Date.parse(`${at}${read.offset}`)
  return Number.isNaN(instant) ? null : instant
}

const TIME = /^(\d{1,2})(?:[:.h](\d{2})(?::(\d{2}))?)?(?: *(?:Uhr|h))?(?: *([ap]m))?$/i

/** Reads a time of day such as `18:00`, `18.00 Uhr`, `18h30` or `6:30 pm`. Returns null if it isn't one. */
export const readTime = (text: string): string | null => {
  const [whole, hours = '', minutes = '00', seconds = '00', half] = TIME.exec(text) ?? []
  if (whole === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null
  const time = timeIn(`${hours}:${minutes}:${seconds}`, half)
  return time < '24' ? time : null
}
