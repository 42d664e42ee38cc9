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

const instantOf = (date: readonly [string, string, string], time: string, timezone: string) => {
  const [year, month, day] = date
  return isDay(year, month, day) && time < '24'
    ? instantOfWallTime(`${year}-${two(month)}-${two(day)}T${time}`, timezone)
    : null
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

/** Returns null if the text is not a date, or if its order is unknown. Times without an offset are in `timezone`. */
export const toInstant = (text: string, timezone: string, order: DateOrder | null): Instant | null => {
  const [isIso, year = '', month = '', day = '', isoTime, offset] = ISO.exec(text) ?? []
  if (isIso !== undefined) {
    const time = timeIn(isoTime, undefined)
    if (offset === undefined) return instantOf([year, month, day], time, timezone)
    const at = Date.parse(`${year}-${two(month)}-${two(day)}T${time}${offset}`)
    return Number.isNaN(at) || !isDay(year, month, day) ? null : at
  }
  const [isLocal, first = '', mark, second = '', localYear = '', localTime, half] = LOCAL.exec(text) ?? []
  if (isLocal === undefined) return null
  const by = mark === '.' ? 'DMY' : order
  if (by === null) return null
  const [localDay, localMonth] = by === 'DMY' ? [first, second] : [second, first]
  return instantOf([localYear, localMonth, localDay], timeIn(localTime, half), timezone)
}
