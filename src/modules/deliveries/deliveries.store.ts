import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { calendars, deliveries, deliveryAttempts, webhooks } from '../../db/schema.ts'
import { projectionOf } from '../../db/projection.ts'
import { isoOf, rowsOf, statement, preparedStatement } from '../../db/statement.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import type { DeliveryStatus, WebhookEventType } from '../../kernel/vocabulary.ts'

/** Only payloads in the `target` form contain `calendarSlug`. */
const calendarSlug = sql`coalesce((
  select '"calendarSlug":' || json_quote(${calendars.slug}) || ',' from ${webhooks}
  join ${calendars} on ${calendars.id} = ${webhooks.calendarId}
  where ${webhooks.id} = ${deliveries.webhookId} and ${webhooks.form} = 'target'), '')`

/**
 * The stored body, or the body to store. SQL builds it, so that `claimDeliveries` can write it in the statement that
 * makes the claim.
 */
export const bodyInSql = sql<string>`coalesce(${deliveries.body}, '{"id":' || json_quote(${deliveries.id})
  || ',"type":' || json_quote(${deliveries.eventType}) || ',"createdAt":"' || ${isoOf(sql`${deliveries.createdAt}`)} || '",'
  || coalesce('"seq":' || ${deliveries.seq} || ',', '') || ${calendarSlug} || '"data":' || ${deliveries.data} || '}')`

/**
 * Whether the webhook is active and its calendar may send. Calendars on the `FREE` plan keep their webhooks but send
 * nothing.
 */
export const hasActiveWebhook = sql`exists (
  select 1 from ${webhooks} join ${calendars} on ${calendars.id} = ${webhooks.calendarId} and ${calendars.plan} <> 'FREE'
  where ${webhooks.id} = ${deliveries.webhookId} and ${webhooks.isActive} = 1)`

export type AttemptRow = typeof deliveryAttempts.$inferSelect
export interface LoggedDelivery {
  delivery: typeof deliveries.$inferSelect
  payload: string
}

const query = new QueryBuilder()
const logged = projectionOf({ delivery: deliveries, payload: bodyInSql })

export interface DeliveryFilter {
  calendarId: string
  webhookId?: string | undefined
  status?: DeliveryStatus | undefined
  eventType?: WebhookEventType | undefined
}

export const deliveriesOf = ({ calendarId, webhookId, status, eventType }: DeliveryFilter, page: PageRequest) => {
  const where = and(
    eq(deliveries.calendarId, calendarId),
    webhookId === undefined ? undefined : eq(deliveries.webhookId, webhookId),
    status === undefined ? undefined : eq(deliveries.status, status),
    eventType === undefined ? undefined : eq(deliveries.eventType, eventType),
  )
  const newestFirst = [desc(deliveries.createdAt), desc(deliveries.id)] as const
  const ids = query
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(where)
    .orderBy(...newestFirst)
    .limit(page.limit)
    .offset(offsetOf(page))
  return {
    deliveries: logged.of(
      query
        .select(logged.columns)
        .from(deliveries)
        .where(inArray(deliveries.id, ids))
        .orderBy(...newestFirst),
    ),
    attempts: rowsOf(
      deliveryAttempts,
      query
        .select()
        .from(deliveryAttempts)
        .where(inArray(deliveryAttempts.deliveryId, ids))
        .orderBy(asc(deliveryAttempts.number)),
    ),
    counted: statement<{ total: number }>(sql`select count(*) as total from ${deliveries} where ${where}`),
  }
}

export const deliveryOf = (calendarId: string, id: string) => ({
  found: logged.of(
    query
      .select(logged.columns)
      .from(deliveries)
      .where(and(eq(deliveries.id, id), eq(deliveries.calendarId, calendarId))),
  ),
  attempts: rowsOf(
    deliveryAttempts,
    query
      .select()
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.deliveryId, id))
      .orderBy(asc(deliveryAttempts.number)),
  ),
})

/**
 * If several retries overlap, the first sets the status to `retrying` and the others fail with `delivery_not_failed`.
 */
export const mayBeRetried = guard([
  unless('delivery_erased', sql`${deliveries.erasedAt} is null`),
  unless('delivery_not_failed', sql`${deliveries.status} = 'failed'`, {
    says: sql`'Only a failed delivery can be retried; this one is ' || ${deliveries.status} || '.'`,
  }),
  unless('webhook_inactive', hasActiveWebhook, { says: 'The webhook of this delivery is inactive or deleted.' }),
  unless('delivery_just_retried', sql`coalesce(${deliveries.retriedAt}, 0) <= ${sql.placeholder('restedSince')}`),
])

interface Retry extends Record<string, unknown> {
  calendarId: string
  id: string
  now: Instant
  /** A manual retry is allowed only if the previous one (`retried_at`) was at or before this time. */
  restedSince: Instant
}

const retried = sql`${deliveries.id} = ${sql.placeholder('id')} and ${deliveries.calendarId} = ${sql.placeholder('calendarId')}`
const verdict = preparedStatement<Retry, Judged & { retriedAt: Instant | null }>(() =>
  statement(
    sql`select ${mayBeRetried.why} as why, ${deliveries.retriedAt} as retriedAt from ${deliveries} where ${retried}`,
  ),
)
const made = preparedStatement<Retry, { id: string }>(() =>
  statement(sql`
    update ${deliveries} set status = 'retrying', next_attempt_at = ${sql.placeholder('now')},
      retried_at = ${sql.placeholder('now')}, completed_at = null
    where ${retried} and ${mayBeRetried.holds} returning id`),
)

/** Schedules one more attempt for a failed delivery. */
export const retry = (wanted: Retry) => ({ verdict: verdict(wanted), made: made(wanted) })

interface Early extends Record<string, unknown> {
  calendarId: string
  id: string
  now: Instant
}

/**
 * Makes the next automatic attempt of a delivery due now. If a worker holds the delivery, its attempt is under way, and
 * its outcome sets the next time.
 */
export const attemptNow = preparedStatement<Early, { id: string }>(() =>
  statement(sql`
    update ${deliveries} set next_attempt_at = min(next_attempt_at, ${sql.placeholder('now')})
    where ${retried} and ${deliveries.status} = 'retrying' and ${hasActiveWebhook} returning id`),
)

/** Returns the delivery's id if the retry requested at `now` took effect. */
export const retriedAt = (id: string, now: Instant) =>
  sql`(select d.id from deliveries d where d.id = ${id} and d.retried_at = ${now})`

/**
 * Cancels deliveries still pending for a webhook that has been deleted or deactivated. Run it after that change, in the
 * same batch.
 */
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

/** Inserts a delivery to this webhook only, regardless of the event types it has subscribed to. */
export const insertDeliveryTo = (
  webhookId: string,
  { id, eventType, data, now }: { id: string; eventType: WebhookEventType; data: string; now: Instant },
) =>
  statement<{ id: string }>(sql`
    insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
    select ${id}, w.id, w.calendar_id, ${eventType}, ${data}, 'pending', ${now}, ${now} from webhooks w
    where w.id = ${webhookId} and w.is_active = 1 returning id`)
