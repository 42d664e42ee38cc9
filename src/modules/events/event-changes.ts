import type { DomainEvent } from '../../db/outgoing.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, type Code } from '../../kernel/failure.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import { mergeEvent } from './event-fields.ts'
import { moveRefusal, questionsOf, timesOf } from './events.ts'
import type { EventChangesInput } from './events.schema.ts'
import { seatsFitIn, stillUnused, type EditGuard } from './events.store.ts'

export interface Edit<C extends Code = never> {
  after: EventRow
  guard?: EditGuard<C>
  events?: DomainEvent[]
  /** The email about the change to the guests. */
  letter?: { kind: 'event.changed' | 'event.cancelled'; data: Record<string, unknown> }
}

interface Circumstances {
  now: Instant
  reason?: string | null
  suppressNotifications: boolean
}

/** Cancels the event: raises `sequence` for calendar apps, notifies webhooks and emails the guests. */
export const cancelled = (event: EventRow, { now, reason = null, suppressNotifications }: Circumstances): Edit => {
  const after: EventRow = {
    ...event,
    status: 'CANCELLED',
    cancelledAt: now,
    cancellationReason: reason === '' ? null : reason,
    sequence: event.sequence + 1,
    updatedAt: Math.max(now, event.updatedAt),
  }
  const data = { reason: after.cancellationReason, cancelledAt: iso(now) }
  return {
    after,
    events: [
      {
        type: 'event.cancelled',
        eventId: after.id,
        data: { eventId: after.id, eventSlug: after.slug, eventTitle: after.title, ...data },
      },
    ],
    ...(suppressNotifications ? {} : { letter: { kind: 'event.cancelled', data: { reason: data.reason } } }),
  }
}

interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

/** Returns the fields of the event as the API shows them. */
const outputFields = (event: EventRow) => ({
  title: event.title,
  description: event.description,
  coverUrl: event.coverUrl,
  coverAlt: event.coverAlt,
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
  paymentInstructions: event.paymentInstructions,
  refundPolicy: event.refundPolicy,
  serviceFee: event.serviceFee,
  delayedPayments: event.delayedPayments,
  capacity: event.capacity,
  requiresApproval: event.requiresApproval,
  waitlistEnabled: event.waitlistEnabled,
  waitlistMode: event.waitlistMode,
  offerMinutes: event.offerMinutes,
  waitlistRule: event.waitlistRule,
  maxOvertakes: event.maxOvertakes,
  registrationOpensAt: isoOrNull(event.registrationOpensAt),
  registrationClosesAt: isoOrNull(event.registrationClosesAt),
  checkInOpensAt: isoOrNull(event.checkInOpensAt),
  checkInClosesAt: isoOrNull(event.checkInClosesAt),
  reentry: event.reentry,
  verifyEmail: event.verifyEmail,
  registrationQuestions: questionsOf(event),
  tags: event.tags,
  reminderMinutes: event.reminderMinutes,
})

export const changesBetween = (before: EventRow, after: EventRow): FieldChange[] => {
  const was = outputFields(before)
  const is = outputFields(after)
  return (Object.keys(was) as (keyof typeof was)[])
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, from: was[field], to: is[field] }))
}

const TIME = ['startAt', 'endAt', 'timezone', 'allDay']
const PLACE = ['locationType', 'location', 'meetingUrl']

const touches = (fields: readonly string[]) => (changes: readonly FieldChange[]) =>
  changes.some(({ field }) => fields.includes(field))

/** Whether the edit changes the time or place, in which case guests must get an email. */
const movesTimeOrPlace = touches([...TIME, ...PLACE])
const renames = touches(['title'])
/** Whether calendar apps need a new version of their entry. */
const raisesSequence = touches([...TIME, ...PLACE, 'title'])

const WAITLIST_FIELDS = [
  'capacity',
  'waitlistMode',
  'waitlistRule',
  'maxOvertakes',
  'registrationClosesAt',
  'startAt',
  'endAt',
] as const

/** Whether the edit may give waitlisted guests a seat now, or shorten their offers. */
export const movesTheLine = (before: EventRow, after: EventRow) =>
  WAITLIST_FIELDS.some((field) => before[field] !== after[field])

const DEADLINE_FIELDS = ['registrationClosesAt', 'startAt'] as const

/** Whether the edit may shorten the payment deadlines of unpaid orders. */
export const movesDeadlines = (before: EventRow, after: EventRow) =>
  DEADLINE_FIELDS.some((field) => before[field] !== after[field])

/** Fields edited on one date of a series keep their value when the series changes. */
const overridesOf = ({ seriesId, overrides }: EventRow, changes: readonly FieldChange[]) =>
  seriesId === null
    ? null
    : [...new Set([...(overrides ?? []), ...changes.map(({ field }) => field)])].filter((field) => field !== 'status')

const guardFor = (before: EventRow, after: EventRow) => {
  if (before.status === 'PUBLISHED' && after.status === 'DRAFT') return { guard: stillUnused() }
  return after.capacity === null || after.capacity === before.capacity ? {} : { guard: seatsFitIn(after.capacity) }
}

const updatedEvent = (after: EventRow, changes: FieldChange[]) => ({
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

/** Returns the result of an edit, or null if nothing changes. */
export const decide = (
  before: EventRow,
  body: EventChangesInput,
  { now, isOfSeries = false }: { now: Instant; isOfSeries?: boolean },
  deps: Pick<Deps, 'newId' | 'config'>,
) => {
  const { status = before.status, suppressNotifications = false, ...input } = body
  const refused = moveRefusal(before.status, status)
  if (refused !== null) return refused
  const { fields, faults } = mergeEvent(input, before, deps.newId)
  if (faults.length > 0) throw invalidFields(faults)
  const after: EventRow = { ...before, ...fields, status, updatedAt: Math.max(now, before.updatedAt) }
  const changes = changesBetween(before, after)
  if (changes.length === 0) return null
  if (!isOfSeries) after.overrides = overridesOf(before, changes)
  const guarded = guardFor(before, after)
  if (status === 'CANCELLED' && before.status !== 'CANCELLED') {
    return { ...cancelled(after, { now, suppressNotifications }), ...guarded }
  }
  if (raisesSequence(changes)) after.sequence += 1
  if (status === 'PUBLISHED') after.publishedAt ??= now
  const change: Edit<'event_has_guests' | 'capacity_exceeded'> = { after, ...guarded }
  if (status !== 'PUBLISHED') return change
  change.events = [updatedEvent(after, changes)]
  // Guests with an invite see the title in their own calendars, so they also get an email about a new title.
  const emailsGuests = movesTimeOrPlace(changes) || (deps.config.invitesHost !== null && renames(changes))
  if (before.status === 'PUBLISHED' && emailsGuests && !suppressNotifications) {
    change.letter = { kind: 'event.changed', data: { fields: changes.map(({ field }) => field) } }
  }
  return change
}
