import type { EventRow } from '../../db/rows.ts'
import type { Location } from '../../db/schema.ts'
import type { FieldError } from '../../kernel/failure.ts'
import type { NewId } from '../../kernel/ids.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../kernel/time.ts'
import { dateOf, nextDate, startOfDate } from '../../kernel/zoned-time.ts'
import type { EventFieldsInput } from './events.schema.ts'
import { questionsFrom } from './questions.ts'

/** Fields that someone editing an event can set. All other columns result from actions such as publishing. */
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
  | 'eraseAt'
  | 'visibilityBefore'
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
  refundPolicy: null,
  serviceFee: null,
  delayedPayments: null,
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

const locationOf = (input: NonNullable<EventFieldsInput['location']>): Location | null => {
  const location = { ...NO_PLACE, ...input }
  return Object.values(location).every((value) => value === null) ? null : location
}

const LONGEST_DAYS = 732

const WINDOWS = ['registrationOpensAt', 'registrationClosesAt', 'checkInOpensAt', 'checkInClosesAt'] as const

type EventTimes = Pick<
  EventRow,
  'startAt' | 'endAt' | 'timezone' | 'allDay' | 'startDate' | 'endDate' | (typeof WINDOWS)[number]
>

const isDate = (text: string) => text.length === 10

/** Merges the times in the request with the current ones and resolves them. Returns every error with its field. */
const resolveTimes = (
  input: EventFieldsInput,
  current: EventTimes | null,
): { times: EventTimes; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const zone = input.timezone ?? current?.timezone ?? 'UTC'
  const isBareDate = input.startAt !== undefined && isDate(input.startAt)
  const allDay = input.allDay ?? (input.startAt === undefined ? (current?.allDay ?? false) : isBareDate)

  const instantAt = (field: string, text: string, fallback: Instant) => {
    const at = instantOfInput(text, zone)
    if (at === null) fault(field, `is a local time that doesn’t exist in ${zone} because of a clock change`)
    return at ?? fallback
  }
  const moment = (field: 'startAt' | 'endAt', fallback: Instant) => {
    const text = input[field]
    if (text === undefined || text === null) return fallback
    if (!isDate(text)) return instantAt(field, text, fallback)
    fault(field, 'must be a time, because the event isn’t all-day')
    return fallback
  }
  const day = (field: 'startAt' | 'endAt', fallback: string) => {
    const text = input[field]
    if (text === undefined || text === null) return fallback
    if (isDate(text)) return text
    fault(field, 'must be a date such as 2027-05-01, because the event is all-day')
    return fallback
  }

  const main = () => {
    if (!allDay) {
      const startAt = moment('startAt', current?.startAt ?? 0)
      const needsDefaultEnd = current === null || input.endAt === null
      return {
        startAt,
        endAt: moment('endAt', needsDefaultEnd ? startAt + HOUR_MS : current.endAt),
        startDate: null,
        endDate: null,
      }
    }
    const startDate = day(
      'startAt',
      current === null ? '1970-01-01' : (current.startDate ?? dateOf(current.startAt, zone)),
    )
    const needsDefaultEnd = current === null || input.endAt === null
    const endDate = day(
      'endAt',
      needsDefaultEnd ? nextDate(startDate) : (current.endDate ?? nextDate(dateOf(current.endAt - 1, zone))),
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
      const text = input[field]
      if (text === undefined) return [field, current?.[field] ?? null]
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

/** Drops null texts, so that `translated` uses the event's own text instead. */
const translationsFrom = (input: NonNullable<EventFieldsInput['translations']>): EventFields['translations'] =>
  Object.fromEntries(
    Object.entries(input).map(([locale, words]) => [
      locale,
      Object.fromEntries(Object.entries(words ?? {}).filter(([, text]) => text !== null && text !== undefined)),
    ]),
  )

/** Merges the request into the current fields. Undefined fields keep their value. */
export const mergeEvent = (
  input: EventFieldsInput,
  current: EventFields | null,
  newId: NewId,
): { fields: EventFields; faults: FieldError[] } => {
  const base = current ?? {
    ...PLAIN,
    locationType: input.meetingUrl && !input.location ? ('ONLINE' as const) : PLAIN.locationType,
  }
  const { times, faults } = resolveTimes(input, current)
  const { location, registrationQuestions, tags, reminderMinutes } = input
  const latLong = location && ((location.latitude ?? null) === null) !== ((location.longitude ?? null) === null)
  const mergedQuestions =
    registrationQuestions === undefined ? null : questionsFrom(registrationQuestions, base.registrationQuestions, newId)
  if (mergedQuestions !== null) faults.push(...mergedQuestions.faults)
  if (latLong) faults.push({ field: 'location', message: 'must have both latitude and longitude, or neither' })
  return {
    fields: {
      title: input.title ?? base.title,
      description: input.description === undefined ? base.description : input.description,
      coverUrl: input.coverUrl === undefined ? base.coverUrl : input.coverUrl,
      coverAlt: input.coverAlt === undefined ? base.coverAlt : input.coverAlt,
      accent: input.accent === undefined ? base.accent : input.accent,
      translations: input.translations === undefined ? base.translations : translationsFrom(input.translations),
      visibility: input.visibility ?? base.visibility,
      locationType: input.locationType ?? base.locationType,
      location: location === undefined ? base.location : location === null ? null : locationOf(location),
      locationVisibility: input.locationVisibility ?? base.locationVisibility,
      meetingUrl: input.meetingUrl === undefined ? base.meetingUrl : input.meetingUrl,
      paymentInstructions:
        input.paymentInstructions === undefined ? base.paymentInstructions : input.paymentInstructions,
      delayedPayments: input.delayedPayments === undefined ? base.delayedPayments : input.delayedPayments,
      refundPolicy: input.refundPolicy === undefined ? base.refundPolicy : input.refundPolicy,
      serviceFee: input.serviceFee === undefined ? base.serviceFee : input.serviceFee,
      capacity: input.capacity === undefined ? base.capacity : input.capacity,
      requiresApproval: input.requiresApproval ?? base.requiresApproval,
      waitlistEnabled: input.waitlistEnabled ?? base.waitlistEnabled,
      waitlistMode: input.waitlistMode ?? base.waitlistMode,
      offerMinutes: input.offerMinutes ?? base.offerMinutes,
      waitlistRule: input.waitlistRule ?? base.waitlistRule,
      maxOvertakes: input.maxOvertakes ?? base.maxOvertakes,
      verifyEmail: input.verifyEmail ?? base.verifyEmail,
      reentry: input.reentry ?? base.reentry,
      registrationQuestions: mergedQuestions?.questions ?? base.registrationQuestions,
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
