import type { PartsWords } from '../en/parts.ts'
import { counted } from './counted.ts'

export const parts: PartsWords = {
  today: 'Heute',
  tomorrow: 'Morgen',
  now: 'Jetzt',
  nextDays: 'Nächste 7 Tage',
  allDay: 'ganztägig',
  dayAndTime: (day, time) => `${day}, ${time}`,
  dayAllDay: (day) => `${day}, ganztägig`,
  minutes: (count) => `${count} Min.`,
  hours: (count) => `${count} Std.`,
  hoursAndMinutes: (hours, minutes) => `${hours} Std. ${minutes} Min.`,
  days: (count) => counted(count, { one: '# Tag', other: '# Tage' }),

  selectRow: (name) => `${name} auswählen`,
  selectPage: 'Alle auf dieser Seite auswählen',
  pages: 'Seiten',
  range: (from, until, total) => `${from}–${until} von ${total}`,
  showAsTable: 'Als Tabelle zeigen',
  noLimit: 'unbegrenzt',

  filters: 'Filter',
  clearFilters: 'Filter zurücksetzen',
  showResults: 'Ergebnisse zeigen',

  loading: 'Wird geladen',
  selectAndCopy: 'Bitte von Hand markieren und kopieren',
  needsPlan: (plan) => `Ab Tarif ${plan}`,
  seePlans: 'Tarife ansehen',

  markdown: { toolbar: 'Formatierung', bold: 'Fett', italic: 'Kursiv', list: 'Liste', link: 'Link' },

  checkFields: (count) => counted(count, { one: 'Prüfen Sie # Feld.', other: 'Prüfen Sie # Felder.' }),
  aboutField: (field, message) => `${field}: ${message}.`,
  fieldNames: {
    timezone: 'Zeitzone',
    allDay: 'Ganztägig',
    startAt: 'Beginn',
    endAt: 'Ende',
    rrule: 'Wiederholung',
    registrationOpensAt: 'Beginn der Anmeldung',
    registrationClosesAt: 'Ende der Anmeldung',
    checkInOpensAt: 'Beginn des Einlasses',
    checkInClosesAt: 'Ende des Einlasses',
    capacity: 'Plätze',
    title: 'Titel',
    location: 'Ort',
  },
  emails: (number) => `${number} E-Mails`,
  typeNumber: (number) => `Geben Sie zur Bestätigung ${number} ein`,
  quoteChanged:
    'Seit Sie das geöffnet haben, hat sich etwas geändert. Prüfen Sie die neuen Zahlen und bestätigen Sie noch einmal.',
  pageBroken: 'Auf dieser Seite ist etwas schiefgegangen. Bitte laden Sie sie neu.',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  tooManyTries: (when) => `Zu viele Versuche. Versuchen Sie es ${when} noch einmal.`,
  notResponding: (when) => `Etwas reagiert gerade nicht. Versuchen Sie es ${when} noch einmal.`,
  ourSide: 'Bei uns ist etwas schiefgegangen.',
  ourSideNumber: (number) =>
    `Bei uns ist etwas schiefgegangen. Wenn es noch einmal passiert, nennen Sie uns diese Nummer: ${number}.`,
  inAMoment: 'gleich',
  inASecond: 'in einer Sekunde',
  inSeconds: (count) => counted(count, { one: 'in # Sekunde', other: 'in # Sekunden' }),
  inMinutes: (count) => counted(count, { one: 'in # Minute', other: 'in # Minuten' }),
  sessionEnded: 'Sie sind abgemeldet. Melden Sie sich wieder an, um weiterzumachen.',
  signIn: {
    unfinished: 'Die Anmeldung wurde nicht abgeschlossen.',
    unreachable: 'Die Anmeldeseite ist gerade nicht erreichbar.',
    failed: 'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal.',
    elsewhere: 'Sie haben diese Anmeldung in einem anderen Tab begonnen. Versuchen Sie es hier noch einmal.',
    missing: 'Der Identitätsanbieter hat keine Anmeldeseite.',
  },
}
