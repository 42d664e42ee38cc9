import { webhooksWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { one, operation } from '../../operation/operation.ts'
import { insertDeliveryTo, requireDelivery, WebhookDelivery } from '../deliveries/index.ts'
import { sampleOf } from './sample-data.ts'
import { findWebhook } from './webhooks.store.ts'
import { webhookScopeOf, routeOf, type Form } from './webhooks.ts'

/** Sends a real delivery, which is signed, logged and retried. Only `data.test` marks it as a test. */
export const testWebhook = (form: Form) =>
  operation({
    id: `${form.id}.test`,
    summary: `Test a webhook for ${form.of}`,
    description: 'Sends a sample of the webhook’s first event type with `data.test` set to true.',
    subject: form.subject,
    access: webhooksWrite,
    routes: [routeOf(form, `POST ${form.under}/webhooks/:id/test`)],
    answer: one(WebhookDelivery),
    refusals: ['webhook_inactive'],
    recover: (effectId, call, deps) => requireDelivery(call, effectId, deps),
    async run(call, deps) {
      const { calendar, event, params } = call
      const webhook = await findWebhook(deps.db, webhookScopeOf(call), params.id)
      const eventType = webhook?.events[0]
      if (webhook === null || eventType === undefined) throw notFound()
      const now = deps.clock()
      const delivery = { id: deps.newId('del'), eventType, data: JSON.stringify(sampleOf(eventType, event, now)), now }
      const { made } = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: { made: insertDeliveryTo(webhook.id, delivery) },
        effectId: rowIn('deliveries', delivery.id),
      })
      if (made.length === 0) return refusal('webhook_inactive')
      deps.tell({ deliveries: [delivery.id] })
      return requireDelivery(call, delivery.id, deps)
    },
  })
