import { isProgram, type Actor } from '../../access/actor.ts'
import { owner, webhooksRead, webhooksWrite } from '../../access/demands.ts'
import { inOneBatch, onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { iso, isoOrNull, SECOND_MS } from '../../kernel/time.ts'
import type { Scope } from '../../kernel/vocabulary.ts'
import { dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { DeliveryListQuery, WebhookDelivery, type DeliveryOutput } from './deliveries.schema.ts'
import {
  retriedAt,
  deliveriesOf,
  attemptNow,
  deliveryOf,
  mayBeRetried,
  retry,
  type AttemptRow,
  type LoggedDelivery,
} from './deliveries.store.ts'

const plan = 'PRO'

/** Scope for the data of a delivery, by the part of its type before the dot. Other types only describe the event. */
const SCOPE_OF_DATA: Readonly<Record<string, Scope>> = {
  guest: 'guests:read',
  checkin: 'guests:read',
  checkpoint: 'guests:read',
  order: 'billing:read',
  refund: 'billing:read',
  dispute: 'billing:read',
  document: 'billing:read',
}
const EVENT_FIELDS = ['eventId', 'eventSlug', 'eventTitle']

type Payload = DeliveryOutput['payload']

/**
 * Returns whether the caller may see the whole delivery. Sessions are those of owners. A test contains sample data.
 */
const maySeeData = (actor: Actor, { type, data }: Payload) => {
  const scope = SCOPE_OF_DATA[type.split('.')[0] ?? '']
  return !isProgram(actor) || scope === undefined || actor.scopes.includes(scope) || data['test'] === true
}

const withoutData = (payload: Payload): Payload => ({
  ...payload,
  data: Object.fromEntries(Object.entries(payload.data).filter(([name]) => EVENT_FIELDS.includes(name))),
})

const toDelivery = (actor: Actor, { delivery, payload: text }: LoggedDelivery, attempts: AttemptRow[]) => {
  const payload = JSON.parse(text) as Payload
  const isWhole = maySeeData(actor, payload)
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    eventType: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    responseCode: delivery.responseCode,
    /** `pending` deliveries have a `nextAttemptAt` too, but for them it is the first attempt, not a retry. */
    nextRetryAt: delivery.status === 'retrying' ? isoOrNull(delivery.nextAttemptAt) : null,
    payload: isWhole ? payload : withoutData(payload),
    attemptLog: attempts.map(({ at, responseCode, durationMs, error, responseBody }) => ({
      at: iso(at),
      responseCode,
      durationMs,
      error,
      // The receiver may have echoed the data.
      responseBody: isWhole ? responseBody : null,
    })),
    createdAt: iso(delivery.createdAt),
    completedAt: isoOrNull(delivery.completedAt),
  } satisfies DeliveryOutput
}

interface Reader {
  actor: Actor
  calendar: { id: string }
}

export const requireDelivery = async ({ actor, calendar }: Reader, id: string, deps: Deps) => {
  const { found, attempts } = await inOneBatch(deps.db, deliveryOf(calendar.id, id))
  if (found[0] === undefined) throw notFound()
  return toDelivery(actor, found[0], attempts)
}

export const listDeliveries = operation({
  id: 'deliveries.list',
  summary: 'List webhook deliveries',
  description:
    'Newest first. For an API key without `guests:read`, `payload.data` of deliveries about guests and check-ins has only the fields of the event, and `responseBody` is null. The same applies to orders, refunds, disputes and documents without `billing:read`.',
  subject: 'calendar',
  access: webhooksRead,
  routes: [v1('GET /webhook-deliveries'), dashboard('GET /calendars/:slug/webhook-deliveries', { plan })],
  query: DeliveryListQuery,
  answer: pageOf(WebhookDelivery),
  async run({ calendar, actor, query: { page, limit, ...filter } }, { db }) {
    const found = await inOneBatch(db, deliveriesOf({ calendarId: calendar.id, ...filter }, { page, limit }))
    const logs = Map.groupBy(found.attempts, ({ deliveryId }) => deliveryId)
    return pageOfItems(
      { page, limit },
      found.deliveries.map((logged) => toDelivery(actor, logged, logs.get(logged.delivery.id) ?? [])),
      onlyRow(found.counted).total,
    )
  },
})

export const readDelivery = operation({
  id: 'deliveries.read',
  summary: 'Get a webhook delivery',
  description:
    'Includes all attempts. An API key without `guests:read` gets no data of guests, and without `billing:read` none of orders.',
  subject: 'calendar',
  access: webhooksRead,
  routes: [v1('GET /webhook-deliveries/:id'), dashboard('GET /calendars/:slug/webhook-deliveries/:id', { plan })],
  answer: one(WebhookDelivery),
  run: (call, deps) => requireDelivery(call, call.params.id, deps),
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
  recover: (effectId, call, deps) => requireDelivery(call, effectId, deps),
  async run({ calendar, actor, params: { id } }, deps) {
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
    return requireDelivery({ calendar, actor }, id, deps)
  },
})

export const sendDeliveryNow = operation({
  id: 'deliveries.sendNow',
  summary: 'Send a waiting webhook delivery now',
  description:
    'Makes the next automatic attempt of a `retrying` delivery now instead of at `nextRetryAt`. If it fails, later attempts keep their delays. Fails with 409 for any other status, and if the webhook is inactive or deleted.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/webhook-deliveries/:id/send-now', { plan })],
  answer: one(WebhookDelivery),
  refusals: ['invalid_transition'],
  async run({ calendar, actor, params: { id } }, deps) {
    const { made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { made: attemptNow({ calendarId: calendar.id, id, now: deps.clock() }) },
    })
    const delivery = await requireDelivery({ calendar, actor }, id, deps)
    if (made.length === 0) return refusal('invalid_transition')
    deps.tell({ deliveries: [id] })
    return delivery
  },
})
