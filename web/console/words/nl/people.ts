import type { PeopleWords } from '../en/people.ts'
import { counted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Mensen',
  lead: 'Iedereen die zich voor je evenementen heeft ingeschreven of is uitgenodigd. Elke persoon staat er één keer, met al zijn of haar evenementen in deze agenda.',
  search: 'Naam of e-mail',
  tooShort: 'Vul minstens 2 tekens in om te zoeken.',
  columns: [
    'Voornaam',
    'Achternaam',
    'E-mail',
    'Evenement',
    'Begint (UTC)',
    'Ticket',
    'Status',
    'Ingeschreven op (UTC)',
  ],
  results: {
    label: 'Resultaten',
    nameMissing: 'Naam ontbreekt',
    events: (events) => counted(events, { one: '# evenement', other: '# evenementen' }),
    noMatches: 'Geen resultaten',
    noMatchesText: 'Geen gast van deze agenda past bij je zoekopdracht.',
  },
  recent: {
    title: 'Recent',
    empty: 'Geen gasten in de afgelopen 30 dagen',
    emptyText: 'Gasten verschijnen hier zodra ze zich inschrijven of je ze uitnodigt.',
  },
}
