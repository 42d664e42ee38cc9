import { and, asc, desc, eq, exists, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { deliveries, deliveryAttempts, webhooks } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { DELIVERY_STATUSES, WebhookEventType } from '../../kernel/vocabulary.ts'
import { bodyInSql } from './body.store.ts'

/** `payload` is the body as it was written, or as it will be. */
const logged = { ...getTableColumns(deliveries), payload: bodyInSql }

export type AttemptRow = typeof deliveryAttempts.$inferSelect
export type LoggedDelivery = typeof deliveries.$inferSelect & { payload: string }

export interface DeliveryFilter {
  calendarId: string
  webhookId?: string | undefined
  status?: (typeof DELIVERY_STATUSES)[number] | undefined
  eventType?: WebhookEventType | undefined
}

const matching = ({ calendarId, webhookId, status, eventType }: DeliveryFilter) =>
  and(
    eq(deliveries.calendarId, calendarId),
    webhookId === undefined ? undefined : eq(deliveries.webhookId, webhookId),
    status === undefined ? undefined : eq(deliveries.status, status),
    eventType === undefined ? undefined : eq(deliveries.eventType, eventType),
  )

export const listDeliveries = async (db: Database, filter: DeliveryFilter, page: PageRequest) => {
  const where = matching(filter)
  const newestFirst = [desc(deliveries.createdAt), desc(deliveries.id)] as const
  const ids = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(where)
    .orderBy(...newestFirst)
    .limit(page.limit)
    .offset(offsetOf(page))
  const [rows, attempts, counts] = await db.batch([
    db
      .select(logged)
      .from(deliveries)
      .where(inArray(deliveries.id, ids))
      .orderBy(...newestFirst),
    db
      .select()
      .from(deliveryAttempts)
      .where(inArray(deliveryAttempts.deliveryId, ids))
      .orderBy(asc(deliveryAttempts.number)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(deliveries)
      .where(where),
  ])
  return { rows, attempts, total: counts[0]?.total ?? 0 }
}

export const findDelivery = async (db: Database, calendarId: string, id: string) => {
  const [rows, attempts] = await db.batch([
    db
      .select(logged)
      .from(deliveries)
      .where(and(eq(deliveries.id, id), eq(deliveries.calendarId, calendarId))),
    db.select().from(deliveryAttempts).where(eq(deliveryAttempts.deliveryId, id)).orderBy(asc(deliveryAttempts.number)),
  ])
  return rows[0] === undefined ? null : { delivery: rows[0], attempts }
}

/** One more attempt of a failed delivery; of many that ask at once the statement lets one through. */
export const reviveDelivery = (db: Database, calendarId: string, id: string, now: Instant, restMs: number) =>
  db
    .update(deliveries)
    .set({ status: 'retrying', nextAttemptAt: now, retriedAt: now, completedAt: null })
    .where(
      and(
        eq(deliveries.id, id),
        eq(deliveries.calendarId, calendarId),
        eq(deliveries.status, 'failed'),
        or(isNull(deliveries.retriedAt), lte(deliveries.retriedAt, now - restMs)),
        exists(
          db
            .select({ one: sql`1` })
            .from(webhooks)
            .where(and(eq(webhooks.id, deliveries.webhookId), eq(webhooks.isActive, true))),
        ),
      ),
    )
    .returning({ id: deliveries.id })

export const isWebhookActive = async (db: Database, webhookId: string) => {
  const [row] = await db.select({ isActive: webhooks.isActive }).from(webhooks).where(eq(webhooks.id, webhookId))
  return row?.isActive ?? false
}

/** Ends what still waits for a webhook that is gone or switched off; call it after that change in the same batch. */
export const cancelWaiting = (db: Database, webhookId: string, now: Instant) =>
  db
    .update(deliveries)
    .set({ status: 'cancelled', nextAttemptAt: null, completedAt: now })
    .where(
      and(
        eq(deliveries.webhookId, webhookId),
        inArray(deliveries.status, ['pending', 'retrying']),
        sql`not exists (select 1 from ${webhooks} where ${webhooks.id} = ${webhookId} and ${webhooks.isActive} = 1)`,
      ),
    )

/** A delivery to this one webhook alone, whatever it has subscribed to. */
export const insertDeliveryTo = (
  db: Database,
  webhookId: string,
  delivery: { id: string; eventType: WebhookEventType; data: string; now: Instant },
) =>
  db
    .insert(deliveries)
    .select(
      db
        .select({
          id: sql<string>`${delivery.id}`.as('id'),
          webhookId: sql<string>`${webhooks.id}`.as('webhook_id'),
          calendarId: sql<string>`${webhooks.calendarId}`.as('calendar_id'),
          eventType: sql<WebhookEventType>`${delivery.eventType}`.as('event_type'),
          data: sql<string>`${delivery.data}`.as('data'),
          body: sql<null>`null`.as('body'),
          status: sql<'pending'>`'pending'`.as('status'),
          attempts: sql<number>`0`.as('attempts'),
          responseCode: sql<null>`null`.as('response_code'),
          nextAttemptAt: sql<number>`${delivery.now}`.as('next_attempt_at'),
          leaseUntil: sql<null>`null`.as('lease_until'),
          retriedAt: sql<null>`null`.as('retried_at'),
          createdAt: sql<number>`${delivery.now}`.as('created_at'),
          completedAt: sql<null>`null`.as('completed_at'),
        })
        .from(webhooks)
        .where(and(eq(webhooks.id, webhookId), eq(webhooks.isActive, true))),
    )
    .returning({ id: deliveries.id })

/** The oldest lines first, with their attempts, so many at a time. */
export const dropDeliveriesBefore = (db: Database, before: Instant, most: number) =>
  db.delete(deliveries).where(
    inArray(
      deliveries.id,
      db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(sql`${deliveries.createdAt} < ${before}`)
        .orderBy(asc(deliveries.createdAt))
        .limit(most),
    ),
  )
