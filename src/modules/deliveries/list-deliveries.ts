import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { DeliveryListQuery } from './deliveries.schema.ts'
import { listDeliveries as list, type AttemptRow } from './deliveries.store.ts'
import { toDelivery } from './deliveries.ts'

export const listDeliveries = async (
  { calendar, query }: Call<unknown, Parsed<typeof DeliveryListQuery>, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { page, limit, ...filter } = query
  const { rows, attempts, total } = await list(deps.db, { calendarId: calendar.id, ...filter }, { page, limit })
  const logs = Map.groupBy(attempts, ({ deliveryId }: AttemptRow) => deliveryId)
  return pageOfItems(
    { page, limit },
    rows.map((delivery) => toDelivery(delivery, logs.get(delivery.id) ?? [])),
    total,
  )
}
