import type { EventsWords } from '../en/events.ts'
import { counted } from './counted.ts'

export const events: EventsWords = {
  list: {
    newEvent: 'Nuevo evento',
    filterLabel: 'Estado del evento',
    filters: { upcoming: 'Próximos', drafts: 'Borradores', past: 'Pasados', cancelled: 'Cancelados' },
    tag: 'Tema',
    search: 'Buscar por título o texto',
    seats: 'Plazas',
    actions: 'Acciones',
    dates: (dates) => counted(dates, { one: '# fecha', other: '# fechas' }),
  },
  empty: {
    noMatches: 'Sin resultados',
    noMatchesText: 'Ningún evento de este calendario tiene esas palabras en el título o el texto.',
    upcoming: 'No hay próximos eventos',
    upcomingText: 'Cada evento tiene su página de inscripción. Aquí ves quién viene.',
    drafts: 'No hay borradores',
    past: 'No hay eventos pasados',
    cancelled: 'No hay eventos cancelados',
    createEvent: 'Crear evento',
  },
  menu: {
    label: (title) => `Más acciones para ${title}`,
    publish: 'Publicar…',
    share: 'Compartir',
    duplicate: 'Duplicar…',
    cancel: 'Cancelar evento…',
    delete: 'Eliminar…',
  },
  cancelDialog: {
    title: (title) => `¿Cancelar «${title}»?`,
    text: 'La página sigue en línea e indica que el evento está cancelado. No se puede deshacer.',
    reason: 'Motivo',
    reasonAside: 'visible para los invitados',
    email: (guests) =>
      counted(guests, { one: 'Avisar por correo a # invitado', other: 'Avisar por correo a # invitados' }),
    paidOrders: 'Pedidos pagados',
    paid: (orders) => counted(orders, { one: '# pedido pagado', other: '# pedidos pagados' }),
    refunds: 'Reembolsos',
    refundNow: 'Reembolsar todo ahora',
    refundNowHint: 'Verás el resultado de cada pedido.',
    refundLater: 'Más tarde',
    refundLaterHint: 'Usa «Reembolsar todo» en los pedidos del evento.',
    ownerRefunds: 'Solo un propietario de este calendario puede ver y reembolsar sus pedidos.',
    cancel: 'Cancelar evento',
    cancelAndEmail: (guests) =>
      counted(guests, { one: 'Cancelar y avisar a # invitado', other: 'Cancelar y avisar a # invitados' }),
    keep: 'Mantenerlo',
    cancelled: 'Evento cancelado.',
    cancelledAndEmailing: (guests) =>
      counted(guests, {
        one: 'Evento cancelado. Estamos escribiendo a # invitado.',
        other: 'Evento cancelado. Estamos escribiendo a # invitados.',
      }),
  },
  duplicateDialog: {
    title: (title) => `Duplicar «${title}»`,
    date: 'Fecha de la copia',
    time: 'Empieza a las',
    means:
      'Los periodos de venta, inscripción, acceso y cupones se desplazan en la misma medida. La copia es un borrador sin invitados. Sus cupones están sin usar y tienen códigos nuevos, como EARLY-2.',
    action: 'Duplicar evento',
  },
  deleteDialog: {
    title: (title) => `¿Eliminar «${title}»?`,
    text: 'También se eliminan sus entradas y preguntas. Si ya hay inscripciones, solo puedes cancelar el evento.',
    delete: 'Eliminar definitivamente',
    deleted: 'Evento eliminado.',
  },
  publishDialog: {
    title: (title) => `¿Publicar «${title}»?`,
    text: 'La página y la inscripción se abren al momento. No se envía ningún correo.',
    publish: 'Publicar',
    notYet: 'Todavía no',
    published: 'Evento publicado.',
  },
}
