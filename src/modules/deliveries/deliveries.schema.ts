import * as z from 'zod'
import { type SchemaInput, lazy } from '../../kernel/lazy.ts'
import { DELIVERY_STATUSES, WEBHOOK_EVENT_TYPES } from '../../kernel/vocabulary.ts'
import { InstantOutput, PageQuery } from '../../kernel/wire.ts'

const EventType = lazy(() => z.enum(WEBHOOK_EVENT_TYPES))
const Status = lazy(() => z.enum(DELIVERY_STATUSES))

const WebhookPayload = lazy(() =>
  z
    .object({
      id: z.string(),
      type: EventType(),
      createdAt: InstantOutput(),
      seq: z.int().optional(),
      calendarSlug: z.string().optional(),
      data: z.record(z.string(), z.unknown()),
    })
    .meta({ id: 'WebhookPayload' }),
)

const DeliveryAttempt = lazy(() =>
  z
    .object({
      at: InstantOutput(),
      responseCode: z.int().nullable(),
      durationMs: z.int(),
      error: z.string().nullable(),
      responseBody: z.string().nullable(),
    })
    .meta({ id: 'WebhookDeliveryAttempt' }),
)

export const WebhookDelivery = lazy(() =>
  z
    .object({
      id: z.string(),
      webhookId: z.string(),
      eventType: EventType(),
      status: Status(),
      attempts: z.int(),
      responseCode: z.int().nullable(),
      nextRetryAt: InstantOutput().nullable(),
      payload: WebhookPayload(),
      attemptLog: z.array(DeliveryAttempt()),
      createdAt: InstantOutput(),
      completedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'WebhookDelivery' }),
)
export type DeliveryOutput = SchemaInput<typeof WebhookDelivery>

export const DeliveryListQuery = lazy(() =>
  PageQuery().extend({
    webhookId: z.string().optional(),
    status: Status().optional(),
    eventType: EventType().optional(),
  }),
)
