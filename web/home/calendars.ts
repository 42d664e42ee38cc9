import { hueOf } from '../../src/presentation/accent.ts'
import { Refusal, type Api } from '../shared/api.ts'
import { element } from '../shared/element.ts'

interface Calendar {
  slug: string
  name: string
  description: string | null
  url: string | null
  icsUrl: string | null
  embedUrl: string | null
  webcalUrl: string | null
}

interface Event {
  slug: string
  title: string
  startAt: string
  timezone: string
  url: string | null
}

const DEMO: readonly { slug: string; plan: string }[] = [
  { slug: 'demo-pro', plan: 'Pro' },
  { slug: 'demo-plus', plan: 'Plus' },
  { slug: 'demo-free', plan: 'Free' },
  { slug: 'demo-other', plan: 'Pro, another owner' },
]

/** A demo calendar may have been deleted, so a `Refusal` here is not an error. */
const orNull = async <Found>(request: Promise<{ data: Found }>): Promise<Found | null> => {
  try {
    return (await request).data
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const dayOf = ({ startAt, timezone }: Event) =>
  new Date(startAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: timezone })

const eventLine = (event: Event) =>
  element(
    'li',
    {},
    element('a', { href: `/e/${event.slug}` }, event.title),
    element('span', { class: 'quiet' }, dayOf(event)),
  )

const linksOf = ({ slug, embedUrl, icsUrl, webcalUrl }: Calendar): readonly [string, string | null][] => [
  ['Page', `/c/${slug}`],
  ['Embed', embedUrl],
  ['ICS', icsUrl],
  ['Subscribe', webcalUrl],
  ['API reference for this calendar', `/docs?calendar=${slug}#quick-website`],
]

const card = (calendar: Calendar, events: readonly Event[], plan: string) =>
  element(
    'article',
    { class: `card calendar hued hue-${hueOf(calendar.slug)}` },
    element('span', { class: 'tag accent' }, plan),
    element('h3', {}, element('a', { href: `/c/${calendar.slug}` }, calendar.name)),
    element('ul', { class: 'events', role: 'list' }, ...events.map(eventLine)),
    element(
      'p',
      { class: 'row small-ways' },
      ...linksOf(calendar).map(([words, href]) => href !== null && element('a', { href }, words)),
    ),
  )

export const calendarCards = async (api: Api): Promise<HTMLElement[]> => {
  const cards = await Promise.all(
    DEMO.map(async ({ slug, plan }) => {
      const [calendar, events] = await Promise.all([
        orNull(api.get<{ data: Calendar }>(`/calendars/${slug}`)),
        orNull(api.get<{ data: Event[] }>(`/calendars/${slug}/events`, { limit: 3 })),
      ])
      return calendar === null ? [] : [card(calendar, events ?? [], plan)]
    }),
  )
  return cards.flat()
}
