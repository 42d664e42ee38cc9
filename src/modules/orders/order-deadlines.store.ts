import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { inList, statement } from '../../db/statement.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'

/** How long an unpaid `STRIPE` order holds its seats: while its buyer is at the checkout, and if they got the link by email. */
export const CHECKOUT_MS = 30 * MINUTE_MS
export const PROMOTED_ORDER_MS = DAY_MS

/** A transfer takes up to two days, so no bank order waits longer than until this long before the start. */
export const BANK_BEFORE_START_MS = 48 * HOUR_MS

/** An order leaves at least 12 hours to pay, or until the start if that is earlier, but never less than 30 minutes. */
const LEAST_ORDER_MS = 12 * HOUR_MS

/**
 * The latest payment deadline of an order at event `e`: the start, or the end of registration if earlier. Seats must
 * not stay unpaid into the event.
 */
const latestDeadline = (now: Placeholder | Instant) =>
  sql`max(min(e.start_at, coalesce(e.registration_closes_at, e.start_at)), min(e.start_at, ${now} + ${LEAST_ORDER_MS}), ${now} + ${CHECKOUT_MS})`

/** `expiresAt`, but no later than `latestDeadline` of event `eventId`. Null stays null: no deadline. */
export const deadlineAt = (eventId: SQL, expiresAt: SQL | Placeholder, now: Placeholder | Instant) =>
  sql`(select min(${expiresAt}, ${latestDeadline(now)}) from events e where e.id = ${eventId})`

/**
 * Shortens the deadlines of these events' orders after a change of their times. Never extends one. A `PROCESSING` order
 * keeps its deadline, because its buyer has done their part. A bank order may outlive the end of registration, since its
 * money takes days to arrive.
 */
export const shortenDeadlines = (eventIds: readonly string[], now: Instant) =>
  statement(sql`
    update orders set expires_at = p.latest, updated_at = ${now}
    from (select e.id as event_id, o.id as order_id, case when z.method = 'BANK'
        then max(e.start_at - ${BANK_BEFORE_START_MS}, ${now} + ${CHECKOUT_MS}) else ${latestDeadline(now)} end as latest
      from events e join orders o on o.event_id = e.id and o.status = 'PENDING' left join order_terms z on z.order_id = o.id
      where e.id in ${inList(eventIds)}) as p
    where orders.id = p.order_id and orders.event_id = p.event_id and orders.status = 'PENDING' and orders.expires_at > p.latest
      and not exists (select 1 from order_terms z where z.order_id = orders.id and z.payment_state = 'PROCESSING')`)
