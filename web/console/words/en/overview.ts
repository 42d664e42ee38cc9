import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const times = (count: number) => counted(count, { one: '# time', other: '# times' })

const english = {
  figures: {
    seatsTaken: 'Seats taken',
    /** `small` sets its text in small print. */
    takenOf: (taken: string, capacity: string, small: (text: string) => Child): Child => [
      taken,
      ' ',
      small(`of ${capacity}`),
    ],
    percentFull: (percent: number) => `${percent}% full`,
    thisWeek: 'This week',
    weekBefore: (registrations: number) =>
      counted(registrations, { one: '# the week before', other: '# the week before' }),
    netSales: 'Net sales',
    unpaid: (money: string) => `${money} unpaid`,
    refunded: (money: string) => `${money} refunded`,
    noSales: 'no sales yet',
    waiting: 'Waiting',
    firstMovesUp: 'the first moves up',
    noWaitingList: 'no waiting list',
    checkedIn: 'Checked in',
    started: 'Started',
    starts: 'Starts',
    guestsInTotal: 'guests in total',
    registrationCloses: (fromNow: string) => `registration closes ${fromNow}`,
  },
  period: {
    label: 'Period',
    week: '7 d',
    month: '30 d',
    all: 'All',
  },
  registrations: {
    title: 'Registrations',
    total: 'Total registrations',
    none: 'No registrations in this period',
    noneYet: 'No registrations yet',
    day: 'Day',
    column: 'Registrations',
    totalColumn: 'Total',
    perDay: (days: number) =>
      counted(days, {
        one: 'Registrations per day in the last # day',
        other: 'Registrations per day in the last # days',
      }),
    totalPerDay: (days: number) =>
      counted(days, {
        one: 'Total registrations on the last # day',
        other: 'Total registrations on each of the last # days',
      }),
    /** The tooltip of a day in a chart. The chart's table shows the part before the colon. */
    onDay: (day: string, registrations: number) =>
      `${day}: ${counted(registrations, { one: '# registration', other: '# registrations' })}`,
    seats: (seats: number) => counted(seats, { one: '# seat', other: '# seats' }),
  },
  tickets: {
    title: 'By ticket',
    edit: 'Edit tickets',
    seats: 'Seats',
    sales: 'Sales',
  },
  checkpoints: {
    title: 'By checkpoint',
    seeDoor: 'See door',
    entries: (entries: number) => `in ${times(entries)}`,
    entriesAndExits: (entries: number, exits: number) => `in ${times(entries)}, out ${times(exits)}`,
  },
  needs: {
    title: 'Needs you',
    nothing: 'Nothing right now.',
    /** The accessible name of the button next to a need. */
    button: (action: string, need: string) => `${action}: ${need}`,
    draft: { title: 'This is a draft', more: 'only your team can see it', action: 'Edit event' },
    approvals: {
      title: (guests: number) => counted(guests, { one: '# guest needs approval', other: '# guests need approval' }),
      more: 'they can’t attend until you approve',
      action: 'Review',
    },
    unpaid: {
      title: (orders: number) => counted(orders, { one: '# order is unpaid', other: '# orders are unpaid' }),
      more: (seats: number) =>
        counted(seats, { one: '# seat is held until paid', other: '# seats are held until paid' }),
      action: 'See orders',
    },
    description: {
      title: 'No description yet',
      more: 'add one so people know what to expect',
      action: 'Add description',
    },
  },
  share: 'Share',
}

export type OverviewWords = typeof english

export const overviewWords = area('overview', english)
