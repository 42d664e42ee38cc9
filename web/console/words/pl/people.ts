import type { PeopleWords } from '../en/people.ts'
import { eventsCounted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Osoby',
  lead: 'Wszyscy zapisani i zaproszeni na Twoje wydarzenia. Każda osoba jest na liście raz, ze wszystkimi swoimi wydarzeniami w tym kalendarzu.',
  search: 'Nazwisko lub e-mail',
  tooShort: 'Wpisz co najmniej 2 znaki, aby wyszukać.',
  columns: ['Imię', 'Nazwisko', 'E-mail', 'Wydarzenie', 'Początek (UTC)', 'Bilet', 'Status', 'Data zapisu (UTC)'],
  results: {
    label: 'Wyniki',
    nameMissing: 'Brak nazwiska',
    events: eventsCounted,
    noMatches: 'Brak wyników',
    noMatchesText: 'Żaden gość wydarzeń tego kalendarza nie pasuje do wyszukiwania.',
  },
  recent: {
    title: 'Ostatnio',
    empty: 'Brak gości w ostatnich 30 dniach',
    emptyText: 'Goście pojawiają się tu chwilę po zapisaniu lub zaproszeniu.',
  },
}
