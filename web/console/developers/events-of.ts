import type { EventAnswer, One, PageOf } from '../../shared/answers.ts'
import type { Option } from '../parts/fields.tsx'
import { fullTimeOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'

const MAX_EVENTS = 100

type Reader = Pick<CalendarSession, 'api' | 'calendar'>

/** Returns the calendar's upcoming events, at most 100, for a list to choose from. */
export const eventsToCome = async ({ api, calendar }: Reader): Promise<EventAnswer[]> =>
  (await api.get<PageOf<EventAnswer>>('/events', { calendarSlug: calendar.slug, limit: MAX_EVENTS })).data

export const eventOptions = (events: readonly EventAnswer[]): Option[] =>
  events.map(({ id, title, startAt }) => ({ value: id, label: `${title} · ${fullTimeOf(startAt)}` }))

/** Returns event titles by id. If an event cannot be loaded, its id is shown instead. */
export const titlesOf = async ({ api }: Reader, ids: readonly string[]): Promise<Map<string, string>> => {
  const events = await Promise.all(
    [...new Set(ids)].map((id) =>
      api.get<One<EventAnswer>>(`/events/${id}`).then(
        ({ data }) => [id, data.title] as const,
        () => [id, id] as const,
      ),
    ),
  )
  return new Map(events)
}
