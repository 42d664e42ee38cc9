import * as z from 'zod'
import {
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  LIFECYCLES,
  LOCATION_TYPES,
  LOCATION_VISIBILITIES,
  QUESTION_TYPES,
  REGISTRATION_STATUSES,
} from '../../kernel/vocabulary.ts'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { Ticket } from '../tickets/index.ts'

const Location = lazily(() =>
  z
    .object({
      name: z.string().nullable(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      region: z.string().nullable(),
      country: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .meta({ id: 'Location' }),
)

const RegistrationQuestion = lazily(() =>
  z
    .object({
      id: z.string(),
      label: z.string(),
      type: z.enum(QUESTION_TYPES),
      required: z.boolean(),
      options: z.array(z.string()),
      showAtDoor: z.boolean(),
    })
    .meta({ id: 'RegistrationQuestion' }),
)

/** An instant, or the bare local date of an all-day event (whose end is exclusive). */
const EventTime = lazily(() => z.union([InstantOutput(), z.iso.date()]))

export const Event = lazily(() =>
  z
    .object({
      id: z.string(),
      slug: z.string(),
      calendarSlug: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      coverUrl: z.string().nullable(),
      url: z.string().nullable(),
      startAt: EventTime(),
      endAt: EventTime(),
      timezone: z.string(),
      allDay: z.boolean(),
      status: z.enum(EVENT_STATUSES),
      lifecycle: z.enum(LIFECYCLES),
      visibility: z.enum(EVENT_VISIBILITIES),
      locationType: z.enum(LOCATION_TYPES),
      location: Location().nullable(),
      locationVisibility: z.enum(LOCATION_VISIBILITIES),
      meetingUrl: z.string().nullable(),
      capacity: z.int().nullable(),
      spotsRemaining: z.int().nullable(),
      registrationStatus: z.enum(REGISTRATION_STATUSES),
      requiresApproval: z.boolean(),
      waitlistEnabled: z.boolean(),
      registrationOpensAt: InstantOutput().nullable(),
      registrationClosesAt: InstantOutput().nullable(),
      checkInOpensAt: InstantOutput().nullable(),
      checkInClosesAt: InstantOutput().nullable(),
      registrationQuestions: z.array(RegistrationQuestion()),
      tickets: z.array(Ticket()),
      tags: z.array(z.string()),
      reminderMinutes: z.array(z.int()),
      sequence: z.int(),
      cancelledAt: InstantOutput().nullable(),
      cancellationReason: z.string().nullable(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
      publishedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'Event' }),
)
export type EventOutput = Parsed<typeof Event>

/** What anyone may read: no link to the meeting, and no address that is for guests. */
export const OpenEvent = lazily(() => Event().omit({ meetingUrl: true }).meta({ id: 'OpenEvent' }))
