import type { Child } from 'hono/jsx/dom'
import type { OverviewWords } from '../en/overview.ts'
import { counted } from './counted.ts'

const entriesOf = (count: number) => counted(count, { one: '# entrada', other: '# entradas' })

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Lugares ocupados',
    takenOf: (taken, capacity, small): Child => [taken, ' ', small(`de ${capacity}`)],
    percentFull: (percent) => `${percent}% da lotação`,
    thisWeek: 'Esta semana',
    weekBefore: (registrations) =>
      counted(registrations, { one: '# na semana anterior', other: '# na semana anterior' }),
    netSales: 'Vendas líquidas',
    unpaid: (money) => `${money} por pagar`,
    refunded: (money) => `${money} reembolsados`,
    noSales: 'ainda sem vendas',
    waiting: 'Em espera',
    firstMovesUp: 'por ordem de chegada',
    noWaitingList: 'sem lista de espera',
    checkedIn: 'Entraram',
    started: 'Começou',
    starts: 'Início',
    guestsInTotal: 'convidados no total',
    registrationCloses: (fromNow) => `as inscrições encerram ${fromNow}`,
  },
  period: {
    label: 'Período',
    week: '7 d',
    month: '30 d',
    all: 'Tudo',
  },
  registrations: {
    title: 'Inscrições',
    total: 'Total de inscrições',
    none: 'Sem inscrições neste período',
    noneYet: 'Ainda não há inscrições',
    day: 'Dia',
    column: 'Inscrições',
    totalColumn: 'Total',
    perDay: (days) =>
      counted(days, { one: 'Inscrições por dia no último dia', other: 'Inscrições por dia nos últimos # dias' }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Total de inscrições no último dia',
        other: 'Total de inscrições em cada um dos últimos # dias',
      }),
    onDay: (day, registrations) => `${day}: ${counted(registrations, { one: '# inscrição', other: '# inscrições' })}`,
    seats: (seats) => counted(seats, { one: '# lugar', other: '# lugares' }),
  },
  tickets: {
    title: 'Por bilhete',
    edit: 'Editar bilhetes',
    seats: 'Lugares',
    sales: 'Vendas',
  },
  checkpoints: {
    title: 'Por ponto de controlo',
    seeDoor: 'Ver entrada',
    entries: entriesOf,
    entriesAndExits: (entries, exits) =>
      `${entriesOf(entries)}, ${counted(exits, { one: '# saída', other: '# saídas' })}`,
  },
  needs: {
    title: 'À sua espera',
    nothing: 'Nada de momento.',
    button: (action, need) => `${action}: ${need}`,
    draft: { title: 'Isto é um rascunho', more: 'só a sua equipa o vê', action: 'Editar evento' },
    approvals: {
      title: (guests) => counted(guests, { one: '# convidado por aprovar', other: '# convidados por aprovar' }),
      more: 'só podem participar com a sua aprovação',
      action: 'Analisar',
    },
    unpaid: {
      title: (orders) => counted(orders, { one: '# encomenda por pagar', other: '# encomendas por pagar' }),
      more: (seats) =>
        counted(seats, { one: '# lugar reservado até ao pagamento', other: '# lugares reservados até ao pagamento' }),
      action: 'Ver encomendas',
    },
    description: {
      title: 'Ainda sem descrição',
      more: 'diga o que se pode esperar do evento',
      action: 'Adicionar descrição',
    },
  },
  share: 'Partilhar',
}
