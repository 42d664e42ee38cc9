import type { RepeatsWords } from '../en/repeats.ts'
import { counted } from './counted.ts'

const WEEKDAYS = {
  MO: 'segunda-feira',
  TU: 'terça-feira',
  WE: 'quarta-feira',
  TH: 'quinta-feira',
  FR: 'sexta-feira',
  SA: 'sábado',
  SU: 'domingo',
}

export const repeats: RepeatsWords = {
  frequency: 'Repetição',
  daily: 'diária',
  weekly: 'semanal',
  monthly: 'mensal',
  kept: 'como está agora',
  interval: 'Intervalo',
  monthlyOn: 'Quando',
  onDay: (day) => `no dia ${day}`,
  onSameWeekday: (weekday) =>
    weekday === 'SA' || weekday === 'SU'
      ? `no mesmo ${WEEKDAYS[weekday]} do mês`
      : `na mesma ${WEEKDAYS[weekday]} do mês`,
  weekdays: 'Dias da semana',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'S', TU: 'T', WE: 'Q', TH: 'Q', FR: 'S', SA: 'S', SU: 'D' },
  ends: 'Fim',
  afterDates: 'após um número de datas',
  onDate: 'numa data',
  never: 'nunca',
  numberOfDates: 'Datas',
  lastDay: 'Último dia',
  every: {
    DAILY: (interval) => counted(interval, { one: 'todos os dias', other: 'a cada # dias' }),
    WEEKLY: (interval) => counted(interval, { one: 'todas as semanas', other: 'a cada # semanas' }),
    MONTHLY: (interval) => counted(interval, { one: 'todos os meses', other: 'a cada # meses' }),
  },
  until: (day) => `até ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}, ${counted(removed, { one: '# removida', other: '# removidas' })}`,
  dates: 'Datas',
  removeDate: (date) => `Remover ${date}`,
  andMore: 'e outras',
  restore: 'Repor as datas removidas',
}
