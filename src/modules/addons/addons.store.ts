import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Guard, type Judged } from '../../db/guard.ts'
import type { AddonRow } from '../../db/rows.ts'
import { addons } from '../../db/schema.ts'
import { inList, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import type { Code } from '../../kernel/failure.ts'
import { hasTaxRate } from '../tickets/index.ts'
import { MAX_ADDONS } from './addons.schema.ts'

const addonsWhere = (where: SQL | undefined) =>
  rowsOf(
    addons,
    new QueryBuilder()
      .select()
      .from(addons)
      .where(where)
      .orderBy(asc(addons.sortOrder), asc(addons.createdAt), asc(addons.id)),
  )

export const readAddons = (db: Database, eventId: string) => rowsFrom(db, addonsWhere(eq(addons.eventId, eventId)))

export const addonsNamed = (calendarId: string, ids: readonly string[]) =>
  addonsWhere(sql`${addons.id} in ${inList(ids)} and exists (
    select 1 from events e where e.id = ${addons.eventId} and e.calendar_id = ${calendarId})`)

const ofEvent = (eventId: string, id: string) => and(eq(addons.id, id), eq(addons.eventId, eventId))

export const findAddon = async (db: Database, eventId: string, id: string) =>
  (await rowsFrom(db, addonsWhere(ofEvent(eventId, id))))[0] ?? null

const hasTickets = (ticketIds: readonly string[], eventId: SQL) =>
  unless(
    'validation_failed',
    sql`not exists (select 1 from json_each(${JSON.stringify(ticketIds)}) i where not exists (
      select 1 from tickets t where t.id = i.value and t.event_id = ${eventId}))`,
    { field: { field: 'ticketIds', message: 'must be tickets of this event' } },
  )

/** Conditions on event `e`. */
export const mayAddAddon = ({ taxRateId, ticketIds }: Pick<AddonRow, 'taxRateId' | 'ticketIds'>) =>
  guard([
    hasTaxRate(taxRateId, sql.raw('e.calendar_id')),
    hasTickets(ticketIds, sql.raw('e.id')),
    unless(
      'addon_limit_reached',
      sql`(select count(*) from addons k where k.event_id = e.id) < ${sql.raw(String(MAX_ADDONS))}`,
    ),
  ])

export const insertAddon = (db: Database, addon: AddonRow) => db.insert(addons).values(addon)

/** Adds the add-on after all others, unless `sortOrder` is set. */
export const addAddon = (addon: AddonRow, sortOrder: number | null, rule: Guard<Code>) => ({
  why: statement<Judged>(sql`select ${rule.why} as why from events e where e.id = ${addon.eventId}`),
  made: rowsOf(
    addons,
    statement(sql`
      insert into addons (id, event_id, key, name, description, translations, price, currency, per, ticket_ids, stock, max_quantity,
        sales_start_at, sales_end_at, is_paused, tax_rate_id, sort_order, created_at, updated_at)
      select ${addon.id}, e.id, ${addon.key}, ${addon.name}, ${addon.description}, ${JSON.stringify(addon.translations)}, ${addon.price},
        ${addon.currency}, ${addon.per}, ${JSON.stringify(addon.ticketIds)}, ${addon.stock}, ${addon.maxQuantity},
        ${addon.salesStartAt}, ${addon.salesEndAt}, ${Number(addon.isPaused)}, ${addon.taxRateId},
        coalesce(${sortOrder}, (select max(-1, coalesce(max(k.sort_order), -1)) + 1 from addons k where k.event_id = e.id)),
        ${addon.createdAt}, ${addon.updatedAt}
      from events e where e.id = ${addon.eventId} and ${rule.holds}
      returning *`),
  ),
})

/** True if a guest has bought the add-on, or will buy it once they get a seat. */
const isChosen = sql`(exists (select 1 from order_addons x where x.addon_id = addons.id) or exists (
  select 1 from guests g join guest_choices c on c.guest_id = g.id join json_each(c.addons) w
  where g.event_id = addons.event_id and w.value ->> 'addonId' = addons.id))`

/**
 * The new stock must cover the units sold, and a new currency must not affect guests who have already chosen the
 * add-on.
 */
export const mayChangeAddon = ({
  currency,
  stock,
  taxRateId,
  ticketIds,
}: Pick<AddonRow, 'currency' | 'stock' | 'taxRateId' | 'ticketIds'>) =>
  guard([
    hasTaxRate(taxRateId, sql.raw('(select e.calendar_id from events e where e.id = addons.event_id)')),
    hasTickets(ticketIds, sql.raw('addons.event_id')),
    unless(
      'validation_failed',
      sql`${currency} is null or addons.currency is null or addons.currency = ${currency} or not ${isChosen}`,
      { field: { field: 'currency', message: 'can’t be changed once the add-on was sold or chosen' } },
    ),
    unless('validation_failed', sql`${stock} is null or addons.taken <= ${stock}`, {
      field: { field: 'stock', message: sql`'must not be below the ' || addons.taken || ' units sold'` },
    }),
  ])

const whyNot = (rule: Guard<Code>, where: SQL | undefined) =>
  statement<Judged>(sql`select ${rule.why} as why from addons where ${where}`)

/** Updates the add-on only if no other edit has changed its `updated_at`. Never writes `taken`. */
export const changeAddon = (db: Database, before: AddonRow, after: AddonRow, rule: Guard<Code>) => {
  const isUnchanged = and(ofEvent(before.eventId, before.id), eq(addons.updatedAt, before.updatedAt))
  const { taken: _taken, ...fields } = after
  return {
    why: whyNot(rule, isUnchanged),
    changed: rowsOf(addons, db.update(addons).set(fields).where(and(isUnchanged, rule.holds)).returning()),
  }
}

export const mayDeleteAddon = guard([unless('addon_sold', sql`not ${isChosen}`)])

export const removeAddon = (db: Database, eventId: string, id: string) => {
  const which = ofEvent(eventId, id)
  return {
    why: whyNot(mayDeleteAddon, which),
    gone: rowsOf(
      { id: addons.id },
      db.delete(addons).where(and(which, mayDeleteAddon.holds)).returning({ id: addons.id }),
    ),
  }
}
