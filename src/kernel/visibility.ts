import type { Instant } from './time.ts'
import type { CALENDAR_VISIBILITIES, EVENT_STATUSES, EVENT_VISIBILITIES, GuestStatus } from './vocabulary.ts'

interface Calendar {
  visibility: (typeof CALENDAR_VISIBILITIES)[number]
  suspendedAt: Instant | null
}

interface Event {
  visibility: (typeof EVENT_VISIBILITIES)[number]
  status: (typeof EVENT_STATUSES)[number]
}

/** What a visitor without credentials may know of: a calendar, or an event in it. */
export const isOpenToAll = (calendar: Calendar, event: Event | null) =>
  calendar.visibility === 'PUBLIC' &&
  calendar.suspendedAt === null &&
  (event === null || (event.visibility !== 'PRIVATE' && event.status !== 'DRAFT'))

/** What lists and feeds of a calendar show to everybody, as SQL over an event: what has only an address is in none. */
export const IS_LISTED = `visibility = 'PUBLIC' and status in ('PUBLISHED', 'CANCELLED')`

/** What everybody may call the place of an event, as SQL over it: its name, or its town where the place is for guests. */
export const PLACE_FOR_ALL = `coalesce(case when location_visibility = 'PUBLIC' then json_extract(location, '$.name') end, json_extract(location, '$.city'))`

export const SEATED_STATUSES = ['CONFIRMED', 'CHECKED_IN'] as const satisfies GuestStatus[]

/** Who is in may know where; who waits or was turned away knows what everybody does. */
export const hasSeat = (status: string) => SEATED_STATUSES.some((each) => each === status)
