import type { NumbersWords } from '../en/numbers.ts'
import { counted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'Estatísticas',
  periodLabel: 'Período',
  periods: { 7: '7 dias', 30: '30 dias', 90: '90 dias', 365: 'Um ano' },
  empty: {
    title: 'Sem atividade neste período',
    text: 'As inscrições e as entradas aparecem aqui, dia a dia.',
  },
  percent: (number) => `${number}%`,
  registrations: {
    figure: 'Inscrições',
    noneBefore: (days) => counted(days, { one: 'nenhuma no dia anterior', other: 'nenhuma nos # dias anteriores' }),
    grew: (percent, days) =>
      counted(days, {
        one: `+${percent}% em relação ao dia anterior`,
        other: `+${percent}% em relação aos # dias anteriores`,
      }),
    shrank: (percent, days) =>
      counted(days, {
        one: `−${percent}% em relação ao dia anterior`,
        other: `−${percent}% em relação aos # dias anteriores`,
      }),
    none: 'Sem inscrições neste período',
    byDay: 'Inscrições por dia',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# inscrição', other: '# inscrições' })}`,
  },
  checkIns: {
    figure: 'Entraram',
    below: 'por dia de entrada',
    none: 'Sem entradas neste período',
    byDay: 'Entradas por dia',
    column: 'Entradas',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# entrada', other: '# entradas' })}`,
  },
  dayColumn: 'Dia',
  noShows: {
    figure: 'Faltas',
    noneEnded: 'Ainda nenhum evento terminou',
    outOf: (guests, events) =>
      `de ${counted(guests, { one: '# convidado', other: '# convidados' })} em ${counted(events, { one: '# evento passado', other: '# eventos passados' })}`,
  },
  sales: {
    figure: 'Vendas líquidas',
    also: (amounts) => amounts.map((amount) => `e ${amount}`).join(', '),
    byCurrency: 'Vendas por moeda',
    none: 'Sem vendas neste período',
    currency: 'Moeda',
    gross: 'Bruto',
    refunded: 'Reembolsado',
    net: 'Líquido',
  },
  byEvent: {
    title: 'Por evento',
    guests: (confirmed, checkedIn) =>
      `${counted(confirmed, { one: '# confirmado', other: '# confirmados' })}, ${counted(checkedIn, { one: '# entrou', other: '# entraram' })}`,
  },
}
