import { eventsWrite } from '../../access/demands.ts'
import type { CalendarRow, SeriesRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { conditionRefusal, isOverQuota, overQuota } from '../events/index.ts'
import { isOutrun, makingOf, settled, slugOf } from './make-dates.ts'
import { endOf, isDense, placed, recurrences } from './plan.ts'
import { toSeries } from './series.ts'
import { NewSeries, Preview, Series, SeriesToPreview } from './series.schema.ts'
import { insertSeries, viewOfSeries } from './series.store.ts'
import { datesToMake, planOf } from './timing.ts'
import { inWords } from './words.ts'

const TRIES = 3

export const answerOfSeries = async (id: string, calendar: CalendarRow, deps: Deps) => {
  const view = await viewOfSeries(deps.db, calendar.id, id, deps.clock())
  if (view === null) throw notFound()
  return toSeries(view, calendar.slug)
}

export const createSeries = operation({
  id: 'series.create',
  summary: 'Create a series: events that repeat by a rule',
  description:
    'Each date is an event of its own. Dates are made 18 months ahead and 500 at most; more are made as time goes by. All must fit under the quota of the calendar. What is over is not made.',
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
    const now = deps.clock()
    const plan = planOf(body, null)
    const { template, faults } = settled(body.template, { calendarId: calendar.id, timezone: plan.timezone }, deps)
    if (faults.length > 0) throw invalidFields(faults)
    const { dates, madeUntil, makeAt } = datesToMake(plan, { after: null, now, ahead: 0 })
    const row: SeriesRow = {
      ...plan,
      id: deps.newId('ser'),
      calendarId: calendar.id,
      slug: slugOf(template),
      template,
      isDense: isDense(plan),
      madeUntil,
      makeAt,
      revision: 1,
      cancelledAt: null,
      createdAt: now,
      updatedAt: now,
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const { statements } = await makingOf(row, dates, deps)
      try {
        await deps.commit({
          calendarId: calendar.id,
          seenBy: 'visitors',
          statements: { series: insertSeries(deps.db, row), statements },
          effectId: row.id,
        })
        return await answerOfSeries(row.id, calendar, deps)
      } catch (error) {
        if (isOverQuota(error)) return overQuota(calendar.id, deps)
        // Somebody took one of the slugs meanwhile: others are looked for.
        if (!isOutrun(error)) throw error
      }
    }
    return refusal('conflicting_edits', { says: 'Others are making events of this name just now; try again.' })
  },
})

const MOST_SHOWN = 50

export const previewSeries = operation({
  id: 'series.preview',
  summary: 'Show the first 50 dates of a rule, and the rule in words; nothing is stored',
  subject: 'calendar',
  subjectIn: 'body',
  access: eventsWrite,
  routes: both('POST /series/preview'),
  body: SeriesToPreview,
  answer: one(Preview),
  async run({ body }) {
    const plan = planOf(body, null)
    const ids: string[] = []
    for (const id of recurrences(plan)) {
      ids.push(id)
      if (ids.length > MOST_SHOWN) break
    }
    const dates = ids.slice(0, MOST_SHOWN).map((id) => {
      const { startAt, endAt, startDate, endDate } = placed(plan, id)
      return { recurrenceId: id, startAt: startDate ?? iso(startAt), endAt: endDate ?? iso(endAt) }
    })
    return { words: inWords(plan), dates, hasMore: ids.length > MOST_SHOWN, endsAt: isoOrNull(endOf(plan)) }
  },
})
