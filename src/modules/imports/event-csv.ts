import type { SchemaInput } from '../../kernel/lazy.ts'
import { isCurrency } from '../../kernel/money.ts'
import { isTimezone } from '../../kernel/time.ts'
import type { NewEvent } from '../events/index.ts'
import { currencyIn, decimalMarkOf, isFree, minorUnitsIn, type DecimalMark } from './amounts.ts'
import { dateOrderOf, readDate, readTime, type DateOrder } from './dates.ts'
import { eventMeaningOf, EVENT_MEANINGS, type EventMeaning } from './event-headings.ts'
import { fault, LineFault } from './line-faults.ts'

export type NewEventInput = SchemaInput<typeof NewEvent>

/** A line of a file of events: what to create, or why it is left out. */
export interface EventLine {
  line: number
  title: string
  /** Identifies the event in later versions of the file. */
  sourceKey: string
  says: string | null
  event: NewEventInput | null
  /** RFC 5545 rule, with the local dates that it leaves out. */
  repeats?: { rrule: string; exdates: string[] }
  /** Whether the file has the event, but this service doesn't take it from there. */
  isSkipped?: boolean
}

export interface EventReading {
  timezone: string
  dateOrder: DateOrder | null
  decimalMark: DecimalMark | null
  currency: string | null
}

const MAX_HEADER_ROW = 10
const DATED = ['start', 'end'] as const

/** Finds the row with the headings: the first of ten with a title, a start and half of its cells known. */
export const findEventColumns = (rows: readonly (readonly string[])[]) => {
  for (const [at, row] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const meanings = row.map((cell) => eventMeaningOf(cell))
    const known = meanings.filter((meaning) => meaning !== null).length
    const isHeader = meanings.includes('title') && meanings.includes('start')
    if (isHeader && known * 2 >= row.filter((cell) => cell !== '').length)
      return { headerAt: at, headings: row, meanings }
  }
  return null
}

export const isEventMeaning = (text: string): text is EventMeaning => EVENT_MEANINGS.some((meaning) => meaning === text)

/** What must be asked about the columns: the order of dates, and the decimal mark of prices. */
export const asksOf = (rows: readonly (readonly string[])[], meanings: readonly (EventMeaning | null)[]) => {
  const valuesOf = (wanted: readonly EventMeaning[]) =>
    meanings.flatMap((meaning, at) =>
      meaning !== null && wanted.includes(meaning) ? rows.map((cells) => cells[at] ?? '') : [],
    )
  return { dateOrder: dateOrderOf(valuesOf(DATED)), decimalMark: decimalMarkOf(valuesOf(['price'])) }
}

const whenIn = (of: (meaning: EventMeaning) => string, { dateOrder }: EventReading, zone: string) => {
  const dateAt = (meaning: 'start' | 'end', text: string) =>
    readDate(text, dateOrder) ?? fault(`'${text}' isn’t a date for ${meaning}. Use a form such as 2026-12-31 18:00.`)
  const timeAt = (text: string) => readTime(text) ?? fault(`'${text}' isn’t a time. Use a form such as 18:00.`)
  const start = dateAt('start', of('start'))
  const startTime = of('startTime') === '' ? start.time : timeAt(of('startTime'))
  const end = of('end') === '' ? null : dateAt('end', of('end'))
  const endTime = of('endTime') === '' ? (end?.time ?? null) : timeAt(of('endTime'))
  if (startTime === null) {
    const last = end?.date ?? start.date
    return { startAt: start.date, endAt: nextDay(last), timezone: zone }
  }
  const startAt = `${start.date}T${startTime}${start.offset ?? ''}`
  if (endTime === null) return { startAt, timezone: zone }
  // Many lists have one date, and an end after midnight.
  const endDate = end?.date ?? (endTime < startTime ? nextDay(start.date) : start.date)
  return { startAt, endAt: `${endDate}T${endTime}${end?.offset ?? ''}`, timezone: zone }
}

const nextDay = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const ticketIn = (of: (meaning: EventMeaning) => string, { decimalMark, currency }: EventReading) => {
  const [name, price] = [of('ticket'), of('price')]
  if (name === '' && price === '') return {}
  const named = name === '' ? 'General admission' : name
  if (price === '' || isFree(price)) return { tickets: [{ name: named }] }
  const stated = of('currency').toUpperCase() || currencyIn(price) || currency
  if (stated === null || !isCurrency(stated))
    return fault(`'${price}' has no currency. Add a column with a code such as EUR, or set \`currency\`.`)
  const minor = minorUnitsIn(price, decimalMark ?? '.', stated)
  if (minor === null) return fault(`'${price}' isn’t an amount in ${stated}. Use a form such as 12.50.`)
  return { tickets: [{ name: named, type: 'PAID' as const, price: minor, currency: stated }] }
}

const eventIn = (of: (meaning: EventMeaning) => string, reading: EventReading): NewEventInput => {
  const zone = of('timezone') === '' ? reading.timezone : of('timezone')
  if (!isTimezone(zone)) fault(`'${zone}' isn’t a time zone. Use a name such as Europe/Berlin.`)
  const capacity = of('capacity')
  if (capacity !== '' && !/^[1-9]\d{0,6}$/.test(capacity))
    fault(`'${capacity}' isn’t a number of seats. Use a whole number, or leave it empty.`)
  const place = (
    [
      ['name', of('location')],
      ['address', of('address')],
      ['city', of('city')],
      ['country', of('country')],
    ] as const
  ).filter(([, text]) => text !== '')
  const tags = of('tags') === '' ? [] : of('tags').split(/[,;|]/)
  return {
    title: of('title'),
    ...whenIn(of, reading, zone),
    ...(of('description') === '' ? {} : { description: of('description') }),
    ...(place.length === 0 ? {} : { location: Object.fromEntries(place) }),
    ...(of('meetingUrl') === '' ? {} : { meetingUrl: of('meetingUrl') }),
    ...(capacity === '' ? {} : { capacity: Number(capacity) }),
    ...(tags.length === 0 ? {} : { tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') }),
    ...ticketIn(of, reading),
  }
}

/** Reads one line. A fault leaves out this line and no other. */
export const readEventLine = (
  cells: readonly string[],
  line: number,
  meanings: readonly (EventMeaning | null)[],
  reading: EventReading,
): EventLine => {
  const of = (meaning: EventMeaning) => cells[meanings.indexOf(meaning)] ?? ''
  const [title, reference] = [of('title'), of('reference')]
  const sourceKey = reference === '' ? `${title}\n${of('start')}\n${of('startTime')}` : `#${reference}`
  try {
    return { line, title, sourceKey, says: null, event: eventIn(of, reading) }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    return { line, title, sourceKey, says: error.message, event: null }
  }
}
