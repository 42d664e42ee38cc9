import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { BankLineRow, OrderRow } from '../../db/rows.ts'
import { bankLines, orders, orderTerms, refunds } from '../../db/schema.ts'
import { inList, rowsFrom, statement } from '../../db/statement.ts'
import type { BankLineState } from '../../kernel/vocabulary.ts'
import type { StatementLine } from '../../kernel/bank-transfer.ts'
import { foldedName, type DueRefund, type Ledger, type PayableOrder } from './matching.ts'

const MAX_SUGGESTED = 1_000

/** An order as `match` sees it, with its row for the statements that settle it. */
export type LedgerOrder = PayableOrder & { row: OrderRow }

const toLedgerOrder = ({ row, received }: { row: OrderRow; received: number | null }): LedgerOrder => ({
  id: row.id,
  eventId: row.eventId,
  number: row.number,
  status: row.status,
  provider: row.provider,
  currency: row.currency,
  total: row.total,
  received: received ?? 0,
  buyer: foldedName(`${row.buyerFirstName} ${row.buyerLastName}`),
  row,
})

export const readOrders = async (db: Database, calendarId: string, where: SQL): Promise<LedgerOrder[]> => {
  const rows = await db
    .select({ row: orders, received: orderTerms.received })
    .from(orders)
    .leftJoin(orderTerms, eq(orderTerms.orderId, orders.id))
    .where(and(eq(orders.calendarId, calendarId), where))
    .limit(MAX_SUGGESTED)
  return rows.map(toLedgerOrder)
}

export const byId = (ids: readonly string[]) => sql`${orders.id} in ${inList(ids)}`

const readDueRefunds = (db: Database, calendarId: string): Promise<DueRefund[]> =>
  db
    .select({ id: refunds.id, orderId: refunds.orderId, amount: refunds.amount, currency: refunds.currency })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(orders.calendarId, calendarId), sql`${refunds.payoutState} = 'DUE'`))

/** Reads all orders and refunds that the lines might concern. */
export const readLedger = async (
  db: Database,
  { calendarId, tolerance }: { calendarId: string; tolerance: number },
  lines: readonly StatementLine[],
  numbers: readonly string[],
): Promise<Ledger> => {
  const amounts = [...new Set(lines.filter(({ amount }) => amount > 0).map(({ amount }) => amount))]
  const [named, open, due] = await Promise.all([
    numbers.length === 0 ? [] : readOrders(db, calendarId, sql`${orders.number} in ${inList(numbers)}`),
    readOrders(
      db,
      calendarId,
      sql`${orders.status} = 'PENDING' and ${orders.provider} = 'OFFLINE'
        and ${orders.total} - coalesce(${orderTerms.received}, 0) in (select value from json_each(${JSON.stringify(amounts)}))`,
    ),
    lines.some(({ amount }) => amount < 0) ? readDueRefunds(db, calendarId) : [],
  ])
  return { byNumber: new Map(named.map((order) => [order.number, order])), open, refunds: due, tolerance }
}

export const findKnown = async (db: Database, calendarId: string, fingerprints: readonly string[]) =>
  db
    .select({ id: bankLines.id, fingerprint: bankLines.fingerprint, state: bankLines.state, orders: bankLines.orders })
    .from(bankLines)
    .where(and(eq(bankLines.calendarId, calendarId), sql`${bankLines.fingerprint} in ${inList(fingerprints)}`))

/**
 * The change that books or takes back one line. Later statements of its batch take effect only if the line was changed.
 */
export interface Booking {
  lineId: string
  moveId: string
  now: number
}

export const isBooked = ({ lineId, moveId }: Booking) =>
  sql`exists (select 1 from bank_lines l where l.id = ${lineId} and l.move_id = ${moveId})`

/**
 * Condition: the orders are still as `match` saw them, and the refund is still due. Otherwise nothing is written, and
 * the line is matched again.
 */
const areUnchanged = (seen: readonly PayableOrder[], refundId: string | null) => {
  const rows = JSON.stringify(seen.map(({ id, status, total, received }) => ({ id, status, total, received })))
  return sql`not exists (
      select 1 from json_each(${rows}) x left join orders o on o.id = x.value ->> 'id' left join order_terms z on z.order_id = o.id
      where o.status is not x.value ->> 'status' or o.total is not x.value ->> 'total'
        or coalesce(z.received, 0) is not x.value ->> 'received')
    and (${refundId} is null or exists (select 1 from refunds r where r.id = ${refundId} and r.payout_state = 'DUE'))`
}

/** Inserts the line, unless it was imported before. */
export const insertLine = (row: BankLineRow, seen: readonly PayableOrder[]) =>
  statement<{ id: string }>(sql`
    insert into bank_lines (id, calendar_id, bank_account_id, fingerprint, booked_on, amount, currency, payer_name, payer_iban,
      text, reference, bank_reference, state, orders, refund_id, move_id, created_by, created_at, updated_at)
    select ${row.id}, ${row.calendarId}, ${row.bankAccountId}, ${row.fingerprint}, ${row.bookedOn}, ${row.amount}, ${row.currency},
      ${row.payerName}, ${row.payerIban}, ${row.text}, ${row.reference}, ${row.bankReference}, ${row.state},
      ${JSON.stringify(row.orders)}, ${row.refundId}, ${row.moveId}, ${row.createdBy}, ${row.createdAt}, ${row.updatedAt}
    where ${areUnchanged(seen, row.refundId)}
    on conflict (calendar_id, fingerprint) do nothing returning id`)

/** States in which a line has not paid anything. */
export const OPEN_STATES: readonly BankLineState[] = ['SUGGESTED', 'UNMATCHED']

interface LineChange {
  state: BankLineState
  orders: BankLineRow['orders']
  reason?: string | null
}

/** Changes the line if it is still in one of the states. */
export const changeLine = (
  calendarId: string,
  { lineId, moveId, now }: Booking,
  { state, orders: paid, reason = null }: LineChange,
  { from, seen = [], where = sql`1` }: { from: readonly BankLineState[]; seen?: readonly PayableOrder[]; where?: SQL },
) =>
  statement<{ id: string }>(sql`
    update bank_lines set state = ${state}, orders = ${JSON.stringify(paid)}, reason = ${reason}, refund_id = null,
      move_id = ${moveId}, updated_at = ${now}
    where id = ${lineId} and calendar_id = ${calendarId} and state in ${inList(from)} and ${areUnchanged(seen, null)} and ${where}
    returning id`)

export const findLine = async (db: Database, calendarId: string, id: string): Promise<BankLineRow | null> => {
  const [row] = await db
    .select()
    .from(bankLines)
    .where(and(eq(bankLines.id, id), eq(bankLines.calendarId, calendarId)))
  return row ?? null
}

export const listLines = async (
  db: Database,
  calendarId: string,
  { states, before, limit }: { states: readonly BankLineState[] | null; before: string | undefined; limit: number },
) => {
  const rows = await db
    .select()
    .from(bankLines)
    .where(
      and(
        eq(bankLines.calendarId, calendarId),
        states === null ? undefined : sql`${bankLines.state} in ${inList(states)}`,
        before === undefined
          ? undefined
          : sql`(${bankLines.createdAt}, ${bankLines.id}) < (select b.created_at, b.id from bank_lines b where b.id = ${before} and b.calendar_id = ${calendarId})`,
      ),
    )
    .orderBy(desc(bankLines.createdAt), desc(bankLines.id))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

export const readNumbers = async (db: Database, ids: readonly string[]) =>
  new Map(
    (
      await rowsFrom(
        db,
        statement<{ id: string; eventId: string; number: string }>(
          sql`select id, event_id as eventId, number from orders where id in ${inList(ids)}`,
        ),
      )
    ).map((order) => [order.id, order]),
  )
