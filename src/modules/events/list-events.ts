import { reply, type Call } from '../../contract/operation.ts'
import type { Deps } from '../../deps.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { EventListInput } from './event-list.schema.ts'
import { listEvents as list } from './event-list.store.ts'
import { rangeOf } from './event-range.ts'
import { boundariesOf, toEvent, toOpenEvent } from './events.ts'

export const listEvents = async (call: Call<unknown, EventListInput, unknown, 'calendar'>, deps: Deps) => {
  const { calendar, query, surface } = call
  const now = deps.clock()
  const isOpen = surface === 'open'
  const selection = {
    ...rangeOf(query, calendar.timezone, now),
    audience: isOpen ? ('open' as const) : ('members' as const),
    status: query.status,
    tag: query.tag,
    q: query.q,
    updatedSince: query.updatedSince,
  }
  const { views, total, nextEndAt } = await list(deps.db, calendar, selection, query, now)
  const form = isOpen ? toOpenEvent : toEvent
  const page = pageOfItems(
    query,
    views.map((view) => form(view, deps.config, now)),
    total,
  )
  const changesAt = [...(nextEndAt === null ? [] : [nextEndAt]), ...views.flatMap(boundariesOf)]
  return reply(page, { until: Math.min(...changesAt.filter((at) => at > now)) })
}
