import type { Api, Sending } from '../../shared/api.ts'
import type { Place } from '../place.ts'
import { eventsAsked } from '../screens/events-asked.ts'

const GOOD_FOR_MS = 5_000

/** Requests `/events` for the current URL in parallel with `/me`, which saves one round trip at startup. */
export const withAhead = (api: Api, { slug, section, eventId, query }: Place): Api => {
  if (slug === null || eventId !== null || (section !== null && section !== 'events')) return api
  const wanted = JSON.stringify(eventsAsked(slug, query))
  let answer: Promise<unknown> | null = api.get('/events', eventsAsked(slug, query))
  const forget = () => {
    answer = null
  }
  // The screen that awaits the response shows the error. This handler only prevents an unhandled rejection.
  answer.catch(forget)
  setTimeout(forget, GOOD_FOR_MS)
  return {
    ...api,
    get: async <Body>(path: string, given?: Sending['query'], rest?: Omit<Sending, 'query'>) => {
      const mine = path === '/events' && JSON.stringify(given) === wanted ? answer : null
      if (mine === null) return api.get<Body>(path, given, rest)
      forget()
      return (await mine) as Body
    },
  }
}
