import * as z from 'zod'
import {
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  LOCATION_TYPES,
  LOCATION_VISIBILITIES,
  QUESTION_TYPES,
} from '../../kernel/vocabulary.ts'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { HttpUrl, LocalOrInstant, manyLines, oneLine, Slug, TimeOrDate, Timezone } from '../../kernel/wire.ts'
import { MOST_TICKETS, NewTicket, Seats } from '../tickets/index.ts'

const MOST_QUESTIONS = 50
const MOST_TAGS = 20
const LONGEST_REMINDER_MINUTES = 60 * 24 * 60

const place = (most: number) => oneLine(most).nullable().optional()

const LocationInput = lazily(() =>
  z.object({
    name: place(200),
    address: place(300),
    city: place(120),
    region: place(120),
    country: place(120),
    latitude: z.number().min(-90).max(90).nullable().optional(),
    longitude: z.number().min(-180).max(180).nullable().optional(),
  }),
)

const QuestionInput = lazily(() =>
  z
    .object({
      id: z.string().max(64).optional().describe('Keeps a question that is there already; new ones get theirs'),
      label: oneLine(300),
      type: z.enum(QUESTION_TYPES),
      required: z.boolean().optional(),
      options: z.array(oneLine(200)).max(100).optional(),
      showAtDoor: z.boolean().optional().describe('Shows the answer to those who check the guest in'),
    })
    .refine(({ type, options = [] }) => (type !== 'SELECT' && type !== 'MULTISELECT') || options.length > 0, {
      path: ['options'],
      message: 'a question of this type needs options',
    }),
)

const editable = lazily(() => ({
  title: oneLine(200),
  description: manyLines(20_000).nullable(),
  coverUrl: HttpUrl().nullable(),
  startAt: TimeOrDate(),
  endAt: TimeOrDate().nullable(),
  timezone: Timezone(),
  allDay: z.boolean(),
  visibility: z.enum(EVENT_VISIBILITIES),
  locationType: z.enum(LOCATION_TYPES),
  location: LocationInput().nullable(),
  locationVisibility: z.enum(LOCATION_VISIBILITIES),
  meetingUrl: HttpUrl().nullable(),
  capacity: Seats().nullable(),
  requiresApproval: z.boolean(),
  waitlistEnabled: z.boolean(),
  registrationOpensAt: LocalOrInstant().nullable(),
  registrationClosesAt: LocalOrInstant().nullable(),
  checkInOpensAt: LocalOrInstant().nullable(),
  checkInClosesAt: LocalOrInstant().nullable(),
  registrationQuestions: z.array(QuestionInput()).max(MOST_QUESTIONS),
  tags: z.array(oneLine(40)).max(MOST_TAGS),
  reminderMinutes: z.array(z.int().min(1).max(LONGEST_REMINDER_MINUTES)).max(5),
}))

const Fields = lazily(() => z.object(editable()).partial())
export type EventFieldsInput = Parsed<typeof Fields>

export const NewEvent = lazily(() =>
  Fields().extend({
    calendarSlug: z.string().optional().describe('Required of a session; a key has only one calendar'),
    slug: Slug().optional(),
    title: editable().title,
    startAt: editable().startAt,
    timezone: editable().timezone,
    status: z.enum(['DRAFT', 'PUBLISHED']).optional(),
    tickets: z.array(NewTicket()).min(1).max(MOST_TICKETS).optional(),
  }),
)
export type NewEventInput = Parsed<typeof NewEvent>

const suppressNotifications = lazily(() => z.boolean().optional().describe('Sends the guests no mail about it'))

export const EventChanges = lazily(() =>
  Fields().extend({ status: z.enum(EVENT_STATUSES).optional(), suppressNotifications: suppressNotifications() }),
)
export type EventChangesInput = Parsed<typeof EventChanges>

export const Cancellation = lazily(() =>
  z.object({ reason: manyLines(2_000).nullable().optional(), suppressNotifications: suppressNotifications() }),
)
export type CancellationInput = Parsed<typeof Cancellation>
