import { edit } from '../../db/edit.ts'
import type { CalendarRow, SeriesRow } from '../../db/rows.ts'
import type { Statements } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { Failure, notFound, refusal, type Code } from '../../kernel/failure.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import {
  changesBetween,
  movesDeadlines,
  movesTheLine,
  isOverQuota,
  overQuota,
  quotaOver,
  roomForEvents,
  type Edit,
} from '../events/index.ts'
import { shortenDeadlines } from '../orders/index.ts'
import { withoutRetiredRate } from '../tax-rates/index.ts'
import { markContentChanged } from '../tickets/index.ts'
import {
  upcomingDates,
  hadNoGuests,
  removeDates,
  replaceDates,
  areEvents,
  eventsOfDates,
  type SeriesDate,
} from './dates.store.ts'
import { isConcurrentChange, dateStatements, holdUpMails } from './make-dates.ts'
import type { PlannedDate } from './plan.ts'
import { startOf } from './series.ts'
import type { DryRunOutput } from './series.schema.ts'
import { findSeries, findSeriesOf, replaceSeries, failIfDeleted } from './series.store.ts'
import { promotionInto } from '../seats/index.ts'

/** A planned change to a series and to its dates that have not begun. */
export interface SeriesChange {
  after: Partial<SeriesRow>
  edits: { date: SeriesDate; edit: Edit<Code> }[]
  /** Dates to delete. None of them ever had a guest. */
  vanished: SeriesDate[]
  made: PlannedDate[]
  /** Dates that cannot be changed this way. If there are any, nothing is written. */
  refused: { date: SeriesDate; failure: Failure }[]
  /** The quota that the change would exceed. Set only in a dry run. */
  quota?: DryRunOutput['quota']
  /** Additional statements for the same batch. They run before those for the dates. */
  extraStatements?: Statements
}

const isMailed = ({ edit: { letter } }: SeriesChange['edits'][number]) => letter !== undefined

/** By how many the change raises the number of upcoming events. */
const addsOf = ({ made, vanished }: SeriesChange, now: Instant) =>
  made.filter(({ endAt }) => endAt > now).length - vanished.filter(({ event }) => event.status !== 'CANCELLED').length

/** The effects of a change, without storing it (dry run). */
export const toDryRun = ({ edits, vanished, made, refused, quota = null }: SeriesChange): DryRunOutput => ({
  kind: 'DRY_RUN',
  affected: [
    ...edits.map(({ date: { event, guests }, edit: { after } }) => ({
      eventId: event.id,
      startAt: startOf(event),
      guests,
      changes: changesBetween(event, after),
    })),
    ...vanished.map(({ event, guests }) => ({
      eventId: event.id,
      startAt: startOf(event),
      guests,
      changes: [{ field: 'status', from: event.status, to: 'DELETED' }],
    })),
    ...made.map((date) => ({
      eventId: null,
      startAt: date.startDate ?? iso(date.startAt),
      guests: 0,
      changes: [{ field: 'status', from: null, to: 'CREATED' }],
    })),
  ],
  quota,
  mailed: edits.filter(isMailed).reduce((sum, { date }) => sum + date.guests, 0),
  refused: refused.map(({ date: { event, guests }, failure }) => ({
    eventId: event.id,
    startAt: startOf(event),
    guests,
    code: failure.code,
    message: failure.message,
  })),
})

/** The email about each changed date, for dates that have guests. */
const lettersOf = (edits: SeriesChange['edits']) =>
  edits.flatMap(({ date, edit: { letter } }) =>
    letter === undefined || date.guests === 0 ? [] : [{ ...letter, eventId: date.event.id }],
  )

/**
 * Writes the change in one batch. The batch fails if the revision of the series or of a date has changed since it was
 * read.
 */
const storeChange = async (row: SeriesRow, change: SeriesChange, now: Instant, deps: Deps) => {
  const removedIds = change.vanished.map(({ event }) => event.id)
  const enlarged = change.edits.filter(
    ({ date, edit: { after } }) => date.waiting > 0 && movesTheLine(date.event, after),
  )
  const promotions = enlarged.map(({ date }) => promotionInto(date.event.id, deps))
  const whole = { ...row, ...change.after }
  const isHeldUpNow = row.heldUpAt === null && whole.heldUpAt !== null
  const { statements: making } = await dateStatements(whole, change.made, deps)
  await deps.commit({
    calendarId: row.calendarId,
    seenBy: 'visitors',
    statements: {
      stands: failIfDeleted(row.id),
      series: replaceSeries(
        deps.db,
        { ...change.after, updatedAt: Math.max(now, row.updatedAt) },
        row,
        hadNoGuests(removedIds),
      ),
      extraStatements: change.extraStatements ?? [],
      vanished:
        removedIds.length === 0
          ? []
          : [removeDates(row.calendarId, areEvents(removedIds), now), markContentChanged(deps.db, row.calendarId, now)],
      dates:
        change.edits.length === 0
          ? []
          : replaceDates(change.edits.map(({ date, edit: { after } }) => ({ before: date.event, after }))),
      deadlines: shortenDeadlines(
        change.edits
          .filter(({ date, edit: { after } }) => movesDeadlines(date.event, after))
          .map(({ date }) => date.event.id),
        now,
      ),
      making,
      fees: change.edits.flatMap(({ edit: { after } }) => withoutRetiredRate(row.calendarId, after.serviceFee)),
      promotions: promotions.map(({ statements }) => statements),
    },
    events: eventsOfDates(change.edits.flatMap(({ edit: { events = [] } }) => events)),
    mails: [...promotions.flatMap(({ mails }) => mails), ...(isHeldUpNow ? await holdUpMails(row, now, deps) : [])],
    letters: lettersOf(change.edits),
  })
}

/** Refers to a series by its id, or by the id of one of its events. */
type SeriesReference = { seriesId: string } | { eventId: string }
type Decided<C extends Code> = SeriesChange | Failure<C> | null

/**
 * Decides on a change from the current rows, and writes it if those rows are unchanged. If a concurrent change made the
 * decision outdated, `edit` reads the rows and decides again. Returns the decision, which is stored unless `isDry`.
 */
export const changeSeries = async <C extends Code>(
  { calendar, isDry, ...named }: SeriesReference & { calendar: CalendarRow; isDry: boolean },
  deps: Deps,
  decide: (row: SeriesRow, dates: SeriesDate[], now: Instant, room: number) => Decided<C> | Promise<Decided<C>>,
): Promise<Decided<C> | Failure<'conflicting_edits'>> => {
  const outcome = await edit(
    async () => {
      const row =
        'eventId' in named
          ? await findSeriesOf(deps.db, calendar.id, named.eventId)
          : await findSeries(deps.db, calendar.id, named.seriesId)
      if (row === null) throw notFound()
      return row
    },
    async (row) => {
      const now = deps.clock()
      const room = await roomForEvents(calendar.id, deps)
      const decided = await decide(row, await upcomingDates(deps.db, row.id, now), now, room)
      if (decided === null || decided instanceof Failure || (!isDry && decided.refused.length > 0)) return { decided }
      if (isDry) return { decided: { ...decided, quota: await quotaOver(calendar.id, addsOf(decided, now), deps) } }
      try {
        await storeChange(row, decided, now, deps)
        return { decided }
      } catch (error) {
        if (isOverQuota(error)) throw await overQuota(calendar.id, deps)
        if (!isConcurrentChange(error)) throw error
        return null
      }
    },
  )
  return outcome === null
    ? refusal('conflicting_edits', { says: 'Another request changed this series at the same time. Try again.' })
    : outcome.decided
}
