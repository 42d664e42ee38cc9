import { webhooksWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { onlyRow } from '../../db/statement.ts'
import type { WebhookRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { DEFAULT_WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../kernel/vocabulary.ts'
import { one, operation, v1 } from '../../operation/operation.ts'
import { claimPolled, findPolled, recordOutcome, signDelivery } from '../deliveries/index.ts'
import { recoverSecret, shownWithSecret } from './manage-webhooks.ts'
import { deleteUnpolled, extendPolled, insertPolled } from './poll.store.ts'
import { NewPolledWebhook, Poll, PolledDeliveries, WebhookWithSecret, type PollResult } from './webhooks.schema.ts'
import { findWebhook, insertWebhook, mayCreateWebhook } from './webhooks.store.ts'
import { newSecret, typesFor, webhookScopeOf } from './webhooks.ts'

/** Shown as the URL of a webhook that has none. */
const POLLED_URL = 'polled:deliveries'

/** Returns the default types that the key may read, so that a key for one kind of object can listen without naming types. */
const readableDefaults = (allowed: readonly WebhookEventType[] | null) => {
  const readable = DEFAULT_WEBHOOK_EVENT_TYPES.filter((type) => allowed?.includes(type) ?? true)
  if (readable.length === 0) throw invalid('events', 'is required, because this key may read none of the default types')
  return readable
}

export const createPolledWebhook = operation({
  id: 'webhooks.createPolled',
  summary: 'Create a webhook to poll',
  description:
    'Creates a webhook for a program without a public URL, such as one on a developer’s machine. The service sends it nothing. Instead, the program polls for deliveries with `POST /v1/webhooks/:id/poll`. The service deletes the webhook an hour after the last poll. Only this response contains the secret.',
  subject: 'calendar',
  access: webhooksWrite,
  routes: [v1('POST /webhooks/polled')],
  body: NewPolledWebhook,
  answer: one(WebhookWithSecret),
  revised: true,
  status: 201,
  refusals: ['webhook_limit_reached', 'scope_missing', 'role_insufficient'],
  recover: recoverSecret,
  async run(call, deps) {
    const { calendar, body, actor } = call
    const plainSecret = newSecret()
    const now = deps.clock()
    const allowed = typesFor(actor)
    const scope = webhookScopeOf(call)
    const webhook = {
      ...scope,
      id: deps.newId('whk'),
      managedByKeys: scope.byKey !== null,
      form: 'target' as const,
      url: POLLED_URL,
      events: body.events ?? readableDefaults(allowed),
      secretCipher: await deps.vault.seal(plainSecret),
      createdAt: now,
    }
    const { judged, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { ...insertWebhook(webhook, allowed), polled: insertPolled(webhook.id, now) },
      effectId: rowIn('webhooks', webhook.id),
    })
    return mayCreateWebhook.refusal(judged[0]) ?? shownWithSecret(onlyRow(made), plainSecret)
  },
})

const outcomeOf = ({ responseCode, error }: PollResult) =>
  responseCode === null
    ? ({ kind: 'unanswered', error: error ?? 'no response' } as const)
    : ({ kind: 'answered', status: responseCode, error: null, body: '', retryAfter: null, mediaType: null } as const)

/** Records the results of earlier polls. A claim that has expired is ignored: another poll has the delivery. */
const recordResults = async (webhook: WebhookRow, results: readonly PollResult[], deps: Deps) => {
  if (results.length === 0) return
  for (const claimed of await findPolled(deps.db, webhook, results)) {
    const result = results.find(({ id }) => id === claimed.id)
    if (result === undefined) continue
    await recordOutcome(claimed, outcomeOf(result), deps.clock() - result.durationMs, deps)
  }
}

export const pollWebhook = operation({
  id: 'webhooks.poll',
  summary: 'Poll deliveries of a webhook',
  description:
    'Records the results of the last poll’s deliveries, and returns up to 20 due deliveries, oldest first, with the exact body and signed headers of a request. If a delivery has no result by `leaseUntil`, the next poll returns it again. A delivery that fails is due again after 1, 5 and 30 minutes.',
  subject: 'calendar',
  access: webhooksWrite,
  routes: [v1('POST /webhooks/:id/poll')],
  body: Poll,
  answer: one(PolledDeliveries),
  async run(call, deps) {
    const webhook = await findWebhook(deps.db, webhookScopeOf(call), call.params.id)
    const now = deps.clock()
    const expiresAt = webhook === null ? null : await extendPolled(deps.db, webhook.id, now)
    if (webhook === null || expiresAt === null) throw notFound()
    await recordResults(webhook, call.body.results ?? [], deps)
    const claimed = webhook.isActive ? await claimPolled(deps.db, webhook, now) : []
    const deliveries = await Promise.all(
      claimed.map(async (delivery) => ({
        id: delivery.id,
        type: delivery.eventType,
        leaseUntil: iso(delivery.leaseUntil ?? now),
        headers: await signDelivery(delivery, now, deps),
        body: delivery.body,
      })),
    )
    return { expiresAt: iso(expiresAt), isActive: webhook.isActive, deliveries }
  },
})

export const deleteUnpolledWebhooks = ({ db, clock }: Deps) => deleteUnpolled(db, clock())
