import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'

/** Longer than any attempt takes: whoever took an effect has it to themselves until then. */
export const REST_MS = MINUTE_MS

interface Effect {
  id: string
  effectAt: Instant | null
}

/**
 * Takes what waits to be done at the provider, as it was read: of several who would, one. What is sent for the first
 * time is kept before it goes; what is sent again is what was kept. Null for who came too late.
 */
export const takeEffect = async (
  db: Database,
  table: 'orders' | 'refunds',
  { id, effectAt }: Effect,
  request: string,
  now: Instant,
): Promise<string | null> => {
  const [taken] = await rowsFrom(
    db,
    statement<{ request: string }>(sql`
      update ${sql.identifier(table)} set effect_at = ${now}, effect_request = coalesce(effect_request, ${request}),
        effect = case effect when 'KNOWN' then 'KNOWN' else 'SENT' end
      where id = ${id} and effect_at is ${effectAt} and status = 'PENDING' and coalesce(effect, 'SENT') <> 'SETTLED'
      returning effect_request as request`),
  )
  return taken?.request ?? null
}

/** The same for what is only asked for: whether it is still there, and how it stands. */
export const takeCheckout = async (db: Database, { id, effectAt }: Effect, now: Instant) => {
  const taken = await rowsFrom(
    db,
    statement(sql`update orders set effect_at = ${now} where id = ${id} and effect_at is ${effectAt} returning id`),
  )
  return taken.length > 0
}

/** What is young is asked for every minute, what has waited for days every hour. */
export const isDue = (now: Instant) => sql`(effect_at is null
  or effect_at <= ${now} - max(${REST_MS}, min(${HOUR_MS}, (${now} - created_at) * ${HOUR_MS} / ${DAY_MS})))`
