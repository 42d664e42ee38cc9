import { edit } from '../../db/edit.ts'
import type { CalendarRow, SeriesRow } from '../../db/rows.ts'
import type { Statements } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { Failure, notFound, refusal, type Code } from '../../kernel/failure.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import {
  changesBetween,
  movesTheLine,
  isOverQuota,
  overQuota,
  quotaOver,
  roomForEvents,
  type Edit,
} from '../events/index.ts'
import { markContentChanged } from '../tickets/index.ts'
import {
  comingDates,
  haveNoGuests,
  removeDates,
  replaceDates,
  theseDates,
  toldOfDates,
  type StandingDate,
} from './dates.store.ts'
import { isOutrun, makingOf, toldOfHoldUp } from './make-dates.ts'
import type { PlannedDate } from './plan.ts'
import { startOf } from './series.ts'
import type { DryRunOutput } from './series.schema.ts'
import { findSeries, findSeriesOf, replaceSeries, whileItStands } from './series.store.ts'
import { promotionInto } from '../seats/index.ts'

/** What is to become of a series and of its dates that have not begun. */
export interface SeriesChange {
  after: Partial<SeriesRow>
  edits: { date: StandingDate; edit: Edit<Code> }[]
  /** Dates that go, and never had a guest. */
  vanished: StandingDate[]
  made: PlannedDate[]
  /** Dates that cannot take the change, and why: then nothing is done. */
  refused: { date: StandingDate; failure: Failure }[]
  /** The quota that it goes over, where it was only tried. */
  quota?: DryRunOutput['quota']
  /** What else is written in the same batch, before the dates. */
  beside?: Statements
}

const isMailed = ({ edit: { letter } }: SeriesChange['edits'][number]) => letter !== undefined

/** How many more events ahead there would be. */
const addsOf = ({ made, vanished }: SeriesChange, now: Instant) =>
  made.filter(({ endAt }) => endAt > now).length - vanished.filter(({ event }) => event.status !== 'CANCELLED').length

/** What a change would do, without doing it. */
export const toldOf = ({ edits, vanished, made, refused, quota = null }: SeriesChange): DryRunOutput => ({
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

/** A letter to the guests of each date that has any. */
const lettersOf = (edits: SeriesChange['edits']) =>
  edits.flatMap(({ date, edit: { letter } }) =>
    letter === undefined || date.guests === 0 ? [] : [{ ...letter, eventId: date.event.id }],
  )

/** One batch: the series over what was read of it, each date over its revision, and everybody who is told. */
const store = async (row: SeriesRow, change: SeriesChange, now: Instant, deps: Deps) => {
  const gone = change.vanished.map(({ event }) => event.id)
  const roomier = change.edits.filter(
    ({ date, edit: { after } }) => date.waiting > 0 && movesTheLine(date.event, after),
  )
  const promotions = roomier.map(({ date }) => promotionInto(date.event.id, deps))
  const whole = { ...row, ...change.after }
  const isHeldUpNow = row.heldUpAt === null && whole.heldUpAt !== null
  const { statements: making } = await makingOf(whole, change.made, deps)
  await deps.commit({
    calendarId: row.calendarId,
    seenBy: 'visitors',
    statements: {
      stands: whileItStands(row.id),
      series: replaceSeries(
        deps.db,
        { ...change.after, updatedAt: Math.max(now, row.updatedAt) },
        row,
        haveNoGuests(gone),
      ),
      beside: change.beside ?? [],
      vanished:
        gone.length === 0
          ? []
          : [removeDates(row.calendarId, theseDates(gone), now), markContentChanged(deps.db, row.calendarId, now)],
      dates:
        change.edits.length === 0
          ? []
          : replaceDates(change.edits.map(({ date, edit: { after } }) => ({ before: date.event, after }))),
      making,
      promotions: promotions.map(({ statements }) => statements),
    },
    events: toldOfDates(change.edits.flatMap(({ edit: { events = [] } }) => events)),
    mails: [...promotions.flatMap(({ mails }) => mails), ...(isHeldUpNow ? await toldOfHoldUp(row, now, deps) : [])],
    letters: lettersOf(change.edits),
  })
}

/** By itself, or as the one that the event is a date of. */
type Named = { seriesId: string } | { eventId: string }
type Decided<C extends Code> = SeriesChange | Failure<C> | null

/**
 * Decides on the series as it stands and writes only over that; where somebody was quicker it decides again. Gives back what
 * was decided: done, or only told.
 */
export const changeSeries = async <C extends Code>(
  { calendar, isDry, ...named }: Named & { calendar: CalendarRow; isDry: boolean },
  deps: Deps,
  decide: (row: SeriesRow, dates: StandingDate[], now: Instant, room: number) => Decided<C> | Promise<Decided<C>>,
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
      const decided = await decide(row, await comingDates(deps.db, row.id, now), now, room)
      if (decided === null || decided instanceof Failure || (!isDry && decided.refused.length > 0)) return { decided }
      if (isDry) return { decided: { ...decided, quota: await quotaOver(calendar.id, addsOf(decided, now), deps) } }
      try {
        await store(row, decided, now, deps)
        return { decided }
      } catch (error) {
        if (isOverQuota(error)) throw await overQuota(calendar.id, deps)
        if (!isOutrun(error)) throw error
        return null
      }
    },
  )
  return outcome === null
    ? refusal('conflicting_edits', { says: 'Another request changed this series at the same time. Try again.' })
    : outcome.decided
}
