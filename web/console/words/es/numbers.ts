import type { NumbersWords } from '../en/numbers.ts'
import { counted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'Estadísticas',
  periodLabel: 'Periodo',
  periods: { 7: '7 días', 30: '30 días', 90: '90 días', 365: 'Un año' },
  empty: { title: 'Sin actividad en este periodo', text: 'Aquí aparecen las inscripciones y los accesos, por día.' },
  percent: (number) => `${number} %`,
  registrations: {
    figure: 'Inscripciones',
    noneBefore: (days) => counted(days, { one: 'ninguna el día anterior', other: 'ninguna en los # días anteriores' }),
    grew: (percent, days) =>
      counted(days, {
        one: `+${percent} % respecto al día anterior`,
        other: `+${percent} % respecto a los # días anteriores`,
      }),
    shrank: (percent, days) =>
      counted(days, {
        one: `−${percent} % respecto al día anterior`,
        other: `−${percent} % respecto a los # días anteriores`,
      }),
    none: 'Sin inscripciones en este periodo',
    byDay: 'Inscripciones por día',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# inscripción', other: '# inscripciones' })}`,
  },
  checkIns: {
    figure: 'Han entrado',
    below: 'por día de acceso',
    none: 'Sin accesos en este periodo',
    byDay: 'Accesos por día',
    column: 'Accesos',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# acceso', other: '# accesos' })}`,
  },
  dayColumn: 'Día',
  noShows: {
    figure: 'No asistieron',
    noneEnded: 'Aún no ha terminado ningún evento',
    outOf: (guests, events) =>
      `de ${counted(guests, { one: '# invitado', other: '# invitados' })} en ${counted(events, { one: '# evento pasado', other: '# eventos pasados' })}`,
  },
  sales: {
    figure: 'Ventas netas',
    also: (amounts) => amounts.map((amount) => `y ${amount}`).join(', '),
    byCurrency: 'Ventas por moneda',
    none: 'Sin ventas en este periodo',
    currency: 'Moneda',
    gross: 'Bruto',
    refunded: 'Reembolsado',
    net: 'Neto',
  },
  byEvent: {
    title: 'Por evento',
    guests: (confirmed, checkedIn) =>
      `${counted(confirmed, { one: '# confirmado', other: '# confirmados' })}, ${counted(checkedIn, { one: '# ha entrado', other: '# han entrado' })}`,
  },
}
