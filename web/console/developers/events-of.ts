import type { Option } from '../../shared/fields.ts'
import { fullTime } from '../../shared/times.ts'
import type { Scene } from './scene.ts'
import type { EventRef, One, PageOf } from './wire.ts'

const MOST = 100

/** What is to come in the calendar, for choosing one of them. */
export const eventsToCome = async (scene: Scene): Promise<EventRef[]> =>
  (await scene.api.get<PageOf<EventRef>>('/events', { calendarSlug: scene.calendar.slug, limit: MOST })).data

export const eventOptions = (events: readonly EventRef[]): Option[] =>
  events.map(({ id, title, startAt }) => ({ value: id, label: `${title} · ${fullTime(startAt)}` }))

/** Titles of events by id; of one that cannot be read, its id stands for it. */
export const titlesOf = async (scene: Scene, ids: readonly string[]): Promise<Map<string, string>> => {
  const events = await Promise.all(
    [...new Set(ids)].map((id) =>
      scene.api.get<One<EventRef>>(`/events/${id}`).then(
        ({ data }) => [id, data.title] as const,
        () => [id, id] as const,
      ),
    ),
  )
  return new Map(events)
}
