import type { Child } from 'hono/jsx/dom'
import type { ExportsWords } from '../en/exports.ts'
import { counted } from './counted.ts'

const weekdays = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']

export const exports: ExportsWords = {
  title: 'Esportazioni',
  lead: 'File creati a intervalli regolari e inviati per e-mail come link.',
  schedule: 'Pianifica un’esportazione',
  empty: {
    title: 'Ancora nessuna esportazione',
    about: 'Ricevi ospiti, ordini, ingressi o eventi in un file. Ti inviamo un link ogni giorno, settimana o mese.',
  },

  datasets: { GUESTS: 'Ospiti', ORDERS: 'Ordini', CHECKINS: 'Ingressi', EVENTS: 'Eventi' },
  weekdays,
  file: (dataset, format) => `${dataset} in ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} in ${format} · ${event}`,
  daily: (time, zone) => `Ogni giorno alle ${time}, ${zone}`,
  weekly: (weekday, time, zone) => `Ogni ${weekdays[weekday - 1] ?? ''} alle ${time}, ${zone}`,
  monthly: (day, time, zone) => `Il giorno ${day} di ogni mese alle ${time}, ${zone}`,
  recipients: (addresses) => `A ${addresses}`,
  next: (when: Child): Child[] => ['Prossima ', when],
  due: 'In partenza',
  neverRan: 'Mai eseguita',
  lastRan: (when: Child): Child[] => ['Ultima esecuzione ', when],

  states: {
    active: 'Attiva',
    paused: 'In pausa',
    pausedAfterFailures: 'In pausa: è fallita troppe volte',
    pausedWithoutAccess: 'In pausa: chi l’ha creata non ha più accesso a questi dati',
    failed: (times) =>
      times === 1 ? 'Fallita l’ultima volta' : counted(times, { one: 'Fallita # volta', other: 'Fallita # volte' }),
  },
  pause: 'Metti in pausa',
  paused: 'Esportazione in pausa.',
  resume: 'Riattiva',
  resumed: 'Esportazione riattivata.',
  deleting: {
    title: 'Eliminare questa esportazione?',
    about: 'Eliminiamo anche le sue esecuzioni e i relativi file. I link già inviati smettono di funzionare.',
    action: 'Elimina esportazione',
  },

  form: {
    create: 'Pianifica un’esportazione',
    edit: 'Modifica esportazione',
    data: 'Dati',
    format: 'Formato',
    csv: 'CSV, per fogli di calcolo',
    json: 'JSON, per programmi',
    event: 'Evento',
    everyEvent: 'Tutti gli eventi',
    currentEvent: 'Evento attuale',
    frequency: 'Frequenza',
    daily: 'Ogni giorno',
    weekly: 'Ogni settimana',
    monthly: 'Ogni mese',
    weekday: 'Giorno della settimana',
    dayOfMonth: 'Giorno del mese',
    dayOfMonthHint: 'Nei mesi più corti parte l’ultimo giorno.',
    time: 'Ora',
    timezone: 'Fuso orario',
    recipients: 'Destinatari',
    recipientsHint: 'Fino a dieci indirizzi, separati da virgole. Ognuno riceve per e-mail un link a scadenza.',
    createAction: 'Pianifica esportazione',
    editAction: 'Salva esportazione',
  },

  runs: {
    title: 'Esecuzioni',
    empty: 'Questa esportazione non è ancora partita.',
    newest: (shown, total) => `Le ${shown} più recenti su ${total}.`,
    states: { PENDING: 'In attesa', RUNNING: 'In corso', SUCCEEDED: 'Completata', FAILED: 'Fallita' },
    rows: (count) => counted(count, { one: '# riga', other: '# righe' }),
    attempts: (count) => counted(count, { one: '# tentativo', other: '# tentativi' }),
    download: 'Scarica',
    downloadUntil: (link, when: Child): Child[] => [link('Scarica'), ' (scade ', when, ')'],
    bytes: (count) => counted(count, { one: '# byte', other: '# byte' }),
    kilobytes: (amount) => `${amount} KB`,
    megabytes: (amount) => `${amount} MB`,
    gigabytes: (amount) => `${amount} GB`,
  },
}
