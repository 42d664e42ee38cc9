import { analyticsRead, eventsRead } from '../../access/demands.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { GuestStatus, OrderStatus } from '../../kernel/vocabulary.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { statisticsRange, type Range } from './range.ts'
import { Analytics, RangeQuery, Statistics } from './statistics.schema.ts'
import {
  checkpointsQueries,
  eventsQuery,
  figuresQueries,
  noShowsQuery,
  type CheckpointsRead,
  type FiguresRead,
} from './statistics.store.ts'

const PAID: readonly OrderStatus[] = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
const GONE: readonly OrderStatus[] = ['EXPIRED', 'CANCELLED']

/** Sums revenue separately for each currency. Amounts in different currencies are never added together. */
const revenueOf = (orders: FiguresRead['orders']) => {
  const byCurrency = new Map<string, { currency: string; gross: number; refunded: number; net: number }>()
  for (const { currency, status, total, refunded } of orders) {
    if (currency === '' || !PAID.includes(status)) continue
    const sum = byCurrency.get(currency) ?? { currency, gross: 0, refunded: 0, net: 0 }
    const [gross, back] = [sum.gross + total, sum.refunded + refunded]
    byCurrency.set(currency, { currency, gross, refunded: back, net: gross - back })
  }
  return [...byCurrency.values()]
}

const figuresOf = ({ from, to, timezone }: Range, { guests, orders, series, byTicket }: FiguresRead) => {
  const numberOf = (status: GuestStatus) => guests.find((line) => line.status === status)?.guests ?? 0
  const [confirmed, checkedIn] = [numberOf('CONFIRMED'), numberOf('CHECKED_IN')]
  const others = {
    pending: numberOf('PENDING'),
    waitlisted: numberOf('WAITLISTED'),
    offered: numberOf('OFFERED'),
    declined: numberOf('DECLINED'),
    cancelled: numberOf('CANCELLED'),
  }
  const placed = orders.filter(({ status }) => !GONE.includes(status))
  return {
    from,
    to,
    timezone,
    totals: {
      registrations: Object.values(others).reduce((sum, count) => sum + count, confirmed + checkedIn),
      confirmed,
      ...others,
      checkedIn,
      attendanceRate: checkedIn === 0 ? 0 : checkedIn / (confirmed + checkedIn),
      orders: placed.reduce((sum, line) => sum + line.orders, 0),
    },
    revenue: revenueOf(orders),
    byTicket,
    series,
  }
}

const byCheckpointOf = ({ checkpoints, days }: CheckpointsRead) => {
  const byPlace = Map.groupBy(days, ({ place }) => place)
  return checkpoints.map((each) => ({
    ...each,
    days: (byPlace.get(each.checkpointId) ?? []).map(({ place: _, ...day }) => day),
  }))
}

const noShowsOf = ({ events, confirmed, guests } = { events: 0, confirmed: 0, guests: 0 }) => ({
  guests,
  confirmed,
  events,
  rate: confirmed === 0 ? null : guests / confirmed,
})

export const readStatistics = operation({
  id: 'statistics.event',
  summary: 'Get event statistics',
  description: 'Covers a range of dates, by default the last 30 days.',
  subject: 'event',
  access: eventsRead,
  routes: both('GET /events/:eventId/statistics'),
  query: RangeQuery,
  answer: one(Statistics),
  async run({ event, calendar, query }, deps) {
    const range = statisticsRange(query, calendar.timezone, deps.clock())
    const { passed, ...read } = await inOneBatch(deps.db, {
      ...figuresQueries({ eventId: event.id }, range),
      passed: checkpointsQueries(event.id, range),
    })
    return { ...figuresOf(range, read), byCheckpoint: byCheckpointOf(passed) }
  },
})

export const readAnalytics = operation({
  id: 'statistics.calendar',
  summary: 'Get calendar statistics',
  description: 'Covers a range of dates, by default the last 30 days.',
  subject: 'calendar',
  access: analyticsRead,
  routes: both('GET /calendars/:slug/analytics'),
  query: RangeQuery,
  answer: one(Analytics),
  async run({ calendar, query }, deps) {
    const now = deps.clock()
    const range = statisticsRange(query, calendar.timezone, now)
    const {
      byEvent,
      noShows: [missed],
      ...read
    } = await inOneBatch(deps.db, {
      ...figuresQueries({ calendarId: calendar.id }, range),
      byEvent: eventsQuery(calendar.id, range),
      noShows: noShowsQuery(calendar.id, range, now),
    })
    return { ...figuresOf(range, read), noShows: noShowsOf(missed), byEvent }
  },
})
