import { sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { rowsFrom, rowsOf, statement, type Statement } from '../../db/statement.ts'
import { taxRates } from '../../db/schema.ts'
import type { ServiceFee } from '../../kernel/sums.ts'
import type { Instant } from '../../kernel/time.ts'
import { MAX_TAX_RATES } from './tax-rates.schema.ts'

type TaxRateRow = typeof taxRates.$inferSelect

const ratesWhere = (where: ReturnType<typeof sql>) =>
  rowsOf(taxRates, new QueryBuilder().select().from(taxRates).where(where).orderBy(taxRates.createdAt, taxRates.id))

export const ratesOf = (calendarId: string) => ratesWhere(sql`calendar_id = ${calendarId} and retired_at is null`)

export const listRates = (db: Database, calendarId: string) => rowsFrom(db, ratesOf(calendarId))

export const findRate = async (db: Database, calendarId: string, id: string) =>
  (await rowsFrom(db, ratesWhere(sql`id = ${id} and calendar_id = ${calendarId}`)))[0] ?? null

/** Guard on calendar `c`. */
export const mayAddRate = guard([
  unless(
    'tax_rate_limit_reached',
    sql`(select count(*) from tax_rates r where r.calendar_id = c.id and r.retired_at is null) < ${sql.raw(String(MAX_TAX_RATES))}`,
  ),
])

/** Inserts the rate. If it is the new default, the previous default loses that role. */
export const addRate = (rate: TaxRateRow) => {
  const calendar = sql`calendars c where c.id = ${rate.calendarId}`
  return {
    why: statement<Judged>(sql`select ${mayAddRate.why} as why from ${calendar}`),
    before: statement(sql`
      update tax_rates set is_default = 0 where calendar_id = ${rate.calendarId} and is_default = 1 and ${Number(rate.isDefault)}
        and exists (select 1 from ${calendar} and ${mayAddRate.holds})`),
    made: rowsOf(
      taxRates,
      statement(sql`
        insert into tax_rates (id, calendar_id, name, rate, category, reason, is_default, created_at)
        select ${rate.id}, c.id, ${rate.name}, ${rate.rate}, ${rate.category}, ${rate.reason}, ${Number(rate.isDefault)}, ${rate.createdAt}
        from ${calendar} and ${mayAddRate.holds}
        returning *`),
    ),
  }
}

const feesWithout = (calendarId: string, rateId: string, where: SQL) =>
  ['calendars', 'events'].map((table) =>
    statement(sql`
      update ${sql.raw(table)} set service_fee = json_set(service_fee, '$.taxRateId', null)
      where service_fee ->> 'taxRateId' = ${rateId} and ${sql.raw(table === 'events' ? 'calendar_id' : 'id')} = ${calendarId} and ${where}`),
  )

/** Statements after the write of a service fee. Its tax rate may have been retired since the fee was read or checked. */
export const withoutRetiredRate = (calendarId: string, fee: ServiceFee | null | undefined): Statement[] =>
  typeof fee?.taxRateId === 'string'
    ? feesWithout(
        calendarId,
        fee.taxRateId,
        sql`not exists (select 1 from tax_rates r where r.id = ${fee.taxRateId} and r.calendar_id = ${calendarId} and r.retired_at is null)`,
      )
    : []

/** Retires the rate, also as the rate of tickets and add-ons. Orders keep their copy. */
export const retireRate = (calendarId: string, id: string, now: Instant) => ({
  retired: statement<{ id: string }>(sql`
    update tax_rates set retired_at = ${now}, is_default = 0
    where id = ${id} and calendar_id = ${calendarId} and retired_at is null returning id`),
  tickets: statement(sql`
    update tickets set tax_rate_id = null, updated_at = max(${now}, updated_at + 1)
    where tax_rate_id = ${id} and event_id in (select e.id from events e where e.calendar_id = ${calendarId})`),
  fees: feesWithout(calendarId, id, sql`1`),
  series: statement(sql`
    update series set template = json_set(template, '$.serviceFee.taxRateId', null), revision = revision + 1
    where template ->> '$.serviceFee.taxRateId' = ${id} and calendar_id = ${calendarId}`),
  addons: statement(sql`
    update addons set tax_rate_id = null, updated_at = max(${now}, updated_at + 1)
    where tax_rate_id = ${id} and event_id in (select e.id from events e where e.calendar_id = ${calendarId})`),
})
