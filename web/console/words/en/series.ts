import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Series',
  lead: 'Recurring events. Each date is its own event, with its own guests.',
  newSeries: 'New series',
  empty: {
    title: 'No series yet',
    text: 'Describe your Thursday meetup once, and we’ll create its dates automatically.',
    createSeries: 'Create series',
  },
  columns: { series: 'Series', dates: 'Dates' },
  dates: (dates: number) => counted(dates, { one: '# date', other: '# dates' }),
  statuses: { cancelled: 'Cancelled', paused: 'Paused', over: 'Over', active: 'Active' },
  sheet: {
    changeDates: 'Change dates…',
    editNext: 'Edit next date',
    cancel: 'Cancel upcoming dates…',
    delete: 'Delete…',
    cancelledAt: (time: string) => `Cancelled ${time}`,
    pausedSince: (time: string) =>
      `New dates have been paused since ${time}: the calendar has reached its plan’s limit of upcoming events. They resume automatically when there’s room.`,
    editedSeparately: 'edited separately',
    more: (dates: number) => counted(dates, { one: 'and # more', other: 'and # more' }),
  },
  datesDialog: {
    title: (title: string) => `Dates of “${title}”`,
    extra: 'Additional dates',
    extraHint: 'Dates outside the repetition.',
    day: 'Day',
    time: 'Time',
    add: 'Add date',
    removeDate: (date: string) => `Remove ${date}`,
    preview: 'Preview',
    nothing: 'No changes yet.',
    noEffect: 'No upcoming date changes.',
    created: (dates: number) => counted(dates, { one: '# new date', other: '# new dates' }),
    removed: (dates: number) => counted(dates, { one: '# date removed', other: '# dates removed' }),
    changed: (dates: number) => counted(dates, { one: '# date changed', other: '# dates changed' }),
    andMore: (dates: number) => counted(dates, { one: 'and # more', other: 'and # more' }),
    guestsAffected: (guests: number) =>
      counted(guests, { one: '# guest is affected.', other: '# guests are affected.' }),
    noGuestsAffected: 'No guests are affected.',
    withGuests: (guests: number) => counted(guests, { one: '# guest', other: '# guests' }),
    blocked: 'The new repetition leaves out these dates, but they have or have had guests:',
    cancelThem: 'Cancel these dates',
    quota: (adds: number, room: number) =>
      `${counted(adds, { one: '# date is added', other: '# dates are added' })}, but your plan has room for ${room}.`,
    email: (guests: number) => counted(guests, { one: 'Email # guest', other: 'Email # guests' }),
    save: 'Save dates',
    saveAndEmail: (guests: number) =>
      counted(guests, { one: 'Save dates and email # guest', other: 'Save dates and email # guests' }),
    saved: 'Dates saved.',
  },
  cancelDialog: {
    title: (title: string) => `Cancel “${title}”?`,
    text: 'Every date that hasn’t started is cancelled, and no new dates are created.',
    reason: 'Reason',
    reasonAside: 'shown to guests',
    cancel: 'Cancel upcoming dates',
    keep: 'Keep them',
    cancelled: 'Series cancelled.',
  },
  deleteDialog: {
    title: (title: string) => `Delete “${title}”?`,
    text: (dates: number) =>
      counted(dates, {
        one: '# upcoming date without guests is deleted. All other dates stay, each as a separate event.',
        other: '# upcoming dates without guests are deleted. All other dates stay, each as a separate event.',
      }),
    delete: 'Delete series',
  },
}

export type SeriesWords = typeof english

export const seriesWords = area('series', english)
