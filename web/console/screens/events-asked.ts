/** By default `from` is the current time; this date includes past events as well. */
const EVER = '1970-01-01'
export const LIMIT = 50

export type Filter = 'upcoming' | 'drafts' | 'past' | 'cancelled'

export const ASKED: Record<Filter, Record<string, string>> = {
  upcoming: {},
  drafts: { status: 'DRAFT', from: EVER },
  past: { past: 'true' },
  cancelled: { status: 'CANCELLED', from: EVER },
}
export const FILTERS = Object.keys(ASKED) as Filter[]

/** A series appears among the upcoming events once, with its next date. */
export const seriesIn = (filter: Filter) => (filter === 'upcoming' ? 'next' : 'all')

const isFilter = (text: string | null): text is Filter => text !== null && Object.hasOwn(ASKED, text)

/** Parses filter, tag, page and search text from the URL of the event list. */
export const shownBy = (query: URLSearchParams) => {
  const named = query.get('show')
  const filter: Filter = isFilter(named) ? named : 'upcoming'
  return { filter, tag: query.get('tag') ?? '', page: Number(query.get('page') ?? '1') || 1, q: query.get('q') ?? '' }
}

/** Returns the query of `GET /events` for the list. `frame/ahead.ts` sends the same query in advance. */
export const eventsAsked = (calendarSlug: string, query: URLSearchParams) => {
  const { filter, tag, page, q } = shownBy(query)
  return {
    calendarSlug,
    ...(q === '' ? ASKED[filter] : { from: EVER }),
    q,
    tag,
    page,
    limit: LIMIT,
    series: q === '' ? seriesIn(filter) : 'all',
  }
}
