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

/** Returns whether a caller without credentials may see the calendar or the event. */
export const isOpenToAll = (calendar: Calendar, event: Event | null) =>
  calendar.visibility === 'PUBLIC' &&
  calendar.suspendedAt === null &&
  (event === null || (event.visibility !== 'PRIVATE' && event.status !== 'DRAFT'))

/**
 * SQL condition for events that a calendar's public lists and feeds show. `UNLISTED` events have a public URL but are
 * in no list or feed.
 */
export const IS_LISTED = `visibility = 'PUBLIC' and status in ('PUBLISHED', 'CANCELLED')`

/** SQL for the location that everyone may see: its name, or only its city if `location_visibility` is `GUESTS_ONLY`. */
export const PLACE_FOR_ALL = `coalesce(case when location_visibility = 'PUBLIC' then json_extract(location, '$.name') end, json_extract(location, '$.city'))`

export const SEATED_STATUSES = ['CONFIRMED', 'CHECKED_IN'] as const satisfies GuestStatus[]

/**
 * Returns whether the guest holds a seat, and so may see the full location. Waitlisted and declined guests see only the
 * public location.
 */
export const hasSeat = (status: string) => SEATED_STATUSES.some((each) => each === status)
