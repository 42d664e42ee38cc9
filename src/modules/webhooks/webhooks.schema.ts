import * as z from 'zod'
import { type SchemaInput, type SchemaOutput, lazy } from '../../kernel/lazy.ts'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_FORMS } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput } from '../../kernel/wire.ts'

const EventType = lazy(() => z.enum(WEBHOOK_EVENT_TYPES))

export const Webhook = lazy(() =>
  z
    .object({
      id: z.string(),
      url: z.string().meta({ format: 'uri' }),
      events: z.array(EventType()),
      isActive: z.boolean(),
      form: z.enum(WEBHOOK_FORMS),
      eventId: z
        .string()
        .nullable()
        .describe('Event the webhook belongs to. Null if it covers all events of the calendar.'),
      consecutiveFailures: z.int(),
      disabledReason: z.string().nullable(),
      managedByKeys: z.boolean().describe('Whether API keys of the calendar can read and change the webhook.'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'Webhook' }),
)
export type WebhookOutput = SchemaInput<typeof Webhook>

/** The response to creation and rotation. Only these two responses contain the secret. */
export const WebhookWithSecret = lazy(() =>
  Webhook().extend({ plainSecret: z.string() }).meta({ id: 'WebhookWithSecret' }),
)

/** Query parameters for calendar webhooks only. `withEvents` adds the webhooks of the calendar's events. */
export const WebhookListQuery = lazy(() =>
  z.object({
    withEvents: z
      .stringbool()
      .optional()
      .describe('Whether to include webhooks of individual events of the calendar. Default: false.'),
  }),
)

/**
 * The schema checks only the length. Which URLs are allowed depends on the configuration, so `refuseReceiverUrl`
 * decides it.
 */
const Url = lazy(() => z.string().min(1, 'must not be empty').max(2_000).meta({ format: 'uri' }))
const Events = lazy(() =>
  z
    .array(EventType())
    .min(1, 'must contain at least one event type')
    .max(100)
    .transform((types) => [...new Set(types)]),
)
const Secret = lazy(() => z.string().min(16).max(256))

export const NewWebhook = lazy(() => z.object({ url: Url(), events: Events().optional(), secret: Secret().optional() }))
export const WebhookChanges = lazy(() =>
  z
    .object({
      url: Url(),
      events: Events(),
      isActive: z.boolean(),
      secret: z
        .never('can only be changed with POST …/rotate-secret')
        .describe('Not accepted. Rotate the secret instead.'),
    })
    .partial(),
)
/** Fields that only an owner may send. */
const byOwner = lazy(() => ({ managedByKeys: z.boolean().optional() }))
export const NewWebhookByOwner = lazy(() => NewWebhook().extend(byOwner()))
export const WebhookChangesByOwner = lazy(() => WebhookChanges().extend(byOwner()))
export const NewSecret = lazy(() => z.object({ secret: Secret().optional() }))

export const NewPolledWebhook = lazy(() =>
  z.object({
    events: Events().optional().describe('Without it, the default types that the key may read.'),
  }),
)

const Result = lazy(() =>
  z
    .object({
      id: z.string().max(100),
      leaseUntil: InstantInput().describe('`leaseUntil` of the delivery, which says which poll took it.'),
      responseCode: z
        .int()
        .min(100)
        .max(599)
        .nullable()
        .describe('Response status of the local server. Null if there was no response.'),
      error: z.string().max(500).nullish().describe('Reason for the missing response.'),
      durationMs: z.int().min(0).max(60_000),
    })
    .meta({ id: 'PollResult' }),
)
export type PollResult = SchemaOutput<typeof Result>

export const Poll = lazy(() => z.object({ results: z.array(Result()).max(100).optional() }))

export const PolledDeliveries = lazy(() =>
  z
    .object({
      expiresAt: InstantOutput().describe('When the service deletes the webhook unless it is polled again.'),
      isActive: z.boolean().describe('Whether the webhook still receives deliveries.'),
      deliveries: z.array(
        z
          .object({
            id: z.string(),
            type: EventType(),
            leaseUntil: InstantOutput().describe('Time until which no other poll takes the delivery.'),
            headers: z.record(z.string(), z.string()).describe('Headers of the request, signatures included.'),
            body: z.string().describe('Body of the request, byte for byte as it is signed.'),
          })
          .meta({ id: 'PolledDelivery' }),
      ),
    })
    .meta({ id: 'PolledDeliveries' }),
)
