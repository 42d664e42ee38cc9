import * as z from 'zod'
import { type SchemaInput, lazy } from '../../kernel/lazy.ts'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_FORMS } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'

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
