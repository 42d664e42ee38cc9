import type { Child } from 'hono/jsx/dom'
import type { ExportsWords } from '../en/exports.ts'
import { counted } from './counted.ts'

const weekdays = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag']

export const exports: ExportsWords = {
  title: 'Exports',
  lead: 'Bestanden die volgens een schema worden gemaakt en als link gemaild.',
  schedule: 'Export plannen',
  empty: {
    title: 'Nog geen exports',
    about:
      'Krijg gasten, bestellingen, check-ins of evenementen als bestand. We mailen je elke dag, week of maand een link.',
  },

  datasets: { GUESTS: 'Gasten', ORDERS: 'Bestellingen', CHECKINS: 'Check-ins', EVENTS: 'Evenementen' },
  weekdays,
  file: (dataset, format) => `${dataset} als ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} als ${format} · ${event}`,
  daily: (time, zone) => `Elke dag om ${time}, ${zone}`,
  weekly: (weekday, time, zone) => `Elke ${weekdays[weekday - 1] ?? ''} om ${time}, ${zone}`,
  monthly: (day, time, zone) => `Op dag ${day} van elke maand om ${time}, ${zone}`,
  recipients: (addresses) => `Aan ${addresses}`,
  next: (when: Child): Child[] => ['Volgende ', when],
  due: 'Nu aan de beurt',
  neverRan: 'Nog nooit uitgevoerd',
  lastRan: (when: Child): Child[] => ['Laatst uitgevoerd ', when],

  states: {
    active: 'Actief',
    paused: 'Gepauzeerd',
    pausedAfterFailures: 'Gepauzeerd: te vaak mislukt',
    pausedWithoutAccess: 'Gepauzeerd: de maker heeft geen toegang meer tot deze gegevens',
    failed: (times) =>
      times === 1 ? 'Laatste keer mislukt' : counted(times, { one: '# keer mislukt', other: '# keer mislukt' }),
  },
  pause: 'Pauzeren',
  paused: 'Export gepauzeerd.',
  resume: 'Hervatten',
  resumed: 'Export hervat.',
  deleting: {
    title: 'Deze export verwijderen?',
    about: 'We verwijderen ook de uitvoeringen en hun bestanden. Gemailde links werken niet meer.',
    action: 'Export verwijderen',
  },

  form: {
    create: 'Export plannen',
    edit: 'Export bewerken',
    data: 'Gegevens',
    format: 'Formaat',
    csv: 'CSV, voor spreadsheets',
    json: 'JSON, voor programma’s',
    event: 'Evenement',
    everyEvent: 'Alle evenementen',
    currentEvent: 'Huidig evenement',
    frequency: 'Hoe vaak',
    daily: 'Elke dag',
    weekly: 'Elke week',
    monthly: 'Elke maand',
    weekday: 'Weekdag',
    dayOfMonth: 'Dag van de maand',
    dayOfMonthHint: 'In kortere maanden op de laatste dag.',
    time: 'Tijd',
    timezone: 'Tijdzone',
    recipients: 'Mailen aan',
    recipientsHint: 'Hoogstens tien adressen, met komma’s ertussen. Iedereen krijgt een link die verloopt.',
    createAction: 'Export plannen',
    editAction: 'Export opslaan',
  },

  runs: {
    title: 'Uitvoeringen',
    empty: 'Deze export is nog niet uitgevoerd.',
    newest: (shown, total) => `De nieuwste ${shown} van ${total}.`,
    states: { PENDING: 'Wacht', RUNNING: 'Bezig', SUCCEEDED: 'Klaar', FAILED: 'Mislukt' },
    rows: (count) => counted(count, { one: '# rij', other: '# rijen' }),
    attempts: (count) => counted(count, { one: '# poging', other: '# pogingen' }),
    download: 'Downloaden',
    downloadUntil: (link, when: Child): Child[] => [link('Downloaden'), ' (verloopt ', when, ')'],
    bytes: (count) => counted(count, { one: '# byte', other: '# bytes' }),
    kilobytes: (amount) => `${amount} KB`,
    megabytes: (amount) => `${amount} MB`,
    gigabytes: (amount) => `${amount} GB`,
  },
}
