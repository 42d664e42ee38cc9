import type { RepeatsWords } from '../en/repeats.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'maandag',
  TU: 'dinsdag',
  WE: 'woensdag',
  TH: 'donderdag',
  FR: 'vrijdag',
  SA: 'zaterdag',
  SU: 'zondag',
}

export const repeats: RepeatsWords = {
  frequency: 'Elke',
  daily: 'dag',
  weekly: 'week',
  monthly: 'maand',
  kept: 'zoals nu',
  interval: 'Interval',
  monthlyOn: 'Op',
  onDay: (day) => `dag ${day}`,
  onSameWeekday: (weekday) => `dezelfde ${WEEKDAYS[weekday]} van de maand`,
  weekdays: 'Weekdagen',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'M', TU: 'D', WE: 'W', TH: 'D', FR: 'V', SA: 'Z', SU: 'Z' },
  ends: 'Eindigt',
  afterDates: 'na een aantal datums',
  onDate: 'op een datum',
  never: 'nooit',
  numberOfDates: 'Datums',
  lastDay: 'Laatste dag',
  every: {
    DAILY: (interval) => counted(interval, { one: 'elke dag', other: 'elke # dagen' }),
    WEEKLY: (interval) => counted(interval, { one: 'elke week', other: 'elke # weken' }),
    MONTHLY: (interval) => counted(interval, { one: 'elke maand', other: 'elke # maanden' }),
  },
  until: (day) => `t/m ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, ${counted(removed, { one: '# verwijderd', other: '# verwijderd' })}`,
  dates: 'Datums',
  removeDate: (date) => `${date} verwijderen`,
  andMore: 'en meer',
  restore: 'Verwijderde datums terugzetten',
}
