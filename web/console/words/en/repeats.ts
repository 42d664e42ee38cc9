import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

const english = {
  frequency: 'Every',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  /** Keeps a rhythm that the form can’t show, such as "the last working day of each month". */
  kept: 'as it is now',
  interval: 'Interval',
  monthlyOn: 'On',
  onDay: (day: number) => `day ${day}`,
  onSameWeekday: (weekday: keyof typeof WEEKDAYS) => `the same ${WEEKDAYS[weekday]} of the month`,
  weekdays: 'Weekdays',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'M', TU: 'T', WE: 'W', TH: 'T', FR: 'F', SA: 'S', SU: 'S' },
  ends: 'Ends',
  afterDates: 'after a number of dates',
  onDate: 'on a date',
  never: 'never',
  numberOfDates: 'Dates',
  lastDay: 'Last day',
  every: {
    DAILY: (interval: number) => counted(interval, { one: 'every day', other: 'every # days' }),
    WEEKLY: (interval: number) => counted(interval, { one: 'every week', other: 'every # weeks' }),
    MONTHLY: (interval: number) => counted(interval, { one: 'every month', other: 'every # months' }),
  },
  until: (day: string) => `until ${day}`,
  /** `rule` is the recurrence in words, such as "Every week on Monday". */
  ruleWithRemoved: (rule: string, removed: number) =>
    `${rule}, ${counted(removed, { one: '# removed', other: '# removed' })}`,
  dates: 'Dates',
  removeDate: (date: string) => `Remove ${date}`,
  andMore: 'and more',
  restore: 'Restore removed dates',
}

export type RepeatsWords = typeof english

export const repeatsWords = area('repeats', english)
