import * as z from 'zod'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../src/kernel/vocabulary.ts'
import { InstantOutput } from '../../src/kernel/wire.ts'
import { eventData } from '../../src/kernel/webhook-data.ts'
import type { SchemaBook } from './schema-book.ts'

const EMITTED_WHEN: Record<WebhookEventType, string> = {
  'guest.registered': 'A guest registers or is added: confirmed, pending or waitlisted.',
  'checkin.created': 'A guest is checked in at the entrance.',
  'checkpoint.scanned':
    'A guest passes a checkpoint, or leaves by the main door and returns. Only for webhooks that name it.',
  'event.updated': 'Title, date, place or other data of a published event change.',
  'event.cancelled': 'The organiser cancels an event.',
  'announcement.sent': 'An announcement is sent by e-mail.',
  'reminder.sent': 'A reminder is sent by e-mail, by plan or by hand.',
  'guest.updated': 'The status of a guest changes, or their name or address. Only for webhooks that name it.',
  'checkin.undone': 'A check-in is taken back. Only for webhooks that name it.',
  'order.updated': 'The status of an order changes, or what is refunded of it. Only for webhooks that name it.',
  'event.created': 'An event comes to be, a draft too. Only for webhooks that name it.',
  'event.published': 'An event is published. Only for webhooks that name it.',
}

const CURRENT_HEADERS = {
  'X-Svc-Webhook-Event': 'The type of the event.',
  'X-Svc-Webhook-Timestamp': 'Unix time of the attempt, in seconds.',
  'X-Svc-Webhook-Signature':
    '`t=<timestamp>,v1=<hex>`: HMAC-SHA256 of `<timestamp>.<raw body>`. For 24 hours after a rotation there is a second `v1`, of the old secret.',
}

const TARGET_HEADERS = {
  'X-Svc-Event': 'The type of the event.',
  'X-Svc-Delivery-Id': 'The id of the delivery, the same on every attempt: ignore what you have seen.',
  'X-Svc-Signature': '`sha256=<hex>`: HMAC-SHA256 of the raw body.',
  'webhook-id': 'The id of the delivery, as Standard Webhooks names it.',
  'webhook-timestamp': 'Unix time of the attempt, in seconds.',
  'webhook-signature': 'The signature of Standard Webhooks, one for each secret that holds.',
}

const headersOf = (headers: Record<string, string>, form: string) =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description: `${form}: ${description}`,
    schema: { type: 'string' },
  }))

const payloadOf = (type: WebhookEventType) =>
  z.object({
    id: z.string().meta({ examples: ['del_7hQ2mX0bTz4Kc9VdLw1RsY'] }),
    type: z.literal(type),
    createdAt: InstantOutput(),
    seq: z.int().optional().meta({
      description: 'The `seq` of what this tells of in the feed of changes: drop what is older than what you have.',
    }),
    calendarSlug: z.string().optional().meta({ description: 'Only from webhooks of a calendar.' }),
    data: eventData[type](),
  })

/** What receivers get, in both forms: the other half of the contract. */
export const describeWebhooks = (book: SchemaBook) =>
  Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => {
      const schema = book.add(payloadOf(type), 'output')
      const post = {
        operationId: `receive.${type}`,
        summary: EMITTED_WHEN[type],
        // The signature stands in for a credential.
        security: [],
        description:
          'Answer with any 2xx within 10 seconds. 408, 429, 5xx and no answer are retried after 1, 5 and 30 minutes; 410 switches the webhook off.',
        parameters: [
          ...headersOf(CURRENT_HEADERS, 'Webhooks of one event'),
          ...headersOf(TARGET_HEADERS, 'Webhooks of a calendar'),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: book.examples.webhooks[type] } },
        },
        responses: { '2XX': { description: 'Received; it is not sent again.' } },
      }
      return [type, { post }]
    }),
  )
