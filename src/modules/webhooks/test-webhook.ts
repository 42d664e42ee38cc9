import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { insertDeliveryTo, requireDelivery } from '../deliveries/index.ts'
import { sampleOf } from './sample-data.ts'
import type { WebhookParams } from './webhooks.schema.ts'
import { findWebhook } from './webhooks.store.ts'
import { inactive, ownerOf, type OwnedCall } from './webhooks.ts'

/** A real delivery in every respect: signed, logged and retried; only its data says that it is a test. */
export const testWebhook = async (call: OwnedCall<Parsed<typeof WebhookParams>>, deps: Deps) => {
  const { calendar, event, params } = call
  const webhook = await findWebhook(deps.db, ownerOf(call), params.id)
  const eventType = webhook?.events[0]
  if (webhook === null || eventType === undefined) throw notFound()
  const now = deps.clock()
  const delivery = { id: deps.newId('del'), eventType, data: JSON.stringify(sampleOf(eventType, event, now)), now }
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [insertDeliveryTo(deps.db, webhook.id, delivery)],
    effectId: delivery.id,
  })
  if (rows.length === 0) throw inactive()
  deps.tell({ deliveries: [delivery.id] })
  return requireDelivery(calendar.id, delivery.id, deps)
}

export const recoverTest = (effectId: string, { calendar }: OwnedCall, deps: Deps) =>
  requireDelivery(calendar.id, effectId, deps)
