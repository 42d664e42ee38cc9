import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted } from './counted.ts'

const deliveriesOf = (count: number) => counted(count, { one: '# entrega', other: '# entregas' })

export const deliveries: DeliveriesWords = {
  title: 'Entregas',
  lead: 'Todas las solicitudes a tus webhooks, con cada intento y su respuesta.',
  live: 'En directo',
  notAnswering: 'Sin respuesta en este momento',
  filters: { all: 'Todas', webhook: 'Webhook', state: 'Estado', type: 'Tipo' },
  empty: { title: 'Aún no hay entregas', about: 'Aquí aparecerá la primera solicitud a un webhook.' },
  noMatches: { title: 'Sin resultados', about: 'Ninguna entrega coincide con estos filtros.' },
  count: deliveriesOf,
  countOnPage: (count, page, pages) => `${deliveriesOf(count)}, página ${page} de ${pages}`,
  newer: 'Más recientes',
  older: 'Más antiguas',
  states: {
    pending: 'Enviando',
    retrying: 'Reintentando',
    succeeded: 'Entregada',
    failed: 'Fallida',
    cancelled: 'Cancelada',
  },
  toDeleted: (webhookId) => `${webhookId}, eliminado`,
  attempts: (count) => counted(count, { one: '# intento', other: '# intentos' }),
  nextIn: (when) => ['siguiente ', when],
  nextNow: 'siguiente ahora',
  created: (time) => ['Creada el ', time],
  nextAttempt: (when) => ['Siguiente intento ', when, '.'],
  notRetried: 'No la reintentaremos automáticamente.',
  dropped: 'Descartada porque su webhook se desactivó o se eliminó.',
  retry: 'Reintentar ahora',
  resent: 'Entrega reenviada.',
  noAttempts: 'Ningún intento aún',
  attemptLog: 'Intentos',
  attempt: (number) => `Intento ${number}`,
  answerToAttempt: (number) => `Respuesta al intento ${number}`,
  noResponse: 'Sin respuesta',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Contenido',
  copiedPayload: 'el contenido',
}
