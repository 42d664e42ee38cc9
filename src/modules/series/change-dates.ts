import type { CalendarRow, EventRow, SeriesRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalid, notFound, type Code } from '../../kernel/failure.ts'
import { hasOffset } from '../../kernel/local-time.ts'
import { iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { placeWallTime, wallTimeOf } from '../../kernel/zoned-time.ts'
import { decide, type Edit, type EventChangesInput } from '../events/index.ts'
import { changeSeries, toDryRun, type SeriesChange } from './change.ts'
import { datesWhere, moveDatesTo, isEvent, type SeriesDate } from './dates.store.ts'
import { atTimeOfDay, isDense, namesDate, split, timeOfDay, type Recurrence } from './plan.ts'
import { recurrenceOfRow } from './series.ts'
import type { DryRunOutput, TemplateInput } from './series.schema.ts'
import { insertSeries } from './series.store.ts'

/** Cancelled and archived dates stay unchanged, and never block a change to the series. */
export const isSettled = ({ event: { status } }: SeriesDate) => status === 'CANCELLED' || status === 'ARCHIVED'

/** An override of either `startAt` or `endAt` protects both, because the date was moved as a whole. */
const TIMES = ['startAt', 'endAt'] as const
export const keepsTimes = ({ overrides }: EventRow) => TIMES.some((field) => overrides?.includes(field) === true)

/**
 * The fields of a change that apply to a date. Unless `overwrite` is set, fields in the date's `overrides` are dropped.
 */
export const applicableFields = <Fields extends object>(
  given: Fields,
  { overrides }: EventRow,
  overwrite: boolean,
): Fields =>
  overwrite || overrides === null
    ? given
    : (Object.fromEntries(Object.entries(given).filter(([field]) => !overrides.includes(field))) as Fields)

/**
 * The date's `overrides` after the change. With `overwrite`, the fields that the change sets are no longer overrides.
 */
export const overridesAfter = ({ overrides }: EventRow, given: object, overwrite: boolean) =>
  overwrite && overrides !== null ? overrides.filter((field) => !(field in given)) : overrides

/** The time of day and duration that a change requests, derived from the date to which the request was sent. */
const timingOf = (event: EventRow, { startAt, endAt }: EventChangesInput) => {
  const wall = (field: string, text: string) => {
    if (text.length === 10)
      throw invalid(field, 'must be a time, not a date: when several dates change, only the time of day can move')
    return hasOffset(text) ? wallTimeOf(Date.parse(text), event.timezone) : `${text}:00`.slice(0, 19)
  }
  const own = wallTimeOf(event.startAt, event.timezone)
  const from = startAt === undefined ? own : wall('startAt', startAt)
  if (from.slice(0, 10) !== own.slice(0, 10)) {
    throw invalid('startAt', 'must stay on the same date: when several dates change, only the time of day can move')
  }
  const begins = placeWallTime(Date.parse(`${from}Z`), event.timezone)
  const ends =
    endAt === undefined || endAt === null
      ? event.endAt
      : hasOffset(endAt)
        ? Date.parse(endAt)
        : placeWallTime(Date.parse(`${wall('endAt', endAt)}Z`), event.timezone)
  if (ends <= begins) throw invalid('endAt', 'must be after startAt')
  // An `endAt` without `startAt` changes only the duration, even if this date starts at a different time from its
  // series.
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

interface DatesRequest {
  calendar: CalendarRow
  event: EventRow & { seriesId: string; recurrenceId: string }
  body: EventChangesInput & { apply: 'following' | 'all' }
}

type Timing = ReturnType<typeof timingOf>

/** True for a date that `rdates` adds at a different time of day. A change of the series' time leaves it there. */
const isAtOwnHour = (plan: Recurrence, id: string) =>
  plan.rdates.includes(id) && timeOfDay(id) !== timeOfDay(plan.startAt)

/** A change to apply to each date. `plan` is the recurrence before the change. */
interface Change extends Pick<EventChangesInput, 'status' | 'suppressNotifications'> {
  fields: Omit<EventChangesInput, 'status' | 'suppressNotifications' | 'startAt' | 'endAt'>
  overwrite: boolean
  timing: Timing | null
  plan: Recurrence
}

/** Returns the edit of one date, or null if the change does not affect that date. */
const editOf = (date: SeriesDate, change: Change, now: Instant, deps: Deps) => {
  const { fields, overwrite, timing, plan, status, suppressNotifications } = change
  const { event: current } = date
  // A date that was added through `rdates` at a different time keeps that time, as in `atTimeOfDay`.
  const isAtHour = timeOfDay(current.recurrenceId ?? '') === timeOfDay(plan.startAt)
  const times =
    timing === null || (!overwrite && keepsTimes(current))
      ? {}
      : timesAt(current, isAtHour ? timing : { ...timing, time: null })
  const given = { ...applicableFields(fields, current, overwrite), ...times }
  const decided = decide(current, { ...given, status, suppressNotifications }, { now, isOfSeries: true }, deps)
  if (decided instanceof Failure) return decided
  const recurrenceId = timing?.time ? movedId(current.recurrenceId, plan, timing.time) : current.recurrenceId
  const overrides = overridesAfter(current, given, overwrite)
  const isUnmoved = recurrenceId === current.recurrenceId && overrides?.length === current.overrides?.length
  if (decided === null && isUnmoved) return null
  const failure = decided === null ? null : dateRefusal(date, decided)
  return failure ?? { ...decided, after: { ...(decided?.after ?? current), recurrenceId, overrides } }
}

const editsOf = (dates: readonly SeriesDate[], change: Change, now: Instant, deps: Deps) => {
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
    // Taken from an edited date, so that the question ids match the ids in stored answers.
    const model = edits.find(({ edit }) => edit.after.overrides?.includes('registrationQuestions') !== true)
    after.registrationQuestions = model?.edit.after.registrationQuestions ?? after.registrationQuestions
  }
  if (status === 'DRAFT' || status === 'PUBLISHED') after.status = status
  return after
}

/**
 * Decides on a change of several dates. `all` changes the series itself. `following` splits the series: the later dates
 * become a new one.
 */
const decideOn = (
  row: SeriesRow,
  dates: SeriesDate[],
  now: Instant,
  { event, body }: DatesRequest,
  deps: Deps,
): SeriesChange => {
  const { apply, overwrite = false, dryRun: _, status, suppressNotifications, startAt, endAt, ...fields } = body
  const plan = recurrenceOfRow(row)
  const timing = startAt === undefined && endAt === undefined ? null : timingOf(event, body)
  if (timing !== null && timing.time !== null && isAtOwnHour(plan, event.recurrenceId))
    throw invalid('startAt', 'can’t be changed here for more than one date: this date was added at a time of its own')
  const change: Change = { fields, overwrite, timing, plan, status, suppressNotifications }
  const cut = apply === 'all' ? null : placeInRule(plan, event.recurrenceId)
  const affected = dates.filter((date) => !isSettled(date) && (cut === null || (date.event.recurrenceId ?? '') >= cut))
  const { edits, refused } = editsOf(affected, change, now, deps)
  const idsAfter = new Map(dates.map(({ event: { id, recurrenceId } }) => [id, recurrenceId]))
  for (const { date, edit } of edits) idsAfter.set(date.event.id, edit.after.recurrenceId)
  if (new Set(idsAfter.values()).size < dates.length)
    throw invalid('startAt', 'is already the start of another date in the series')
  const done = { edits, refused, vanished: [], made: [] }

  const parts = cut === null ? null : split(plan, cut)
  const moved = movedTo(parts?.after ?? plan, timing)
  const changed = {
    ...moved,
    template: templateAfter(row.template as TemplateInput, change, edits),
    isDense: isDense(moved),
    madeUntil: atHour(row.madeUntil, plan, moved),
  }
  // If no dates come before the cut, the whole series is changed instead of being split.
  if (parts === null || isEmpty(parts.before)) return { ...done, after: changed }
  const next: SeriesRow = { ...row, ...changed, id: deps.newId('ser'), revision: 1, createdAt: now, updatedAt: now }
  return {
    ...done,
    after: { ...parts.before, isDense: isDense(parts.before), makeAt: null },
    extraStatements: [insertSeries(deps.db, next), moveDatesTo(row.id, next.id, cut ?? '')],
  }
}

/** Returns the refusal if it can be foreseen before the write, otherwise null. */
export const dateRefusal = (
  { event, seats, hasHadGuests }: SeriesDate,
  { after, guard }: Edit<Code>,
): Failure | null => {
  if (guard === undefined) return null
  if (guard.refusal.code === 'event_has_guests') return hasHadGuests === 1 ? guard.refusal : null
  const isTooSmall = after.capacity !== null && after.capacity !== event.capacity && seats > after.capacity
  return isTooSmall ? guard.refusal : null
}

/**
 * Returns the recurrence id at which to split the series. A date that was cancelled before the series moved to a new
 * time still has the old time in its id. The cut then uses the new time.
 */
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

/** The start and end of the same date at a new local time. `placeWallTime` moves a skipped local time forward. */
const timesAt = (event: EventRow, { time, minutes }: Timing) => {
  const date = wallTimeOf(event.startAt, event.timezone).slice(0, 10)
  const startAt = time === null ? event.startAt : placeWallTime(Date.parse(`${date}${time}Z`), event.timezone)
  return { startAt: iso(startAt), endAt: iso(startAt + minutes * MINUTE_MS) }
}

type Refusal = Failure<'capacity_exceeded' | 'invalid_transition' | 'event_has_guests' | 'conflicting_edits'>

/**
 * Changes this date and those that follow, or all dates that have not begun. Returns null once the change is stored.
 */
export const changeDates = async (request: DatesRequest, deps: Deps): Promise<DryRunOutput | Refusal | null> => {
  const { calendar, event, body } = request
  for (const field of SERIES_OWN) {
    if (body[field] !== undefined) throw invalid(field, 'can’t be changed for more than one date')
  }
  if (event.allDay && (body.startAt ?? body.endAt ?? undefined) !== undefined) {
    throw invalid('startAt', 'can’t be changed for all-day dates: change the rule of the series')
  }
  const isDry = body.dryRun === true
  const outcome = await changeSeries<never>({ calendar, eventId: event.id, isDry }, deps, (row, dates, now) =>
    decideOn(row, dates, now, request, deps),
  )
  if (outcome === null || outcome instanceof Failure) return outcome
  if (isDry) return toDryRun(outcome)
  const [first] = outcome.refused
  return first === undefined ? null : (first.failure as Refusal)
}

/** Returns the effects of changing a single event, without storing the change (dry run). */
export const tryChange = async (event: EventRow, body: EventChangesInput, deps: Deps): Promise<DryRunOutput> => {
  const [date] = await datesWhere(deps.db, isEvent(event.id))
  if (date === undefined) throw notFound()
  const decided = decide(date.event, body, { now: deps.clock() }, deps)
  const isRefused = decided instanceof Failure
  const failure = isRefused ? decided : decided === null ? null : dateRefusal(date, decided)
  return toDryRun({
    after: {},
    edits: isRefused || decided === null || failure !== null ? [] : [{ date, edit: decided }],
    vanished: [],
    made: [],
    refused: failure === null ? [] : [{ date, failure }],
  })
}
