import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted, attemptsCounted } from './counted.ts'

const deliveriesCounted = (count: number) =>
  counted(count, { one: '# wywołanie', few: '# wywołania', many: '# wywołań', other: '# wywołania' })

export const deliveries: DeliveriesWords = {
  title: 'Wywołania',
  lead: 'Każde żądanie do Twoich webhooków, z każdą próbą i odpowiedzią.',
  live: 'Na żywo',
  notAnswering: 'Chwilowo brak odpowiedzi',

  filters: { all: 'Wszystkie', webhook: 'Webhook', state: 'Stan', type: 'Typ' },
  empty: { title: 'Nie ma jeszcze wywołań', about: 'Tutaj pojawi się pierwsze żądanie do webhooka.' },
  noMatches: { title: 'Brak wyników', about: 'Żadne wywołanie nie pasuje do tych filtrów.' },
  count: deliveriesCounted,
  countOnPage: (count, page, pages) => `${deliveriesCounted(count)}, strona ${page} z ${pages}`,
  newer: 'Nowsze',
  older: 'Starsze',

  states: {
    pending: 'Wysyłamy',
    retrying: 'Ponawiamy',
    succeeded: 'Dotarło',
    failed: 'Nie dotarło',
    cancelled: 'Anulowano',
  },
  toDeleted: (webhookId) => `${webhookId}, usunięty`,
  attempts: attemptsCounted,
  nextIn: (when) => ['następna ', when],
  nextNow: 'następna teraz',

  created: (time) => ['Utworzono ', time],
  nextAttempt: (when) => ['Następna próba ', when, '.'],
  notRetried: 'Nie ponowimy automatycznie.',
  dropped: 'Pominięto, bo webhook wyłączono lub usunięto.',
  retry: 'Ponów teraz',
  resent: 'Wysłano ponownie.',
  noAttempts: 'Jeszcze bez prób',
  attemptLog: 'Próby',
  attempt: (index) => `Próba ${index}`,
  answerToAttempt: (index) => `Odpowiedź na próbę ${index}`,
  noResponse: 'Brak odpowiedzi',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Treść',
  copiedPayload: 'treść',
}
