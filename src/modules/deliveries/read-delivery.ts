import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { DeliveryParams } from './deliveries.schema.ts'
import { findDelivery } from './deliveries.store.ts'
import { toDelivery } from './deliveries.ts'

export const requireDelivery = async (calendarId: string, id: string, deps: Deps) => {
  const found = await findDelivery(deps.db, calendarId, id)
  if (found === null) throw notFound()
  return toDelivery(found.delivery, found.attempts)
}

export const readDelivery = (
  { calendar, params }: Call<Parsed<typeof DeliveryParams>, unknown, unknown, 'calendar'>,
  deps: Deps,
) => requireDelivery(calendar.id, params.id, deps)
