import type { EventRow } from '../../db/rows.ts'
import type { Location } from '../../db/schema.ts'
import type { FieldError } from '../../kernel/failure.ts'
import type { NewId } from '../../kernel/ids.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../kernel/time.ts'
import { dateOf, nextDate, startOfDate } from '../../kernel/zoned-time.ts'
import type { EventFieldsInput } from './events.schema.ts'
import { questionsFrom } from './questions.ts'

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
  | 'seriesId'
  | 'recurrenceId'
  | 'overrides'
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
  coverAlt: null,
  accent: null,
  translations: {},
  visibility: 'PUBLIC',
  locationType: 'IN_PERSON',
  location: null,
  locationVisibility: 'PUBLIC',
  meetingUrl: null,
  paymentInstructions: null,
  capacity: null,
  requiresApproval: false,
  waitlistEnabled: false,
  waitlistMode: 'AUTOMATIC',
  offerMinutes: 1_440,
  waitlistRule: 'FITTING',
  maxOvertakes: 3,
  verifyEmail: false,
  reentry: false,
  registrationQuestions: [],
  tags: [],
  reminderMinutes: [],
} satisfies Partial<EventFields>

const locationOf = (given: NonNullable<EventFieldsInput['location']>): Location | null => {
  const location = { ...NO_PLACE, ...given }
  return Object.values(location).every((value) => value === null) ? null : location
}

const LONGEST_DAYS = 732

const WINDOWS = ['registrationOpensAt', 'registrationClosesAt', 'checkInOpensAt', 'checkInClosesAt'] as const

type EventTimes = Pick<
  EventRow,
  'startAt' | 'endAt' | 'timezone' | 'allDay' | 'startDate' | 'endDate' | (typeof WINDOWS)[number]
>

const isDate = (text: string) => text.length === 10

/** Instants and dates out of what was given, laid over what stands; with every fault, told by its field. */
const resolveTimes = (
  given: EventFieldsInput,
  standing: EventTimes | null,
): { times: EventTimes; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const zone = given.timezone ?? standing?.timezone ?? 'UTC'
  const isBareDate = given.startAt !== undefined && isDate(given.startAt)
  const allDay = given.allDay ?? (given.startAt === undefined ? (standing?.allDay ?? false) : isBareDate)

  const instantAt = (field: string, text: string, fallback: Instant) => {
    const at = instantOfInput(text, zone)
    if (at === null) fault(field, `doesn't exist in ${zone}: the clock skips it`)
    return at ?? fallback
  }
  const moment = (field: 'startAt' | 'endAt', fallback: Instant) => {
    const text = given[field]
    if (text === undefined || text === null) return fallback
    if (!isDate(text)) return instantAt(field, text, fallback)
    fault(field, "must be a time, because the event isn't all-day")
    return fallback
  }
  const day = (field: 'startAt' | 'endAt', fallback: string) => {
    const text = given[field]
    if (text === undefined || text === null) return fallback
    if (isDate(text)) return text
    fault(field, 'must be a date such as 2027-05-01, because the event is all-day')
    return fallback
  }

  const main = () => {
    if (!allDay) {
      const startAt = moment('startAt', standing?.startAt ?? 0)
      const endsAnew = standing === null || given.endAt === null
      return {
        startAt,
        endAt: moment('endAt', endsAnew ? startAt + HOUR_MS : standing.endAt),
        startDate: null,
        endDate: null,
      }
    }
    const startDate = day(
      'startAt',
      standing === null ? '1970-01-01' : (standing.startDate ?? dateOf(standing.startAt, zone)),
    )
    const endsAnew = standing === null || given.endAt === null
    const endDate = day(
      'endAt',
      endsAnew ? nextDate(startDate) : (standing.endDate ?? nextDate(dateOf(standing.endAt - 1, zone))),
    )
    return { startDate, endDate, startAt: startOfDate(startDate, zone), endAt: startOfDate(endDate, zone) }
  }
  const times = main()
  if (faults.length === 0) {
    if (times.endAt <= times.startAt) fault('endAt', 'must be after startAt')
    else if (times.endAt - times.startAt > LONGEST_DAYS * DAY_MS) fault('endAt', 'must be within two years of startAt')
  }

  const windows = Object.fromEntries(
    WINDOWS.map((field) => {
      const text = given[field]
      if (text === undefined) return [field, standing?.[field] ?? null]
      return [field, text === null ? null : instantAt(field, text, 0)]
    }),
  ) as Pick<EventTimes, (typeof WINDOWS)[number]>
  const inOrder = (opens: (typeof WINDOWS)[number], closes: (typeof WINDOWS)[number]) => {
    const [from, to] = [windows[opens], windows[closes]]
    if (from !== null && to !== null && to <= from) fault(closes, `must be after ${opens}`)
  }
  inOrder('registrationOpensAt', 'registrationClosesAt')
  inOrder('checkInOpensAt', 'checkInClosesAt')

  return { times: { ...times, ...windows, timezone: zone, allDay }, faults }
}

/** Without the words that are null: they are read as the event itself has them. */
const notifiedFields = (given: NonNullable<EventFieldsInput['translations']>): EventFields['translations'] =>
  Object.fromEntries(
    Object.entries(given).map(([locale, words]) => [
      locale,
      Object.fromEntries(Object.entries(words ?? {}).filter(([, text]) => text !== null && text !== undefined)),
    ]),
  )

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
  const asked =
    registrationQuestions === undefined ? null : questionsFrom(registrationQuestions, base.registrationQuestions, newId)
  if (asked !== null) faults.push(...asked.faults)
  if (latLong) faults.push({ field: 'location', message: 'must have both latitude and longitude, or neither' })
  return {
    fields: {
      title: given.title ?? base.title,
      description: given.description === undefined ? base.description : given.description,
      coverUrl: given.coverUrl === undefined ? base.coverUrl : given.coverUrl,
      coverAlt: given.coverAlt === undefined ? base.coverAlt : given.coverAlt,
      accent: given.accent === undefined ? base.accent : given.accent,
      translations: given.translations === undefined ? base.translations : notifiedFields(given.translations),
      visibility: given.visibility ?? base.visibility,
      locationType: given.locationType ?? base.locationType,
      location: location === undefined ? base.location : location === null ? null : locationOf(location),
      locationVisibility: given.locationVisibility ?? base.locationVisibility,
      meetingUrl: given.meetingUrl === undefined ? base.meetingUrl : given.meetingUrl,
      paymentInstructions:
        given.paymentInstructions === undefined ? base.paymentInstructions : given.paymentInstructions,
      capacity: given.capacity === undefined ? base.capacity : given.capacity,
      requiresApproval: given.requiresApproval ?? base.requiresApproval,
      waitlistEnabled: given.waitlistEnabled ?? base.waitlistEnabled,
      waitlistMode: given.waitlistMode ?? base.waitlistMode,
      offerMinutes: given.offerMinutes ?? base.offerMinutes,
      waitlistRule: given.waitlistRule ?? base.waitlistRule,
      maxOvertakes: given.maxOvertakes ?? base.maxOvertakes,
      verifyEmail: given.verifyEmail ?? base.verifyEmail,
      reentry: given.reentry ?? base.reentry,
      registrationQuestions: asked?.questions ?? base.registrationQuestions,
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
