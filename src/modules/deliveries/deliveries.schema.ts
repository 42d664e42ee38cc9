import * as z from 'zod'
import { DELIVERY_STATUSES, WEBHOOK_EVENT_TYPES } from '../../kernel/vocabulary.ts'
import { InstantOutput, PageQuery } from '../../kernel/wire.ts'

const EventType = z.enum(WEBHOOK_EVENT_TYPES)
const Status = z.enum(DELIVERY_STATUSES)

const WebhookPayload = z
  .object({
    id: z.string(),
    type: EventType,
    createdAt: InstantOutput,
    calendarSlug: z.string().optional(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookPayload' })

const DeliveryAttempt = z
  .object({
    at: InstantOutput,
    responseCode: z.int().nullable(),
    durationMs: z.int(),
    error: z.string().nullable(),
    responseBody: z.string().nullable(),
  })
  .meta({ id: 'WebhookDeliveryAttempt' })

export const WebhookDelivery = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    eventType: EventType,
    status: Status,
    attempts: z.int(),
    responseCode: z.int().nullable(),
    nextRetryAt: InstantOutput.nullable(),
    payload: WebhookPayload,
    attemptLog: z.array(DeliveryAttempt),
    createdAt: InstantOutput,
    completedAt: InstantOutput.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type DeliveryOutput = z.input<typeof WebhookDelivery>

export const DeliveryParams = z.object({ id: z.string() })

export const DeliveryListQuery = PageQuery.extend({
  webhookId: z.string().optional(),
  status: Status.optional(),
  eventType: EventType.optional(),
})
