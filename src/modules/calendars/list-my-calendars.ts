import type { Call } from '../../operation/operation.ts'
import { actorId } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { pageOfItems, type PageRequest } from '../../kernel/page.ts'
import { toCalendar } from './calendars.ts'
import { listCalendarsOf } from './calendars.store.ts'

export const listMyCalendars = async ({ actor, query }: Call<unknown, PageRequest>, deps: Deps) => {
  const { rows, total } = await listCalendarsOf(deps.db, actorId(actor), query)
  return pageOfItems(
    query,
    rows.map(({ calendar }) => toCalendar(calendar, deps.config)),
    total,
  )
}
