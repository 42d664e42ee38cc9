import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { deliveries, deliveryAttempts, webhooks } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { bodyInSql } from './body.store.ts'
import { cancelWaiting } from './deliveries.store.ts'
import type { NextStep } from './next-step.ts'

const isWaiting = inArray(deliveries.status, ['pending', 'retrying'])
const isFree = (now: Instant) => or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now))
const hasActiveWebhook = sql`exists (
  select 1 from ${webhooks} where ${webhooks.id} = ${deliveries.webhookId} and ${webhooks.isActive} = 1)`

type ClaimedRow = Awaited<ReturnType<typeof claimDeliveries>>['rows'][number]

export interface ClaimedDelivery extends ClaimedRow {
  webhook: WebhookRow
}

/**
 * Takes what is due and not at work anywhere else, and writes its body if it has none yet. What no webhook waits
 * for any more is cancelled instead. However many bells ring for a row, one of them gets it.
 */
const claimDeliveries = async (db: Database, ids: string[], now: Instant, leaseUntil: Instant) => {
  const named = inArray(deliveries.id, ids)
  const [, rows, hooks] = await db.batch([
    db
      .update(deliveries)
      .set({ status: 'cancelled', nextAttemptAt: null, completedAt: now })
      .where(and(named, isWaiting, isFree(now), sql`not ${hasActiveWebhook}`)),
    db
      .update(deliveries)
      .set({ leaseUntil, body: bodyInSql })
      .where(and(named, isWaiting, isFree(now), lte(deliveries.nextAttemptAt, now)))
      .returning({
        id: deliveries.id,
        webhookId: deliveries.webhookId,
        eventType: deliveries.eventType,
        body: sql<string>`${deliveries.body}`,
        attempts: deliveries.attempts,
        retriedAt: deliveries.retriedAt,
        leaseUntil: sql<Instant>`${deliveries.leaseUntil}`,
      }),
    db
      .select()
      .from(webhooks)
      .where(inArray(webhooks.id, db.select({ id: deliveries.webhookId }).from(deliveries).where(named))),
  ])
  return { rows, hooks }
}

export const claimDue = async (
  db: Database,
  ids: string[],
  now: Instant,
  leaseUntil: Instant,
): Promise<ClaimedDelivery[]> => {
  const { rows, hooks } = await claimDeliveries(db, ids, now, leaseUntil)
  return rows.flatMap((row) => {
    const webhook = hooks.find(({ id }) => id === row.webhookId)
    return webhook === undefined ? [] : [{ ...row, webhook }]
  })
}

export interface Attempt {
  at: Instant
  endedAt: Instant
  responseCode: number | null
  error: string | null
  responseBody: string | null
}

/**
 * Writes an attempt and what follows from it. Everything is conditional on the lease, which no two claims share,
 * so a worker that was thought dead and a repeated write both change nothing.
 */
export const recordAttempt = async (
  db: Database,
  { id, webhookId, leaseUntil, webhook }: ClaimedDelivery,
  attempt: Attempt,
  step: NextStep,
) => {
  const held = and(eq(deliveries.id, id), eq(deliveries.leaseUntil, leaseUntil))
  const isHeld = sql`exists (select 1 from ${deliveries} where ${held})`
  const isOver = step.status !== 'retrying'
  const disables = step.status === 'failed' && step.disablesWebhook
  const whenWaiting = <Value>(then: Value, otherwise: Value) =>
    sql`case when ${hasActiveWebhook} then ${then} else ${otherwise} end`

  const results = await db.batch([
    db.insert(deliveryAttempts).select(
      db
        .select({
          deliveryId: deliveries.id,
          number: sql<number>`${deliveries.attempts} + 1`.as('number'),
          at: sql<Instant>`${attempt.at}`.as('at'),
          responseCode: sql<number | null>`${attempt.responseCode}`.as('response_code'),
          durationMs: sql<number>`${attempt.endedAt - attempt.at}`.as('duration_ms'),
          error: sql<string | null>`${attempt.error}`.as('error'),
          responseBody: sql<string | null>`${attempt.responseBody}`.as('response_body'),
        })
        .from(deliveries)
        .where(held),
    ),
    db
      .update(webhooks)
      .set({
        consecutiveFailures: step.status === 'succeeded' ? 0 : sql`${webhooks.consecutiveFailures} + 1`,
        // A receiver that is gone says so of the address that was called, not of one set in the meantime.
        ...(disables
          ? {
              isActive: sql`case when ${webhooks.url} = ${webhook.url} then 0 else ${webhooks.isActive} end`,
              disabledReason: sql`case when ${webhooks.url} = ${webhook.url} then 'receiver_gone' else ${webhooks.disabledReason} end`,
            }
          : {}),
      })
      .where(and(eq(webhooks.id, webhookId), isHeld)),
    db
      .update(deliveries)
      .set({
        attempts: sql`${deliveries.attempts} + 1`,
        responseCode: attempt.responseCode,
        leaseUntil: null,
        status: isOver ? step.status : (whenWaiting('retrying', 'cancelled') as never),
        nextAttemptAt: isOver ? null : (whenWaiting(step.nextAttemptAt, null) as never),
        completedAt: isOver ? attempt.endedAt : (whenWaiting(null, attempt.endedAt) as never),
      })
      .where(held)
      .returning({ nextAttemptAt: deliveries.nextAttemptAt }),
    ...(disables ? [cancelWaiting(db, webhookId, attempt.endedAt)] : []),
  ])
  return (results[2] as { nextAttemptAt: Instant | null }[])[0]?.nextAttemptAt ?? null
}

/** What is due before `before`, the longest waiting first, with the moment at which it can be claimed. */
export const listDue = (db: Database, before: Instant, most: number) =>
  db
    .select({
      id: deliveries.id,
      dueAt: sql<Instant>`max(${deliveries.nextAttemptAt}, coalesce(${deliveries.leaseUntil}, 0))`,
    })
    .from(deliveries)
    .where(and(sql`${deliveries.status} in ('pending', 'retrying')`, lte(deliveries.nextAttemptAt, before)))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(most)
