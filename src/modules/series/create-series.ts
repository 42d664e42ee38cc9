import { eventsWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import type { CalendarRow, SeriesRow } from '../../db/rows.ts'
import type { Statements } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { slugFrom } from '../../kernel/slug.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { both, one, operation, reply } from '../../operation/operation.ts'
import { conditionRefusal, isOverQuota, overQuota, roomForEvents } from '../events/index.ts'
import { requireFeeRate } from '../tax-rates/index.ts'
import { isConcurrentChange, dateStatements, settleTemplate, slugPrefixOf, holdUpMails } from './make-dates.ts'
import { endOf, isDense, isEndless, placed, recurrences, type Recurrence } from './plan.ts'
import { toSeries } from './series.ts'
import { NewSeries, SeriesPreview, Series, SeriesToPreview } from './series.schema.ts'
import { insertSeries, viewOfSeries } from './series.store.ts'
import { datesToMake, recurrenceOf } from './timing.ts'
import { inWords } from './words.ts'

const TRIES = 3

const HELD_UP =
  'The calendar has reached its plan’s limit of upcoming events. The service created the dates that fit and adds more when there is room.'

/**
 * A series with an end is created completely or not at all. A series without an end gets as many dates as the quota
 * allows.
 */
const roomFor = async (plan: Recurrence, calendarId: string, deps: Deps) =>
  isEndless(plan) ? roomForEvents(calendarId, deps) : Infinity

export const answerOfSeries = async (id: string, calendar: CalendarRow, deps: Deps) => {
  const view = await viewOfSeries(deps.db, calendar.id, id, deps.clock())
  if (view === null) throw notFound()
  return toSeries(view, calendar.slug)
}

/** Stores a series with its first dates, together with `more`. */
export const storeSeries = async (
  body: SchemaOutput<typeof NewSeries>,
  calendar: CalendarRow,
  deps: Deps,
  more: (seriesId: string) => Statements = () => [],
) => {
  const now = deps.clock()
  const plan = recurrenceOf(body, null)
  const { template, faults } = settleTemplate(body.template, { calendarId: calendar.id, timezone: plan.timezone }, deps)
  if (faults.length > 0) throw invalidFields(faults)
  const row: SeriesRow = {
    ...plan,
    id: deps.newId('ser'),
    calendarId: calendar.id,
    // As for a single event, the calendar's slug if no letter of the title can be transliterated.
    slug: slugPrefixOf(template.slug ?? slugFrom(template.title, calendar.slug)),
    template,
    isDense: isDense(plan),
    madeUntil: '',
    makeAt: null,
    heldUpAt: null,
    revision: 1,
    cancelledAt: null,
    createdAt: now,
    updatedAt: now,
  }
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const room = await roomFor(plan, calendar.id, deps)
    if (room === 0) return overQuota(calendar.id, deps)
    const { dates, madeUntil, makeAt, isHeldUp } = datesToMake(plan, { after: null, now, ahead: 0, room })
    const { statements } = await dateStatements(row, dates, deps)
    try {
      await deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: {
          series: insertSeries(deps.db, { ...row, madeUntil, makeAt, heldUpAt: isHeldUp ? now : null }),
          statements,
          more: more(row.id),
        },
        mails: isHeldUp ? await holdUpMails(row, now, deps) : [],
        effectId: rowIn('series', row.id),
      })
      const made = await answerOfSeries(row.id, calendar, deps)
      return isHeldUp ? reply(made, { message: HELD_UP }) : made
    } catch (error) {
      if (isOverQuota(error)) return overQuota(calendar.id, deps)
      // A concurrent request took one of the slugs. The next attempt chooses new ones.
      if (!isConcurrentChange(error)) throw error
    }
  }
  return refusal('conflicting_edits', { says: 'Another request is creating events with this name. Try again.' })
}

export const createSeries = operation({
  id: 'series.create',
  summary: 'Create a series',
  description:
    'Creates events that repeat by a rule. Each date is a separate event. The service creates dates up to 18 months ahead, at most 500, and adds more over time. It creates no past dates. All dates of a series with an end must fit the calendar’s quota. A series without an end pauses at the quota (`heldUpAt`), emails the owners and resumes when there is room.',
  subject: 'calendar',
  subjectIn: 'body',
  access: eventsWrite,
  routes: both('POST /series'),
  body: NewSeries,
  answer: one(Series),
  refusals: ['conflicting_edits', 'quota_exceeded', 'question_condition_invalid'],
  async recover(effectId, { calendar }, deps) {
    const view = await viewOfSeries(deps.db, calendar.id, effectId, deps.clock())
    return view === null ? null : toSeries(view, calendar.slug)
  },
  async run({ calendar, body }, deps) {
    const undecided = conditionRefusal(body.template.registrationQuestions)
    if (undecided !== null) return undecided
    await requireFeeRate(body.template.serviceFee, calendar.id, deps.db, 'template.serviceFee')
    return storeSeries(body, calendar, deps)
  },
})

const MAX_PREVIEWED_DATES = 50

export const previewSeries = operation({
  id: 'series.preview',
  summary: 'Preview a series',
  description: 'Returns the first 50 dates of a rule and the rule in words. Nothing is stored.',
  subject: 'calendar',
  subjectIn: 'body',
  access: eventsWrite,
  routes: both('POST /series/preview'),
  body: SeriesToPreview,
  answer: one(SeriesPreview),
  async run({ body }) {
    const plan = recurrenceOf(body, null)
    const ids: string[] = []
    for (const id of recurrences(plan)) {
      ids.push(id)
      if (ids.length > MAX_PREVIEWED_DATES) break
    }
    const dates = ids.slice(0, MAX_PREVIEWED_DATES).map((id) => {
      const { startAt, endAt, startDate, endDate } = placed(plan, id)
      return { recurrenceId: id, startAt: startDate ?? iso(startAt), endAt: endDate ?? iso(endAt) }
    })
    return { words: inWords(plan), dates, hasMore: ids.length > MAX_PREVIEWED_DATES, endsAt: isoOrNull(endOf(plan)) }
  },
})
