import type { Child } from 'hono/jsx/dom'
import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted } from './counted.ts'

export const deliveries: DeliveriesWords = {
  title: 'Consegne',
  lead: 'Ogni richiesta ai tuoi webhook, con tutti i tentativi e le risposte.',
  live: 'Dal vivo',
  notAnswering: 'Nessuna risposta al momento',

  filters: {
    all: 'Tutti',
    webhook: 'Webhook',
    state: 'Stato',
    type: 'Tipo',
  },
  empty: { title: 'Ancora nessuna consegna', about: 'La prima richiesta a un webhook comparirà qui.' },
  noMatches: { title: 'Nessun risultato', about: 'Nessuna consegna corrisponde a questi filtri.' },
  count: (count) => counted(count, { one: '# consegna', other: '# consegne' }),
  countOnPage: (count, page, pages) =>
    `${counted(count, { one: '# consegna', other: '# consegne' })}, pagina ${page} di ${pages}`,
  newer: 'Più recenti',
  older: 'Meno recenti',

  states: {
    pending: 'In invio',
    retrying: 'Nuovo tentativo',
    succeeded: 'Arrivata',
    failed: 'Fallita',
    cancelled: 'Annullata',
  },
  toDeleted: (webhookId) => `${webhookId}, eliminato`,
  attempts: (count) => counted(count, { one: '# tentativo', other: '# tentativi' }),
  nextIn: (when: Child): Child[] => ['prossimo ', when],
  nextNow: 'prossimo adesso',

  created: (time: Child): Child[] => ['Creata ', time],
  nextAttempt: (when: Child): Child[] => ['Prossimo tentativo ', when, '.'],
  notRetried: 'Non riproveremo automaticamente.',
  dropped: 'Scartata perché il suo webhook è stato disattivato o eliminato.',
  retry: 'Riprova ora',
  resent: 'Consegna inviata di nuovo.',
  noAttempts: 'Ancora nessun tentativo',
  attemptLog: 'Tentativi',
  attempt: (number) => `Tentativo ${number}`,
  answerToAttempt: (number) => `Risposta al tentativo ${number}`,
  noResponse: 'Nessuna risposta',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Payload',
  copiedPayload: 'il payload',
}
