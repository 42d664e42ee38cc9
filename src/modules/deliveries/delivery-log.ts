import { webhooksRead, webhooksWrite } from '../../access/demands.ts'
import { inOneBatch, onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { iso, isoOrNull, SECOND_MS } from '../../kernel/time.ts'
import { dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { DeliveryListQuery, WebhookDelivery, type DeliveryOutput } from './deliveries.schema.ts'
import {
  retriedAt,
  deliveriesOf,
  deliveryOf,
  mayBeRetried,
  retry,
  type AttemptRow,
  type LoggedDelivery,
} from './deliveries.store.ts'

const plan = 'PRO'

const toDelivery = ({ delivery, payload }: LoggedDelivery, attempts: AttemptRow[]): DeliveryOutput => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventType: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts,
  responseCode: delivery.responseCode,
  /** `pending` deliveries have a `nextAttemptAt` too, but for them it is the first attempt, not a retry. */
  nextRetryAt: delivery.status === 'retrying' ? isoOrNull(delivery.nextAttemptAt) : null,
  payload: JSON.parse(payload) as DeliveryOutput['payload'],
  attemptLog: attempts.map(({ at, responseCode, durationMs, error, responseBody }) => ({
    at: iso(at),
    responseCode,
    durationMs,
    error,
    responseBody,
  })),
  createdAt: iso(delivery.createdAt),
  completedAt: isoOrNull(delivery.completedAt),
})

export const requireDelivery = async (calendarId: string, id: string, deps: Deps) => {
  const { found, attempts } = await inOneBatch(deps.db, deliveryOf(calendarId, id))
  if (found[0] === undefined) throw notFound()
  return toDelivery(found[0], attempts)
}

export const listDeliveries = operation({
  id: 'deliveries.list',
  summary: 'List webhook deliveries',
  description: 'Newest first.',
  subject: 'calendar',
  access: webhooksRead,
  routes: [v1('GET /webhook-deliveries'), dashboard('GET /calendars/:slug/webhook-deliveries', { plan })],
  query: DeliveryListQuery,
  answer: pageOf(WebhookDelivery),
  async run({ calendar, query: { page, limit, ...filter } }, { db }) {
    const found = await inOneBatch(db, deliveriesOf({ calendarId: calendar.id, ...filter }, { page, limit }))
    const logs = Map.groupBy(found.attempts, ({ deliveryId }) => deliveryId)
    return pageOfItems(
      { page, limit },
      found.deliveries.map((logged) => toDelivery(logged, logs.get(logged.delivery.id) ?? [])),
      onlyRow(found.counted).total,
    )
  },
})

export const readDelivery = operation({
  id: 'deliveries.read',
  summary: 'Get a webhook delivery',
  description: 'Includes all attempts.',
  subject: 'calendar',
  access: webhooksRead,
  routes: [v1('GET /webhook-deliveries/:id'), dashboard('GET /calendars/:slug/webhook-deliveries/:id', { plan })],
  answer: one(WebhookDelivery),
  run: ({ calendar, params }, deps) => requireDelivery(calendar.id, params.id, deps),
})

/** Minimum time between two manual retries. */
const REST_MS = 10 * SECOND_MS

export const retryDelivery = operation({
  id: 'deliveries.retry',
  summary: 'Retry a webhook delivery',
  description:
    'Sends a failed delivery again, in a single attempt, to the webhook’s current URL, with the same id and body and a new signature. Fails with 409 within 10 seconds of the last manual retry.',
  subject: 'calendar',
  access: webhooksWrite,
  routes: [
    v1('POST /webhook-deliveries/:id/retry'),
    dashboard('POST /calendars/:slug/webhook-deliveries/:id/retry', { plan }),
  ],
  answer: one(WebhookDelivery),
  refusals: ['delivery_erased', 'delivery_not_failed', 'delivery_just_retried', 'webhook_inactive'],
  recover: (effectId, { calendar }, deps) => requireDelivery(calendar.id, effectId, deps),
  async run({ calendar, params: { id } }, deps) {
    const now = deps.clock()
    const { verdict, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: retry({ calendarId: calendar.id, id, now, restedSince: now - REST_MS }),
      effectId: retriedAt(id, now),
    })
    const [judged] = verdict
    if (judged === undefined) throw notFound()
    const refused = mayBeRetried.refusal(judged)
    if (refused?.code === 'delivery_just_retried') {
      const retryAfterSeconds = ((judged.retriedAt ?? now) + REST_MS - now) / SECOND_MS
      return refusal('delivery_just_retried', { retryAfterSeconds })
    }
    if (refused !== null) return refused
    deps.tell({ deliveries: [onlyRow(made).id] })
    return requireDelivery(calendar.id, id, deps)
  },
})
