import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'People',
  lead: 'Everyone who registered for your events or was invited. Each person is listed once, with all their events in this calendar.',
  search: 'Name or email',
  tooShort: 'Enter at least 2 characters to search.',
  /** Headings of the CSV file. */
  columns: ['First name', 'Last name', 'Email', 'Event', 'Starts at (UTC)', 'Ticket', 'Status', 'Registered at (UTC)'],
  results: {
    label: 'Results',
    nameMissing: 'Name missing',
    events: (events: number) => counted(events, { one: '# event', other: '# events' }),
    noMatches: 'No matches',
    noMatchesText: 'No guest of this calendar’s events matches your search.',
  },
  recent: {
    title: 'Recent',
    empty: 'No guests in the last 30 days',
    emptyText: 'Guests show up here moments after they register or you invite them.',
  },
}

export type PeopleWords = typeof english

export const peopleWords = area('people', english)
