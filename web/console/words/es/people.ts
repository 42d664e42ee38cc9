import type { PeopleWords } from '../en/people.ts'
import { counted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Personas',
  lead: 'Quienes se han inscrito en tus eventos o tienen una invitación. Cada persona aparece una vez, con todos sus eventos de este calendario.',
  search: 'Nombre o correo',
  tooShort: 'Escribe al menos 2 caracteres para buscar.',
  columns: ['Nombre', 'Apellidos', 'Correo', 'Evento', 'Inicio (UTC)', 'Entrada', 'Estado', 'Inscripción (UTC)'],
  results: {
    label: 'Resultados',
    nameMissing: 'Falta el nombre',
    events: (events) => counted(events, { one: '# evento', other: '# eventos' }),
    noMatches: 'Sin resultados',
    noMatchesText: 'Ningún invitado de este calendario coincide con la búsqueda.',
  },
  recent: {
    title: 'Recientes',
    empty: 'Sin invitados en los últimos 30 días',
    emptyText: 'Los invitados aparecen aquí justo después de inscribirse o de que los invites.',
  },
}
