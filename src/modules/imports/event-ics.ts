import { isTimezone } from '../../kernel/time.ts'
import { wallTimeOf } from '../../kernel/zoned-time.ts'
import type { EventLine, NewEventInput } from './event-csv.ts'
import { icsMinutes, unescapeIcs, icsTime, type IcsEvent, type IcsProperty, type IcsTime } from './ics-reading.ts'
import { fault, LineFault } from './line-faults.ts'

const MAX_TAGS = 20

/** Returns the time zone of a time: its own if IANA knows it, otherwise the one that the caller or the file states. */
const zoneOf = ({ zone }: IcsTime, stated: string | null, fallback: string) => {
  if (zone === null) return stated ?? fallback
  if (isTimezone(zone)) return zone
  return stated ?? fault(`The time zone '${zone}' isn’t known. Set \`timezone\` to a name such as Europe/Berlin.`)
}

const timeIn = (property: IcsProperty | undefined, what: string) => {
  if (property === undefined) return null
  return icsTime(property) ?? fault(`'${property.value}' isn’t a time for ${what}.`)
}

const localOf = ({ date, time, isUtc }: IcsTime, zone: string) => {
  if (time === null) return date
  return isUtc ? wallTimeOf(Date.parse(`${date}T${time}Z`), zone) : `${date}T${time}`
}

const later = (local: string, minutes: number) => {
  const at = new Date(Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`) + minutes * 60_000)
  return at.toISOString().slice(0, local.length === 10 ? 10 : 19)
}

interface Stated {
  /** Time zone from the request. Replaces names that IANA doesn't know. */
  asked: string | null
  /** Time zone of the file, or the calendar's. */
  fallback: string
}

const whenOf = (first: (name: string) => IcsProperty | undefined, { asked, fallback }: Stated) => {
  const start = timeIn(first('DTSTART'), 'the start') ?? fault('It has no start.')
  const timezone = zoneOf(start, asked, fallback)
  const startAt = localOf(start, timezone)
  const end = timeIn(first('DTEND'), 'the end')
  const duration = icsMinutes(first('DURATION')?.value ?? '')
  const endAt =
    end !== null && (end.time === null) === (start.time === null)
      ? localOf(end, timezone)
      : duration !== null
        ? later(startAt, duration)
        : null
  return { startAt, timezone, ...(endAt === null || endAt <= startAt ? {} : { endAt }) }
}

const eventOf = (first: (name: string) => IcsProperty | undefined, stated: Stated): NewEventInput => {
  const textOf = (name: string) => unescapeIcs(first(name)?.value ?? '').trim()
  const place = textOf('LOCATION')
  const isLink = /^https?:\/\/\S+$/.test(place)
  const tags = textOf('CATEGORIES')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return {
    title: textOf('SUMMARY'),
    ...whenOf(first, stated),
    ...(textOf('DESCRIPTION') === '' ? {} : { description: textOf('DESCRIPTION') }),
    ...(place === '' ? {} : isLink ? { meetingUrl: place } : { location: { name: place.replaceAll('\n', ', ') } }),
    ...(tags.length === 0 ? {} : { tags: tags.slice(0, MAX_TAGS) }),
    ...(/^(?:PRIVATE|CONFIDENTIAL)$/i.test(textOf('CLASS')) ? { visibility: 'PRIVATE' as const } : {}),
  }
}

/** Reads an event of a calendar file. Attendees are not taken over, because the file doesn't say that they agreed. */
export const readIcsEvent = ({ line, properties }: IcsEvent, stated: Stated): EventLine => {
  const first = (name: string) => properties.get(name)?.[0]
  const title = unescapeIcs(first('SUMMARY')?.value ?? '').trim()
  const uid = first('UID')?.value.trim() ?? ''
  const [recurrence, rule] = [first('RECURRENCE-ID')?.value ?? '', first('RRULE')?.value ?? '']
  const known = { line, title, sourceKey: uid === '' ? `${title}\n${first('DTSTART')?.value ?? ''}` : `#${uid}` }
  const skipped = (says: string) => ({ ...known, says, event: null, isSkipped: true })
  if (first('STATUS')?.value.trim().toUpperCase() === 'CANCELLED') return skipped('It is cancelled in the file.')
  if (recurrence !== '')
    return {
      ...skipped('It changes one date of a series. Edit that date after the import.'),
      sourceKey: `${known.sourceKey}\n${recurrence}`,
    }
  try {
    const event = eventOf(first, stated)
    if (rule === '') return { ...known, says: null, event }
    const exdates = (properties.get('EXDATE') ?? []).flatMap((property) =>
      property.value.split(',').map((value) => {
        const at = icsTime({ ...property, value }) ?? fault(`'${value}' isn’t a time for an exception.`)
        return localOf(at, event.timezone)
      }),
    )
    return { ...known, says: null, event, repeats: { rrule: rule.trim(), exdates } }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    return { ...known, says: error.message, event: null }
  }
}
