import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted } from './counted.ts'

const deliveriesOf = (count: number) => counted(count, { one: '# Zustellung', other: '# Zustellungen' })

export const deliveries: DeliveriesWords = {
  title: 'Zustellungen',
  lead: 'Alle Anfragen an Ihre Webhooks, mit jedem Versuch und der Antwort darauf.',
  live: 'Live',
  notAnswering: 'Zurzeit keine Antwort',

  filters: {
    all: 'Alle',
    webhook: 'Webhook',
    state: 'Status',
    type: 'Typ',
  },
  empty: { title: 'Noch keine Zustellungen', about: 'Hier erscheint die erste Anfrage an einen Webhook.' },
  noMatches: { title: 'Keine Treffer', about: 'Zu diesen Filtern gibt es keine Zustellungen.' },
  count: deliveriesOf,
  countOnPage: (count, page, pages) => `${deliveriesOf(count)}, Seite ${page} von ${pages}`,
  newer: 'Neuere',
  older: 'Ältere',

  states: {
    pending: 'Wird gesendet',
    retrying: 'Neuer Versuch',
    succeeded: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  toDeleted: (webhookId) => `${webhookId}, gelöscht`,
  attempts: (count) => counted(count, { one: '# Versuch', other: '# Versuche' }),
  nextIn: (when) => ['nächster ', when],
  nextNow: 'nächster jetzt',

  created: (time) => ['Angelegt ', time],
  nextAttempt: (when) => ['Nächster Versuch ', when, '.'],
  notRetried: 'Wir versuchen es nicht automatisch noch einmal.',
  dropped: 'Verworfen, weil der Webhook abgeschaltet oder gelöscht wurde.',
  retry: 'Jetzt noch einmal senden',
  resent: 'Zustellung noch einmal gesendet.',
  noAttempts: 'Noch kein Versuch',
  attemptLog: 'Versuche',
  attempt: (number) => `Versuch ${number}`,
  answerToAttempt: (number) => `Antwort auf Versuch ${number}`,
  noResponse: 'Keine Antwort',
  codeWithError: (code, error) => `${code} (${error})`,
  duration: (ms) => `${ms} ms`,
  payload: 'Payload',
  copiedPayload: 'die Payload',
}
