import type { EventRow } from '../../db/rows.ts'
import type { Location, RegistrationQuestion } from '../../db/schema.ts'
import type { FieldError } from '../../kernel/failure.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { EventFieldsInput } from './event-input.schema.ts'
import { resolveTimes } from './event-times.ts'

/** What an editor of an event decides; everything else on the row follows from moves. */
export type EventFields = Omit<
  EventRow,
  | 'id'
  | 'calendarId'
  | 'slug'
  | 'status'
  | 'sequence'
  | 'revision'
  | 'cancelledAt'
  | 'cancellationReason'
  | 'publishedAt'
  | 'createdAt'
  | 'updatedAt'
>

const NO_PLACE: Location = {
  name: null,
  address: null,
  city: null,
  region: null,
  country: null,
  latitude: null,
  longitude: null,
}

const PLAIN = {
  title: '',
  description: null,
  coverUrl: null,
  visibility: 'PUBLIC',
  locationType: 'IN_PERSON',
  location: null,
  locationVisibility: 'PUBLIC',
  meetingUrl: null,
  capacity: null,
  requiresApproval: false,
  waitlistEnabled: false,
  registrationQuestions: [],
  tags: [],
  reminderMinutes: [],
} satisfies Partial<EventFields>

const questionsOf = (
  given: NonNullable<EventFieldsInput['registrationQuestions']>,
  standing: readonly RegistrationQuestion[],
  newId: NewId,
): RegistrationQuestion[] => {
  const free = new Set(standing.map(({ id }) => id))
  return given.map(({ id, label, type, required = false, options = [], showAtDoor = false }) => {
    // Each id is kept once: two questions under one id would share their answers.
    const kept = id !== undefined && free.delete(id) ? id : newId('qst')
    return { id: kept, label, type, required, options, showAtDoor }
  })
}

const locationOf = (given: NonNullable<EventFieldsInput['location']>): Location | null => {
  const location = { ...NO_PLACE, ...given }
  return Object.values(location).every((value) => value === null) ? null : location
}

/** Lays what was given over what stands. A field given as undefined stays as it is. */
export const mergeEvent = (
  given: EventFieldsInput,
  standing: EventFields | null,
  newId: NewId,
): { fields: EventFields; faults: FieldError[] } => {
  const base = standing ?? {
    ...PLAIN,
    locationType: given.meetingUrl && !given.location ? ('ONLINE' as const) : PLAIN.locationType,
  }
  const { times, faults } = resolveTimes(given, standing)
  const { location, registrationQuestions, tags, reminderMinutes } = given
  const latLong = location && ((location.latitude ?? null) === null) !== ((location.longitude ?? null) === null)
  if (latLong) faults.push({ field: 'location', message: 'needs latitude and longitude together' })
  return {
    fields: {
      title: given.title ?? base.title,
      description: given.description === undefined ? base.description : given.description,
      coverUrl: given.coverUrl === undefined ? base.coverUrl : given.coverUrl,
      visibility: given.visibility ?? base.visibility,
      locationType: given.locationType ?? base.locationType,
      location: location === undefined ? base.location : location === null ? null : locationOf(location),
      locationVisibility: given.locationVisibility ?? base.locationVisibility,
      meetingUrl: given.meetingUrl === undefined ? base.meetingUrl : given.meetingUrl,
      capacity: given.capacity === undefined ? base.capacity : given.capacity,
      requiresApproval: given.requiresApproval ?? base.requiresApproval,
      waitlistEnabled: given.waitlistEnabled ?? base.waitlistEnabled,
      registrationQuestions:
        registrationQuestions === undefined
          ? base.registrationQuestions
          : questionsOf(registrationQuestions, base.registrationQuestions, newId),
      tags: tags === undefined ? base.tags : [...new Set(tags)],
      reminderMinutes:
        reminderMinutes === undefined
          ? base.reminderMinutes
          : [...new Set(reminderMinutes)].toSorted((left, right) => right - left),
      ...times,
    },
    faults,
  }
}
