import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { inOneBatch, statement } from '../../db/statement.ts'
import { HOUR_MS, type Instant } from '../../kernel/time.ts'

/** How long a polled webhook is kept after its last poll. */
const POLLED_FOR_MS = HOUR_MS
/** Maximum number of webhooks that one run of the schedule deletes. */
const MAX_DELETED = 100

/** Marks the webhook as polled. Run it after `insertWebhook`, in the same batch. */
export const insertPolled = (webhookId: string, now: Instant) =>
  statement(sql`insert into polled_webhooks (webhook_id, expires_at)
    select id, ${now + POLLED_FOR_MS} from webhooks where id = ${webhookId}`)

/** Extends the webhook's expiry and returns it, or null if the webhook isn't polled. */
export const extendPolled = async (db: Database, webhookId: string, now: Instant) => {
  const { extended } = await inOneBatch(db, {
    extended: statement<{ expiresAt: Instant }>(sql`
      update polled_webhooks set expires_at = ${now + POLLED_FOR_MS} where webhook_id = ${webhookId}
      returning expires_at as expiresAt`),
  })
  return extended[0]?.expiresAt ?? null
}

const isUnwanted = (now: Instant) => sql`(select webhook_id from polled_webhooks where expires_at <= ${now}
  order by expires_at limit ${sql.raw(String(MAX_DELETED))})`

/** Deletes polled webhooks whose program has stopped polling, and cancels their deliveries. */
export const deleteUnpolled = (db: Database, now: Instant) =>
  inOneBatch(db, {
    cancelled: statement(sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${now}
      where webhook_id in ${isUnwanted(now)} and status in ('pending', 'retrying')`),
    deleted: statement(sql`delete from webhooks where id in ${isUnwanted(now)}`),
  })
