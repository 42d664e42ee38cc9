import { isTimezone } from '../../kernel/time.ts'
import { placeWallTime, wallTimeOf } from '../../kernel/zoned-time.ts'
import type { EventLine, NewEventInput } from './event-csv.ts'
import { icsMinutes, unescapeIcs, icsTime, type IcsEvent, type IcsProperty, type IcsTime } from './ics-reading.ts'
import { fault, LineFault } from './line-faults.ts'
import { reason, type Reason } from './report-sentences.ts'

const MAX_TAGS = 20

/** Returns the time zone of a time: its own if that is an IANA zone, otherwise the one in the request or the file. */
const zoneOf = ({ zone }: IcsTime, stated: string | null, fallback: string) => {
  if (zone === null) return stated ?? fallback
  if (isTimezone(zone)) return zone
  return stated ?? fault('timezone_unknown', { value: zone })
}

const timeIn = (property: IcsProperty | undefined, field: string) => {
  if (property === undefined) return null
  return icsTime(property) ?? fault('moment_unreadable', { value: property.value, field })
}

/** Returns the local time in `zone`. A time with another zone of its own is converted. */
const localOf = ({ date, time, isUtc, zone: own }: IcsTime, zone: string) => {
  if (time === null) return date
  if (isUtc) return wallTimeOf(Date.parse(`${date}T${time}Z`), zone)
  if (own === null || own === zone || !isTimezone(own)) return `${date}T${time}`
  return wallTimeOf(placeWallTime(Date.parse(`${date}T${time}Z`), own), zone)
}

const later = (local: string, minutes: number) => {
  const at = new Date(Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`) + minutes * 60_000)
  return at.toISOString().slice(0, local.length === 10 ? 10 : 19)
}

interface Stated {
  /** Time zone from the request. Used instead of zones that aren't in the IANA database. */
  asked: string | null
  /** Time zone of the file, or the calendar's. */
  fallback: string
}

const whenOf = (first: (name: string) => IcsProperty | undefined, { asked, fallback }: Stated) => {
  const start = timeIn(first('DTSTART'), 'startAt') ?? fault('start_missing')
  const timezone = zoneOf(start, asked, fallback)
  const startAt = localOf(start, timezone)
  const end = timeIn(first('DTEND'), 'endAt')
  if (end !== null && end.zone !== start.zone) zoneOf(end, asked, fallback)
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

const isCancelled = ({ properties }: IcsEvent) =>
  properties.get('STATUS')?.[0]?.value.trim().toUpperCase() === 'CANCELLED'

const uidOf = ({ properties }: IcsEvent) => properties.get('UID')?.[0]?.value.trim() ?? ''

/** A value of `RDATE` can be a period. Its start is the date, since all dates of a series last equally long here. */
const localsIn = (properties: readonly IcsProperty[], zone: string, field: string) =>
  properties.flatMap((property) =>
    property.value.split(',').map((value) => {
      const [begin = ''] = value.split('/')
      const at = icsTime({ ...property, value: begin }) ?? fault('moment_unreadable', { value, field })
      return localOf(at, zone)
    }),
  )

const ONLY_ADDED_DATES = 'FREQ=DAILY;COUNT=1'

/** Returns the dates of an event that repeats by a rule or by a list of dates. */
const repeatsOf = (
  { properties }: IcsEvent,
  { timezone, startAt }: Pick<NewEventInput, 'startAt' | 'timezone'>,
  cancelled: readonly IcsProperty[],
) => {
  const [rule] = properties.get('RRULE') ?? []
  const added = properties.get('RDATE') ?? []
  if (rule === undefined && added.length === 0) return null
  const inForm = (local: string) => (startAt.length === 10 ? local.slice(0, 10) : local)
  const zone = timezone ?? 'UTC'
  return {
    rrule: rule?.value.trim() ?? ONLY_ADDED_DATES,
    exdates: localsIn([...(properties.get('EXDATE') ?? []), ...cancelled], zone, 'exdates').map(inForm),
    rdates: localsIn(added, zone, 'rdates').map(inForm),
  }
}

/** Reads an event of a calendar file. Doesn't import attendees, because nothing shows that they agreed to it. */
const readIcsEvent = (given: IcsEvent, stated: Stated, cancelledDates: readonly IcsProperty[]): EventLine => {
  const first = (name: string) => given.properties.get(name)?.[0]
  const title = unescapeIcs(first('SUMMARY')?.value ?? '').trim()
  const [uid, recurrence] = [uidOf(given), first('RECURRENCE-ID')?.value.trim() ?? '']
  const key = uid === '' ? `${title}\n${first('DTSTART')?.value ?? ''}` : `#${uid}`
  const known = {
    line: given.line,
    title,
    formerKey: null,
    sourceKey: recurrence === '' ? key : `${key}\n${recurrence}`,
  }
  const skipped = (why: Reason) => ({ ...known, reasons: [why], event: null, isSkipped: true })
  if (recurrence !== '') return skipped(reason(isCancelled(given) ? 'date_cancelled' : 'date_changed'))
  if (isCancelled(given)) return { ...skipped(reason('cancelled_in_file')), isCancelled: true }
  try {
    const event = eventOf(first, stated)
    const repeats = repeatsOf(given, event, cancelledDates)
    return { ...known, reasons: [], event, ...(repeats === null ? {} : { repeats }) }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    return { ...known, reasons: [error.reason], event: null }
  }
}

/** Reads the events of a calendar file. Cancelled dates may be listed before or after their series. */
export const readIcsEvents = (events: readonly IcsEvent[], stated: Stated): EventLine[] => {
  const cancelled = Map.groupBy(
    events.filter((event) => isCancelled(event) && event.properties.has('RECURRENCE-ID')),
    uidOf,
  )
  return events.map((event) => {
    const dates = (cancelled.get(uidOf(event)) ?? []).flatMap(({ properties }) => properties.get('RECURRENCE-ID') ?? [])
    return readIcsEvent(event, stated, dates)
  })
}
