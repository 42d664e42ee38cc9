import type { OverviewWords } from '../en/overview.ts'
import { counted } from './counted.ts'

const entriesOf = (count: number) => counted(count, { one: '# acceso', other: '# accesos' })
const exitsOf = (count: number) => counted(count, { one: '# salida', other: '# salidas' })

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Plazas ocupadas',
    takenOf: (taken, capacity, small) => [taken, ' ', small(`de ${capacity}`)],
    percentFull: (percent) => `${percent} % ocupado`,
    thisWeek: 'Esta semana',
    weekBefore: (registrations) =>
      counted(registrations, { one: '# la semana anterior', other: '# la semana anterior' }),
    netSales: 'Ventas netas',
    unpaid: (money) => `${money} sin pagar`,
    refunded: (money) => `${money} reembolsados`,
    noSales: 'aún sin ventas',
    waiting: 'En espera',
    firstMovesUp: 'avanza la primera persona',
    noWaitingList: 'sin lista de espera',
    checkedIn: 'Han entrado',
    started: 'Empezó',
    starts: 'Empieza',
    guestsInTotal: 'invitados en total',
    registrationCloses: (fromNow) => `la inscripción cierra ${fromNow}`,
  },
  period: { label: 'Periodo', week: '7 d', month: '30 d', all: 'Todo' },
  registrations: {
    title: 'Inscripciones',
    total: 'Total de inscripciones',
    none: 'Sin inscripciones en este periodo',
    noneYet: 'Aún no hay inscripciones',
    day: 'Día',
    column: 'Inscripciones',
    totalColumn: 'Total',
    perDay: (days) =>
      counted(days, { one: 'Inscripciones del último día', other: 'Inscripciones por día en los últimos # días' }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Total de inscripciones del último día',
        other: 'Total de inscripciones en cada uno de los últimos # días',
      }),
    onDay: (day, registrations) =>
      `${day}: ${counted(registrations, { one: '# inscripción', other: '# inscripciones' })}`,
    seats: (seats) => counted(seats, { one: '# plaza', other: '# plazas' }),
  },
  tickets: { title: 'Por entrada', edit: 'Editar entradas', seats: 'Plazas', sales: 'Ventas' },
  checkpoints: {
    title: 'Por punto de control',
    seeDoor: 'Ver acceso',
    entries: entriesOf,
    entriesAndExits: (entries, exits) => `${entriesOf(entries)}, ${exitsOf(exits)}`,
  },
  needs: {
    title: 'Pendiente',
    nothing: 'Nada en este momento.',
    button: (action, need) => `${action}: ${need}`,
    draft: { title: 'Es un borrador', more: 'solo tu equipo puede verlo', action: 'Editar evento' },
    approvals: {
      title: (guests) => counted(guests, { one: '# invitado por aprobar', other: '# invitados por aprobar' }),
      more: 'la plaza depende de tu aprobación',
      action: 'Revisar',
    },
    unpaid: {
      title: (orders) => counted(orders, { one: '# pedido sin pagar', other: '# pedidos sin pagar' }),
      more: (seats) =>
        counted(seats, { one: '# plaza reservada hasta el pago', other: '# plazas reservadas hasta el pago' }),
      action: 'Ver pedidos',
    },
    description: {
      title: 'Aún no hay descripción',
      more: 'añade una para que sepan qué esperar',
      action: 'Añadir descripción',
    },
  },
  share: 'Compartir',
}
