import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { LEASE_MS, outboxOf } from '../../db/outbox.ts'
import { recoveries } from '../../db/schema.ts'
import { inOneBatch, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import { SECOND_MS, type Instant } from '../../kernel/time.ts'
import { isWebhookOf, type WebhookScope } from '../webhooks/index.ts'

export type RecoveryRow = typeof recoveries.$inferSelect

/** The pause between two turns at one endpoint. A turn is one run that sends a recovery's next deliveries. */
const PAUSE_MS = SECOND_MS

export const recoveryOutbox = outboxOf({
  queue: 'jobs',
  table: recoveries,
  waiting: ['RUNNING'],
  dueAt: recoveries.nextTurnAt,
})

/**
 * True if recovery `r` covers delivery `d`. `d.completed_at <= r.created_at` excludes deliveries that the recovery
 * itself has completed, so that none is sent twice.
 */
const isAskedFor = sql.raw(`d.webhook_id = r.webhook_id and d.created_at < r.until and d.completed_at <= r.created_at
  and d.erased_at is null and d.status in (select value from json_each(r.statuses))
  and (r.types is null or d.event_type in (select value from json_each(r.types)))`)

/**
 * The `rowid` of the next delivery: one later in the same millisecond, or else the first from a later millisecond.
 * Split into two queries, each is a single index lookup.
 */
const nextRow = sql`coalesce(
  (select d.rowid from deliveries d where d.created_at = r.passed_at and d.rowid > r.passed_row and ${isAskedFor}
    order by d.rowid limit 1),
  (select d.rowid from deliveries d where d.created_at > r.passed_at and ${isAskedFor} order by d.created_at, d.rowid limit 1))`

/**
 * Conditions for starting a recovery: the webhook is active, its calendar may send, and none of its recoveries is
 * running.
 */
export const mayRecover = guard([
  unless(
    'webhook_inactive',
    sql`webhooks.is_active = 1 and exists (select 1 from calendars c where c.id = webhooks.calendar_id
      and c.plan <> 'FREE' and c.suspended_at is null)`,
  ),
  unless(
    'recovery_running',
    sql`not exists (select 1 from recoveries r where r.webhook_id = webhooks.id and r.status = 'RUNNING')`,
  ),
])

type NewRecoveryValues = Pick<RecoveryRow, 'id' | 'since' | 'until' | 'statuses' | 'types' | 'createdAt'>

export const startRecovery = (owner: WebhookScope, webhookId: string, wanted: NewRecoveryValues) => {
  const { id, since, until, createdAt } = wanted
  const [statuses, types] = [JSON.stringify(wanted.statuses), wanted.types && JSON.stringify(wanted.types)]
  const webhook = sql`webhooks where ${isWebhookOf(owner, webhookId)}`
  return {
    judged: statement<Judged>(sql`select ${mayRecover.why} as why from ${webhook}`),
    made: statement(sql`
      insert into recoveries (id, webhook_id, status, since, until, statuses, types, passed_at, next_turn_at, created_at)
      select ${id}, webhooks.id, 'RUNNING', ${since}, ${until}, ${statuses}, ${types}, ${since},
        max(${createdAt}, coalesce((select max(picked_at) + ${PAUSE_MS} from recoveries where webhook_id = webhooks.id), 0)), ${createdAt}
      from ${webhook} and ${mayRecover.holds}`),
    counted: rowsOf(
      recoveries,
      statement(sql`
        update recoveries as r set matched = (select count(*) from deliveries d where d.created_at >= r.since and ${isAskedFor})
        where r.id = ${id}
        returning *`),
    ),
  }
}

/**
 * Selects the last 100 recoveries of a webhook, newest first. `owner` restricts them to webhooks that the caller can
 * access.
 */
export const recoveriesOf = (owner: WebhookScope, webhookId: string, id?: string) =>
  rowsOf(
    recoveries,
    statement(sql`
      select r.* from webhooks join recoveries r on r.webhook_id = webhooks.id
      where ${isWebhookOf(owner, webhookId)} and ${id === undefined ? sql`1` : sql`r.id = ${id}`}
      order by r.created_at desc, r.rowid desc limit 100`),
  )

/** Stops a running recovery. A recovery that has ended keeps its status. */
export const stopRecoveryStatement = (owner: WebhookScope, webhookId: string, id: string, now: Instant) =>
  rowsOf(
    recoveries,
    statement(sql`
      update recoveries set status = iif(status = 'RUNNING', 'STOPPED', status), completed_at = coalesce(completed_at, ${now})
      where id = ${id} and webhook_id in (select id from webhooks where ${isWebhookOf(owner, webhookId)}) returning *`),
  )

const waits = `status in ('pending', 'retrying')`
const isUnderWay = sql.raw(`exists (select 1 from deliveries u where u.id = r.delivery_id and u.${waits})`)

/**
 * Picks the next delivery and makes it due for one attempt. Picks none while the previous delivery is pending, or while
 * the webhook has newer deliveries due. If no deliveries are left, the recovery becomes `DONE`. Every statement
 * requires the caller's lease.
 */
export const takeNext = async (db: Database, { id, leaseUntil }: RecoveryRow, now: Instant) => {
  const isHeld = sql`r.id = ${id} and r.status = 'RUNNING' and r.lease_until = ${leaseUntil}`
  const isLiveDue = sql`exists (select 1 from deliveries l
    where l.webhook_id = r.webhook_id and l.${sql.raw(waits)} and l.next_attempt_at <= ${now})`
  const { picked, held } = await inOneBatch(db, {
    picked: statement<{ id: string }>(sql`
      update recoveries as r set delivery_id = next.id, passed_at = next.created_at, passed_row = next.row, picked_at = ${now}
      from (select n.id, n.created_at, n.rowid as row from deliveries n
        where n.rowid = (select ${nextRow} from recoveries r where r.id = ${id})) next
      where ${isHeld} and not ${isUnderWay} and not ${isLiveDue} returning delivery_id as id`),
    wakes: statement(sql`
      update deliveries set status = 'retrying', next_attempt_at = ${now}, retried_at = ${now}, completed_at = null
      where id = (select r.delivery_id from recoveries r where ${isHeld} and r.picked_at = ${now})`),
    ends: statement(sql`
      update recoveries as r set status = 'DONE', completed_at = ${now}
      where ${isHeld} and not ${isUnderWay} and ${nextRow} is null`),
    held: rowsOf(
      recoveries,
      statement(sql`
        update recoveries as r set lease_until = max(${now + LEASE_MS}, r.lease_until + 1) where ${isHeld} returning *`),
    ),
  })
  return { id: picked[0]?.id ?? null, held: held[0] ?? null }
}

/** Running recoveries `o` that call the same endpoint as webhook `w`. */
const ofEndpoint = sql.raw(`o.status = 'RUNNING' and exists (
  select 1 from webhooks ow where ow.id = o.webhook_id and ow.url = w.url)`)

/** Takes the lease for one turn, unless another recovery for the same endpoint holds one. */
export const takeTurn = async (db: Database, id: string, now: Instant) => {
  const isAlone = sql`not exists (select 1 from webhooks w, recoveries o
    where w.id = ${recoveries.webhookId} and ${ofEndpoint} and o.id <> ${recoveries.id} and o.lease_until > ${now})`
  const [held] = await rowsFrom(db, recoveryOutbox.claim(db, [id], now, {}, isAlone))
  return held ?? null
}

/**
 * Ends a turn. The endpoint pauses for 1 second, and its other recoveries go first. Returns each running recovery of
 * the endpoint with the time of its next turn.
 */
export const endTurn = ({ id, webhookId }: RecoveryRow, held: RecoveryRow | null, now: Instant) => {
  const hasOthers = sql`exists (select 1 from webhooks w, recoveries o where w.id = ${webhookId} and ${ofEndpoint} and o.id <> ${id})`
  return statement<{ id: string; at: Instant }>(sql`
    update recoveries as o set
      next_turn_at = max(next_turn_at, ${now + PAUSE_MS} + iif(o.id = ${id} and ${hasOthers}, ${PAUSE_MS}, 0)),
      lease_until = iif(o.id = ${id} and lease_until = ${held?.leaseUntil ?? null}, null, lease_until)
    from webhooks w where w.id = ${webhookId} and ${ofEndpoint} returning id, next_turn_at as at`)
}
