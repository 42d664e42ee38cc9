import { sql } from 'drizzle-orm'
import { unless } from '../../../db/guard.ts'
import { param, theirTickets } from './placing-party.store.ts'

/** The add-ons of a party: conditions for its registration, and their prices. Event is `e`. */

/** One row `x` per chosen add-on, with its row `k` in `addons` if the event has one like it. */
const chosenAddons = sql`json_each(${param('addons')}) x left join addons k on k.id = x.value ->> 'addonId' and k.event_id = e.id
  and k.per = x.value ->> 'per'`
/** Field of the first chosen add-on that fails `holds`. */
const addonFault = (holds: string) =>
  sql`(select x.value ->> 'field' from ${chosenAddons} where (${sql.raw(holds)}) is not true order by x.key limit 1)`
const unknownAddon = addonFault('k.id is not null')
const excessiveAddon = addonFault("x.value ->> 'quantity' between 1 and k.max_quantity")
const unfitAddon =
  addonFault(`json_array_length(k.ticket_ids) = 0 or exists (select 1 from json_each(x.value, '$.ticketIds') i
  where i.value in (select value from json_each(k.ticket_ids)))`)
export const fitAddons = [
  unless('addon_invalid', sql`${unknownAddon} is null`, {
    field: {
      field: sql`${unknownAddon} || '.addonId'`,
      message: 'must be an add-on of this event, for a seat or the order',
    },
  }),
  unless('addon_invalid', sql`${excessiveAddon} is null`, {
    field: { field: sql`${excessiveAddon} || '.quantity'`, message: 'must be at most `maxQuantity` of the add-on' },
  }),
  unless('addon_invalid', sql`${unfitAddon} is null`, {
    field: { field: sql`${unfitAddon} || '.addonId'`, message: 'isn’t available with this ticket' },
  }),
  unless(
    'currency_mismatch',
    sql`${param('addons')} = '[]' or (select count(distinct currency) from (
      select t.currency from ${theirTickets} where t.price > 0 or t.price_mode = 'CHOSEN'
      union all select k.currency from ${chosenAddons} where k.price > 0)) < 2`,
    {
      says: 'The add-ons and tickets of an order must have one currency.',
      field: { field: 'addons', message: 'must have the currency of the tickets' },
    },
  ),
] as const
/** The first add-on `k` of which the party orders more than are left. */
const lackingAddon = sql`(select k.id, k.stock - k.taken as left_over from (
    select x.value ->> 'addonId' as id, sum(x.value ->> 'quantity') as many from json_each(${param('addons')}) x group by 1) n
  join addons k on k.id = n.id where k.stock is not null and k.taken + n.many > k.stock order by k.sort_order, k.id limit 1)`
export const haveStock = unless('addon_unavailable', sql`${param('addons')} = '[]' or not exists ${lackingAddon}`, {
  data: sql`(select json_object('addonId', id, 'left', left_over) from ${lackingAddon})`,
})
const unsoldAddon = sql`(select k.id from ${chosenAddons} where k.is_paused = 1
  or k.sales_start_at > ${param('now')} or k.sales_end_at <= ${param('now')} limit 1)`
export const haveAddonsOnSale = unless('addon_unavailable', sql`${param('addons')} = '[]' or ${unsoldAddon} is null`, {
  says: 'This add-on isn’t on sale.',
  data: sql`json_object('addonId', ${unsoldAddon}, 'left', 0)`,
})

/** The common currency of the tickets and add-ons that cost something. */
export const currencyOfParty = sql`(select t.currency from ${theirTickets} where t.price > 0 or t.price_mode = 'CHOSEN'
  union all select k.currency from ${chosenAddons} where k.price > 0 limit 1)`

export const totalOfAddons = sql`(select coalesce(sum(x.value ->> 'quantity' * k.price), 0) from ${chosenAddons})`

/** The add-ons of attendee `a`, as `guest_choices` keeps them. Null if there are none. */
export const ownAddons = sql`(select nullif(json_group_array(json_object('addonId', x.value ->> 'addonId', 'quantity', x.value ->> 'quantity')), '[]')
  from json_each(${param('addons')}) x where x.value ->> 'attendee' = cast(a.key as integer))`
