import { reply, type Asked, type Call, type Surface } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { hasOffset } from '../../kernel/local-time.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { EventListInput } from './event-list.schema.ts'
import { calendarNamed, eventListRead, listEvents as list, type EventSelection } from './event-list.store.ts'
import { rangeOf } from './event-range.ts'
import { boundariesOf, toEvent, toOpenEvent } from './events.ts'

const selectionOf = (query: EventListInput, surface: Surface, timezone: string, now: Instant): EventSelection => ({
  ...rangeOf(query, timezone, now),
  audience: surface === 'open' ? 'open' : 'members',
  status: query.status,
  tag: query.tag,
  q: query.q,
  updatedSince: query.updatedSince,
})

/** Whether the range means the same wherever the calendar is. */
const needsNoZone = ({ from, to }: EventListInput) => [from, to].every((text) => text === undefined || hasOffset(text))

/** The list of a calendar that the path names, at the moment that it is read for. */
export const aheadOfEventList = ({ name, surface, query }: Asked<unknown, EventListInput>, deps: Deps) => {
  if (name.by !== 'calendarSlug' || !needsNoZone(query)) return null
  const now = deps.clock()
  const selection = selectionOf(query, surface, 'UTC', now)
  const { statements, found } = eventListRead(deps.db, calendarNamed(name.slug), selection, query, now)
  return { statements, found: (results: never) => ({ list: found(results), now }) }
}

type Ahead = { list: Awaited<ReturnType<typeof list>>; now: Instant }

export const listEvents = async (call: Call<unknown, EventListInput, unknown, 'calendar', Ahead>, deps: Deps) => {
  const { calendar, query, surface, ahead } = call
  const now = ahead?.now ?? deps.clock()
  const { views, total, nextEndAt } =
    ahead?.list ?? (await list(deps.db, calendar, selectionOf(query, surface, calendar.timezone, now), query, now))
  const form = surface === 'open' ? toOpenEvent : toEvent
  const page = pageOfItems(
    query,
    views.map((view) => form({ ...view, calendarSlug: calendar.slug }, deps.config, now)),
    total,
  )
  const changesAt = [...(nextEndAt === null ? [] : [nextEndAt]), ...views.flatMap(boundariesOf)]
  return reply(page, { until: Math.min(...changesAt.filter((at) => at > now)) })
}
