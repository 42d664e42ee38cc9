/**
 * Where in the console somebody is. Addresses are `#<calendar>/<section>`, of an event
 * `#<calendar>/events/<id>/<tab>`, each with `?<filters>`; what belongs to no calendar begins with a slash: `#/new`.
 */
export interface Place {
  slug: string | null
  section: string | null
  eventId: string | null
  tab: string | null
  query: URLSearchParams
}

const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text)

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    // Typed by hand, and no address of ours.
    return text
  }
}

export const placeOf = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  const [slug, section, eventId, tab] = path.split('/').map(decoded)
  return {
    slug: orNull(slug),
    section: orNull(section),
    eventId: orNull(eventId),
    tab: orNull(tab),
    query: new URLSearchParams(query),
  }
}

type Query = Readonly<Record<string, string | null | undefined>>

const tailOf = (query: Query) => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

export const hashOf = (slug: string, section: string, query: Query = {}) =>
  `#${encodeURIComponent(slug)}/${encodeURIComponent(section)}${tailOf(query)}`

export const eventHash = (slug: string, eventId: string, tab = '', query: Query = {}) =>
  `${hashOf(slug, 'events')}/${encodeURIComponent(eventId)}${tab === '' ? '' : `/${tab}`}${tailOf(query)}`

/** The same place with other filters; what is null goes. */
export const withQuery = ({ slug, section, eventId, tab, query }: Place, changes: Query) => {
  const all: Query = { ...Object.fromEntries(query), ...changes }
  if (slug === null) return `#/${section ?? ''}${tailOf(all)}`
  return eventId === null ? hashOf(slug, section ?? '', all) : eventHash(slug, eventId, tab ?? '', all)
}

/** The link of an invitation carries its token behind the `#`, which no browser sends. */
export const invitationIn = ({ slug }: Place) =>
  slug?.startsWith('invitation=') === true ? slug.slice('invitation='.length) : null

export const HOME = '#/'
export const NEW_CALENDAR = '#/new'
