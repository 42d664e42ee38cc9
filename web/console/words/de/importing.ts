import type { ImportingWords } from '../en/importing.ts'
import { counted } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Gäste aus einer Datei hinzufügen',
  file: 'CSV-Datei',
  paste: 'Oder eine Tabelle einfügen',
  pasteExample: 'Vorname, Nachname, E-Mail\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Andere Datei wählen',

  readAs: {
    commas: (encoding) => `Als ${encoding} gelesen, mit Kommas zwischen den Spalten.`,
    semicolons: (encoding) => `Als ${encoding} gelesen, mit Semikolons zwischen den Spalten.`,
    tabs: (encoding) => `Als ${encoding} gelesen, mit Tabulatoren zwischen den Spalten.`,
    bars: (encoding) => `Als ${encoding} gelesen, mit senkrechten Strichen zwischen den Spalten.`,
  },
  checkLetters:
    'Wenn Buchstaben wie ö falsch aussehen, speichern Sie die Datei als UTF-8 und wählen Sie sie noch einmal.',

  columns: {
    email: 'E-Mail',
    firstName: 'Vorname',
    lastName: 'Nachname',
    name: 'Vollständiger Name',
    ticket: 'Ticket',
  },
  skipColumn: 'Überspringen',
  reason: 'Grund',

  rows: {
    label: 'Zeilen der Datei',
    column: (number) => `Spalte ${number}`,
    row: (number) => `Zeile ${number}`,
    fault: (number, fault) => `Zeile ${number}: ${fault}`,
    moreFaults: (count) => counted(count, { one: 'und # weitere', other: 'und # weitere' }),
    ticketForOthers: 'Ticket für Zeilen ohne Angabe',
  },

  faults: {
    noAddress: 'keine E-Mail-Adresse',
    twice: 'kommt in der Datei zweimal vor',
    noName: 'kein Name',
    stopped: 'nicht versucht, weil Sie angehalten haben',
    noTicket: (ticket) => `kein Ticket heißt „${ticket}“`,
  },

  willBeAdded: (guests) => counted(guests, { one: '# Gast wird hinzugefügt', other: '# Gäste werden hinzugefügt' }),
  willBeAddedExcept: (added, skipped) => [
    added,
    counted(skipped, { one: ', # Zeile übersprungen:', other: ', # Zeilen übersprungen:' }),
  ],
  emailing: {
    ask: 'Diesen Gästen schreiben?',
    no: 'Nein, nur hinzufügen',
    noHint: (resend) =>
      `Wir schreiben nur Gästen mit einer unbezahlten Bestellung, weil sie abläuft. Die Tickets können Sie später senden: Wählen Sie die Gäste aus und dann „${resend}“.`,
    yes: 'Ja, Tickets per E-Mail schicken',
    yesHint: 'Jeder Gast bekommt sofort eine E-Mail.',
  },

  add: 'Hinzufügen',
  addOnly: (guests) => counted(guests, { one: '# Gast hinzufügen', other: '# Gäste hinzufügen' }),
  addAndEmail: (guests) =>
    counted(guests, { one: 'Hinzufügen, # Gast schreiben', other: 'Hinzufügen, # Gästen schreiben' }),
  running: {
    doing: 'Wird hinzugefügt',
    progress: (done, total) => `${done} von ${total} hinzugefügt`,
  },
  added: (guests) => counted(guests, { one: '# Gast hinzugefügt.', other: '# Gäste hinzugefügt.' }),
  addedExcept: (guests, rows, open) =>
    `${counted(guests, { one: '# Gast hinzugefügt', other: '# Gäste hinzugefügt' })}, ${counted(rows, { one: '# Zeile nicht', other: '# Zeilen nicht' })}. Den Grund zeigt „${open}“.`,

  result: {
    title: (guests) => counted(guests, { one: '# Gast hinzugefügt', other: '# Gäste hinzugefügt' }),
    noneEmailed: 'Wir schreiben nur Gästen mit einer unbezahlten Bestellung.',
    allEmailed: 'Wir schicken allen ihr Ticket per E-Mail.',
    notAdded: (rows) =>
      counted(rows, {
        one: '# Zeile wurde nicht hinzugefügt:',
        other: '# Zeilen wurden nicht hinzugefügt:',
      }),
    list: 'Nicht hinzugefügt',
    download: 'Diese Zeilen herunterladen',
  },

  inviting: {
    title: 'Personen einladen',
    addresses: 'E-Mail-Adressen',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) =>
      counted(addresses, {
        one: '# Adresse gefunden. Sie können sie in jedem Format einfügen.',
        other: '# Adressen gefunden. Sie können sie in jedem Format einfügen.',
      }),
    file: 'Oder eine CSV-Datei',
    message: 'Ihre Nachricht',
    showPreview: 'E-Mail-Vorschau zeigen',
    hidePreview: 'Vorschau verbergen',
    send: (invitations) => counted(invitations, { one: '# Einladung senden', other: '# Einladungen senden' }),
    done: (people) => counted(people, { one: '# Person eingeladen', other: '# Personen eingeladen' }),
    results: {
      invited: (count) => counted(count, { one: '# eingeladen', other: '# eingeladen' }),
      alreadyRegistered: (count) => counted(count, { one: '# schon angemeldet', other: '# schon angemeldet' }),
      unsubscribed: (count) =>
        counted(count, {
          one: '# hat E-Mails dieses Kalenders abbestellt',
          other: '# haben E-Mails dieses Kalenders abbestellt',
        }),
      declined: (count) =>
        counted(count, {
          one: '# hat für diese Veranstaltung schon abgesagt',
          other: '# haben für diese Veranstaltung schon abgesagt',
        }),
      invalid: (count) => counted(count, { one: '# ungültig', other: '# ungültig' }),
    },
  },
}
