import type { RepeatsWords } from '../en/repeats.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'lunedì',
  TU: 'martedì',
  WE: 'mercoledì',
  TH: 'giovedì',
  FR: 'venerdì',
  SA: 'sabato',
  SU: 'domenica',
}

export const repeats: RepeatsWords = {
  frequency: 'Ogni',
  daily: 'giorno',
  weekly: 'settimana',
  monthly: 'mese',
  kept: 'come ora',
  interval: 'Intervallo',
  monthlyOn: 'Quando',
  onDay: (day) => `il giorno ${day}`,
  onSameWeekday: (weekday) =>
    weekday === 'SU' ? 'la stessa domenica del mese' : `lo stesso ${WEEKDAYS[weekday]} del mese`,
  weekdays: 'Giorni della settimana',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'L', TU: 'M', WE: 'M', TH: 'G', FR: 'V', SA: 'S', SU: 'D' },
  ends: 'Fine',
  afterDates: 'dopo un numero di date',
  onDate: 'in una data',
  never: 'mai',
  numberOfDates: 'Date',
  lastDay: 'Ultimo giorno',
  every: {
    DAILY: (interval) => counted(interval, { one: 'ogni giorno', other: 'ogni # giorni' }),
    WEEKLY: (interval) => counted(interval, { one: 'ogni settimana', other: 'ogni # settimane' }),
    MONTHLY: (interval) => counted(interval, { one: 'ogni mese', other: 'ogni # mesi' }),
  },
  until: (day) => `fino al ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, ${counted(removed, { one: '# rimossa', other: '# rimosse' })}`,
  dates: 'Date',
  removeDate: (date) => `Rimuovi ${date}`,
  andMore: 'e altre',
  restore: 'Ripristina le date rimosse',
}
