/**
 * A location in the console, parsed from the hash: `#<calendar>/<section>`, or `#<calendar>/events/<id>/<tab>` for an
 * event, each optionally with `?<filters>`. Screens without a calendar start with a slash, such as `#/new`.
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
    // Thrown if someone typed a malformed percent-encoding.
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

/** Returns the hash of the same location with changed filters. Null removes a filter. */
export const withQuery = ({ slug, section, eventId, tab, query }: Place, changes: Query) => {
  const all: Query = { ...Object.fromEntries(query), ...changes }
  if (slug === null) return `#/${section ?? ''}${tailOf(all)}`
  return eventId === null ? hashOf(slug, section ?? '', all) : eventHash(slug, eventId, tab ?? '', all)
}

/**
 * Returns the token of an invitation link. The token is in the hash, because browsers don't send the hash to the
 * server.
 */
export const invitationIn = ({ slug }: Place) =>
  slug?.startsWith('invitation=') === true ? slug.slice('invitation='.length) : null

export const HOME = '#/'
export const NEW_CALENDAR = '#/new'
export const PLANS_PAGE = '#/plans'
export const OPERATOR = '#/operator'
