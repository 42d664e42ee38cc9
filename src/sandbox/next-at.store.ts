import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { HOLDINGS } from '../db/personal/registry.ts'
import { inOneBatch, preparedStatement, statement } from '../db/statement.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import { isToReplacePage } from '../modules/orders/index.ts'
import type { ChoreName } from '../schedule.ts'

/**
 * For each job of the schedule, the first instant at which it has something to do, or null. An instant that is too
 * early costs one run without effect. It must never be too late, because an advance skips all minutes before it. These
 * queries repeat the conditions of the jobs; a test compares both minute by minute.
 */

/** A sweep queues rows that are due within 65 seconds (`AHEAD_MS` in src/db/outbox.ts). */
const swept = (table: string, dueAt: string, waiting: readonly string[]) =>
  sql.raw(`(select min(max(${dueAt}, coalesce(lease_until, 0))) - ${65 * SECOND_MS} from ${table}
    where status in (${waiting.map((status) => `'${status}'`).join()}))`)

/** Due again after a pause that grows with the age of the row (`isDue` in src/modules/payments/effects.store.ts). */
const pursued = (table: string, where: SQL) => sql`(select min(case when effect_at is null then created_at else
  min(effect_at + ${HOUR_MS}, max(effect_at + ${MINUTE_MS}, (24 * effect_at - created_at) / 23 - ${SECOND_MS})) end)
  from ${sql.raw(table)} where ${where})`

const NOW_IF = (exists: string) => sql.raw(`(select min(0) from (${exists} limit 1))`)

const expired = HOLDINGS.flatMap(({ table, kept }) => {
  if ('until' in kept) return []
  const name = sql.identifier(getTableName(table))
  return [
    sql`(select min(${sql.identifier(kept.from)}) + ${kept.days * DAY_MS + 1} from ${name} where ${kept.when ?? sql`1`})`,
  ]
})

/** Later than any instant of a sandbox. */
const NEVER = sql.raw('9000000000000000')

/** The scalar `min` is null if one of its values is. A compound select may have only five terms in an object. */
const earliest = (instants: readonly SQL[]) =>
  sql`nullif(min(${NEVER}, ${sql.join(
    instants.map((each) => sql`coalesce(${each}, ${NEVER})`),
    sql`, `,
  )}), ${NEVER})`

/** The hour of the night at which reconciliation begins (`BEGINS_AT_MS` in src/modules/payments/reconcile.ts). */
const NIGHT_MS = 3 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

const INSTANTS: Readonly<Record<ChoreName, SQL | null>> = {
  'requeue pending deliveries': swept('deliveries', 'next_attempt_at', ['pending', 'retrying']),
  'requeue recoveries': swept('recoveries', 'next_turn_at', ['RUNNING']),
  'requeue pending emails': swept('mails', 'next_attempt_at', ['pending', 'retrying']),
  'wake events of an earlier version': NOW_IF('select 1 from events_to_wake'),
  'deactivate webhooks whose key has expired': sql.raw(
    '(select min(k.expires_at) from webhooks w join api_keys k on k.id = w.key_id where w.is_active = 1)',
  ),
  'delete webhooks that no program polls': sql.raw('(select min(expires_at) from polled_webhooks)'),
  // The job keeps the newest row.
  'drop old changes': sql`(select at + ${30 * DAY_MS + 1} from changes
    where seq < (select max(seq) from changes) order by seq limit 1)`,
  'expire offers': sql.raw(
    "(select min(offer_expires_at) from guests where status = 'PENDING' and offer_expires_at is not null)",
  ),
  'open pending checkouts': sql`(select min(max(created_at, coalesce(effect_at, 0)) + ${MINUTE_MS}) from orders
    where status = 'PENDING' and provider = 'STRIPE' and payment_reference is null)`,
  'expire checkouts of closed orders': earliest([
    pursued(
      'orders',
      sql`effect in ('INTENDED', 'SENT', 'KNOWN') and (status in ('EXPIRED', 'CANCELLED') or ${isToReplacePage}
        or (status = 'PENDING' and exists (select 1 from events e where e.id = orders.event_id and e.status = 'CANCELLED')))`,
    ),
    sql.raw(
      "(select min(expires_at) from orders where status = 'PENDING' and effect in ('INTENDED', 'SENT', 'KNOWN'))",
    ),
  ]),
  'expire unpaid orders': sql.raw("(select min(expires_at) from orders where status = 'PENDING')"),
  'drop old payment messages': sql`(select min(received_at) + ${30 * DAY_MS + 1} from payment_events)`,
  'follow up pending refunds': pursued('refunds', sql.raw("status = 'PENDING'")),
  'reconcile payments with the provider': sql`(select coalesce(
    (select 0 from payment_reconciliations where ended_at is null limit 1),
    (select unixepoch(max(id)) * 1000 + ${DAY_MS + NIGHT_MS} from payment_reconciliations), 0))`,
  'send reminders and continue announcements': earliest([
    sql.raw("(select min(send_at) from communications where status in ('SCHEDULED', 'SENDING'))"),
    sql`(select min(e.start_at - m.value * ${MINUTE_MS}) from events e, json_each(e.reminder_minutes) m
      where e.status = 'PUBLISHED' and e.reminder_minutes <> '[]'
        and e.start_at - m.value * ${MINUTE_MS} > max(coalesce(e.published_at, e.created_at), e.updated_at - ${2 * MINUTE_MS})
        and not exists (select 1 from communications c
          where c.event_id = e.id and c.event_start_at = e.start_at and c.minutes_before <= m.value))`,
  ]),
  'continue messages about changes': NOW_IF('select 1 from letters where is_queued = 0'),
  'start due exports': sql.raw('(select min(next_run_at) from scheduled_exports where is_active = 1)'),
  'requeue pending exports': swept('export_runs', 'scheduled_for', ['PENDING', 'RUNNING']),
  'requeue archives': swept('archives', 'created_at', ['RUNNING']),
  'requeue restores': swept('restores', 'created_at', ['RUNNING']),
  'drop expired archives': sql.raw('(select min(file_expires_at) from archives)'),
  'drop uploads that are no longer needed': sql.raw(
    "(select min(file_expires_at) from restores where status <> 'RUNNING')",
  ),
  'drop files whose links are over': sql.raw('(select min(file_expires_at) from export_runs)'),
  'drop images that nothing shows': sql`(select min(max(sought_at + ${HOUR_MS}, given_at + ${DAY_MS})) + 1 from images)`,
  // A sandbox never rotates its encryption key.
  're-encrypt data sealed with an older key': null,
  // A sandbox simulates payments and connects no accounts.
  're-encrypt keys of payment accounts': null,
  'erase keys of disconnected payment accounts': null,
  'drop what is kept no longer': earliest(expired),
  'drop old counts of recipients': sql`(select (min(day) + 2) * ${DAY_MS} from recipient_counts)`,
  'erase buyers in documents': sql.raw('(select min(keep_until) from documents where erased_at is null)'),
  'erase events, calendars and accounts': earliest(
    [
      ['events', 'id'],
      ['calendars', 'id'],
      ['accounts', 'user_id'],
    ].map(([table, id]) =>
      sql.raw(`(select min(case when exists (select 1 from mails f
          where f.cause > 'erasure:' || t.${id} || ':' || t.erase_at || ':' and f.cause < 'erasure:' || t.${id} || ':' || t.erase_at || ';'
            and not exists (select 1 from mails s where s.cause = 'soon:' || f.cause))
        then t.erase_at - ${WEEK_MS} else t.erase_at end) from ${table} t)`),
    ),
  ),
  'create the next dates of series': sql.raw('(select min(make_at) from series)'),
  // Sandboxes have no relay that pushes to devices.
  'notify devices of changed passes': null,
}

const COLUMNS_PER_STATEMENT = 8

const dated = (Object.entries(INSTANTS) as [ChoreName, SQL | null][]).flatMap(([name, at]) =>
  at === null ? [] : [{ name, at }],
)

const groups = Array.from({ length: Math.ceil(dated.length / COLUMNS_PER_STATEMENT) }, (_, index) =>
  dated.slice(index * COLUMNS_PER_STATEMENT, (index + 1) * COLUMNS_PER_STATEMENT),
)

const queries = groups.map((group) =>
  preparedStatement<Record<string, never>, Record<string, Instant | null>>(() =>
    statement(
      sql`select ${sql.join(
        group.map(({ name, at }) => sql`${at} as ${sql.identifier(name)}`),
        sql`, `,
      )}`,
    ),
  ),
)

/** When each job that has something to do is due next. */
export const nextInstants = async (db: Database): Promise<Map<ChoreName, Instant>> => {
  const found = await inOneBatch(
    db,
    queries.map((query) => query({})),
  )
  const rows = found.flatMap(([row]) => Object.entries(row ?? {}) as [ChoreName, Instant | null][])
  return new Map(rows.flatMap(([name, at]) => (at === null ? [] : [[name, at]])))
}
