import { iso, isoOrNull } from '../../kernel/time.ts'
import type { DeliveryOutput } from './deliveries.schema.ts'
import type { AttemptRow, LoggedDelivery } from './deliveries.store.ts'

/** A waiting delivery has a next attempt; only one that was tried before has a next *re*try. */
const nextRetryAtOf = ({ status, nextAttemptAt }: LoggedDelivery) =>
  status === 'retrying' ? isoOrNull(nextAttemptAt) : null

export const toDelivery = (delivery: LoggedDelivery, attempts: AttemptRow[]): DeliveryOutput => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventType: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts,
  responseCode: delivery.responseCode,
  nextRetryAt: nextRetryAtOf(delivery),
  payload: JSON.parse(delivery.payload) as DeliveryOutput['payload'],
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
