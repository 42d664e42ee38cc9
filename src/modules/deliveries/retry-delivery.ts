import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { DeliveryParams } from './deliveries.schema.ts'
import { findDelivery, isWebhookActive, reviveDelivery } from './deliveries.store.ts'
import { requireDelivery } from './read-delivery.ts'

/** Between two retries by hand. */
const REST_MS = 10 * SECOND_MS

type OnDelivery = Call<Parsed<typeof DeliveryParams>, unknown, unknown, 'calendar'>

const whyNot = async (calendarId: string, id: string, now: number, deps: Deps) => {
  const found = await findDelivery(deps.db, calendarId, id)
  if (found === null) return notFound()
  const { status, webhookId, retriedAt } = found.delivery
  if (status !== 'failed')
    return refusal('delivery_not_failed', { says: `Only a failed delivery can be retried; this one is ${status}.` })
  if (!(await isWebhookActive(deps.db, webhookId))) {
    return refusal('webhook_inactive', { says: 'The webhook of this delivery is switched off or deleted.' })
  }
  const retryAfterSeconds = ((retriedAt ?? now) + REST_MS - now) / SECOND_MS
  return refusal('delivery_just_retried', { retryAfterSeconds })
}

export const retryDelivery = async ({ calendar, params }: OnDelivery, deps: Deps) => {
  const now = deps.clock()
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [reviveDelivery(deps.db, calendar.id, params.id, now, REST_MS)],
    effectId: params.id,
  })
  if (rows.length === 0) throw await whyNot(calendar.id, params.id, now, deps)
  deps.tell({ deliveries: [params.id] })
  return requireDelivery(calendar.id, params.id, deps)
}

export const recoverRetry = (effectId: string, { calendar }: OnDelivery, deps: Deps) =>
  requireDelivery(calendar.id, effectId, deps)
