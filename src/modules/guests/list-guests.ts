import { planCovers } from '../../access/ranks.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { pageOfItems, type PageRequest } from '../../kernel/page.ts'
import { toGuest } from './guests.ts'
import { listGuests as list, type GuestFilter } from './guests.store.ts'

export const listGuests = async (
  { event, calendar, query }: Call<unknown, PageRequest & GuestFilter, unknown, 'event'>,
  deps: Deps,
) => {
  if (query.q !== undefined && !planCovers(calendar.plan, 'PRO')) {
    throw refusal('plan_insufficient', {
      says: `Searching guests needs the plan PRO; the calendar is on ${calendar.plan}.`,
    })
  }
  const { views, total } = await list(deps.db, event.id, query, query)
  return pageOfItems(query, views.map(toGuest), total)
}
