import { createApi } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import { calendarCards } from './calendars.ts'
import { commands } from './commands.ts'
import { places } from './places.ts'

const local = document.getElementById('local')

const begin = async (place: HTMLElement) => {
  const { baseUrl = '', issuer = '' } = place.dataset
  const cards = await calendarCards(createApi({ kind: 'none' }))
  const section = (title: string, words: string, content: HTMLElement) =>
    element(
      'section',
      { class: 'stack part' },
      element('h2', {}, title),
      element('p', { class: 'quiet' }, words),
      content,
    )
  show(
    place,
    cards.length > 0 &&
      section(
        'Calendars with something in them',
        'One for each plan, and one that belongs to somebody else.',
        element('div', { class: 'cards' }, ...cards),
      ),
    section('Pages', 'Sign in as owner, manager or staff; the provider asks who you are.', places(issuer)),
    section('From the command line', 'In the directory where npm start runs.', commands(baseUrl)),
  )
}

if (local !== null) void begin(local)
