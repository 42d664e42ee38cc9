import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { inOneBatch, statement } from '../../db/statement.ts'
import type { CopiedRow, CopiedRows } from '../../kernel/sandbox-port.ts'
import type { Instant } from '../../kernel/time.ts'

/** Columns that are reset in a copy of an event: status, series and timestamps. */
const freshEvent = (row: CopiedRow, opensAt: Instant, now: Instant): CopiedRow => ({
  ...row,
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  series_id: null,
  recurrence_id: null,
  overrides: null,
  erase_at: null,
  visibility_before: null,
  sequence: 0,
  revision: 1,
  registration_opens_at: opensAt,
  published_at: now,
  created_at: now,
  updated_at: now,
})

/** The rows that make up an event, without guests, orders and webhooks. */
export const eventToCopy = async (
  db: Database,
  { id, calendarId }: { id: string; calendarId: string },
  { opensAt, now }: { opensAt: Instant; now: Instant },
): Promise<CopiedRows> => {
  const row = (query: ReturnType<typeof sql>) => statement<CopiedRow>(query)
  const found = await inOneBatch(db, {
    events: row(sql`select * from events where id = ${id}`),
    tickets: row(sql`select * from tickets where event_id = ${id}`),
    addons: row(sql`select * from addons where event_id = ${id}`),
    taxRates: row(sql`select * from tax_rates where calendar_id = ${calendarId} and retired_at is null`),
    checkpoints: row(sql`select * from checkpoints where event_id = ${id}`),
    coupons: row(
      sql`select * from coupons where calendar_id = ${calendarId} and (event_id is null or event_id = ${id})`,
    ),
    messages: row(
      sql`select * from communications where event_id = ${id} and trigger = 'MANUAL' and status = 'SCHEDULED'`,
    ),
  })
  const dated = (each: CopiedRow): CopiedRow => ({ ...each, created_at: now, updated_at: now })
  return [
    ['tax_rates', found.taxRates],
    ['events', found.events.map((event) => freshEvent(event, opensAt, now))],
    ['tickets', found.tickets.map(dated)],
    ['addons', found.addons.map((addon) => ({ ...dated(addon), taken: 0 }))],
    ['checkpoints', found.checkpoints.map(dated)],
    ['coupons', found.coupons.map((coupon) => ({ ...dated(coupon), redeemed_count: 0 }))],
    ['communications', found.messages.map((message) => ({ ...dated(message), created_by: 'rehearsal' }))],
  ]
}
