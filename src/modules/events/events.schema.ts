import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import {
  DELAYED_PAYMENTS,
  APPLIES,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  LIFECYCLES,
  LOCATION_TYPES,
  LOCATION_VISIBILITIES,
  QUESTION_TYPES,
  REGISTRATION_STATUSES,
  WAITLIST_MODES,
  WAITLIST_RULES,
} from '../../kernel/vocabulary.ts'
import { RefundPolicy, RefundPolicyInput } from '../../kernel/refund-policy.ts'
import { ServiceFeeInput, ServiceFeeOutput } from '../../kernel/service-fee.ts'
import { ASKED_OF } from '../../kernel/questions.ts'
import {
  EventTime,
  Accent,
  HttpUrl,
  InstantOutput,
  LocalOrInstant,
  manyLines,
  oneLine,
  Slug,
  TimeOrDate,
  Timezone,
  translationsOf,
  translationsOutputOf,
} from '../../kernel/wire.ts'
import { MAX_TICKETS, NewTicket, Seats, Ticket } from '../tickets/index.ts'
import { QuestionInput } from './question-input.schema.ts'

const Location = lazy(() =>
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

const ShowIf = lazy(() => z.object({ questionId: z.string(), anyOf: z.array(z.string()) }))

const RegistrationQuestion = lazy(() =>
  z
    .object({
      id: z.string(),
      label: z.string(),
      type: z.enum(QUESTION_TYPES),
      required: z.boolean(),
      options: z.array(z.string()),
      showAtDoor: z.boolean(),
      key: z.string().nullable().describe('Your own name for the question, unique within the event. Null if unset.'),
      askOf: z.enum(ASKED_OF).describe('Audience of the question: the buyer, once per party, or every attendee.'),
      ticketIds: z.array(z.string()).nullable().describe('Tickets the question applies to. Null means all.'),
      showIf: ShowIf().nullable().describe('Earlier answer the question depends on. Null means it is always asked.'),
    })
    .meta({ id: 'RegistrationQuestion' }),
)

const Translations = lazy(() =>
  translationsOf({ title: oneLine(200).nullable(), description: manyLines(20_000).nullable() }),
)
const TranslationsOutput = lazy(() =>
  translationsOutputOf({ title: z.string().nullable(), description: z.string().nullable() }),
)

export const Event = lazy(() =>
  z
    .object({
      id: z.string(),
      slug: z.string(),
      calendarSlug: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      coverUrl: z.string().nullable(),
      coverAlt: z.string().nullable().describe('Text alternative for the cover image.'),
      accent: z.int().nullable().describe('Hue of the accent colour. Null means the calendar’s.'),
      translations: TranslationsOutput(),
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
      paymentInstructions: z
        .string()
        .nullable()
        .describe('Offline payment instructions in Markdown. Null means the calendar’s.'),
      refundPolicy: RefundPolicy()
        .nullable()
        .describe('Refunds for guests who cancel. Null means the calendar’s policy.'),
      serviceFee: ServiceFeeOutput()
        .nullable()
        .describe('Fee that buyers pay on top of each seat. Null means the calendar’s fee.'),
      delayedPayments: z.enum(DELAYED_PAYMENTS).nullable().describe('Null means the calendar’s setting.'),
      capacity: z.int().nullable(),
      spotsRemaining: z.int().nullable(),
      registrationStatus: z.enum(REGISTRATION_STATUSES),
      requiresApproval: z.boolean(),
      waitlistEnabled: z.boolean(),
      waitlistMode: z
        .enum(WAITLIST_MODES)
        .describe('Whether a freed seat goes directly to the first waitlisted guest or is offered to them first.'),
      offerMinutes: z.int().describe('Validity of an offer, in minutes.'),
      waitlistRule: z
        .enum(WAITLIST_RULES)
        .describe('Whether a smaller party can overtake a larger one for which there are too few seats.'),
      maxOvertakes: z.int().describe('Maximum number of times a party can be overtaken.'),
      verifyEmail: z
        .boolean()
        .describe('Whether guests must open an emailed link within 30 minutes to complete registration.'),
      registrationOpensAt: InstantOutput().nullable(),
      registrationClosesAt: InstantOutput().nullable(),
      checkInOpensAt: InstantOutput().nullable(),
      checkInClosesAt: InstantOutput().nullable(),
      reentry: z.boolean().meta({ description: 'Whether the main door records exits and lets guests re-enter.' }),
      registrationQuestions: z.array(RegistrationQuestion()),
      tickets: z.array(Ticket()),
      tags: z.array(z.string()),
      reminderMinutes: z.array(z.int()),
      seriesId: z.string().nullable().describe('Series the event is a date of. Null if it isn’t part of a series.'),
      recurrenceId: z.string().nullable().describe('Original local start time, as determined by the series rule.'),
      overrides: z.array(z.string()).describe('Fields changed on this date only. Changes to the series skip them.'),
      seriesDates: z
        .int()
        .nullable()
        .describe('Number of further dates in the series. Null unless listed with the `series` query parameter.'),
      sequence: z.int(),
      cancelledAt: InstantOutput().nullable(),
      cancellationReason: z.string().nullable(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
      publishedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'Event' }),
)
export type EventOutput = SchemaOutput<typeof Event>

/** Fields that only members or guests may read. `openLocationOf` hides an address that is shown only to guests. */
const NOT_FOR_ALL = { meetingUrl: true, paymentInstructions: true, overrides: true } as const
export const OpenEvent = lazy(() => Event().omit(NOT_FOR_ALL).meta({ id: 'OpenEvent' }))
export type OpenEventOutput = SchemaOutput<typeof OpenEvent>

const MAX_QUESTIONS = 50
const MAX_TAGS = 20
const LONGEST_REMINDER_MINUTES = 60 * 24 * 60

const place = (most: number) => oneLine(most).nullable().optional()

const placeFields = lazy(() => ({
  name: place(200),
  address: place(300),
  city: place(120),
  region: place(120),
  country: place(120),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
}))
const LocationInput = lazy(() => z.object(placeFields()).meta({ id: 'LocationInput' }))

const editable = lazy(() => ({
  title: oneLine(200),
  description: manyLines(20_000).nullable(),
  coverUrl: HttpUrl().nullable(),
  coverAlt: oneLine(500).nullable(),
  accent: Accent().nullable(),
  translations: Translations(),
  startAt: TimeOrDate(),
  endAt: TimeOrDate().nullable(),
  timezone: Timezone(),
  allDay: z.boolean(),
  visibility: z.enum(EVENT_VISIBILITIES),
  locationType: z.enum(LOCATION_TYPES),
  location: LocationInput().nullable(),
  locationVisibility: z.enum(LOCATION_VISIBILITIES),
  meetingUrl: HttpUrl().nullable(),
  paymentInstructions: manyLines(5_000).nullable(),
  refundPolicy: RefundPolicyInput().nullable(),
  serviceFee: ServiceFeeInput().nullable(),
  delayedPayments: z.enum(DELAYED_PAYMENTS).nullable(),
  capacity: Seats().nullable(),
  requiresApproval: z.boolean(),
  waitlistEnabled: z.boolean(),
  waitlistMode: z.enum(WAITLIST_MODES),
  offerMinutes: z.int().min(15).max(4_320),
  waitlistRule: z.enum(WAITLIST_RULES),
  maxOvertakes: z.int().min(0).max(100),
  verifyEmail: z.boolean(),
  registrationOpensAt: LocalOrInstant().nullable(),
  registrationClosesAt: LocalOrInstant().nullable(),
  checkInOpensAt: LocalOrInstant().nullable(),
  checkInClosesAt: LocalOrInstant().nullable(),
  reentry: z.boolean(),
  registrationQuestions: z.array(QuestionInput()).max(MAX_QUESTIONS),
  tags: z.array(oneLine(40)).max(MAX_TAGS),
  reminderMinutes: z.array(z.int().min(1).max(LONGEST_REMINDER_MINUTES)).max(5),
}))

const Fields = lazy(() => z.object(editable()).partial())
export type EventFieldsInput = SchemaOutput<typeof Fields>
/** Fields of an event that is being edited, for its preview. */
export const EventDraft = lazy(() => Fields().meta({ id: 'EventDraft' }))

export const NewEvent = lazy(() =>
  Fields().extend({
    calendarSlug: z.string().optional().describe('Calendar slug. Required with a session, not with an API key.'),
    slug: Slug().optional(),
    title: editable().title,
    startAt: editable().startAt,
    timezone: editable().timezone,
    status: z.enum(['DRAFT', 'PUBLISHED']).optional(),
    tickets: z.array(NewTicket()).min(1).max(MAX_TICKETS).optional(),
  }),
)

const flag = (description: string) => z.boolean().optional().describe(description)
const suppressNotifications = lazy(() => flag('Whether to skip notification emails to guests. Default: false.'))

export const EventChanges = lazy(() =>
  Fields().extend({
    status: z.enum(EVENT_STATUSES).optional(),
    suppressNotifications: suppressNotifications(),
    apply: z.enum(APPLIES).optional().describe('Dates of the series to change: this one, this and following, or all.'),
    overwrite: flag('Whether to overwrite fields changed on individual dates. Default: false.'),
    dryRun: flag('Whether to only report the changes and affected guests, without saving anything. Default: false.'),
  }),
)
export type EventChangesInput = SchemaOutput<typeof EventChanges>

export const Cancellation = lazy(() =>
  z.object({ reason: manyLines(2_000).nullable().optional(), suppressNotifications: suppressNotifications() }),
)
