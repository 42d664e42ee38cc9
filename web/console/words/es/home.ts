import type { HomeWords } from '../en/home.ts'
import { counted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Buenos días, ${name}`,
    afternoon: (name) => `Buenas tardes, ${name}`,
    evening: (name) => `Buenas noches, ${name}`,
  },
  lead: {
    nothing: 'No tienes nada pendiente.',
    doors: (doors) =>
      counted(doors, { one: 'El acceso está abierto en un evento.', other: 'El acceso está abierto en # eventos.' }),
    things: (things) => counted(things, { one: 'Tienes una tarea pendiente.', other: 'Tienes # tareas pendientes.' }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'Pendiente',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'Acceso abierto, aún no ha entrado nadie'
          : counted(guests, { one: 'Acceso abierto, # invitado dentro', other: 'Acceso abierto, # invitados dentro' }),
      action: 'Ver acceso',
      actionFor: (title) => `Ver acceso: ${title}`,
    },
    APPROVALS: {
      text: (guests) =>
        counted(guests, { one: '# invitado espera tu aprobación', other: '# invitados esperan tu aprobación' }),
      action: 'Revisar',
      actionFor: (title) => `Revisar: ${title}`,
    },
    UNPAID: {
      text: (orders) => counted(orders, { one: '# pedido sin pagar', other: '# pedidos sin pagar' }),
      action: 'Ver pedidos',
      actionFor: (title) => `Ver pedidos: ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, {
          one: '# nuevo miembro espera tu confirmación',
          other: '# nuevos miembros esperan tu confirmación',
        }),
      action: 'Ver equipo',
      actionFor: (title) => `Ver equipo: ${title}`,
    },
  },
  card: {
    noEvents: 'No hay próximos eventos',
    events: (events) => counted(events, { one: '# próximo evento', other: '# próximos eventos' }),
    moreDates: (dates) => counted(dates, { one: '# fecha más', other: '# fechas más' }),
    openCalendar: (calendar) => `Abrir ${calendar}`,
    newEvent: 'Nuevo evento',
    newEventIn: (calendar) => `Nuevo evento en ${calendar}`,
    staff: 'Das entrada a los invitados en la puerta.',
  },
  profile: { shown: 'Tus equipos ven tu nombre y tu correo.', hidden: 'Tus equipos solo ven tu ID de usuario.' },
}
