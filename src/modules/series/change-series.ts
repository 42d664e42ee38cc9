import { eventsWrite } from '../../access/demands.ts'
import type { SeriesRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalidFields, refusal } from '../../kernel/failure.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { cancelled, conditionRefusal, decide } from '../events/index.ts'
import { requireFeeRate } from '../tax-rates/index.ts'
import { changeSeries, toDryRun, type SeriesChange } from './change.ts'
import { applicableFields, isSettled, keepsTimes, overridesAfter, dateRefusal } from './change-dates.ts'
import { answerOfSeries } from './create-series.ts'
import { begunIds, type SeriesDate } from './dates.store.ts'
import { settleTemplate, slugPrefixOf } from './make-dates.ts'
import { hasPassed, isDense, isEndless, namesDate, type Recurrence, type PlannedDate } from './plan.ts'
import { recurrenceOfRow, startOf } from './series.ts'
import {
  Series,
  SeriesCancellation,
  SeriesChanges,
  SeriesOrDryRun,
  type SeriesChangesInput,
  type TemplateInput,
} from './series.schema.ts'
import { datesToMake, recurrenceOf } from './timing.ts'

interface ExistingDates {
  dates: readonly SeriesDate[]
  /**
   * Recurrence ids of dates that have begun. These dates stay unchanged, and the new rule must not create them again.
   */
  begun: readonly string[]
}

const idOf = ({ event }: SeriesDate) => event.recurrenceId ?? ''

/**
 * Matches existing dates to the dates of the new rule: by recurrence id, otherwise by their order within the day. If a
 * date was postponed and its time under the rule has passed, it matches nothing but stays, with `planned: null`.
 */
const matchDates = (
  { dates, begun }: ExistingDates,
  wanted: readonly PlannedDate[],
  before: Recurrence,
  after: Recurrence,
  now: Instant,
) => {
  const byId = new Map(wanted.map((date) => [date.recurrenceId, date]))
  const ids = [...begun, ...dates.map(idOf)]
  const places = new Map<string, PlannedDate>()
  for (const id of ids) {
    const same = byId.get(id)
    if (same !== undefined) places.set(id, same)
  }
  const taken = new Set(places.values())
  const leftByDay = Map.groupBy(
    wanted.filter((date) => !taken.has(date)),
    ({ recurrenceId }) => recurrenceId.slice(0, 10),
  )
  const isInItsPlace = (id: string) =>
    id.length === after.startAt.length && hasPassed(after, id, now) && namesDate(after, id)
  for (const id of ids) {
    if (places.has(id) || isInItsPlace(id)) continue
    const next = leftByDay.get(id.slice(0, 10))?.shift()
    if (next !== undefined) places.set(id, next)
  }
  const found = new Set(places.values())
  const stays = (id: string) => !places.has(id) && hasPassed(before, id, now) && !after.exdates.includes(id)
  return {
    pairs: dates.flatMap((date) =>
      places.has(idOf(date)) || stays(idOf(date)) ? [{ date, planned: places.get(idOf(date)) ?? null }] : [],
    ),
    vanished: dates.filter((date) => !places.has(idOf(date)) && !stays(idOf(date))),
    missing: wanted.filter((date) => !found.has(date)),
  }
}

/** The future dates under the new rule. If the rule has no end, the calendar's quota limits how many there are. */
const plannedDates = (plan: Recurrence, existing: readonly SeriesDate[], now: Instant, free: number) => {
  const room = isEndless(plan) ? free + existing.filter((date) => !isSettled(date)).length : Infinity
  const making = datesToMake(plan, { after: null, now, ahead: 0, room })
  return { ...making, dates: making.dates.filter(({ startAt }) => startAt > now) }
}

const decideOn = (
  row: SeriesRow,
  existing: ExistingDates,
  { now, room }: { now: Instant; room: number },
  body: SeriesChangesInput,
  deps: Deps,
): SeriesChange | Failure<'occurrences_have_guests' | 'invalid_transition'> => {
  const {
    template: given,
    overwrite = false,
    cancelVanished = false,
    suppressNotifications,
    dryRun = false,
    ...timing
  } = body
  if (row.cancelledAt !== null) return refusal('invalid_transition', { says: 'A cancelled series can’t be changed.' })
  const plan = recurrenceOf(timing, recurrenceOfRow(row))
  const { template, faults } = settleTemplate(
    { ...(row.template as TemplateInput), ...given },
    { calendarId: row.calendarId, timezone: plan.timezone, standing: row.template as TemplateInput },
    deps,
  )
  if (faults.length > 0) throw invalidFields(faults)
  const { dates: wanted, madeUntil, makeAt, isHeldUp } = plannedDates(plan, existing.dates, now, room)
  const { pairs, vanished, missing } = matchDates(existing, wanted, recurrenceOfRow(row), plan, now)
  const change: SeriesChange = {
    after: {
      ...plan,
      template,
      slug: given?.slug === undefined ? row.slug : slugPrefixOf(given.slug),
      isDense: isDense(plan),
      madeUntil,
      makeAt,
      heldUpAt: isHeldUp ? (row.heldUpAt ?? now) : null,
    },
    edits: [],
    vanished: [],
    made: missing,
    refused: [],
  }
  const { tickets: _tickets, status: _status, slug: _slug, ...fields } = given ?? {}
  const shared =
    fields.registrationQuestions === undefined
      ? fields
      : { ...fields, registrationQuestions: template.registrationQuestions }

  for (const { date, planned } of pairs) {
    if (isSettled(date)) continue
    const { event } = date
    const times = planned === null || (!overwrite && keepsTimes(event)) ? {} : timesOf(planned, plan)
    const affected = { ...applicableFields(shared, event, overwrite), ...times }
    const decided = decide(event, { ...affected, suppressNotifications }, { now, isOfSeries: true }, deps)
    const failure = decided instanceof Failure ? decided : decided === null ? null : dateRefusal(date, decided)
    if (failure !== null) {
      change.refused.push({ date, failure })
      continue
    }
    const edit = decided instanceof Failure ? null : decided
    const overrides = overridesAfter(event, affected, overwrite)
    const after = { ...(edit?.after ?? event), recurrenceId: planned?.recurrenceId ?? event.recurrenceId, overrides }
    if (JSON.stringify(after) !== JSON.stringify(event)) change.edits.push({ date, edit: { ...edit, after } })
  }

  const withGuests: SeriesDate[] = []
  for (const date of vanished.filter((each) => !isSettled(each))) {
    if (date.hasHadGuests === 0) change.vanished.push(date)
    else if (cancelVanished && date.event.status === 'PUBLISHED') {
      change.edits.push({
        date,
        edit: cancelled(date.event, { now, suppressNotifications: suppressNotifications ?? false }),
      })
    } else withGuests.push(date)
  }
  if (withGuests.length > 0) {
    const failure = refusal('occurrences_have_guests', {
      data: {
        occurrences: withGuests.map(({ event, guests }) => ({ eventId: event.id, startAt: startOf(event), guests })),
      },
    })
    if (!dryRun) return failure
    change.refused.push(...withGuests.map((date) => ({ date, failure })))
  }
  return change
}

/** The date's times in the format of an event edit. */
const timesOf = ({ startAt, endAt, startDate, endDate }: PlannedDate, { timezone, allDayDays }: Recurrence) => ({
  startAt: startDate ?? iso(startAt),
  endAt: endDate ?? iso(endAt),
  timezone,
  allDay: allDayDays !== null,
})

export const updateSeries = operation({
  id: 'series.update',
  effects: ['mails', 'cancels', 'deletes'],
  summary: 'Update a series',
  description:
    'Changes the rule, dates, times or template. Dates in both the old and the new rule keep their id, guests and slug. Other dates are deleted if they never had a guest. If they did, the change fails or, with `cancelVanished`, cancels them. The change only affects dates that haven’t started and aren’t cancelled. Tickets and status of the template apply to new dates.',
  subject: 'series',
  access: eventsWrite,
  routes: both('PATCH /series/:seriesId'),
  body: SeriesChanges,
  answer: one(SeriesOrDryRun),
  refusals: [
    'occurrences_have_guests',
    'capacity_exceeded',
    'invalid_transition',
    'conflicting_edits',
    'quota_exceeded',
    'question_condition_invalid',
  ],
  async run({ calendar, params, body }, deps) {
    const undecided = conditionRefusal(body.template?.registrationQuestions)
    if (undecided !== null) return undecided
    await requireFeeRate(body.template?.serviceFee, calendar.id, deps.db, 'template.serviceFee')
    const isDry = body.dryRun === true
    const outcome = await changeSeries(
      { calendar, seriesId: params.seriesId, isDry },
      deps,
      async (row, dates, now, room) => {
        const begun = await begunIds(deps.db, row.id, now)
        return decideOn(row, { dates, begun }, { now, room }, body, deps)
      },
    )
    if (outcome instanceof Failure) return outcome
    if (isDry && outcome !== null) return toDryRun(outcome)
    const [first] = outcome?.refused ?? []
    if (first !== undefined) return first.failure as Failure<'capacity_exceeded' | 'invalid_transition'>
    return { kind: 'SERIES' as const, ...(await answerOfSeries(params.seriesId, calendar, deps)) }
  },
})

/** Idempotent: cancelling a cancelled series changes nothing and sends no emails. */
export const cancelSeries = operation({
  id: 'series.cancel',
  effects: ['mails', 'cancels', 'deletes'],
  summary: 'Cancel a series and its future dates',
  subject: 'series',
  access: eventsWrite,
  routes: both('POST /series/:seriesId/cancel'),
  body: SeriesCancellation,
  answer: one(Series),
  refusals: ['conflicting_edits'],
  async run({ calendar, params, body: { reason = null, suppressNotifications = false } }, deps) {
    const outcome = await changeSeries<never>(
      { calendar, seriesId: params.seriesId, isDry: false },
      deps,
      (row, dates, now) => {
        if (row.cancelledAt !== null) return null
        const published = dates.filter(({ event }) => event.status === 'PUBLISHED')
        return {
          after: { cancelledAt: now, makeAt: null },
          edits: published.map((date) => ({
            date,
            edit: cancelled(date.event, { now, reason, suppressNotifications }),
          })),
          vanished: dates.filter(({ event, hasHadGuests }) => event.status === 'DRAFT' && hasHadGuests === 0),
          made: [],
          refused: [],
        }
      },
    )
    return outcome instanceof Failure ? outcome : answerOfSeries(params.seriesId, calendar, deps)
  },
})
