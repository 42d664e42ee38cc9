import type { RepeatsWords } from '../en/repeats.ts'
import { counted, number } from './counted.ts'

export const repeats: RepeatsWords = {
  frequency: 'Co',
  daily: 'dzień',
  weekly: 'tydzień',
  monthly: 'miesiąc',
  kept: 'jak dotychczas',
  interval: 'Odstęp',
  monthlyOn: 'Kiedy',
  onDay: (day) => `${day}. dnia`,
  onSameWeekday: (weekday) =>
    ({
      MO: 'w ten sam poniedziałek miesiąca',
      TU: 'w ten sam wtorek miesiąca',
      WE: 'w tę samą środę miesiąca',
      TH: 'w ten sam czwartek miesiąca',
      FR: 'w ten sam piątek miesiąca',
      SA: 'w tę samą sobotę miesiąca',
      SU: 'w tę samą niedzielę miesiąca',
    })[weekday],
  weekdays: 'Dni tygodnia',
  weekdayNames: {
    MO: 'Poniedziałek',
    TU: 'Wtorek',
    WE: 'Środa',
    TH: 'Czwartek',
    FR: 'Piątek',
    SA: 'Sobota',
    SU: 'Niedziela',
  },
  weekdayInitials: { MO: 'P', TU: 'W', WE: 'Ś', TH: 'C', FR: 'P', SA: 'S', SU: 'N' },
  ends: 'Koniec',
  afterDates: 'po kilku terminach',
  onDate: 'w wybranym dniu',
  never: 'nigdy',
  numberOfDates: 'Terminy',
  lastDay: 'Ostatni dzień',
  every: {
    DAILY: (interval) =>
      counted(interval, { one: 'codziennie', few: 'co # dni', many: 'co # dni', other: 'co # dnia' }),
    WEEKLY: (interval) =>
      counted(interval, { one: 'co tydzień', few: 'co # tygodnie', many: 'co # tygodni', other: 'co # tygodnia' }),
    MONTHLY: (interval) =>
      counted(interval, { one: 'co miesiąc', few: 'co # miesiące', many: 'co # miesięcy', other: 'co # miesiąca' }),
  },
  until: (day) => `do ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, usunięto: ${number(removed)}`,
  dates: 'Terminy',
  removeDate: (date) => `Usuń ${date}`,
  andMore: 'i więcej',
  restore: 'Przywróć usunięte terminy',
}
