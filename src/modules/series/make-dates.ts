import type { SeriesRow } from '../../db/rows.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import type { Statements } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { describeError } from '../../kernel/log.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { isNullViolation, isUniqueViolation } from '../../kernel/violations.ts'
import { findCalendar } from '../calendars/index.ts'
import { addressesOfOwners } from '../members/index.ts'
import { composeEvent, hasRoomForEvents, isOverQuota, renamed, roomForEvents } from '../events/index.ts'
import { withoutRetiredRate } from '../tax-rates/index.ts'
import type { PlannedDate } from './plan.ts'
import type { TemplateInput } from './series.schema.ts'
import { countAhead, insertDates, isNotErasing, replaceSeries, seriesToMake, takenSlugsIn } from './series.store.ts'
import { datesToMake } from './timing.ts'

const LONGEST_SLUG = 44

/** Shortens a slug to the prefix of the dates' slugs. */
export const slugPrefixOf = (slug: string) => slug.slice(0, LONGEST_SLUG).replace(/-+$/, '')

/**
 * Composes one date from the template, to serve as the model for all others. Questions keep their ids from the
 * template.
 */
const composeDate = (row: Pick<SeriesRow, 'calendarId' | 'template' | 'timezone'>, deps: Deps) => {
  const template = row.template as TemplateInput
  const composed = composeEvent(
    { ...template, slug: undefined, startAt: '2000-01-01T00:00:00Z', timezone: row.timezone },
    row.calendarId,
    deps,
  )
  const standing = template.registrationQuestions ?? []
  const registrationQuestions = renamed(
    composed.event.registrationQuestions,
    ({ id }, index) => standing[index]?.id ?? id,
  )
  return { ...composed, event: { ...composed.event, registrationQuestions } }
}

/**
 * Returns the template with an id for each of its questions, and the template's faults. Existing questions keep their
 * ids.
 */
export const settleTemplate = (
  template: TemplateInput,
  { calendarId, timezone, standing = null }: { calendarId: string; timezone: string; standing?: TemplateInput | null },
  deps: Deps,
) => {
  const free = new Set(standing?.registrationQuestions?.map(({ id }) => id))
  const registrationQuestions = template.registrationQuestions?.map(({ id, ...question }) =>
    // Each existing id is used once. Unknown ids from the caller are ignored.
    id !== undefined && free.delete(id) ? { ...question, id } : question,
  )
  const { event, faults } = composeDate(
    { calendarId, timezone, template: { ...template, registrationQuestions } },
    deps,
  )
  return {
    template: {
      ...template,
      ...(template.registrationQuestions === undefined ? {} : { registrationQuestions: event.registrationQuestions }),
    },
    faults: faults.map(({ field, message }): FieldError => ({ field: `template.${field}`, message })),
  }
}

/**
 * Returns a slug for each date, such as `<slug>-2027-06-18`. If that is taken, uses `<slug>-2027-06-18-2` and so on.
 */
const slugsFor = async (slug: string, dates: readonly PlannedDate[], deps: Deps) => {
  const first = dates.map(({ recurrenceId }) => `${slug}-${recurrenceId.slice(0, 10)}`)
  const taken = new Set<string>()
  const chosen = first.map(() => '')
  for (let round = 1; chosen.includes(''); round += 1) {
    const wanted = first.map((each) => (round === 1 ? each : `${each}-${round}`))
    for (const each of await takenSlugsIn(deps.db, wanted)) taken.add(each)
    for (const [index, each] of wanted.entries()) {
      if (chosen[index] !== '' || taken.has(each)) continue
      taken.add(each)
      chosen[index] = each
    }
  }
  return chosen
}

/** Returns the statements that create these dates. */
export const dateStatements = async (
  row: Pick<SeriesRow, 'id' | 'calendarId' | 'template' | 'timezone' | 'slug'> & { allDayDays: number | null },
  dates: readonly PlannedDate[],
  deps: Deps,
): Promise<{ statements: Statements; ids: string[] }> => {
  if (dates.length === 0) return { statements: [], ids: [] }
  const { event, tickets } = composeDate(row, deps)
  const slugs = await slugsFor(row.slug, dates, deps)
  const own = dates.map(({ recurrenceId, startAt, endAt, startDate, endDate }, index) => ({
    id: deps.newId('evt'),
    slug: slugs[index] ?? '',
    recurrenceId,
    startAt,
    endAt,
    startDate,
    endDate,
  }))
  const shared = { ...event, slug: '', seriesId: row.id, allDay: row.allDayDays !== null, overrides: [] }
  const now = deps.clock()
  const ahead = dates.filter(({ endAt }) => endAt > now).length
  const hasRoom = hasRoomForEvents(row.calendarId, ahead, now, deps.config.quotas)
  const fee = withoutRetiredRate(row.calendarId, event.serviceFee)
  return { statements: [insertDates(shared, own, tickets, hasRoom), fee], ids: own.map(({ id }) => id) }
}

/** True if a concurrent request changed the series, created its dates or took a slug. */
export const isConcurrentChange = (error: unknown) =>
  isNullViolation(error, 'series.revision') ||
  isNullViolation(error, 'series.id') ||
  isNullViolation(error, 'events.revision') ||
  isUniqueViolation(error, 'taken_slugs') ||
  isUniqueViolation(error, 'events.recurrence_id')

/**
 * Creates the next dates of one series in one batch. `replaceSeries` compares the revision, so two concurrent runs
 * cannot create a date twice.
 */
const makeNext = async (row: SeriesRow, deps: Deps) => {
  const now = deps.clock()
  const ahead = await countAhead(deps.db, row.id, now)
  const room = await roomForEvents(row.calendarId, deps)
  const { dates, madeUntil, makeAt, isHeldUp } = datesToMake(row, { after: row.madeUntil, now, ahead, room })
  const { statements } = await dateStatements(row, dates, deps)
  const heldUpAt = isHeldUp ? (row.heldUpAt ?? now) : null
  await deps.commit({
    calendarId: row.calendarId,
    seenBy: dates.length === 0 ? 'team' : 'visitors',
    statements: { series: replaceSeries(deps.db, { madeUntil, makeAt, heldUpAt }, row, isNotErasing), statements },
    mails: isHeldUp && row.heldUpAt === null ? await holdUpMails(row, now, deps) : [],
  })
}

/**
 * Emails the owners once when a series pauses because the quota is used up. If no owner's address is known, the email
 * goes to the calendar's `contactEmail`.
 */
export const holdUpMails = async (
  { id, calendarId }: Pick<SeriesRow, 'id' | 'calendarId'>,
  now: Instant,
  deps: Deps,
): Promise<OutgoingMail[]> => {
  const owners = await addressesOfOwners(deps.db, calendarId)
  const contact = owners.length > 0 ? null : ((await findCalendar(deps.db, calendarId))?.contactEmail ?? null)
  return [...owners, ...(contact === null ? [] : [contact])].map((recipient) => ({
    kind: 'series-held-up' as const,
    cause: `series-held-up:${id}:${now}:${recipient}`,
    recipient,
    data: { seriesId: id },
  }))
}

/** Postpones the next attempt by one day, because the calendar has no quota left for more events. */
const postpone = (row: SeriesRow, deps: Deps) =>
  deps.commit({
    calendarId: row.calendarId,
    seenBy: 'team',
    statements: [replaceSeries(deps.db, { makeAt: deps.clock() + DAY_MS }, row)],
  })

const makeNextOrPostpone = async (row: SeriesRow, deps: Deps) => {
  try {
    await makeNext(row, deps)
  } catch (error) {
    if (!isOverQuota(error)) throw error
    await postpone(row, deps)
  }
}

const SERIES_A_MINUTE = 20

/** Creates due dates. Runs every minute. If a concurrent run has already created the dates, this run skips them. */
export const makeDueDates = async (deps: Deps) => {
  for (const row of await seriesToMake(deps.db, deps.clock(), SERIES_A_MINUTE)) {
    try {
      await makeNextOrPostpone(row, deps)
    } catch (error) {
      // An error in one series must not stop the others.
      if (!isConcurrentChange(error)) deps.log.error(`dates of ${row.id} could not be created`, describeError(error))
    }
  }
}
