import type { EventRow } from '../../db/rows.ts'
import type { Instant } from '../../kernel/time.ts'
import { openLocationOf } from '../events/index.ts'

const LOCALE = 'en-GB'

const dayOf = (at: Instant, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    at,
  )
const timeOf = (at: Instant, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)
const zoneOf = (at: Instant, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

const DAY_MS = 86_400_000

const daysOf = (startDate: string, endDate: string) => {
  const [first, last] = [Date.parse(startDate), Date.parse(endDate) - DAY_MS]
  return last <= first ? dayOf(first, 'UTC') : `${dayOf(first, 'UTC')} – ${dayOf(last, 'UTC')}`
}

const spanOf = ({ startAt, endAt }: EventRow, zone: string) => {
  const isOneDay = dayOf(startAt, zone) === dayOf(endAt, zone)
  const end = isOneDay ? timeOf(endAt, zone) : `${dayOf(endAt, zone)}, ${timeOf(endAt, zone)}`
  return `${dayOf(startAt, zone)}, ${timeOf(startAt, zone)} – ${end} (${zoneOf(startAt, zone)})`
}

/** When it is, on the clock of the calendar, and on that of the event where it is another. */
export const whenOf = (event: EventRow, calendarZone: string) => {
  if (event.allDay && event.startDate !== null && event.endDate !== null) return daysOf(event.startDate, event.endDate)
  const span = spanOf(event, calendarZone)
  const local = spanOf(event, event.timezone)
  return local === span || event.timezone === calendarZone ? span : `${span}\n${local}`
}

export const deadlineOf = (at: Instant, zone: string) => `${dayOf(at, zone)}, ${timeOf(at, zone)} (${zoneOf(at, zone)})`

/** Where it is: what is meant for guests alone is told to guests alone. */
export const whereOf = (event: EventRow, isGuest: boolean) => {
  const place = isGuest ? event.location : openLocationOf(event)
  const lines =
    place === null
      ? []
      : [place.name, place.address, [place.city, place.region].filter(Boolean).join(', '), place.country]
  const known = lines.filter((line): line is string => line !== null && line !== '')
  const online =
    event.locationType === 'IN_PERSON' ? [] : [isGuest && event.meetingUrl !== null ? event.meetingUrl : 'Online']
  const all = [...known, ...online]
  return all.length === 0 ? null : all.join('\n')
}
