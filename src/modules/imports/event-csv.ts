import type { SchemaInput } from '../../kernel/lazy.ts'
import { isCurrency } from '../../kernel/money.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import { isTimezone } from '../../kernel/time.ts'
import type { NewEvent } from '../events/index.ts'
import { currencyIn, isFree, minorUnitsIn, type DecimalMark } from './amounts.ts'
import { readDate, readTime, type DateOrder } from './dates.ts'
import type { EventMeaning } from './event-headings.ts'
import { fault, LineFault } from './line-faults.ts'
import { reason, type Reason } from './report-sentences.ts'

export type NewEventInput = SchemaInput<typeof NewEvent>

/** A line of a file of events: what to create, or why it is left out. */
export interface EventLine {
  line: number
  title: string
  /** Identifies the event in later versions of the file. */
  sourceKey: string
  /**
   * The key under which earlier versions of this service stored a line without a reference. Null for a line with a
   * reference.
   */
  formerKey: string | null
  /** The reason why the line is left out, or a note about its event. */
  reasons: readonly Reason[]
  event: NewEventInput | null
  /** RFC 5545 rule, with the local dates excluded from and added to it. */
  repeats?: { rrule: string; exdates: string[]; rdates: string[] }
  /** Whether the line is a valid event that this service doesn't import. */
  isSkipped?: boolean
  isCancelled?: boolean
}

export interface EventReading {
  timezone: string
  dateOrder: DateOrder | null
  decimalMark: DecimalMark | null
  currency: string | null
}

/** End of an event whose last day has no time of day. */
const LAST_MINUTE = '23:59:00'

const whenIn = (of: (meaning: EventMeaning) => string, { dateOrder }: EventReading, zone: string) => {
  const dateAt = (meaning: 'start' | 'end', text: string) =>
    readDate(text, dateOrder) ?? fault('date_unreadable', { value: text, field: meaning })
  const timeAt = (text: string) => readTime(text) ?? fault('time_unreadable', { value: text })
  const start = dateAt('start', of('start'))
  const startTime = of('startTime') === '' ? start.time : timeAt(of('startTime'))
  const end = of('end') === '' ? null : dateAt('end', of('end'))
  const endTime = of('endTime') === '' ? (end?.time ?? null) : timeAt(of('endTime'))
  if (startTime === null) {
    const last = end?.date ?? start.date
    return { startAt: start.date, endAt: nextDay(last), timezone: zone }
  }
  const startAt = `${start.date}T${startTime}${start.offset ?? ''}`
  if (endTime === null)
    return end === null || end.date === start.date
      ? { startAt, timezone: zone }
      : { startAt, endAt: `${end.date}T${LAST_MINUTE}`, timezone: zone }
  // Many lists have only one date, even if the event ends after midnight.
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
  if (stated === null || !isCurrency(stated)) return fault('currency_missing', { value: price })
  const minor = minorUnitsIn(price, decimalMark ?? '.', stated)
  if (minor === null) return fault('amount_unreadable', { value: price, currency: stated })
  return { tickets: [{ name: named, type: 'PAID' as const, price: minor, currency: stated }] }
}

const eventIn = (of: (meaning: EventMeaning) => string, reading: EventReading): NewEventInput => {
  const zone = of('timezone') === '' ? reading.timezone : of('timezone')
  if (!isTimezone(zone)) fault('timezone_invalid', { value: zone })
  const capacity = of('capacity')
  if (capacity !== '' && !/^[1-9]\d{0,6}$/.test(capacity)) fault('capacity_invalid', { value: capacity })
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

/**
 * The start in normalised form, so that a spreadsheet that rewrites `2026-06-01 18:00` as `01.06.2026 18:00` doesn't
 * change it.
 */
const keyOf = (title: string, event: NewEventInput) => `${foldForSearch(title)}\n${event.startAt}`

/** Reads one line. A fault leaves out only this line. */
export const readEventLine = (
  cells: readonly string[],
  line: number,
  meanings: readonly (EventMeaning | null)[],
  reading: EventReading,
): EventLine => {
  const of = (meaning: EventMeaning) => cells[meanings.indexOf(meaning)] ?? ''
  const [title, reference] = [of('title'), of('reference')]
  const plainKey = `${title}\n${of('start')}\n${of('startTime')}`
  const known = { line, title, formerKey: reference === '' ? plainKey : null }
  const keyed = (event: NewEventInput | null) =>
    reference !== '' ? `#${reference}` : event === null ? plainKey : keyOf(title, event)
  try {
    const event = eventIn(of, reading)
    const isOpen =
      event.endAt?.endsWith(`T${LAST_MINUTE}`) === true &&
      of('endTime') === '' &&
      readDate(of('end'), reading.dateOrder)?.time === null
    const reasons = isOpen ? [reason('end_open')] : []
    return { ...known, sourceKey: keyed(event), reasons, event }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    return { ...known, sourceKey: keyed(null), reasons: [error.reason], event: null }
  }
}
