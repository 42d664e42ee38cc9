import type { CalendarRow, EventRow, SeriesRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalid, notFound, type Code } from '../../kernel/failure.ts'
import { hasOffset } from '../../kernel/local-time.ts'
import { iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { placeWallTime, wallTimeOf } from '../../kernel/zoned-time.ts'
import { decide, type Edit, type EventChangesInput } from '../events/index.ts'
import { changeSeries, toldOf, type SeriesChange } from './change.ts'
import { datesWhere, handOver, thisEvent, type StandingDate } from './dates.store.ts'
import { atTimeOfDay, isDense, namesDate, split, timeOfDay, type Recurrence } from './plan.ts'
import { recurrenceOfRow } from './series.ts'
import type { DryRunOutput, TemplateInput } from './series.schema.ts'
import { insertSeries } from './series.store.ts'

/** Dates that are over, so to speak: they stay as they are, and never stand in the way. */
export const isSettled = ({ event: { status } }: StandingDate) => status === 'CANCELLED' || status === 'ARCHIVED'

/** Times are one thing: who moved the start or the end of a date has moved the date. */
const TIMES = ['startAt', 'endAt'] as const
export const keepsTimes = ({ overrides }: EventRow) => TIMES.some((field) => overrides?.includes(field) === true)

/** What of a change concerns a date on which somebody has changed some fields already. */
export const concerning = <Fields extends object>(given: Fields, { overrides }: EventRow, overwrite: boolean): Fields =>
  overwrite || overrides === null
    ? given
    : (Object.fromEntries(Object.entries(given).filter(([field]) => !overrides.includes(field))) as Fields)

/** What is taken over from the series is its own no more. */
export const overridesAfter = ({ overrides }: EventRow, given: object, overwrite: boolean) =>
  overwrite && overrides !== null ? overrides.filter((field) => !(field in given)) : overrides

/** The hour and the length that a change gives, told by the date that it was asked for. */
const timingOf = (event: EventRow, { startAt, endAt }: EventChangesInput) => {
  const wall = (field: string, text: string) => {
    if (text.length === 10) throw invalid(field, 'must be a time: a series keeps its dates')
    return hasOffset(text) ? wallTimeOf(Date.parse(text), event.timezone) : `${text}:00`.slice(0, 19)
  }
  const own = wallTimeOf(event.startAt, event.timezone)
  const from = startAt === undefined ? own : wall('startAt', startAt)
  if (from.slice(0, 10) !== own.slice(0, 10)) {
    throw invalid('startAt', 'must keep the date: a change of several dates can only move the time of day')
  }
  const begins = placeWallTime(Date.parse(`${from}Z`), event.timezone)
  const ends =
    endAt === undefined || endAt === null
      ? event.endAt
      : hasOffset(endAt)
        ? Date.parse(endAt)
        : placeWallTime(Date.parse(`${wall('endAt', endAt)}Z`), event.timezone)
  if (ends <= begins) throw invalid('endAt', 'must be after startAt')
  // Whoever gives another end alone moves no start, though that of this date is not at the hour of its series.
  return { time: startAt === undefined ? null : from.slice(10), minutes: Math.round((ends - begins) / MINUTE_MS) }
}

const SERIES_OWN = [
  'timezone',
  'allDay',
  'registrationOpensAt',
  'registrationClosesAt',
  'checkInOpensAt',
  'checkInClosesAt',
] as const

interface Asked {
  calendar: CalendarRow
  event: EventRow & { seriesId: string; recurrenceId: string }
  body: EventChangesInput & { apply: 'following' | 'all' }
}

type Timing = ReturnType<typeof timingOf>

/** What is asked of each date, in the series as it was. */
interface Change extends Pick<EventChangesInput, 'status' | 'suppressNotifications'> {
  fields: Omit<EventChangesInput, 'status' | 'suppressNotifications' | 'startAt' | 'endAt'>
  overwrite: boolean
  timing: Timing | null
  plan: Recurrence
}

/** What the change makes of one date; null where there is nothing to it. */
const editOf = (date: StandingDate, change: Change, now: Instant, deps: Deps) => {
  const { fields, overwrite, timing, plan, status, suppressNotifications } = change
  const { event: standing } = date
  // What was added at an hour of its own stays there, as in the rule.
  const isAtHour = timeOfDay(standing.recurrenceId ?? '') === timeOfDay(plan.startAt)
  const times =
    timing === null || (!overwrite && keepsTimes(standing))
      ? {}
      : timesAt(standing, isAtHour ? timing : { ...timing, time: null })
  const given = { ...concerning(fields, standing, overwrite), ...times }
  const decided = decide(standing, { ...given, status, suppressNotifications }, { now, isOfSeries: true }, deps)
  if (decided instanceof Failure) return decided
  const recurrenceId = timing?.time ? movedId(standing.recurrenceId, plan, timing.time) : standing.recurrenceId
  const overrides = overridesAfter(standing, given, overwrite)
  const isInItsPlace = recurrenceId === standing.recurrenceId && overrides?.length === standing.overrides?.length
  if (decided === null && isInItsPlace) return null
  const failure = decided === null ? null : dateRefusal(date, decided)
  return failure ?? { ...decided, after: { ...(decided?.after ?? standing), recurrenceId, overrides } }
}

const editsOf = (dates: readonly StandingDate[], change: Change, now: Instant, deps: Deps) => {
  const done: Pick<SeriesChange, 'edits' | 'refused'> = { edits: [], refused: [] }
  for (const date of dates) {
    const edit = editOf(date, change, now, deps)
    if (edit instanceof Failure) done.refused.push({ date, failure: edit })
    else if (edit !== null) done.edits.push({ date, edit })
  }
  return done
}

const templateAfter = (
  template: TemplateInput,
  { fields, status }: Change,
  edits: SeriesChange['edits'],
): TemplateInput => {
  const after: TemplateInput = { ...template, ...(fields as Partial<TemplateInput>) }
  if (fields.registrationQuestions !== undefined) {
    // As they stand on the dates now: with the ids that answers refer to.
    const asked = edits.find(({ edit }) => edit.after.overrides?.includes('registrationQuestions') !== true)
    after.registrationQuestions = asked?.edit.after.registrationQuestions ?? after.registrationQuestions
  }
  if (status === 'DRAFT' || status === 'PUBLISHED') after.status = status
  return after
}

/** Of all dates the series itself is changed; of those that follow it is cut, and they are a series of their own. */
const decideOn = (
  row: SeriesRow,
  dates: StandingDate[],
  now: Instant,
  { event, body }: Asked,
  deps: Deps,
): SeriesChange => {
  const { apply, overwrite = false, dryRun: _, status, suppressNotifications, startAt, endAt, ...fields } = body
  const plan = recurrenceOfRow(row)
  const timing = startAt === undefined && endAt === undefined ? null : timingOf(event, body)
  const change: Change = { fields, overwrite, timing, plan, status, suppressNotifications }
  const cut = apply === 'all' ? null : placeInRule(plan, event.recurrenceId)
  const concerned = dates.filter((date) => !isSettled(date) && (cut === null || (date.event.recurrenceId ?? '') >= cut))
  const { edits, refused } = editsOf(concerned, change, now, deps)
  const idsAfter = new Map(dates.map(({ event: { id, recurrenceId } }) => [id, recurrenceId]))
  for (const { date, edit } of edits) idsAfter.set(date.event.id, edit.after.recurrenceId)
  if (new Set(idsAfter.values()).size < dates.length)
    throw invalid('startAt', 'is the start of another date on that day')
  const done = { edits, refused, vanished: [], made: [] }

  const parts = cut === null ? null : split(plan, cut)
  const moved = movedTo(parts?.after ?? plan, timing)
  const changed = {
    ...moved,
    template: templateAfter(row.template as TemplateInput, change, edits),
    isDense: isDense(moved),
    madeUntil: atHour(row.madeUntil, plan, moved),
  }
  // Nothing of the series lies before the cut: it is the whole.
  if (parts === null || isEmpty(parts.before)) return { ...done, after: changed }
  const next: SeriesRow = { ...row, ...changed, id: deps.newId('ser'), revision: 1, createdAt: now, updatedAt: now }
  return {
    ...done,
    after: { ...parts.before, isDense: isDense(parts.before), makeAt: null },
    beside: [insertSeries(deps.db, next), handOver(row.id, next.id, cut ?? '')],
  }
}

/** Why the date cannot take an edit, as far as can be seen before it is written. */
export const dateRefusal = (
  { event, seats, hasHadGuests }: StandingDate,
  { after, guard }: Edit<Code>,
): Failure | null => {
  if (guard === undefined) return null
  if (guard.refusal.code === 'event_has_guests') return hasHadGuests === 1 ? guard.refusal : null
  const isTooSmall = after.capacity !== null && after.capacity !== event.capacity && seats > after.capacity
  return isTooSmall ? guard.refusal : null
}

/** Where the rule has a date: one that was cancelled before the hour of its series moved still bears the old one. */
const placeInRule = (plan: Recurrence, id: string) => {
  const atHour = `${id.slice(0, 10)}${timeOfDay(plan.startAt)}`
  return atHour < id && !namesDate(plan, id) ? atHour : id
}

const isEmpty = (plan: Recurrence) =>
  plan.rrule === 'FREQ=DAILY;COUNT=1' && plan.exdates.includes(plan.startAt) && plan.rdates.length === 0

const atHour = (madeUntil: string, plan: Recurrence, shifted: Recurrence) =>
  timeOfDay(madeUntil) === timeOfDay(plan.startAt)
    ? `${madeUntil.slice(0, 10)}${timeOfDay(shifted.startAt)}`
    : madeUntil

const movedTo = (plan: Recurrence, timing: Timing | null): Recurrence =>
  timing === null
    ? plan
    : { ...(timing.time === null ? plan : atTimeOfDay(plan, timing.time)), durationMinutes: timing.minutes }

const movedId = (id: string | null, plan: Recurrence, time: string) =>
  id !== null && timeOfDay(id) === timeOfDay(plan.startAt) ? `${id.slice(0, 10)}${time}` : id

/** The same date at another hour: placed by the wall, so that a skipped hour moves on. */
const timesAt = (event: EventRow, { time, minutes }: Timing) => {
  const date = wallTimeOf(event.startAt, event.timezone).slice(0, 10)
  const startAt = time === null ? event.startAt : placeWallTime(Date.parse(`${date}${time}Z`), event.timezone)
  return { startAt: iso(startAt), endAt: iso(startAt + minutes * MINUTE_MS) }
}

type Refusal = Failure<'capacity_exceeded' | 'invalid_transition' | 'event_has_guests' | 'conflicting_edits'>

/** Changes this date and those that follow, or all that have not begun; null where it is done. */
export const changeDates = async (asked: Asked, deps: Deps): Promise<DryRunOutput | Refusal | null> => {
  const { calendar, event, body } = asked
  for (const field of SERIES_OWN) {
    if (body[field] !== undefined) throw invalid(field, "can't be changed for more than one date")
  }
  if (event.allDay && (body.startAt ?? body.endAt ?? undefined) !== undefined) {
    throw invalid('startAt', "can't be changed for all-day dates: change the rule of the series")
  }
  const isDry = body.dryRun === true
  const outcome = await changeSeries<never>({ calendar, eventId: event.id, isDry }, deps, (row, dates, now) =>
    decideOn(row, dates, now, asked, deps),
  )
  if (outcome === null || outcome instanceof Failure) return outcome
  if (isDry) return toldOf(outcome)
  const [first] = outcome.refused
  return first === undefined ? null : (first.failure as Refusal)
}

/** What a change of one event alone would do. */
export const tryChange = async (event: EventRow, body: EventChangesInput, deps: Deps): Promise<DryRunOutput> => {
  const [date] = await datesWhere(deps.db, thisEvent(event.id))
  if (date === undefined) throw notFound()
  const decided = decide(date.event, body, { now: deps.clock() }, deps)
  const isRefused = decided instanceof Failure
  const failure = isRefused ? decided : decided === null ? null : dateRefusal(date, decided)
  return toldOf({
    after: {},
    edits: isRefused || decided === null || failure !== null ? [] : [{ date, edit: decided }],
    vanished: [],
    made: [],
    refused: failure === null ? [] : [{ date, failure }],
  })
}
