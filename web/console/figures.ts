import { dateOf, nextDate } from '../../src/kernel/zoned-time.ts'
import type { GuestStatus } from '../../src/kernel/vocabulary.ts'
import type { EventAnswer, GuestCountsAnswer, SalesAnswer, StatisticsAnswer } from '../shared/answers.ts'

/** The figures of the workspace. Every screen that shows one computes it here, from one answer of the API. */

/**
 * Returns the seats taken and the capacity: that of the event or the sum of its tickets' capacities if every ticket has
 * one, whichever is lower. `spotsRemaining` doesn't fit here, because hidden tickets and waiting parties lower it too.
 */
export const seatsOf = ({ capacity, tickets }: Pick<EventAnswer, 'capacity' | 'tickets'>) => {
  const rooms = tickets.map((ticket) => ticket.capacity)
  const onTickets =
    rooms.length > 0 && rooms.every((room) => room !== null)
      ? rooms.reduce((sum: number, room) => sum + (room ?? 0), 0)
      : null
  const limits = [capacity, onTickets].filter((limit) => limit !== null)
  return {
    taken: tickets.reduce((sum, ticket) => sum + ticket.sold, 0),
    of: limits.length === 0 ? null : Math.min(...limits),
  }
}

/** All guests with this status, whenever they registered. */
export const guestsWith = ({ statuses }: Pick<GuestCountsAnswer, 'statuses'>, wanted: GuestStatus) =>
  statuses.find(({ status }) => status === wanted)?.guests ?? 0

/** Everyone who ever registered, whatever became of them, as the chart per day counts them. */
export const registeredIn = ({ statuses }: Pick<GuestCountsAnswer, 'statuses'>) =>
  statuses.reduce(
    (sum, { status, guests }) => (status === 'INVITED' || status === 'TRANSFERRED' ? sum : sum + guests),
    0,
  )

type Series = StatisticsAnswer['series']

/** Registrations on the `last` days of the series, or on as many days that end `before` days earlier. */
export const registrationsIn = (series: Series, last: number, before = 0) =>
  series
    .slice(Math.max(0, series.length - last - before), Math.max(0, series.length - before))
    .reduce((sum, { registrations }) => sum + registrations, 0)

export const checkInsIn = (series: Series) => series.reduce((sum, { checkIns }) => sum + checkIns, 0)

/** The currency with the most sales. */
export const mainSalesIn = ({ totals }: Pick<SalesAnswer, 'totals'>) =>
  totals.filter(({ currency }) => currency !== null).toSorted((left, right) => right.gross - left.gross)[0]

/** The first of the last `days` days, today included, in the calendar's time zone, in which the API counts days. */
export const firstOfLast = (days: number, { timezone }: { timezone: string }, now = Date.now()) =>
  nextDate(dateOf(now, timezone), 1 - days)
