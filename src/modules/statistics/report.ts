import { inOneBatch } from '../../db/statement.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { GuestStatus, OrderStatus } from '../../kernel/vocabulary.ts'
import { rangeOf, type Range } from './range.ts'
import type { AnalyticsOutput, RangeQuery } from './statistics.schema.ts'
import { eventsQuery, figuresQueries } from './statistics.store.ts'

interface Read {
  guests: { status: GuestStatus; guests: number }[]
  orders: { currency: string; status: OrderStatus; orders: number; total: number; refunded: number }[]
  series: AnalyticsOutput['series']
  byTicket: AnalyticsOutput['byTicket']
}

const PAID: readonly OrderStatus[] = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
const GONE: readonly OrderStatus[] = ['EXPIRED', 'CANCELLED']

/** One line per currency: money of two currencies is never one sum. */
const revenueOf = (orders: Read['orders']) => {
  const byCurrency = new Map<string, { currency: string; gross: number; refunded: number; net: number }>()
  for (const { currency, status, total, refunded } of orders) {
    if (currency === '' || !PAID.includes(status)) continue
    const sum = byCurrency.get(currency) ?? { currency, gross: 0, refunded: 0, net: 0 }
    const [gross, back] = [sum.gross + total, sum.refunded + refunded]
    byCurrency.set(currency, { currency, gross, refunded: back, net: gross - back })
  }
  return [...byCurrency.values()]
}

const figuresOf = ({ from, to, timezone }: Range, { guests, orders, series, byTicket }: Read) => {
  const numberOf = (status: GuestStatus) => guests.find((line) => line.status === status)?.guests ?? 0
  const [confirmed, checkedIn] = [numberOf('CONFIRMED'), numberOf('CHECKED_IN')]
  const others = {
    pending: numberOf('PENDING'),
    waitlisted: numberOf('WAITLISTED'),
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

type Ask<S extends 'event' | 'calendar'> = Call<unknown, Parsed<typeof RangeQuery>, unknown, S>

export const readStatistics = async ({ event, calendar, query }: Ask<'event'>, deps: Deps) => {
  const range = rangeOf(query, calendar.timezone, deps.clock())
  const [guests, orders, series, byTicket] = await inOneBatch(deps.db, figuresQueries({ eventId: event.id }, range))
  return figuresOf(range, { guests, orders, series, byTicket })
}

export const readAnalytics = async ({ calendar, query }: Ask<'calendar'>, deps: Deps) => {
  const range = rangeOf(query, calendar.timezone, deps.clock())
  const [guests, orders, series, byTicket, byEvent] = await inOneBatch(deps.db, [
    ...figuresQueries({ calendarId: calendar.id }, range),
    eventsQuery(calendar.id, range),
  ])
  return { ...figuresOf(range, { guests, orders, series, byTicket }), byEvent }
}
