import type { RepeatsWords } from '../en/repeats.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'lunes',
  TU: 'martes',
  WE: 'miércoles',
  TH: 'jueves',
  FR: 'viernes',
  SA: 'sábado',
  SU: 'domingo',
}

export const repeats: RepeatsWords = {
  frequency: 'Frecuencia',
  daily: 'diaria',
  weekly: 'semanal',
  monthly: 'mensual',
  kept: 'como ahora',
  interval: 'Intervalo',
  monthlyOn: 'Cuándo',
  onDay: (day) => `el día ${day}`,
  onSameWeekday: (weekday) => `el mismo ${WEEKDAYS[weekday]} del mes`,
  weekdays: 'Días de la semana',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'L', TU: 'M', WE: 'X', TH: 'J', FR: 'V', SA: 'S', SU: 'D' },
  ends: 'Termina',
  afterDates: 'tras un número de fechas',
  onDate: 'en una fecha',
  never: 'nunca',
  numberOfDates: 'Fechas',
  lastDay: 'Último día',
  every: {
    DAILY: (interval) => counted(interval, { one: 'cada día', other: 'cada # días' }),
    WEEKLY: (interval) => counted(interval, { one: 'cada semana', other: 'cada # semanas' }),
    MONTHLY: (interval) => counted(interval, { one: 'cada mes', other: 'cada # meses' }),
  },
  until: (day) => `hasta el ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, ${counted(removed, { one: '# quitada', other: '# quitadas' })}`,
  dates: 'Fechas',
  removeDate: (date) => `Quitar ${date}`,
  andMore: 'y más',
  restore: 'Restaurar fechas quitadas',
}
