import { dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { DeliveryListQuery, DeliveryParams, WebhookDelivery } from './deliveries.schema.ts'
import { listDeliveries } from './list-deliveries.ts'
import { readDelivery } from './read-delivery.ts'
import { recoverRetry, retryDelivery } from './retry-delivery.ts'

const who = { subject: 'calendar', role: 'OWNER' } as const

export const deliveryOperations = [
  operation({
    id: 'deliveries.list',
    summary: 'List the webhook deliveries of a calendar, newest first',
    ...who,
    scope: 'webhooks:read',
    routes: [
      v1('GET /webhook-deliveries', { badge: 'preview' }),
      dashboard('GET /calendars/:slug/webhook-deliveries', { plan: 'PRO' }),
    ],
    query: DeliveryListQuery,
    answer: pageOf(WebhookDelivery),
    run: listDeliveries,
  }),
  operation({
    id: 'deliveries.read',
    summary: 'Read a webhook delivery with all its attempts',
    ...who,
    scope: 'webhooks:read',
    routes: [
      v1('GET /webhook-deliveries/:id', { badge: 'preview' }),
      dashboard('GET /calendars/:slug/webhook-deliveries/:id', { plan: 'PRO' }),
    ],
    params: DeliveryParams,
    answer: one(WebhookDelivery),
    run: readDelivery,
  }),
  operation({
    id: 'deliveries.retry',
    summary: 'Send a failed webhook delivery once more',
    description: 'With the same id and the same body, signed anew, to where the webhook points now.',
    ...who,
    scope: 'webhooks:write',
    routes: [
      v1('POST /webhook-deliveries/:id/retry', { badge: 'preview' }),
      dashboard('POST /calendars/:slug/webhook-deliveries/:id/retry', { plan: 'PRO' }),
    ],
    params: DeliveryParams,
    answer: one(WebhookDelivery),
    refusals: ['delivery_not_failed', 'delivery_just_retried', 'webhook_inactive'],
    recover: recoverRetry,
    run: retryDelivery,
  }),
]
