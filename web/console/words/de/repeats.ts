import type { RepeatsWords } from '../en/repeats.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'Montag',
  TU: 'Dienstag',
  WE: 'Mittwoch',
  TH: 'Donnerstag',
  FR: 'Freitag',
  SA: 'Samstag',
  SU: 'Sonntag',
}

export const repeats: RepeatsWords = {
  frequency: 'Wiederholung',
  daily: 'täglich',
  weekly: 'wöchentlich',
  monthly: 'monatlich',
  kept: 'wie bisher',
  interval: 'Abstand',
  monthlyOn: 'Am',
  onDay: (day) => `${day}. des Monats`,
  onSameWeekday: (weekday) => `gleichen ${WEEKDAYS[weekday]} im Monat`,
  weekdays: 'Wochentage',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'M', TU: 'D', WE: 'M', TH: 'D', FR: 'F', SA: 'S', SU: 'S' },
  ends: 'Endet',
  afterDates: 'nach einer Anzahl von Terminen',
  onDate: 'an einem Datum',
  never: 'nie',
  numberOfDates: 'Termine',
  lastDay: 'Letzter Tag',
  every: {
    DAILY: (interval) => counted(interval, { one: 'jeden Tag', other: 'alle # Tage' }),
    WEEKLY: (interval) => counted(interval, { one: 'jede Woche', other: 'alle # Wochen' }),
    MONTHLY: (interval) => counted(interval, { one: 'jeden Monat', other: 'alle # Monate' }),
  },
  until: (day) => `bis ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, ${counted(removed, { one: '# entfernt', other: '# entfernt' })}`,
  dates: 'Termine',
  removeDate: (date) => `${date} entfernen`,
  andMore: 'und weitere',
  restore: 'Entfernte Termine wiederherstellen',
}
