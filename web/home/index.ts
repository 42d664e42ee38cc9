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
        'Demo calendars',
        'One for each plan, and one with a different owner.',
        element('div', { class: 'cards' }, ...cards),
      ),
    section('Pages', 'Sign in as owner, manager or staff: the provider asks which.', places(issuer)),
    section('From the command line', 'Run these in the directory where you ran npm start.', commands(baseUrl)),
  )
}

if (local !== null) void begin(local)
