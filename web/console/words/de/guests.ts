import type { GuestsWords } from '../en/guests.ts'
import { counted } from './counted.ts'

const figure = (count: number) => counted(count, { one: '#', other: '#' })

export const guests: GuestsWords = {
  papers: {
    menu: 'Drucken und exportieren',
    csv: 'CSV herunterladen',
    printList: 'Liste drucken',
    printBadges: 'Namensschilder drucken',
    arrived: 'Angekommen',
  },

  add: {
    menu: 'Gäste hinzufügen',
    one: 'Einen Gast hinzufügen',
    fromFile: 'Aus einer Datei hinzufügen',
    invite: 'Per E-Mail einladen',
    title: 'Gast hinzufügen',
    emailHint: 'Das Ticket kommt sofort per E-Mail.',
    action: 'Gast hinzufügen',
    added: (name) => `${name} ist hinzugefügt.`,
  },

  filters: {
    status: 'Status des Gastes',
    needsApproval: 'Wartet auf Freigabe',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Antwort',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'Neueste zuerst',
  },

  list: {
    search: 'Name, E-Mail oder Code',
    registered: 'Angemeldet',
    noMatches: 'Keine Treffer',
    noMatchesText: 'Kein Gast dieser Veranstaltung passt zu Suche und Filtern.',
    none: 'Noch keine Anmeldungen',
    noneText: 'Gäste erscheinen hier kurz nach ihrer Anmeldung.',
    noneInDraft: 'Gäste können sich anmelden, sobald die Veranstaltung veröffentlicht ist.',
    share: 'Veranstaltung teilen',
    position: (position, total) => `${position} von ${total}`,
  },

  selection: {
    label: 'Auswahl',
    count: (count) => `${figure(count)} ausgewählt`,
    approve: (count) => `${figure(count)} freigeben`,
    decline: (count) => `${figure(count)} ablehnen`,
    more: 'Weitere Aktionen für die Auswahl',
    resend: 'E-Mail noch einmal senden',
    cancel: 'Anmeldungen stornieren …',
    selectFirst: (count) => `Die ersten ${figure(count)} auswählen`,
    selectAll: (count) => `Alle ${figure(count)} auswählen`,
    clear: 'Auswahl aufheben',
  },

  running: {
    failed: (count) => `${figure(count)} fehlgeschlagen`,
    mayLeave: 'Sie können diese Seite verlassen',
    waiting: 'Wartet auf den Dienst und macht dann weiter',
    paused: 'Pausiert',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    stop: 'Anhalten',
  },

  acts: {
    approve: {
      doing: 'Wird freigegeben',
      progress: (done, total) => `${done} von ${total} freigegeben`,
      done: (count) => `${figure(count)} freigegeben.`,
      doneExcept: (count, failed) => `${figure(count)} freigegeben, ${figure(failed)} fehlgeschlagen.`,
    },
    reject: {
      doing: 'Wird abgelehnt',
      progress: (done, total) => `${done} von ${total} abgelehnt`,
      done: (count) => `${figure(count)} abgelehnt.`,
      doneExcept: (count, failed) => `${figure(count)} abgelehnt, ${figure(failed)} fehlgeschlagen.`,
    },
    resend: {
      doing: 'Wird gesendet',
      progress: (done, total) => `${done} von ${total} gesendet`,
      done: (count) =>
        counted(count, { one: '# E-Mail noch einmal gesendet.', other: '# E-Mails noch einmal gesendet.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# E-Mail noch einmal gesendet', other: '# E-Mails noch einmal gesendet' })}, ${figure(failed)} fehlgeschlagen.`,
    },
    cancel: {
      doing: 'Wird storniert',
      progress: (done, total) => `${done} von ${total} storniert`,
      done: (count) => `${figure(count)} storniert.`,
      doneExcept: (count, failed) => `${figure(count)} storniert, ${figure(failed)} fehlgeschlagen.`,
    },
  },

  declining: {
    ask: (name) => `${name} ablehnen?`,
    askMany: (count) => counted(count, { one: '# Gast ablehnen?', other: '# Gäste ablehnen?' }),
    means:
      'Wir teilen per E-Mail mit, dass eine Teilnahme nicht möglich ist. Sie können das 10 Sekunden lang rückgängig machen.',
    message: 'Nachricht',
    messageHint: 'Die E-Mail zitiert Ihre Nachricht.',
    tooLong: (characters) => `Höchstens ${figure(characters)} Zeichen.`,
    keep: 'Nicht ablehnen',
    action: 'Ablehnen',
    started: (name) => `${name} wird in 10 Sekunden abgelehnt.`,
    startedMany: (count) =>
      counted(count, {
        one: '# Gast wird in 10 Sekunden abgelehnt.',
        other: '# Gäste werden in 10 Sekunden abgelehnt.',
      }),
    undo: 'Ablehnung zurücknehmen',
    state: 'Wird abgelehnt',
  },

  approving: {
    ask: (count) => counted(count, { one: '# Gast freigeben?', other: '# Gäste freigeben?' }),
  },

  quoted: {
    emails: (count) =>
      counted(count, { one: '# Adresse bekommt eine E-Mail.', other: '# Adressen bekommen eine E-Mail.' }),
    orders: (sum) => `Neue Bestellungen, noch zu bezahlen: ${sum}.`,
  },

  cancelling: {
    ask: (count) => counted(count, { one: '# Anmeldung stornieren?', other: '# Anmeldungen stornieren?' }),
    action: (count) =>
      counted(count, { one: 'Stornieren und # Gast schreiben', other: 'Stornieren und # Gästen schreiben' }),
    keep: 'Behalten',
    means: 'Die Plätze werden frei. Zahlungen werden dadurch nicht erstattet.',
  },

  names: {
    erased: 'Gelöscht',
    erasedBelow: 'persönliche Daten gelöscht',
    noAddress: 'keine Adresse',
    missing: 'Name fehlt',
    via: (email) => `über ${email}`,
    noReply: 'noch keine Antwort',
  },
}
