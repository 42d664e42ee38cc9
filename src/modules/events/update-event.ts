import { eventsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields } from '../../kernel/failure.ts'
import { isoOrNull, type Instant } from '../../kernel/time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { cancelled } from './cancel-event.ts'
import { editEvent, type Edit } from './edit-event.ts'
import { mergeEvent } from './event-fields.ts'
import { moveRefusal, questionsOf, timesOf } from './events.ts'
import { Event, EventChanges, type EventChangesInput } from './events.schema.ts'
import { seatsFitIn, stillUnused } from './events.store.ts'

interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

/** An event's own fields as its readers know them. */
const shown = (event: EventRow) => ({
  title: event.title,
  description: event.description,
  coverUrl: event.coverUrl,
  accent: event.accent,
  translations: event.translations,
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
  reentry: event.reentry,
  registrationQuestions: questionsOf(event),
  tags: event.tags,
  reminderMinutes: event.reminderMinutes,
})

const changesBetween = (before: EventRow, after: EventRow): FieldChange[] => {
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
const movesTimeOrPlace = touches([...TIME, ...PLACE])
/** What an agenda must take as a new version of the entry. */
const raisesSequence = touches([...TIME, ...PLACE, 'title'])

const guardFor = (before: EventRow, after: EventRow) => {
  if (before.status === 'PUBLISHED' && after.status === 'DRAFT') return { guard: stillUnused() }
  return after.capacity === null || after.capacity === before.capacity ? {} : { guard: seatsFitIn(after.capacity) }
}

const toldOfUpdate = (after: EventRow, changes: FieldChange[]) => ({
  type: 'event.updated' as const,
  eventId: after.id,
  data: {
    eventId: after.id,
    eventSlug: after.slug,
    eventTitle: after.title,
    ...timesOf(after),
    timezone: after.timezone,
    changes,
  },
})

const decide = (before: EventRow, body: EventChangesInput, now: Instant, deps: Deps) => {
  const { status = before.status, suppressNotifications = false, ...given } = body
  const refused = moveRefusal(before.status, status)
  if (refused !== null) return refused
  const { fields, faults } = mergeEvent(given, before, deps.newId)
  if (faults.length > 0) throw invalidFields(faults)
  const after: EventRow = { ...before, ...fields, status, updatedAt: Math.max(now, before.updatedAt) }
  const changes = changesBetween(before, after)
  if (changes.length === 0) return null
  const guarded = guardFor(before, after)
  if (status === 'CANCELLED' && before.status !== 'CANCELLED') {
    return { ...cancelled(after, { now, suppressNotifications }), ...guarded }
  }
  if (raisesSequence(changes)) after.sequence += 1
  if (status === 'PUBLISHED') after.publishedAt ??= now
  const change: Edit<'event_has_guests' | 'capacity_exceeded'> = { after, ...guarded }
  if (status !== 'PUBLISHED') return change
  change.events = [toldOfUpdate(after, changes)]
  if (before.status === 'PUBLISHED' && movesTimeOrPlace(changes) && !suppressNotifications) {
    change.letter = { kind: 'event.changed', data: { fields: changes.map(({ field }) => field) } }
  }
  return change
}

export const updateEvent = operation({
  id: 'events.update',
  summary: 'Change an event',
  description:
    'Guests are mailed when the time or the place changes, unless `suppressNotifications` is true. A status may move from DRAFT to PUBLISHED, and from there to CANCELLED, ARCHIVED or, without guests, back to DRAFT.',
  subject: 'event',
  access: eventsWrite,
  routes: both('PATCH /events/:eventId'),
  body: EventChanges,
  answer: one(Event),
  revised: true,
  ifMatch: true,
  refusals: ['precondition_failed', 'invalid_transition', 'event_has_guests', 'capacity_exceeded', 'conflicting_edits'],
  run: ({ calendar, event, ifMatch, body }, deps) =>
    editEvent({ calendar, event, ifMatch }, deps, (before, now) => decide(before, body, now, deps)),
})
