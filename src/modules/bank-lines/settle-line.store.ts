import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { Statement } from '../../db/statement.ts'
import { statement } from '../../db/statement.ts'
import type { BankLineRow } from '../../db/rows.ts'
import { orders } from '../../db/schema.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import type { Deps } from '../../deps.ts'
import {
  confirmPaid,
  countRefunds,
  deadlineAt,
  insertLateRefund,
  isPaymentUnused,
  mailOfRefund,
  markPaidStatement,
} from '../orders/index.ts'
import { noteDifference, readmit, redeemAgain } from '../payments/index.ts'
import { mailOfMove, type Move } from '../seats/index.ts'
import { isBooked, type Booking, type LedgerOrder } from './bank-lines.store.ts'
import type { Allocation, DueRefund } from './matching.ts'
import { settlePaidTwice } from './payouts.store.ts'

/** Adds the amount to `order_terms.received`. Orders older than `order_terms` get their row here. */
const receive = (orderId: string, amount: number, booking: Booking) =>
  statement(sql`
    insert into order_terms (order_id, method, payment_state, received)
    select o.id, 'HAND', 'OPEN', ${amount} from orders o where o.id = ${orderId} and ${isBooked(booking)}
    on conflict (order_id) do update set received = received + excluded.received`)

const showReceived = (orderId: string, booking: Booking) =>
  statement(sql`
    update orders set terms_revision = terms_revision + 1, updated_at = ${booking.now} where id = ${orderId} and ${isBooked(booking)}`)

/** Marks an expired or cancelled order as `PAID`, because its money has arrived. */
const payLate = (db: Database, { row }: LedgerOrder, bookedOn: string, booking: Booking) =>
  db
    .update(orders)
    .set({
      status: 'PAID',
      paidAt: booking.now,
      paidOn: bookedOn,
      expiresAt: null,
      cancelledAt: null,
      updatedAt: booking.now,
    })
    .where(and(eq(orders.id, row.id), eq(orders.status, row.status), isBooked(booking)))
    .returning({ id: orders.id })

interface Surplus {
  id: string
  amount: number
  reason: string
}

/** Inserts a refund of the money beyond the order’s total. It doesn’t change the order’s amounts. */
const returnSurplus = (orderId: string, { id, amount, reason }: Surplus, booking: Booking) =>
  statement(sql`
    insert into refunds (id, order_id, amount, currency, reason, notify_buyer, status, payment, payout_state, created_at, completed_at)
    select ${id}, o.id, ${amount}, o.currency, ${reason}, 1, 'SUCCEEDED', ${booking.lineId}, 'DUE', ${booking.now}, ${booking.now}
    from orders o where o.id = ${orderId} and ${isBooked(booking)}`)

const TOO_MUCH = 'More was transferred than the order costs.'
const AGAIN = 'The order was already paid.'
const TOO_LATE = 'The transfer arrived too late, and the seat was given away.'

/** Emails the buyer of an order that is partly paid how much is missing. */
const mailOfMissing = (orderId: string, amount: number, booking: Booking): OutgoingMail => ({
  kind: 'pending',
  cause: booking.moveId,
  where: sql`g.id = (select coalesce((select min(m.id) from guests m where m.order_id = o.id and m.status = 'PENDING' and o.party_id is not null),
      o.guest_id) from orders o where o.id = ${orderId}) and g.erased_at is null and g.status = 'PENDING' and ${isBooked(booking)}`,
  data: { received: amount },
})

interface Settlement {
  statements: Statement[]
  mails: OutgoingMail[]
}

/**
 * Returns the statements and emails for one allocation of the line. Every statement applies only if the line was
 * booked.
 */
export const settleAllocation = (
  { order: seen, amount, payment, surplus }: Allocation,
  { bookedOn, currency }: { bookedOn: string; currency: string },
  booking: Booking,
  deps: Deps,
): Settlement => {
  const order = seen as LedgerOrder
  const { id, row } = order
  const move = booking as Booking & Pick<Move, 'moveId' | 'now'>
  const back = { id: deps.newId('rfd'), amount: surplus, reason: payment === 'AGAIN' ? AGAIN : TOO_MUCH }
  const returned = surplus === 0 ? [] : [returnSurplus(id, back, booking)]
  const mails = surplus === 0 ? [] : [mailOfRefund(row, back.id)]
  if (payment === 'AGAIN') {
    const { now, lineId } = booking
    const noted = noteDifference({ id: lineId, kind: 'PAID_TWICE', order: row, amount, currency, status: 'paid', now })
    return { statements: [...returned, noted], mails }
  }
  const received = receive(id, amount - surplus, booking)
  if (payment === 'PART')
    return { statements: [received, showReceived(id, booking)], mails: [mailOfMissing(id, amount, booking)] }
  const confirmed = mailOfMove({ CONFIRMED: 'confirmation' }, booking.moveId)
  if (payment === 'PAY') {
    const paid = markPaidStatement(deps.db, id, sql`provider = 'OFFLINE' and ${isBooked(booking)}`, move, {
      paidOn: bookedOn,
    })
    return { statements: [received, paid, confirmPaid(id, move), ...returned], mails: [confirmed, ...mails] }
  }
  const late = {
    id: deps.newId('rfd'),
    orderId: id,
    eventId: row.eventId,
    guestIds: null,
    amount: null,
    currency: null,
    reason: TOO_LATE,
    notifyBuyer: 1,
    byHand: 0,
    now: booking.now,
  }
  const seated =
    row.status === 'EXPIRED' && row.partyId === null
      ? [readmit(row, lateMove(booking)), redeemAgain(id, lateMove(booking))]
      : []
  return {
    statements: [
      received,
      payLate(deps.db, order, bookedOn, booking),
      ...seated.flat(),
      insertLateRefund(late),
      countRefunds(id, booking.now),
      ...returned,
    ],
    mails: [confirmed, mailOfRefund(row, late.id), ...mails],
  }
}

/**
 * The move that gives back a seat after a late transfer. `BY_HAND`, because the seat is already paid and needs no new
 * order.
 */
const lateMove = ({ moveId, now }: Booking): Move => ({ moveId, now, payBy: 'BY_HAND' })

export const payOutBy = ({ id }: DueRefund, booking: Booking) => [
  statement(sql`
    update refunds set payout_state = 'DONE', paid_out_at = ${booking.now} where id = ${id} and ${isBooked(booking)}`),
  settlePaidTwice(id, booking.now),
]

const lineOrders = sql`json_each(l.orders) x join orders o on o.id = x.value ->> 'orderId'`

/**
 * Conditions on bank line `l`. Undoing a line must neither take the seat of a guest who has used it nor lose track of
 * money that was already refunded.
 */
export const mayUndo = guard([
  unless(
    'invalid_transition',
    sql`l.state in ('MATCHED', 'UNDERPAID', 'OVERPAID', 'DUPLICATE', 'REFUNDED', 'IGNORED')`,
    {
      says: sql`'A bank line with state ' || l.state || ' can’t be taken back.'`,
      data: sql`json_object('status', l.state)`,
    },
  ),
  unless(
    'bank_line_applied',
    sql`(l.state = 'DUPLICATE' or not exists (select 1 from ${lineOrders}
        where o.status <> 'PENDING' and not (o.status = 'PAID' and ${isPaymentUnused})))
      and not exists (select 1 from refunds r where r.payment = l.id and (r.payout_state is not 'DUE' or r.payout_file is not null))`,
  ),
])

const theLine = (calendarId: string, lineId: string) =>
  sql`bank_lines l where l.id = ${lineId} and l.calendar_id = ${calendarId}`

export const whyNotUndone = (calendarId: string, lineId: string) =>
  statement<Judged>(sql`select ${mayUndo.why} as why from ${theLine(calendarId, lineId)}`)

/** True if the line may be undone and hasn't changed since it was read. */
export const isUndoable = ({ calendarId, id, moveId }: Pick<BankLineRow, 'calendarId' | 'id' | 'moveId'>) =>
  sql`exists (select 1 from ${theLine(calendarId, id)} and l.move_id = ${moveId} and ${mayUndo.holds})`

/** Statements that undo a booked line. They must follow `changeLine`. */
export const takeBack = (
  { calendarId, state, orders: paid, refundId }: Pick<BankLineRow, 'calendarId' | 'state' | 'orders' | 'refundId'>,
  booking: Booking,
  expiresAt: number,
): Statement[] => {
  const { lineId, moveId, now } = booking
  const booked = isBooked(booking)
  // The ids come from JSON, so no foreign key ensures that the orders are the calendar's.
  const isOurs = (orderId: SQL) =>
    sql`exists (select 1 from orders ours where ours.id = ${orderId} and ours.calendar_id = ${calendarId})`
  const surplus = [
    statement(
      sql`update payment_differences set settled_at = ${now}, status = 'undone' where id = ${lineId} and ${booked}`,
    ),
    statement(sql`delete from refunds where payment = ${lineId} and ${booked}`),
  ]
  if (state === 'DUPLICATE') return surplus
  const ofOrders = paid.flatMap(({ orderId, amount }) => [
    statement(sql`
      update order_terms set received = max(0, received - ${amount} + coalesce((select r.amount from refunds r where r.payment = ${lineId}), 0))
      where order_id = ${orderId} and ${isOurs(sql`${orderId}`)} and ${booked}`),
    statement(sql`
      update orders set status = 'PENDING', paid_at = null, paid_on = null, paid_note = null, updated_at = ${now},
        terms_revision = terms_revision + 1,
        expires_at = case when status = 'PAID' then ${deadlineAt(sql.raw('orders.event_id'), sql`${expiresAt}`, now)} else expires_at end
      where id = ${orderId} and calendar_id = ${calendarId} and status in ('PAID', 'PENDING') and ${booked}`),
    statement(sql`
      update guests set status = 'PENDING', move_id = ${moveId}, updated_at = ${now}
      where order_id = ${orderId} and calendar_id = ${calendarId} and status = 'CONFIRMED' and ${booked}
        and id in (select o.guest_id from orders o where o.id = ${orderId} union all select s.guest_id from order_seats s where s.order_id = ${orderId})`),
  ])
  const owing =
    refundId === null
      ? []
      : [
          statement(sql`
            update refunds set payout_state = 'DUE', paid_out_at = null
            where id = ${refundId} and ${isOurs(sql`refunds.order_id`)} and ${booked}`),
        ]
  return [...ofOrders, ...surplus, ...owing]
}
