import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Numbers',
  periodLabel: 'Period',
  /** By number of days. */
  periods: { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' },
  empty: { title: 'No activity in this period', text: 'Registrations and check-ins show up here, by day.' },
  percent: (number: string) => `${number}%`,
  registrations: {
    figure: 'Registrations',
    noneBefore: (days: number) =>
      counted(days, { one: 'none in the previous day', other: 'none in the previous # days' }),
    grew: (percent: string, days: number) =>
      counted(days, { one: `+${percent}% on the previous day`, other: `+${percent}% on the previous # days` }),
    shrank: (percent: string, days: number) =>
      counted(days, { one: `−${percent}% on the previous day`, other: `−${percent}% on the previous # days` }),
    none: 'No registrations in this period',
    byDay: 'Registrations by day',
    /** The part before the colon names the days in the chart's table. */
    onDays: (days: string, count: number) =>
      `${days}: ${counted(count, { one: '# registration', other: '# registrations' })}`,
  },
  checkIns: {
    figure: 'Checked in',
    below: 'by day of check-in',
    none: 'No check-ins in this period',
    byDay: 'Check-ins by day',
    column: 'Check-ins',
    onDays: (days: string, count: number) => `${days}: ${counted(count, { one: '# check-in', other: '# check-ins' })}`,
  },
  dayColumn: 'Day',
  noShows: {
    figure: 'No-shows',
    noneEnded: 'No event has ended yet',
    outOf: (guests: number, events: number) =>
      `of ${counted(guests, { one: '# guest', other: '# guests' })} at ${counted(events, { one: '# past event', other: '# past events' })}`,
  },
  sales: {
    figure: 'Net sales',
    /** The amounts in further currencies. */
    also: (amounts: readonly string[]) => amounts.map((amount) => `and ${amount}`).join(', '),
    byCurrency: 'Sales by currency',
    none: 'No sales in this period',
    currency: 'Currency',
    gross: 'Gross',
    refunded: 'Refunded',
    net: 'Net',
  },
  byEvent: {
    title: 'By event',
    guests: (confirmed: number, checkedIn: number) =>
      `${counted(confirmed, { one: '# confirmed', other: '# confirmed' })}, ${counted(checkedIn, { one: '# checked in', other: '# checked in' })}`,
  },
}

export type NumbersWords = typeof english

export const numbersWords = area('numbers', english)
