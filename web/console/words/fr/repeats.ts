import type { RepeatsWords } from '../en/repeats.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'lundi',
  TU: 'mardi',
  WE: 'mercredi',
  TH: 'jeudi',
  FR: 'vendredi',
  SA: 'samedi',
  SU: 'dimanche',
}

export const repeats: RepeatsWords = {
  frequency: 'Fréquence',
  daily: 'chaque jour',
  weekly: 'chaque semaine',
  monthly: 'chaque mois',
  kept: 'comme actuellement',
  interval: 'Intervalle',
  monthlyOn: 'Le',
  onDay: (day) => `${day} du mois`,
  onSameWeekday: (weekday) => `même ${WEEKDAYS[weekday]} du mois`,
  weekdays: 'Jours de la semaine',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'L', TU: 'M', WE: 'M', TH: 'J', FR: 'V', SA: 'S', SU: 'D' },
  ends: 'Fin',
  afterDates: 'après un nombre de dates',
  onDate: 'à une date',
  never: 'jamais',
  numberOfDates: 'Dates',
  lastDay: 'Dernier jour',
  every: {
    DAILY: (interval) => counted(interval, { one: 'tous les jours', other: 'tous les # jours' }),
    WEEKLY: (interval) => counted(interval, { one: 'toutes les semaines', other: 'toutes les # semaines' }),
    MONTHLY: (interval) => counted(interval, { one: 'tous les mois', other: 'tous les # mois' }),
  },
  until: (day) => `jusqu’au ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, ${counted(removed, { one: '# retirée', other: '# retirées' })}`,
  dates: 'Dates',
  removeDate: (date) => `Retirer ${date}`,
  andMore: 'et d’autres',
  restore: 'Rétablir les dates retirées',
}
