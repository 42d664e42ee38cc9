import * as z from 'zod'
import { lazy, type Lazy } from '../../src/kernel/lazy.ts'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../src/kernel/vocabulary.ts'
import { InstantOutput } from '../../src/kernel/wire.ts'
import { eventData } from '../../src/kernel/webhook-data.ts'
import type { Operation } from '../../src/operation/operation.ts'
import type { SchemaBook } from './schema-book.ts'
import { pascal } from './schema-names.ts'

const EMITTED_WHEN: Record<WebhookEventType, string> = {
  'guest.registered': 'A guest registers or is added as confirmed, pending or waitlisted.',
  'checkin.created': 'A guest is checked in at the main door.',
  'checkpoint.scanned':
    'A guest is scanned at a checkpoint, or leaves by the main door and returns. Sent only if `events` lists it.',
  'event.updated': 'The title, date, venue or other data of a published event changes.',
  'event.cancelled': 'The organiser cancels an event.',
  'announcement.sent': 'The service sends an announcement by email.',
  'reminder.sent': 'The service sends a reminder by email, automatically or manually.',
  'guest.updated': 'A guest’s status, name or email address changes. Sent only if `events` lists it.',
  'checkin.undone': 'A check-in is undone. Sent only if `events` lists it.',
  'order.updated': 'The status or refunded amount of an order changes. Sent only if `events` lists it.',
  'refund.updated':
    'A refund is created, succeeds or fails, or its bank transfer is made. Sent only if `events` lists it.',
  'dispute.updated':
    'A buyer disputes a payment at their bank, or the dispute is decided. Sent only if `events` lists it.',
  'document.issued': 'An invoice or a credit note gets its number. Sent only if `events` lists it.',
  'event.created': 'An event is created, including drafts. Sent only if `events` lists it.',
  'event.published': 'An event is published. Sent only if `events` lists it.',
  'import.completed':
    'An import of guests or events is completed. It is the only delivery of an import. Sent only if `events` lists it.',
  'archive.completed': 'An archive is ready or has failed. Sent only if `events` lists it.',
}

const SUMMARIES: Record<WebhookEventType, string> = {
  'guest.registered': 'Guest registered',
  'checkin.created': 'Guest checked in',
  'checkpoint.scanned': 'Guest scanned at a checkpoint',
  'event.updated': 'Event updated',
  'event.cancelled': 'Event cancelled',
  'announcement.sent': 'Announcement sent',
  'reminder.sent': 'Reminder sent',
  'guest.updated': 'Guest updated',
  'checkin.undone': 'Check-in undone',
  'order.updated': 'Order updated',
  'refund.updated': 'Refund updated',
  'dispute.updated': 'Dispute updated',
  'document.issued': 'Document issued',
  'event.created': 'Event created',
  'event.published': 'Event published',
  'import.completed': 'Import completed',
  'archive.completed': 'Archive completed',
}

const CURRENT_HEADERS = {
  'X-Svc-Webhook-Event': 'Event type.',
  'X-Svc-Webhook-Timestamp': 'Unix time of the attempt, in seconds.',
  'X-Svc-Webhook-Signature':
    '`t=<timestamp>,v1=<hex>`: HMAC-SHA256 of `<timestamp>.<raw body>`. For 24 hours after a rotation, a second `v1` contains the signature made with the old secret.',
}

const TARGET_HEADERS = {
  'X-Svc-Event': 'Event type.',
  'X-Svc-Delivery-Id': 'Delivery id, the same on every attempt. Use it to ignore duplicates.',
  'X-Svc-Signature': '`sha256=<hex>`: HMAC-SHA256 of the raw body.',
  'webhook-id': 'Delivery id (Standard Webhooks).',
  'webhook-timestamp': 'Unix time of the attempt, in seconds.',
  'webhook-signature': 'Standard Webhooks signature, one value per valid secret.',
}

const RECEIVING =
  'Respond with any 2xx status within 10 seconds. After 408, 429, 5xx or no response, the service retries after 1, 5 and 30 minutes. 410 deactivates the webhook.'

const RECEIVED = {
  '2XX': { description: 'The delivery was received. The service makes no further attempts.' },
  '4XX': {
    description:
      'The delivery failed. The service retries it after 408 and 429. After 410 it also disables the webhook.',
  },
}
const CREATING_WEBHOOKS: readonly string[] = ['calendarWebhooks.create', 'eventWebhooks.create', 'webhooks.create']

const headersOf = (headers: Record<string, string>, form: string) =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description: `${form}: ${description}`,
    schema: { type: 'string' },
  }))

const payloadIn = (type: WebhookEventType) =>
  z.object({
    id: z.string().meta({ examples: ['del_7hQ2mX0bTz4Kc9VdLw1RsY'] }),
    type: z.literal(type),
    createdAt: InstantOutput(),
    seq: z.int().optional().meta({
      description:
        '`seq` of this change in the change feed. Ignore deliveries with a lower `seq` than the last one you processed for the object.',
    }),
    calendarSlug: z.string().optional().meta({ description: 'Calendar slug. Present only in calendar webhooks.' }),
    data: eventData[type]().meta({ id: `${pascal(type)}Data` }),
  })

const PAYLOADS = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [type, lazy(() => payloadIn(type).meta({ id: `${pascal(type)}Payload` }))]),
) as unknown as Record<WebhookEventType, Lazy<z.ZodObject>>
const payloadOf = (type: WebhookEventType) => PAYLOADS[type]

/** Every body that a webhook can receive. */
const AnyPayload = lazy(() => {
  const [first, ...others] = WEBHOOK_EVENT_TYPES.map((type) => payloadOf(type)())
  if (first === undefined) throw new Error('there is no event type')
  return z.discriminatedUnion('type', [first, ...others] as never).meta({ id: 'WebhookBody' })
})

/**
 * Describes the deliveries as a callback of the operations that create webhooks. Some generators drop types that only
 * `webhooks` refers to.
 */
export const callbacksOf = (operation: Operation, book: SchemaBook) => {
  if (!CREATING_WEBHOOKS.includes(operation.id)) return {}
  const post = {
    summary: 'Receive a delivery',
    security: [],
    description: RECEIVING,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: book.add(AnyPayload(), 'output', 'WebhookBody') } },
    },
    responses: RECEIVED,
  }
  const [module = ''] = operation.id.split('.')
  return { callbacks: { [`${module}Delivery`]: { '{$request.body#/url}': { post } } } }
}

/** Describes the deliveries that receivers get, both in the current and in the target form. */
export const describeWebhooks = (book: SchemaBook) =>
  Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => {
      const schema = book.add(payloadOf(type)(), 'output', `${pascal(type)}Payload`)
      const post = {
        operationId: `receive.${type}`,
        summary: SUMMARIES[type],
        // Deliveries need no credential, because they are signed.
        security: [],
        description: `${EMITTED_WHEN[type]} ${RECEIVING}`,
        parameters: [
          ...headersOf(CURRENT_HEADERS, 'Event webhooks'),
          ...headersOf(TARGET_HEADERS, 'Calendar webhooks'),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: book.examples.webhooks[type] } },
        },
        responses: RECEIVED,
        // Keeps generators from adding a method that sends this request to the service.
        'x-internal': true,
      }
      return [type, { post }]
    }),
  )
