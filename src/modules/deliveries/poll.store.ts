import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { LEASE_MS } from '../../db/outbox.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { deliveries } from '../../db/schema.ts'
import { inOneBatch, rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { deliveryOutbox, type ClaimedDelivery } from './deliver.store.ts'
import { bodyInSql } from './deliveries.store.ts'

/** Maximum number of deliveries that one poll takes. */
const MAX_POLLED = 20

const withBody = (rows: (typeof deliveries.$inferSelect)[], webhook: WebhookRow): ClaimedDelivery[] =>
  rows.flatMap(({ body, ...delivery }) => (body === null ? [] : [{ ...delivery, body, webhook }]))

/**
 * Claims the oldest deliveries of a polled webhook. A first attempt is due at once, whatever `next_attempt_at` says,
 * since workers postpone it. Later attempts wait for their time.
 */
export const claimPolled = async (db: Database, webhook: WebhookRow, now: Instant): Promise<ClaimedDelivery[]> => {
  const { due } = await inOneBatch(db, {
    due: statement<{ id: string }>(sql`
      select id from ${deliveries} where webhook_id = ${webhook.id} and ${deliveryOutbox.isWaiting}
        and (attempts = 0 or next_attempt_at <= ${now}) and coalesce(lease_until, 0) <= ${now}
      order by created_at, rowid limit ${sql.raw(String(MAX_POLLED))}`),
  })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const { claimed } = await inOneBatch(db, {
    claimed: rowsOf(
      deliveries,
      db
        .update(deliveries)
        .set({ body: bodyInSql, leaseUntil: now + LEASE_MS })
        .where(deliveryOutbox.isFree(ids, now))
        .returning(),
    ),
  })
  return withBody(
    ids.flatMap((id) => claimed.filter((row) => row.id === id)),
    webhook,
  )
}

/** Returns the claimed deliveries of a polled webhook that these claims still hold. */
export const findPolled = async (
  db: Database,
  webhook: WebhookRow,
  claims: readonly { id: string; leaseUntil: Instant }[],
): Promise<ClaimedDelivery[]> => {
  const rows = await db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, webhook.id),
        inArray(
          deliveries.id,
          claims.map(({ id }) => id),
        ),
      ),
    )
  const isHeld = ({ id, leaseUntil }: (typeof rows)[number]) =>
    claims.some((claim) => claim.id === id && claim.leaseUntil === leaseUntil)
  return withBody(rows.filter(isHeld), webhook)
}
