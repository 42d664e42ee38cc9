import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { outboxOf } from '../../db/outbox.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { deliveries, deliveryAttempts, webhooks } from '../../db/schema.ts'
import { inOneBatch, rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { bodyInSql, cancelWaiting, hasActiveWebhook } from './deliveries.store.ts'
import type { NextStep } from './next-step.ts'

export const deliveryOutbox = outboxOf({
  queue: 'deliveries',
  table: deliveries,
  waiting: ['pending', 'retrying'],
  dueAt: deliveries.nextAttemptAt,
  calendarId: deliveries.calendarId,
})

/** Programs take these deliveries themselves (`claimPolled`), so no worker sends them. */
const isPolled = sql`exists (select 1 from polled_webhooks pw where pw.webhook_id = ${deliveries.webhookId})`

export type ClaimedDelivery = Omit<typeof deliveries.$inferSelect, 'body'> & { body: string; webhook: WebhookRow }

/**
 * Claims the due deliveries and writes a `body` for those that have none. A delivery without an active webhook is set
 * to `cancelled` instead. A delivery of a polled webhook is postponed to the webhook's expiry, so that sweeps don't
 * queue it every minute.
 */
export const claimDeliveries = async (db: Database, ids: string[], now: Instant): Promise<ClaimedDelivery[]> => {
  const { claimed, hooks } = await inOneBatch(db, {
    unwanted: db
      .update(deliveries)
      .set({ status: 'cancelled', nextAttemptAt: null, completedAt: now })
      .where(and(deliveryOutbox.isFree(ids, now), sql`not ${hasActiveWebhook}`)),
    postponed: db
      .update(deliveries)
      .set({
        nextAttemptAt: sql`(select pw.expires_at from polled_webhooks pw where pw.webhook_id = ${deliveries.webhookId})`,
      })
      .where(and(deliveryOutbox.isFree(ids, now), isPolled)),
    claimed: deliveryOutbox.claim(db, ids, now, { body: bodyInSql }, sql`not ${isPolled}`),
    hooks: rowsOf(
      webhooks,
      db
        .select()
        .from(webhooks)
        .where(
          inArray(
            webhooks.id,
            db.select({ id: deliveries.webhookId }).from(deliveries).where(deliveryOutbox.isNamed(ids)),
          ),
        ),
    ),
  })
  return claimed.flatMap(({ body, ...delivery }) => {
    const webhook = hooks.find(({ id }) => id === delivery.webhookId)
    return webhook === undefined || body === null ? [] : [{ ...delivery, body, webhook }]
  })
}

export interface Attempt {
  at: Instant
  endedAt: Instant
  responseCode: number | null
  error: string | null
  responseBody: string | null
}

/** Adds the result of this attempt to the `recoveries` row whose current delivery this is. */
const countedByRecovery = (claimed: ClaimedDelivery, { status }: NextStep) =>
  statement(sql`
    update recoveries set delivery_id = null, sent = sent + 1, succeeded = succeeded + ${Number(status === 'succeeded')},
      failed = failed + ${Number(status === 'failed')}
    where webhook_id = ${claimed.webhookId} and delivery_id = ${claimed.id}
      and exists (select 1 from ${deliveries} where ${deliveryOutbox.isHeld(claimed)})`)

/**
 * Records an attempt and its consequences. Every statement requires the lease (`isHeld`), so neither a worker that was
 * presumed dead nor a repeated write changes anything.
 */
export const recordAttempt = async (db: Database, claimed: ClaimedDelivery, attempt: Attempt, step: NextStep) => {
  const { webhookId, webhook } = claimed
  const isHeld = deliveryOutbox.isHeld(claimed)
  const isOver = step.status !== 'retrying'
  const disables = step.status === 'failed' && step.disablesWebhook
  const whenWanted = <Value>(then: Value, otherwise: Value) =>
    sql`case when ${hasActiveWebhook} and ${deliveries.erasedAt} is null then ${then} else ${otherwise} end`

  const { settled } = await inOneBatch(db, {
    // Runs before a 410 deactivates the webhook, because that sets the recovery to `STOPPED`. A recovery that was
    // stopped during the attempt still counts the attempt.
    counted: claimed.retriedAt === null ? [] : [countedByRecovery(claimed, step)],
    logged: db.insert(deliveryAttempts).select(
      db
        .select({
          deliveryId: deliveries.id,
          number: sql<number>`${deliveries.attempts} + 1`.as('number'),
          at: sql<Instant>`${attempt.at}`.as('at'),
          responseCode: sql<number | null>`${attempt.responseCode}`.as('response_code'),
          durationMs: sql<number>`${attempt.endedAt - attempt.at}`.as('duration_ms'),
          error: sql<string | null>`${attempt.error}`.as('error'),
          // The receiver may echo personal data. If the guest was erased during the attempt, `responseBody` is dropped.
          responseBody: sql<
            string | null
          >`case when ${deliveries.erasedAt} is null then ${attempt.responseBody} end`.as('response_body'),
        })
        .from(deliveries)
        .where(isHeld),
    ),
    judged: db
      .update(webhooks)
      .set({
        consecutiveFailures: step.status === 'succeeded' ? 0 : sql`${webhooks.consecutiveFailures} + 1`,
        // A 410 applies to the URL that was called. If the URL changed during the attempt, the webhook stays active.
        ...(disables
          ? {
              isActive: sql`case when ${webhooks.url} = ${webhook.url} then 0 else ${webhooks.isActive} end`,
              disabledReason: sql`case when ${webhooks.url} = ${webhook.url} then 'receiver_gone' else ${webhooks.disabledReason} end`,
            }
          : {}),
      })
      .where(and(eq(webhooks.id, webhookId), sql`exists (select 1 from ${deliveries} where ${isHeld})`)),
    // If the delivery was cancelled during the attempt, a result of `succeeded` or `failed` is still recorded, but no
    // retry follows.
    settled: deliveryOutbox.settle(db, claimed, {
      attempts: sql`${deliveries.attempts} + 1`,
      responseCode: attempt.responseCode,
      status: isOver ? step.status : whenWanted('retrying', 'cancelled'),
      nextAttemptAt: isOver ? null : whenWanted<Instant | null>(step.nextAttemptAt, null),
      completedAt: isOver ? attempt.endedAt : whenWanted<Instant | null>(null, attempt.endedAt),
    }),
    others: disables ? [cancelWaiting(db, webhookId, attempt.endedAt)] : [],
  })
  return settled[0]?.nextAttemptAt ?? null
}
