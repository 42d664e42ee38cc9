import type { EventRow } from '../../db/rows.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { questionsOf, timesOf } from './events.ts'

export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

/** An event's own fields as its readers know them. */
const shown = (event: EventRow) => ({
  title: event.title,
  description: event.description,
  coverUrl: event.coverUrl,
  ...timesOf(event),
  timezone: event.timezone,
  allDay: event.allDay,
  status: event.status,
  visibility: event.visibility,
  locationType: event.locationType,
  location: event.location,
  locationVisibility: event.locationVisibility,
  meetingUrl: event.meetingUrl,
  capacity: event.capacity,
  requiresApproval: event.requiresApproval,
  waitlistEnabled: event.waitlistEnabled,
  registrationOpensAt: isoOrNull(event.registrationOpensAt),
  registrationClosesAt: isoOrNull(event.registrationClosesAt),
  checkInOpensAt: isoOrNull(event.checkInOpensAt),
  checkInClosesAt: isoOrNull(event.checkInClosesAt),
  registrationQuestions: questionsOf(event),
  tags: event.tags,
  reminderMinutes: event.reminderMinutes,
})

export const changesBetween = (before: EventRow, after: EventRow): FieldChange[] => {
  const was = shown(before)
  const is = shown(after)
  return (Object.keys(was) as (keyof typeof was)[])
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, from: was[field], to: is[field] }))
}

const TIME = ['startAt', 'endAt', 'timezone', 'allDay']
const PLACE = ['locationType', 'location', 'meetingUrl']

const touches = (fields: readonly string[]) => (changes: readonly FieldChange[]) =>
  changes.some(({ field }) => fields.includes(field))

/** What a guest must be told of. */
export const movesTimeOrPlace = touches([...TIME, ...PLACE])
/** What an agenda must take as a new version of the entry. */
export const raisesSequence = touches([...TIME, ...PLACE, 'title'])
