import type { EventRow } from '../../db/rows.ts'
import { CRLF, icsDate, icsInstant, icsLine, icsPerson, icsText, icsUri, octetsOf } from '../../presentation/ics.ts'
import { placeLineOf } from '../../presentation/where.ts'
import { openLocationOf } from '../events/index.ts'

export const PRODUCT = '-//Event Calendar Service//Calendar Feed 1.0//EN'
const REFRESH = 'PT1H'
/** Google Calendar reads at most 1 MB of a feed. */
const MAX_FILE_OCTETS = 1_000_000
/**
 * Maximum lengths of descriptions. If the file is too large, they are shortened in these steps before any event is
 * dropped.
 */
const DESCRIPTION_LETTERS = [4_000, 1_000, 200, 0]

export interface FileSettings {
  /** The fixed domain in every `UID`. */
  domain: string
  urlOf(event: EventRow): string | null
  /** Contact shown for all events, if the calendar has a `contactEmail`. */
  contact: { name: string; email: string } | null
}

const shortened = (text: string, letters: number) => {
  if (text.length <= letters) return text
  return letters === 0
    ? ''
    : `${text
        .slice(0, letters)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}

const timesOf = (event: EventRow) =>
  event.startDate !== null && event.endDate !== null
    ? [icsLine('DTSTART;VALUE=DATE', icsDate(event.startDate)), icsLine('DTEND;VALUE=DATE', icsDate(event.endDate))]
    : [icsLine('DTSTART', icsInstant(event.startAt)), icsLine('DTEND', icsInstant(event.endAt))]

/** Returns the properties that feeds and guest invites share, such as time, title and place. */
export const aboutEvent = (event: EventRow, url: string | null, descriptionLetters: number) => {
  const location = openLocationOf(event)
  const place = placeLineOf(location)
  const description = shortened(event.description ?? '', descriptionLetters)
  return [
    ...timesOf(event),
    icsLine('SUMMARY', icsText(event.title)),
    ...(description === '' ? [] : [icsLine('DESCRIPTION', icsText(description))]),
    ...(place === '' ? [] : [icsLine('LOCATION', icsText(place))]),
    ...(location === null || location.latitude === null || location.longitude === null
      ? []
      : [icsLine('GEO', `${location.latitude.toFixed(6)};${location.longitude.toFixed(6)}`)]),
    ...(event.tags.length === 0 ? [] : [icsLine('CATEGORIES', event.tags.map(icsText).join(','))]),
    ...(url === null ? [] : [icsLine('URL', icsUri(url))]),
    icsLine('TRANSP', event.allDay ? 'TRANSPARENT' : 'OPAQUE'),
  ]
}

/**
 * Builds one `VEVENT`. Its `DTSTAMP` is the time of the last change, so an unchanged event always produces the same
 * bytes.
 */
const entryOf = (event: EventRow, { domain, urlOf, contact }: FileSettings, descriptionLetters: number) => {
  const changedAt = icsInstant(event.updatedAt)
  return [
    'BEGIN:VEVENT',
    icsLine('UID', `${event.id}@${domain}`),
    icsLine('DTSTAMP', changedAt),
    icsLine('CREATED', icsInstant(event.createdAt)),
    icsLine('LAST-MODIFIED', changedAt),
    icsLine('SEQUENCE', String(event.sequence)),
    ...aboutEvent(event, urlOf(event), descriptionLetters),
    ...(contact === null
      ? []
      : [icsPerson('ORGANIZER', '', contact), icsLine('CONTACT', icsText(`${contact.name}, ${contact.email}`))]),
    icsLine('STATUS', event.status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED'),
    'END:VEVENT',
  ].join(CRLF)
}

export interface FileHead {
  name: string
  description: string | null
  timezone: string
  url: string | null
}

const headOf = ({ name, description, timezone, url }: FileHead) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  icsLine('PRODID', PRODUCT),
  'CALSCALE:GREGORIAN',
  icsLine('NAME', icsText(name)),
  icsLine('X-WR-CALNAME', icsText(name)),
  icsLine('X-WR-TIMEZONE', icsText(timezone)),
  ...(description ? [icsLine('X-WR-CALDESC', icsText(shortened(description, 1_000)))] : []),
  ...(url === null ? [] : [icsLine('URL', icsUri(url))]),
  icsLine('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
  icsLine('X-PUBLISHED-TTL', REFRESH),
]

const END = `END:VCALENDAR${CRLF}`

/** Builds the file, sorted by start. If it exceeds `MAX_FILE_OCTETS`, drops events from the end of `byImportance`. */
export const calendarFile = (head: FileHead, byImportance: readonly EventRow[], settings: FileSettings) => {
  const opening = headOf(head).join(CRLF) + CRLF
  const room = MAX_FILE_OCTETS - octetsOf(opening + END)
  const fitting = (letters: number) => {
    const entries: { event: EventRow; text: string }[] = []
    let octets = 0
    for (const event of byImportance) {
      const text = entryOf(event, settings, letters) + CRLF
      octets += octetsOf(text)
      if (octets > room) break
      entries.push({ event, text })
    }
    return entries
  }
  let entries: ReturnType<typeof fitting> = []
  for (const letters of DESCRIPTION_LETTERS) {
    entries = fitting(letters)
    if (entries.length === byImportance.length) break
  }
  const inOrder = entries.toSorted(
    (left, right) => left.event.startAt - right.event.startAt || (left.event.id < right.event.id ? -1 : 1),
  )
  return opening + inOrder.map(({ text }) => text).join('') + END
}
