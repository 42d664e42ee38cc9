import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../../db/rows.ts'
import { orderTerms } from '../../db/schema.ts'
import { inList, statement } from '../../db/statement.ts'
import type { RefundRule } from '../../kernel/refund-policy.ts'
import type { Instant } from '../../kernel/time.ts'
import { hasGoneBack, isHeldSeat } from './orders.store.ts'
import { REFUNDED } from './refunds.store.ts'

/** The refund of one order for guests who cancel. */
export interface OwnRefund {
  id: string
  orderId: string
  guestIds: string[]
  amount: number
}

/**
 * The state of an order when its refund was computed. `held` matters because the refund of the last seat includes the
 * add-ons of the whole order.
 */
export interface SeenOrder {
  orderId: string
  refunded: number
  /** Number of seats that guests still hold. */
  held: number
}

interface Paying {
  eventId: string
  /** Additional condition, for example that the guests may cancel. */
  where?: SQL
  now: Instant
}

const REASON = 'The guest cancelled.'

/** Seats of these orders that guests still hold. */
export const heldSeatsOf = (orderIds: readonly string[]) =>
  statement<{ orderId: string; guestId: string }>(sql`
    select s.order_id as orderId, s.guest_id as guestId from order_seats s
    where s.order_id in ${inList(orderIds)} and ${isHeldSeat}`)

/** True if no refund or cancellation has changed the orders since `seen` was read. */
export const areAsSeen = (seen: readonly SeenOrder[]): SQL => sql`not exists (
  select 1 from json_each(${JSON.stringify(seen)}) b left join orders x on x.id = b.value ->> 'orderId'
  where x.refunded is not b.value ->> 'refunded'
    or (select count(*) from order_seats s where s.order_id = x.id and ${isHeldSeat}) <> b.value ->> 'held')`

/**
 * Inserts all refunds or none. Every guest must still hold a confirmed seat that wasn't refunded, so this statement must
 * run before the one that cancels the guests, in the same batch.
 */
export const insertOwnRefunds = (refunds: readonly OwnRefund[], { eventId, where = sql`1`, now }: Paying) => {
  const wanted = sql`json_each(${JSON.stringify(refunds)})`
  const isPayable = sql`exists (select 1 from orders x where x.id = b.value ->> 'orderId' and x.event_id = ${eventId}
    and x.status in ('PAID', 'PARTIALLY_REFUNDED') and b.value ->> 'amount' between 1 and x.total - x.refunded
    and not exists (select 1 from payment_differences d where d.order_id = x.id and d.kind = 'DISPUTED' and d.settled_at is null))`
  const seats = sql`(select b.value ->> 'orderId' as order_id, i.value as guest_id from ${wanted} b, json_each(b.value, '$.guestIds') i) s`
  const hasSeat = sql`exists (select 1 from guests g where g.id = s.guest_id and g.order_id = s.order_id
    and g.event_id = ${eventId} and g.status = 'CONFIRMED' and g.erased_at is null)`
  return statement<{ id: string; status: string }>(sql`
    insert into refunds (id, order_id, amount, currency, reason, notify_buyer, guest_ids, status, effect, created_at, completed_at)
    select a.value ->> 'id', o.id, a.value ->> 'amount', o.currency, ${REASON}, 1, a.value -> 'guestIds',
      case o.provider when 'STRIPE' then 'PENDING' else 'SUCCEEDED' end, case o.provider when 'STRIPE' then 'INTENDED' end,
      ${now}, case o.provider when 'STRIPE' then null else ${now} end
    from ${wanted} a join orders o on o.id = a.value ->> 'orderId'
    where not exists (select 1 from ${wanted} b where not ${isPayable})
      and not exists (select 1 from ${seats} where not ${hasSeat} or ${hasGoneBack('s')})
      and ${where}
    returning id, status`)
}

/** True if `insertOwnRefunds` inserted these refunds earlier in this batch. */
export const areWritten = (refunds: readonly OwnRefund[]): SQL =>
  sql`exists (select 1 from refunds r where r.id = ${refunds[0]?.id ?? ''})`

export type Condition = ReturnType<typeof areWritten>

export const bothHold = (one: Condition, other: Condition) => sql`${one} and ${other}`

/** Recalculates `orders.refunded` and the status of each order whose refund was inserted earlier in this batch. */
export const countOwnRefunds = (refunds: readonly OwnRefund[], now: Instant) =>
  refunds.map(({ id, orderId }) =>
    statement(sql`
      update orders set refunded = ${REFUNDED}, updated_at = ${now},
        status = case when ${REFUNDED} >= total then 'REFUNDED' else 'PARTIALLY_REFUNDED' end
      where id = ${orderId} and exists (select 1 from refunds r where r.id = ${id})`),
  )

/** Returns the policy under which the order sold these tickets. Null if they have none, or different ones. */
export const findRefundRule = async (
  db: Database,
  { id, total }: Pick<OrderRow, 'id' | 'total'>,
  ticketIds: readonly string[],
): Promise<RefundRule | null> => {
  if (total === 0) return null
  const [terms] = await db
    .select({ policy: orderTerms.policy })
    .from(orderTerms)
    .where(eq(orderTerms.orderId, id))
    .limit(1)
  const rules = ticketIds.map((ticketId) => terms?.policy?.[ticketId] ?? null)
  return new Set(rules.map((rule) => JSON.stringify(rule))).size === 1 ? (rules[0] ?? null) : null
}
