import type { EventsWords } from '../en/events.ts'
import { counted } from './counted.ts'

export const events: EventsWords = {
  list: {
    newEvent: 'Neue Veranstaltung',
    filterLabel: 'Status der Veranstaltung',
    filters: { upcoming: 'Kommende', drafts: 'Entwürfe', past: 'Vergangene', cancelled: 'Abgesagte' },
    tag: 'Thema',
    search: 'Titel oder Text suchen',
    seats: 'Plätze',
    actions: 'Aktionen',
    dates: (dates) => counted(dates, { one: '# Termin', other: '# Termine' }),
  },
  empty: {
    noMatches: 'Keine Treffer',
    noMatchesText: 'Keine Veranstaltung dieses Kalenders enthält diese Wörter im Titel oder Text.',
    upcoming: 'Keine kommenden Veranstaltungen',
    upcomingText: 'Jede Veranstaltung hat eine eigene Seite für die Anmeldung. Hier sehen Sie, wer kommt.',
    drafts: 'Keine Entwürfe',
    past: 'Keine vergangenen Veranstaltungen',
    cancelled: 'Keine abgesagten Veranstaltungen',
    createEvent: 'Veranstaltung anlegen',
  },
  menu: {
    label: (title) => `Weitere Aktionen für ${title}`,
    publish: 'Veröffentlichen …',
    share: 'Teilen',
    duplicate: 'Duplizieren …',
    cancel: 'Veranstaltung absagen …',
    delete: 'Löschen …',
  },
  cancelDialog: {
    title: (title) => `„${title}“ absagen?`,
    text: 'Die Seite bleibt online und zeigt, dass die Veranstaltung abgesagt ist. Das lässt sich nicht rückgängig machen.',
    reason: 'Grund',
    reasonAside: 'für Gäste sichtbar',
    email: (guests) =>
      counted(guests, { one: '# Gast per E-Mail informieren', other: '# Gäste per E-Mail informieren' }),
    paidOrders: 'Bezahlte Bestellungen',
    paid: (orders) => counted(orders, { one: '# bezahlte Bestellung', other: '# bezahlte Bestellungen' }),
    refunds: 'Erstattungen',
    refundNow: 'Jetzt alle erstatten',
    refundNowHint: 'Sie sehen das Ergebnis jeder Bestellung.',
    refundLater: 'Später',
    refundLaterHint: 'Mit „Alle erstatten“ in den Bestellungen der Veranstaltung.',
    ownerRefunds: 'Nur Eigentümer dieses Kalenders können die Bestellungen sehen und erstatten.',
    cancel: 'Veranstaltung absagen',
    cancelAndEmail: (guests) =>
      counted(guests, { one: 'Absagen und # Gast schreiben', other: 'Absagen und # Gästen schreiben' }),
    keep: 'Nicht absagen',
    cancelled: 'Veranstaltung abgesagt.',
    cancelledAndEmailing: (guests) =>
      counted(guests, {
        one: 'Veranstaltung abgesagt. Wir schreiben # Gast.',
        other: 'Veranstaltung abgesagt. Wir schreiben # Gästen.',
      }),
  },
  duplicateDialog: {
    title: (title) => `„${title}“ duplizieren`,
    date: 'Datum der Kopie',
    time: 'Beginn',
    means:
      'Zeiträume für Verkauf, Anmeldung, Einlass und Gutscheine verschieben sich um denselben Abstand. Die Kopie ist ein Entwurf ohne Gäste. Ihre Gutscheine sind noch nicht eingelöst und bekommen neue Codes, etwa EARLY-2.',
    action: 'Veranstaltung duplizieren',
  },
  deleteDialog: {
    title: (title) => `„${title}“ löschen?`,
    text: 'Tickets und Fragen werden ebenfalls gelöscht. Wenn sich schon jemand angemeldet hat, können Sie die Veranstaltung nur absagen.',
    delete: 'Endgültig löschen',
    deleted: 'Veranstaltung gelöscht.',
  },
  publishDialog: {
    title: (title) => `„${title}“ veröffentlichen?`,
    text: 'Seite und Anmeldung sind sofort offen. Es werden keine E-Mails verschickt.',
    publish: 'Veröffentlichen',
    notYet: 'Noch nicht',
    published: 'Veranstaltung veröffentlicht.',
  },
}
