import type { PeopleWords } from '../en/people.ts'
import { counted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Personen',
  lead: 'Alle, die sich für Ihre Veranstaltungen angemeldet haben oder eingeladen wurden. Jede Person steht einmal hier, mit allen ihren Veranstaltungen in diesem Kalender.',
  search: 'Name oder E-Mail',
  tooShort: 'Geben Sie zum Suchen mindestens 2 Zeichen ein.',
  columns: [
    'Vorname',
    'Nachname',
    'E-Mail',
    'Veranstaltung',
    'Beginn (UTC)',
    'Ticket',
    'Status',
    'Angemeldet am (UTC)',
  ],
  results: {
    label: 'Ergebnisse',
    nameMissing: 'Name fehlt',
    events: (events) => counted(events, { one: '# Veranstaltung', other: '# Veranstaltungen' }),
    noMatches: 'Keine Treffer',
    noMatchesText: 'Kein Gast der Veranstaltungen dieses Kalenders passt zu Ihrer Suche.',
  },
  recent: {
    title: 'Neueste',
    empty: 'Keine Gäste in den letzten 30 Tagen',
    emptyText: 'Gäste erscheinen hier kurz nach ihrer Anmeldung oder Ihrer Einladung.',
  },
}
