import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { inOneBatch, rowsFrom, statement, type Statements } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'

/**
 * How long a worker owns an effect (a call to the provider that a row still needs) after taking it. Longer than any
 * attempt takes.
 */
export const EFFECT_LEASE_MS = MINUTE_MS

interface Effect {
  id: string
  effectAt: Instant | null
}

/**
 * Takes an effect that is due. Several workers may read the same row, but the comparison of `effect_at` lets only one
 * proceed; the others get null. The first attempt stores its request, and later attempts return the stored one. An order
 * that was ended since it was read, for example with its payment account, gets no page. `more` runs in the same batch.
 */
export const takeEffect = async (
  db: Database,
  table: 'orders' | 'refunds',
  { id, effectAt }: Effect,
  request: string,
  now: Instant,
  more: Statements = [],
): Promise<string | null> => {
  const { taken } = await inOneBatch(db, {
    taken: statement<{ request: string }>(sql`
      update ${sql.identifier(table)} set effect_at = ${now}, effect_request = coalesce(effect_request, ${request}),
        effect = case effect when 'KNOWN' then 'KNOWN' else 'SENT' end
      where id = ${id} and effect_at is ${effectAt} and status = 'PENDING' and coalesce(effect, 'SENT') <> 'SETTLED'
        and ${table === 'orders' ? sql`(expires_at is null or expires_at > ${now})` : sql`1`}
      returning effect_request as request`),
    more,
  })
  return taken[0]?.request ?? null
}

/**
 * Takes the order before its checkout page is read, so that only one worker asks Stripe. Returns false if another
 * worker took it first.
 */
export const takeCheckout = async (db: Database, { id, effectAt }: Effect, now: Instant) => {
  const rows = await rowsFrom(
    db,
    statement(sql`update orders set effect_at = ${now} where id = ${id} and effect_at is ${effectAt} returning id`),
  )
  return rows.length > 0
}

/**
 * True if the row is due for its next attempt. The interval grows with the age of the row, from 1 minute up to 1 hour
 * after one day.
 */
export const isDue = (now: Instant) => sql`(effect_at is null
  or effect_at <= ${now} - max(${EFFECT_LEASE_MS}, min(${HOUR_MS}, (${now} - created_at) * ${HOUR_MS} / ${DAY_MS})))`
