import type { EventAnswer, EventGiven, TicketGiven } from '../../shared/answers.ts'
import type { LOCATION_TYPES, EVENT_VISIBILITIES } from '../../../src/kernel/vocabulary.ts'
import { localOf, majorOf, minorOf, orNull, wallOf } from '../parts/words.ts'

export interface TicketDraft {
  key: string
  name: string
  price: string
  currency: string
  seats: string
  requiresApproval: boolean
}

/** The state of the event form. Most values are the text in an input. */
export interface Draft {
  title: string
  description: string
  coverUrl: string
  coverAlt: string
  accent: number | null
  date: string
  from: string
  until: string
  untilDate: string
  allDay: boolean
  timezone: string
  locationType: (typeof LOCATION_TYPES)[number]
  placeName: string
  address: string
  city: string
  country: string
  isPlaceForGuests: boolean
  meetingUrl: string
  capacity: string
  requiresApproval: boolean
  waitlistEnabled: boolean
  isOffered: boolean
  offerHours: string
  mayPass: boolean
  maxOvertakes: string
  verifyEmail: boolean
  reentry: boolean
  opens: string
  closes: string
  reminders: number[]
  tags: string
  visibility: (typeof EVENT_VISIBILITIES)[number]
  tickets: TicketDraft[]
}

const DAY_MS = 86_400_000
const DEFAULT_REMINDER = 1_440

/** Returns an empty string while the date is incomplete. */
const dayFrom = (ms: number) => (Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10))

/** Defaults of a new event: a week from today, 19:00 to 21:00, with a reminder a day before. */
export const emptyDraft = (timezone: string): Draft => ({
  title: '',
  description: '',
  coverUrl: '',
  coverAlt: '',
  accent: null,
  date: dayFrom(Date.now() + 7 * DAY_MS),
  from: '19:00',
  until: '21:00',
  untilDate: '',
  allDay: false,
  timezone,
  locationType: 'IN_PERSON',
  placeName: '',
  address: '',
  city: '',
  country: '',
  isPlaceForGuests: false,
  meetingUrl: '',
  capacity: '',
  requiresApproval: false,
  waitlistEnabled: false,
  isOffered: false,
  offerHours: '24',
  mayPass: true,
  maxOvertakes: '3',
  verifyEmail: false,
  reentry: false,
  opens: '',
  closes: '',
  reminders: [DEFAULT_REMINDER],
  tags: '',
  visibility: 'PUBLIC',
  tickets: [],
})

export const draftOf = (event: EventAnswer): Draft => {
  const { timezone: zone, allDay, location } = event
  const start = allDay ? { date: event.startAt, time: '00:00' } : localOf(event.startAt, zone)
  const lastDay = dayFrom(Date.parse(event.endAt) - DAY_MS)
  const end = allDay ? { date: lastDay, time: '00:00' } : localOf(event.endAt, zone)
  return {
    title: event.title,
    description: event.description ?? '',
    coverUrl: event.coverUrl ?? '',
    coverAlt: event.coverAlt ?? '',
    accent: event.accent,
    date: start.date,
    from: allDay ? '19:00' : start.time,
    until: allDay ? '21:00' : end.time,
    untilDate: end.date === start.date ? '' : end.date,
    allDay,
    timezone: zone,
    locationType: event.locationType,
    placeName: location?.name ?? '',
    address: location?.address ?? '',
    city: location?.city ?? '',
    country: location?.country ?? '',
    isPlaceForGuests: event.locationVisibility === 'GUESTS_ONLY',
    meetingUrl: event.meetingUrl ?? '',
    capacity: event.capacity === null ? '' : String(event.capacity),
    requiresApproval: event.requiresApproval,
    waitlistEnabled: event.waitlistEnabled,
    isOffered: event.waitlistMode === 'OFFERS',
    offerHours: String(event.offerMinutes / 60),
    mayPass: event.waitlistRule === 'FITTING',
    maxOvertakes: String(event.maxOvertakes),
    verifyEmail: event.verifyEmail,
    reentry: event.reentry,
    opens: wallOf(event.registrationOpensAt, zone),
    closes: wallOf(event.registrationClosesAt, zone),
    reminders: [...event.reminderMinutes],
    tags: event.tags.join(', '),
    visibility: event.visibility,
    tickets: event.tickets.map((ticket) => ({
      key: ticket.id,
      name: ticket.name,
      price: ticket.price === 0 || ticket.currency === null ? '' : majorOf(ticket.price, ticket.currency),
      currency: ticket.currency ?? 'EUR',
      seats: ticket.capacity === null ? '' : String(ticket.capacity),
      requiresApproval: ticket.requiresApproval,
    })),
  }
}

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text))

/**
 * Returns `untilDate`, or the following day if `until` isn't after `from`, because the event then runs past midnight.
 */
export const endDateOf = ({ date, from, until, untilDate }: Draft) => {
  if (untilDate !== '') return untilDate
  return until > from ? date : dayFrom(Date.parse(`${date}T00:00:00Z`) + DAY_MS)
}

/** Moves the event to another day. An event of several days keeps their number. */
export const onDate = (draft: Draft, date: string): Partial<Draft> => {
  const { untilDate } = draft
  const days = Math.round((Date.parse(untilDate) - Date.parse(draft.date)) / DAY_MS)
  const last = Date.parse(date) + days * DAY_MS
  return { date, untilDate: Number.isNaN(last) ? untilDate : dayFrom(last) }
}

export const timesOf = (draft: Draft) => {
  if (!draft.allDay) return { startAt: `${draft.date}T${draft.from}`, endAt: `${endDateOf(draft)}T${draft.until}` }
  const last = draft.untilDate === '' ? draft.date : draft.untilDate
  // The API's `endAt` of an all-day event is exclusive: the day after the last.
  return { startAt: draft.date, endAt: dayFrom(Date.parse(`${last}T00:00:00Z`) + DAY_MS) }
}

export const minutesOf = (draft: Draft) =>
  Math.round((Date.parse(`${endDateOf(draft)}T${draft.until}Z`) - Date.parse(`${draft.date}T${draft.from}Z`)) / 60_000)

export const daysOf = (draft: Draft) => {
  const { startAt, endAt } = timesOf({ ...draft, allDay: true })
  return Math.round((Date.parse(endAt) - Date.parse(startAt)) / DAY_MS)
}

export const ticketsOf = (drafts: readonly TicketDraft[]): TicketGiven[] =>
  drafts.map(({ name, price, currency, seats, requiresApproval }) => {
    const minor = price.trim() === '' ? 0 : (minorOf(price, currency) ?? Number.NaN)
    return {
      name,
      ...(minor === 0 ? { type: 'FREE' as const } : { type: 'PAID' as const, price: minor, currency }),
      capacity: numberOrNull(seats),
      requiresApproval,
    }
  })

/** Returns all fields except the times, which a series sets in its own format. */
export const fieldsOf = (draft: Draft): EventGiven => ({
  title: draft.title,
  description: orNull(draft.description),
  coverUrl: orNull(draft.coverUrl),
  coverAlt: draft.coverUrl === '' ? null : orNull(draft.coverAlt),
  accent: draft.accent,
  locationType: draft.locationType,
  location:
    draft.locationType === 'ONLINE'
      ? null
      : {
          name: orNull(draft.placeName),
          address: orNull(draft.address),
          city: orNull(draft.city),
          country: orNull(draft.country),
        },
  locationVisibility: draft.isPlaceForGuests ? 'GUESTS_ONLY' : 'PUBLIC',
  meetingUrl: draft.locationType === 'IN_PERSON' ? null : orNull(draft.meetingUrl),
  capacity: numberOrNull(draft.capacity),
  requiresApproval: draft.requiresApproval,
  waitlistEnabled: draft.waitlistEnabled,
  waitlistMode: draft.isOffered ? 'OFFERS' : 'AUTOMATIC',
  offerMinutes: Math.round(Number(draft.offerHours) * 60),
  waitlistRule: draft.mayPass ? 'FITTING' : 'STRICT',
  maxOvertakes: Number(draft.maxOvertakes),
  verifyEmail: draft.verifyEmail,
  reentry: draft.reentry,
  reminderMinutes: draft.reminders,
  tags: draft.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
  visibility: draft.visibility,
})

export const windowsOf = ({ opens, closes }: Draft) => ({
  registrationOpensAt: orNull(opens),
  registrationClosesAt: orNull(closes),
})

/**
 * Returns only the changed fields. The service emails guests about the fields it receives, so unchanged fields must not
 * be sent.
 */
export const changesOf = (before: Draft, after: Draft): EventGiven => {
  const all = (draft: Draft): Record<string, unknown> => ({
    ...fieldsOf(draft),
    ...timesOf(draft),
    ...windowsOf(draft),
    timezone: draft.timezone,
    allDay: draft.allDay,
  })
  const [old, now] = [all(before), all(after)]
  const changed = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
  // `allDay` and `timezone` decide how the service reads `startAt` and `endAt`, so all of them are then sent.
  const isReread = changed.some((name) => ['allDay', 'timezone'].includes(name))
  const sent = isReread ? [...new Set([...changed, 'startAt', 'endAt'])] : changed
  return Object.fromEntries(sent.map((name) => [name, now[name]]))
}
