import type { Child } from 'hono/jsx/dom'
import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted } from './counted.ts'

const deliveriesOf = (count: number) => counted(count, { one: '# entrega', other: '# entregas' })

export const deliveries: DeliveriesWords = {
  title: 'Entregas',
  lead: 'Todos os pedidos aos seus webhooks, com cada tentativa e a respetiva resposta.',
  live: 'Em direto',
  notAnswering: 'De momento sem resposta',

  filters: {
    all: 'Todos',
    webhook: 'Webhook',
    state: 'Estado',
    type: 'Tipo',
  },
  empty: { title: 'Ainda não há entregas', about: 'O primeiro pedido a um webhook vai aparecer aqui.' },
  noMatches: { title: 'Sem resultados', about: 'Nenhuma entrega corresponde a estes filtros.' },
  count: deliveriesOf,
  countOnPage: (count, page, pages) => `${deliveriesOf(count)}, página ${page} de ${pages}`,
  newer: 'Mais recentes',
  older: 'Mais antigas',

  states: {
    pending: 'A enviar',
    retrying: 'A tentar de novo',
    succeeded: 'Entregue',
    failed: 'Falhou',
    cancelled: 'Cancelada',
  },
  toDeleted: (webhookId) => `${webhookId}, eliminado`,
  attempts: (count) => counted(count, { one: '# tentativa', other: '# tentativas' }),
  nextIn: (when: Child): Child[] => ['a próxima ', when],
  nextNow: 'a próxima agora',

  created: (time: Child): Child[] => ['Criada: ', time],
  nextAttempt: (when: Child): Child[] => ['Próxima tentativa ', when, '.'],
  notRetried: 'Não voltamos a tentar automaticamente.',
  dropped: 'Descartada porque o webhook foi desativado ou eliminado.',
  retry: 'Tentar de novo agora',
  resent: 'Entrega reenviada.',
  noAttempts: 'Ainda sem tentativas',
  attemptLog: 'Tentativas',
  attempt: (number) => `Tentativa ${number}`,
  answerToAttempt: (number) => `Resposta à tentativa ${number}`,
  noResponse: 'Sem resposta',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Conteúdo',
  copiedPayload: 'o conteúdo',
}
