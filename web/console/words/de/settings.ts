import type { SettingsWords } from '../en/settings.ts'

export const settings: SettingsWords = {
  title: 'Einstellungen',
  hidden: (reason) => `Der Betreiber dieses Dienstes hat diesen Kalender für die Öffentlichkeit gesperrt: ${reason}`,
  appearance: {
    title: 'Aussehen',
    lead: 'Auf der Seite des Kalenders und am Anfang jeder E-Mail.',
    address: 'Adresse',
    description: 'Beschreibung',
    markdown: 'Markdown',
    picture: 'Bild',
    cover: 'Titelbild',
    accent: 'Akzentfarbe',
  },
  language: {
    title: 'Sprache und Zeitzone',
    timeZone: 'Zeitzone',
    language: 'Sprache',
    currency: 'Währung',
    currencyHint: 'Für neue Tickets und Gutscheine, etwa EUR. Leer lassen, um die Währung der Zeitzone zu verwenden.',
    languageHint: 'Für Seiten und E-Mails, wenn dort keine andere gewählt ist.',
  },
  visibility: {
    title: 'Sichtbarkeit',
    label: 'Sichtbar für',
    public: 'Alle',
    publicHint: 'Der Kalender hat eine Seite, Feeds und lässt sich einbetten.',
    private: 'Nur Ihr Team und eingeladene Gäste',
  },
  legal: {
    title: 'Kontakt und Rechtliches',
    lead: 'Am Ende jeder Seite und E-Mail.',
    email: 'E-Mail für Gäste',
    website: 'Website',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
  },
  payment: {
    title: 'Offline-Zahlung',
    lead: 'Für Gäste mit einer unbezahlten Bestellung, auf ihrer Seite und in ihren E-Mails.',
    instructions: 'So wird bezahlt',
    instructionsAside: 'Markdown; pro Veranstaltung änderbar',
  },
  unsaved: 'Nicht gespeicherte Änderungen',
  allSaved: 'Alles gespeichert',
  saved: 'Einstellungen gespeichert.',
  plan: {
    title: 'Tarif',
    isOn: (calendar, plan) => [`${calendar} hat den Tarif `, plan, '.'],
  },
  quotas: {
    names: {
      eventsPerCalendar: 'Kommende Veranstaltungen',
      guestsPerEvent: 'Gäste pro Veranstaltung',
      messagesPerEventAndDay: 'Nachrichten pro Veranstaltung und Tag',
      recipientsPerDay: 'Empfänger von Nachrichten heute',
      imagesPerCalendar: 'Bilder',
      imagesPerDay: 'Hochgeladene Bilder heute',
    },
    resets: (fromNow) => `wird ${fromNow} zurückgesetzt`,
    atMost: (quota, limit) => `${quota}: höchstens ${limit}`,
  },
  danger: {
    title: 'Gefahrenbereich',
    lead: 'Bevor Sie entscheiden, zeigen wir Ihnen, was gelöscht wird, und warten dann 30 Tage.',
    delete: 'Kalender löschen …',
  },
}
