import type { CalendarWords } from '../en/calendar.ts'
import { counted } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Kalender',
    label: 'Schritte',
    steps: { calendar: 'Ihr Kalender', event: 'Ihre erste Veranstaltung', share: 'Teilen' },
    preview: 'Vorschau',
    signOut: 'Abmelden',
  },
  newCalendar: {
    firstTitle: 'Legen Sie Ihren Kalender an',
    title: 'Neuer Kalender',
    lead: 'Ein Kalender enthält Ihre Veranstaltungen. Alle Angaben können Sie später ändern.',
    address: 'Adresse',
    addressHint: 'Hier sind alle Ihre Veranstaltungen zu finden.',
    timeZone: 'Zeitzone',
    timeZoneHint: 'Von diesem Gerät übernommen. Jede Veranstaltung kann eine eigene haben.',
    cover: 'Titelbild',
    coverHint:
      'JPEG, PNG oder WebP. Ihr Browser verkleinert das Bild und entfernt den Standort. Die Akzentfarbe richtet sich danach.',
    visibleTo: 'Sichtbar für',
    public: 'Alle',
    publicHint: 'In Suchmaschinen, Feeds und eingebetteten Listen zu finden.',
    private: 'Nur Ihr Team und eingeladene Gäste',
    create: 'Kalender anlegen',
    free: 'Kostenlos, ohne Kreditkarte.',
    invited: (userId) => [
      'In ein Team eingeladen? Öffnen Sie den Link in der E-Mail, oder geben Sie jemandem mit der Rolle Eigentümer Ihre Benutzer-ID: ',
      userId,
      '.',
    ],
    doorPass: 'Haben Sie einen Türpass?',
    unnamed: 'Ihr Kalender',
    generatedCover: 'Aus dem Namen erzeugt, bis Sie ein Titelbild hinzufügen',
    eventsHere: 'Hier erscheinen Ihre Veranstaltungen.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Nachrichten',
    lead: 'Schreiben Sie allen oder einigen Gästen einer Veranstaltung.',
    list: 'Gesendet und geplant',
    empty: 'Nichts in den letzten 30 Tagen',
    emptyText: 'Ihre Nachrichten und die automatischen Erinnerungen erscheinen hier.',
    sent: (sent) => counted(sent, { one: '# gesendet', other: '# gesendet' }),
    sentAndFailed: (sent, failed) =>
      `${counted(sent, { one: '# gesendet', other: '# gesendet' })}, ${counted(failed, { one: '# nicht zugestellt', other: '# nicht zugestellt' })}`,
    writeTo: 'An die Gäste schreiben von …',
    noEvents: 'Keine kommenden veröffentlichten Veranstaltungen.',
  },
}
