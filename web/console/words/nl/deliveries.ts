import type { Child } from 'hono/jsx/dom'
import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted } from './counted.ts'

export const deliveries: DeliveriesWords = {
  title: 'Leveringen',
  lead: 'Elk verzoek aan je webhooks, met alle pogingen en antwoorden.',
  live: 'Live',
  notAnswering: 'Nu geen antwoord',

  filters: {
    all: 'Alle',
    webhook: 'Webhook',
    state: 'Status',
    type: 'Type',
  },
  empty: { title: 'Nog geen leveringen', about: 'Het eerste verzoek aan een webhook verschijnt hier.' },
  noMatches: { title: 'Geen resultaten', about: 'Geen levering past bij deze filters.' },
  count: (count) => counted(count, { one: '# levering', other: '# leveringen' }),
  countOnPage: (count, page, pages) =>
    `${counted(count, { one: '# levering', other: '# leveringen' })}, pagina ${page} van ${pages}`,
  newer: 'Nieuwer',
  older: 'Ouder',

  states: {
    pending: 'Wordt verstuurd',
    retrying: 'Nieuwe poging',
    succeeded: 'Aangekomen',
    failed: 'Mislukt',
    cancelled: 'Geannuleerd',
  },
  toDeleted: (webhookId) => `${webhookId}, verwijderd`,
  attempts: (count) => counted(count, { one: '# poging', other: '# pogingen' }),
  nextIn: (when: Child): Child[] => ['volgende ', when],
  nextNow: 'volgende nu',

  created: (time: Child): Child[] => ['Gemaakt ', time],
  nextAttempt: (when: Child): Child[] => ['Volgende poging ', when, '.'],
  notRetried: 'We proberen het niet automatisch opnieuw.',
  dropped: 'Vervallen omdat de webhook is uitgeschakeld of verwijderd.',
  retry: 'Nu opnieuw proberen',
  resent: 'Levering opnieuw gestuurd.',
  noAttempts: 'Nog geen poging',
  attemptLog: 'Pogingen',
  attempt: (number) => `Poging ${number}`,
  answerToAttempt: (number) => `Antwoord op poging ${number}`,
  noResponse: 'Geen antwoord',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Payload',
  copiedPayload: 'de payload',
}
