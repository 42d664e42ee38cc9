import { webhooksRead, webhooksWrite } from '../../access/demands.ts'
import { dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { DeliveryListQuery, WebhookDelivery } from './deliveries.schema.ts'
import { listDeliveries } from './list-deliveries.ts'
import { readDelivery } from './read-delivery.ts'
import { recoverRetry, retryDelivery } from './retry-delivery.ts'

export const deliveryOperations = [
  operation({
    id: 'deliveries.list',
    summary: 'List the webhook deliveries of a calendar, newest first',
    subject: 'calendar',
    access: webhooksRead,
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
    subject: 'calendar',
    access: webhooksRead,
    routes: [
      v1('GET /webhook-deliveries/:id', { badge: 'preview' }),
      dashboard('GET /calendars/:slug/webhook-deliveries/:id', { plan: 'PRO' }),
    ],
    answer: one(WebhookDelivery),
    run: readDelivery,
  }),
  operation({
    id: 'deliveries.retry',
    summary: 'Send a failed webhook delivery once more',
    description: 'With the same id and the same body, signed anew, to where the webhook points now.',
    subject: 'calendar',
    access: webhooksWrite,
    routes: [
      v1('POST /webhook-deliveries/:id/retry', { badge: 'preview' }),
      dashboard('POST /calendars/:slug/webhook-deliveries/:id/retry', { plan: 'PRO' }),
    ],
    answer: one(WebhookDelivery),
    refusals: ['delivery_not_failed', 'delivery_just_retried', 'webhook_inactive'],
    recover: recoverRetry,
    run: retryDelivery,
  }),
]
