import { reply, type Call, type Surface } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { boundariesOf, toEvent, toOpenEvent, type EventView } from './events.ts'
import { viewOf } from './events.store.ts'

/** The event as the surface shows it, with the revision that an edit can be held against. */
export const answerWith = (view: EventView, { surface }: { surface: Surface }, deps: Deps) => {
  const now = deps.clock()
  if (surface !== 'open') return reply(toEvent(view, deps.config, now), { revision: view.event.revision })
  const until = Math.min(...boundariesOf(view).filter((at) => at > now))
  return reply(toOpenEvent(view, deps.config, now), { until })
}

export const readEvent = async (call: Call<unknown, unknown, unknown, 'eventBySlug'>, deps: Deps) =>
  answerWith(await viewOf(deps.db, call.calendar, call.event), call, deps)
