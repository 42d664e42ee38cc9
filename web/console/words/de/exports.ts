import type { ExportsWords } from '../en/exports.ts'
import { counted } from './counted.ts'

const weekdays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

export const exports: ExportsWords = {
  title: 'Exporte',
  lead: 'Dateien, die nach Plan erstellt und als Link per E-Mail verschickt werden.',
  schedule: 'Export planen',
  empty: {
    title: 'Noch keine Exporte',
    about:
      'Gäste, Bestellungen, Einlass oder Veranstaltungen als Datei. Den Link schicken wir täglich, wöchentlich oder monatlich per E-Mail.',
  },

  datasets: { GUESTS: 'Gäste', ORDERS: 'Bestellungen', CHECKINS: 'Einlass', EVENTS: 'Veranstaltungen' },
  weekdays,
  file: (dataset, format) => `${dataset} als ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} als ${format} · ${event}`,
  daily: (time, zone) => `Täglich um ${time}, ${zone}`,
  weekly: (weekday, time, zone) => `Jeden ${weekdays[weekday - 1] ?? ''} um ${time}, ${zone}`,
  monthly: (day, time, zone) => `Am ${day}. jedes Monats um ${time}, ${zone}`,
  recipients: (addresses) => `An ${addresses}`,
  next: (when) => ['Nächster ', when],
  due: 'Jetzt fällig',
  neverRan: 'Noch nie gelaufen',
  lastRan: (when) => ['Zuletzt ', when],

  states: {
    active: 'Aktiv',
    paused: 'Pausiert',
    pausedAfterFailures: 'Pausiert: zu oft fehlgeschlagen',
    pausedWithoutAccess: 'Pausiert: Wer ihn angelegt hat, darf diese Daten nicht mehr sehen',
    failed: (times) =>
      times === 1
        ? 'Zuletzt fehlgeschlagen'
        : counted(times, { one: '#-mal fehlgeschlagen', other: '#-mal fehlgeschlagen' }),
  },
  pause: 'Pausieren',
  paused: 'Export pausiert.',
  resume: 'Fortsetzen',
  resumed: 'Export läuft wieder.',
  deleting: {
    title: 'Diesen Export löschen?',
    about: 'Wir löschen auch seine Läufe und deren Dateien. Verschickte Links funktionieren dann nicht mehr.',
    action: 'Export löschen',
  },

  form: {
    create: 'Export planen',
    edit: 'Export bearbeiten',
    data: 'Daten',
    format: 'Format',
    csv: 'CSV, für Tabellen',
    json: 'JSON, für Programme',
    event: 'Veranstaltung',
    everyEvent: 'Alle Veranstaltungen',
    currentEvent: 'Bisherige Veranstaltung',
    frequency: 'Wie oft',
    daily: 'Täglich',
    weekly: 'Wöchentlich',
    monthly: 'Monatlich',
    weekday: 'Wochentag',
    dayOfMonth: 'Tag des Monats',
    dayOfMonthHint: 'In kürzeren Monaten läuft er am letzten Tag.',
    time: 'Uhrzeit',
    timezone: 'Zeitzone',
    recipients: 'Per E-Mail an',
    recipientsHint: 'Bis zu zehn Adressen, durch Kommas getrennt. Jede bekommt einen Link, der abläuft.',
    createAction: 'Export planen',
    editAction: 'Export speichern',
  },

  runs: {
    title: 'Läufe',
    empty: 'Dieser Export ist noch nicht gelaufen.',
    newest: (shown, total) => `Die neuesten ${shown} von ${total}.`,
    states: { PENDING: 'Wartet', RUNNING: 'Läuft', SUCCEEDED: 'Fertig', FAILED: 'Fehlgeschlagen' },
    rows: (count) => counted(count, { one: '# Zeile', other: '# Zeilen' }),
    attempts: (count) => counted(count, { one: '# Versuch', other: '# Versuche' }),
    download: 'Herunterladen',
    downloadUntil: (link, when) => [link('Herunterladen'), ' (läuft ab ', when, ')'],
    bytes: (count) => counted(count, { one: '# Byte', other: '# Byte' }),
    kilobytes: (amount) => `${amount} KB`,
    megabytes: (amount) => `${amount} MB`,
    gigabytes: (amount) => `${amount} GB`,
  },
}
