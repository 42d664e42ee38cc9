import type { PeopleWords } from '../en/people.ts'
import { counted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Persone',
  lead: 'Chi si è iscritto ai tuoi eventi o ha ricevuto un invito. Ogni persona compare una volta sola, con tutti i suoi eventi in questo calendario.',
  search: 'Nome o e-mail',
  tooShort: 'Scrivi almeno 2 caratteri per cercare.',
  columns: ['Nome', 'Cognome', 'E-mail', 'Evento', 'Inizio (UTC)', 'Biglietto', 'Stato', 'Iscrizione (UTC)'],
  results: {
    label: 'Risultati',
    nameMissing: 'Nome mancante',
    events: (events) => counted(events, { one: '# evento', other: '# eventi' }),
    noMatches: 'Nessun risultato',
    noMatchesText: 'Nessun ospite di questo calendario corrisponde alla ricerca.',
  },
  recent: {
    title: 'Recenti',
    empty: 'Nessun ospite negli ultimi 30 giorni',
    emptyText: 'Gli ospiti compaiono qui appena si iscrivono o li inviti.',
  },
}
