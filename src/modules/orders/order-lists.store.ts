import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../../db/rows.ts'
import { inOneBatch, onlyRow, rowsOf, statement } from '../../db/statement.ts'
import { orders } from '../../db/schema.ts'
import { orderNumberOfReference } from '../../kernel/bank-transfer.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import type { Instant } from '../../kernel/time.ts'
import type { OrderStatus } from '../../kernel/vocabulary.ts'
import { detailsOf, NO_DETAILS, orderDetailsOf } from './order-reading.store.ts'

interface OrderFilter extends PageRequest {
  status?: OrderStatus | undefined
  email?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
}

/**
 * Reads the event's orders along `orders_event`. SQLite's `lower()` folds only ASCII, so the search text of the guest
 * who placed the order finds other letters, such as Zoë as `zoe`. Bank statements often break a number into groups, so
 * numbers and references match without spaces and hyphens. The reference of a bank transfer names the order's number.
 */
const isFound = (q: string) => {
  const number = (orderNumberOfReference(q) ?? q.replaceAll(/[\s-]/g, '')).toLowerCase()
  const named = sql`instr(lower(${orders.buyerFirstName} || ' ' || ${orders.buyerLastName} || ' ' || ${orders.buyerEmail}), ${q.toLowerCase()}) > 0
    or exists (select 1 from guests g where g.id = ${orders.buyerGuestId} and instr(g.search_text, ${foldForSearch(q)}) > 0)`
  return number === ''
    ? sql`(${named})`
    : sql`(${named} or instr(lower(${orders.number}), ${number}) > 0
      or instr(lower(replace(replace(coalesce(${orders.paymentReference}, ''), ' ', ''), '-', '')), ${number}) > 0)`
}

export const listOrdersOf = async (db: Database, eventId: string, filter: OrderFilter) => {
  const wanted = and(
    eq(orders.eventId, eventId),
    filter.status === undefined ? undefined : eq(orders.status, filter.status),
    filter.email === undefined ? undefined : eq(orders.buyerEmail, filter.email),
    filter.q === undefined || filter.q === '' ? undefined : isFound(filter.q),
    filter.updatedSince === undefined ? undefined : gte(orders.updatedAt, filter.updatedSince),
  )
  const { rows, counted } = await inOneBatch(db, {
    rows: rowsOf(
      orders,
      db
        .select()
        .from(orders)
        .where(wanted)
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(filter.limit)
        .offset(offsetOf(filter)),
    ),
    counted: statement<{ total: number }>(sql`select count(*) as total from orders where ${wanted}`),
  })
  return { rows: await withDetails(db, rows), total: onlyRow(counted).total }
}

const withDetails = async (db: Database, rows: readonly OrderRow[]) => {
  const ids = rows.filter(({ total, partyId }) => total > 0 || partyId !== null).map(({ id }) => id)
  const details = ids.length === 0 ? NO_DETAILS : await inOneBatch(db, detailsOf(ids))
  return rows.map((order) => ({ order, ...orderDetailsOf(order, details) }))
}

interface PricedOrderFilter extends Pick<OrderFilter, 'q' | 'status'> {
  before?: string | undefined
  limit: number
  provider?: OrderRow['provider'] | undefined
  currency?: string | undefined
}

/**
 * Orders with a price, newest first. Reads by key from the index `orders_priced`, which has no free orders: an import of
 * thousands of guests doesn't slow it down. Reads one row more than it returns, to know whether there are more.
 */
export const listPricedOrders = async (
  db: Database,
  calendarId: string,
  { before, limit, q, status, provider, currency }: PricedOrderFilter,
) => {
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.calendarId, calendarId),
        sql`total > 0`,
        status === undefined ? undefined : eq(orders.status, status),
        provider === undefined ? undefined : eq(orders.provider, provider),
        currency === undefined ? undefined : eq(orders.currency, currency),
        q === undefined || q === '' ? undefined : isFound(q),
        before === undefined
          ? undefined
          : sql`(${orders.createdAt}, ${orders.id}) < (select b.created_at, b.id from orders b where b.id = ${before} and b.calendar_id = ${calendarId})`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit + 1)
  return { rows: await withDetails(db, rows.slice(0, limit)), hasMore: rows.length > limit }
}
