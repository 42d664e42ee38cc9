import { valuesIn, withoutRivals, type Fits } from '../../kernel/column-choice.ts'
import { isCurrency } from '../../kernel/money.ts'
import { isTimezone } from '../../kernel/time.ts'
import { decimalMarkOf } from './amounts.ts'
import { dateOrderOf, readDate, readTime } from './dates.ts'
import { eventMeaningOf, EVENT_MEANINGS, type EventMeaning } from './event-headings.ts'

type Rows = readonly (readonly string[])[]
type Meanings = readonly (EventMeaning | null)[]

const MAX_HEADER_ROW = 10
const DATED = ['start', 'end'] as const

const isDate = (text: string) => (readDate(text, 'DMY') ?? readDate(text, 'MDY')) !== null
const isTime = (text: string) => readTime(text) !== null

const FITS: Fits<EventMeaning> = {
  start: isDate,
  end: isDate,
  startTime: isTime,
  endTime: isTime,
  timezone: isTimezone,
  currency: (text) => isCurrency(text.toUpperCase()),
  capacity: (text) => /^\d+$/.test(text),
  price: (text) => /\d/.test(text),
}

/** Whether most values of a column are times of day and not dates. */
const isTimed = (rows: Rows, at: number) => {
  const values = valuesIn(rows, at)
  return values.filter((text) => isTime(text) && !isDate(text)).length * 2 > values.length
}

/**
 * `Beginn` and `Start` can be a date or a time. If another column has dates, a start column with times of day is the
 * start time. An end column with times of day is the end on the same day.
 */
const withTimes = (meanings: Meanings, rows: Rows): Meanings => {
  const isDated = meanings.some((meaning, at) => meaning === 'start' && !isTimed(rows, at))
  if (!isDated) return meanings
  return meanings.map((meaning, at) => {
    if (meaning !== 'start' && meaning !== 'end') return meaning
    return isTimed(rows, at) ? (`${meaning}Time` as const) : meaning
  })
}

/** Finds the row with the headings: the first of ten with a title, a start and half of its cells known. */
export const findEventColumns = (rows: Rows) => {
  for (const [at, row] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const stated = row.map((cell) => eventMeaningOf(cell))
    const known = stated.filter((meaning) => meaning !== null).length
    const isHeader = stated.includes('title') && stated.includes('start')
    if (!isHeader || known * 2 < row.filter((cell) => cell !== '').length) continue
    const data = rows.slice(at + 1)
    const meanings = withoutRivals(withTimes(stated, data), data, { fits: FITS, ignored: null })
    return { headerAt: at, headings: row, meanings }
  }
  return null
}

export const isEventMeaning = (text: string): text is EventMeaning => EVENT_MEANINGS.some((meaning) => meaning === text)

/** Returns the open questions about the columns: the order of day and month, and the decimal mark of prices. */
export const asksOf = (rows: Rows, meanings: Meanings) => {
  const valuesOf = (wanted: readonly EventMeaning[]) =>
    meanings.flatMap((meaning, at) =>
      meaning !== null && wanted.includes(meaning) ? rows.map((cells) => cells[at] ?? '') : [],
    )
  return { dateOrder: dateOrderOf(valuesOf(DATED)), decimalMark: decimalMarkOf(valuesOf(['price'])) }
}
