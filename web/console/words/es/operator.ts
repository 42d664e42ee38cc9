import type { OperatorWords } from '../en/operator.ts'
import { counted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Todos los calendarios',
  lead: 'Este servicio está a tu cargo. Asigna planes y suspende los calendarios que hagan un uso indebido.',
  search: 'Buscar por nombre o dirección',
  onlySuspended: 'Solo calendarios suspendidos',
  none: 'Ningún calendario coincide',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: (count) => counted(count, { one: '# evento', other: '# eventos' }),
  members: (count) => counted(count, { one: '# miembro', other: '# miembros' }),
  planOf: (calendar) => `Plan de ${calendar}`,
  planSet: {
    FREE: (calendar) => `${calendar} ahora tiene el plan Free.`,
    PLUS: (calendar) => `${calendar} ahora tiene el plan Plus.`,
    PRO: (calendar) => `${calendar} ahora tiene el plan Pro.`,
    ENTERPRISE: (calendar) => `${calendar} ahora tiene el plan Enterprise.`,
  },
  suspended: (reason) => `Suspendido: ${reason}`,
  erased: (fromNow) => `Eliminación ${fromNow}`,
  suspend: 'Suspender…',
  suspendNamed: (calendar) => `Suspender ${calendar}`,
  reinstate: 'Reactivar',
  reinstateNamed: (calendar) => `Reactivar ${calendar}`,
  reinstated: (calendar) => `${calendar} vuelve a ser público.`,
  suspendDialog: {
    title: (calendar) => `¿Suspender ${calendar}?`,
    text: 'Deja de ser público, no envía correos ni webhooks y nadie puede cambiarlo. Los enlaces de los invitados, los reembolsos y el acceso siguen funcionando.',
    reason: 'Motivo, para sus miembros',
    suspend: 'Suspender calendario',
    done: (calendar) => `${calendar} está suspendido.`,
  },
  previous: 'Anterior',
  next: 'Siguiente',
  plans: {
    title: 'Planes',
    lead: 'Qué incluye cada plan. Cada calendario tiene un plan.',
    ask: 'Para cambiar el plan de un calendario, escribe al operador de este servicio e indica la dirección del calendario.',
    yours: (calendar, plan) => [calendar, ' tiene el plan ', plan, '.'],
    includes: {
      FREE: [
        'Eventos, series, entradas, inscripción y listas de espera',
        'Mensajes, recordatorios y estadísticas',
        'Control de acceso con la app para los miembros de tu equipo',
        'Un ZIP con todo, en cualquier momento',
      ],
      PLUS: [
        'Todo lo de Free',
        'Un feed de calendario y la lista para insertar en tu sitio web',
        'Webhooks',
        'Exportaciones programadas por correo',
        'Más eventos, invitados y correos',
      ],
      PRO: [
        'Todo lo de Plus',
        'Claves de API y el registro de entregas de webhooks',
        'Pases de personal para ayudantes sin cuenta',
        'Búsqueda de invitados por parte de un nombre',
        'Los límites más altos de eventos, invitados y correos',
      ],
    },
  },
}
