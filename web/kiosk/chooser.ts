import { withFirst } from '../../src/presentation/when.ts'
import type { Api } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import { troubleOf } from './trouble.ts'
import { formatSpoken, words } from './words.ts'

interface Calendar {
  slug: string
  name: string
}
interface ListedEvent {
  id: string
  title: string
  startAt: string
  endAt: string
  timezone: string
  status: string
}

const PAST_EVENTS_MS = 12 * 3_600_000
const MAX_EVENTS_PER_CALENDAR = 50

const whenOf = ({ startAt, timezone }: ListedEvent) => {
  const style = startAt.length === 10 ? { timeZone: 'UTC' } : ({ timeStyle: 'short', timeZone: timezone } as const)
  const times = new Intl.DateTimeFormat(formatSpoken(), { dateStyle: 'medium', ...style })
  return withFirst(times.format(new Date(startAt)), times.resolvedOptions().locale)
}

const readDoors = async (api: Api) => {
  const { data } = await api.get<{ data: { calendars: Calendar[] } }>('/me')
  const from = new Date(Date.now() - PAST_EVENTS_MS).toISOString()
  const lists = await Promise.all(
    data.calendars.map(async (calendar) => {
      const query = { calendarSlug: calendar.slug, from, limit: MAX_EVENTS_PER_CALENDAR, status: 'PUBLISHED' }
      return { calendar, events: (await api.get<{ data: ListedEvent[] }>('/events', query)).data }
    }),
  )
  return lists.filter(({ events }) => events.length > 0)
}

export const showChooser = async (
  main: HTMLElement,
  api: Api,
  name: string,
  { onChoice, onSignOut }: { onChoice: (eventId: string) => void; onSignOut: () => void },
) => {
  const place = element(
    'div',
    { class: 'stack' },
    element('p', { class: 'quiet', role: 'status' }, words().chooser.looking),
  )
  show(
    main,
    element(
      'div',
      { class: 'welcome' },
      element('p', { class: 'eyebrow' }, words().chooser.signedInAs(name)),
      element('h1', {}, words().chooser.which),
      place,
      element('button', { type: 'button', class: 'button plain', onclick: onSignOut }, words().chooser.signOut),
    ),
  )
  const row = (event: ListedEvent) =>
    element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'row-button', onclick: () => onChoice(event.id) },
        element('span', { class: 'who' }, element('strong', {}, event.title), element('small', {}, whenOf(event))),
      ),
    )
  try {
    const lists = await readDoors(api)
    if (lists.length === 0) {
      show(place, element('p', { class: 'notice' }, words().chooser.none))
      return
    }
    show(
      place,
      lists.map(({ calendar, events }) =>
        element(
          'section',
          {},
          element('h2', { class: 'calendar' }, calendar.name),
          element('ul', { class: 'rows' }, events.map(row)),
        ),
      ),
    )
  } catch (error) {
    const again = () => void showChooser(main, api, name, { onChoice, onSignOut })
    show(
      place,
      element('p', { class: 'notice bad', role: 'alert' }, troubleOf(error)),
      element('button', { type: 'button', class: 'button', onclick: again }, words().tryAgain),
    )
  }
}
