import { sql } from 'drizzle-orm'
import type { BankLineRow } from '../../db/rows.ts'
import { statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { PayableOrder } from './matching.ts'

/** A line that pays the open sum of one order, or nothing. */
export interface PlainLine {
  row: BankLineRow
  paid: { order: PayableOrder; amount: number } | null
}

/**
 * Books many plain lines with a few statements, because SQLite compiles the triggers of `orders` for each statement.
 * Each line is checked separately. A line that was imported before, or whose order has changed, is skipped along with
 * its payment.
 */
export const bookPlainLines = (lines: readonly PlainLine[], { moveId, now }: { moveId: string; now: Instant }) => {
  const values = sql`json_each(${JSON.stringify(
    lines.map(({ row, paid }) => ({
      ...row,
      orderId: paid?.order.id ?? null,
      status: paid?.order.status ?? null,
      total: paid?.order.total ?? null,
      received: paid?.order.received ?? null,
      paid: paid?.amount ?? null,
    })),
  )}) x`
  const value = (name: string) => sql.raw(`(x.value ->> '${name}')`)
  /** One row for each order that a line of this batch pays. */
  const payments = sql`${values} join bank_lines l on l.id = ${value('id')} and l.move_id = ${moveId}
    join orders o on o.id = ${value('orderId')}`
  return {
    made: statement<{ id: string }>(sql`
      insert into bank_lines (id, calendar_id, bank_account_id, fingerprint, booked_on, amount, currency, payer_name, payer_iban,
        text, reference, bank_reference, state, orders, move_id, created_by, created_at, updated_at)
      select ${value('id')}, ${value('calendarId')}, ${value('bankAccountId')}, ${value('fingerprint')}, ${value('bookedOn')},
        ${value('amount')}, ${value('currency')}, ${value('payerName')}, ${value('payerIban')}, ${value('text')},
        ${value('reference')}, ${value('bankReference')}, ${value('state')}, ${value('orders')}, ${moveId}, ${value('createdBy')},
        ${now}, ${now}
      from ${values} left join orders o on o.id = ${value('orderId')} left join order_terms z on z.order_id = o.id
      where ${value('orderId')} is null or (o.status = ${value('status')} and o.total = ${value('total')}
        and coalesce(z.received, 0) = ${value('received')})
      on conflict (calendar_id, fingerprint) do nothing returning id`),
    received: statement(sql`
      insert into order_terms (order_id, method, payment_state, received)
      select o.id, 'HAND', 'OPEN', ${value('paid')} from ${payments} where true
      on conflict (order_id) do update set received = received + excluded.received`),
    paid: statement(sql`
      update orders set status = 'PAID', paid_at = ${now}, paid_on = p.booked_on, paid_note = null, expires_at = null, updated_at = ${now}
      from (select o.id, l.booked_on from ${payments}) p
      where orders.id = p.id and orders.status = 'PENDING' and orders.provider = 'OFFLINE'`),
    confirmed: statement(sql`
      update guests set status = 'CONFIRMED', move_id = ${moveId}, updated_at = ${now}
      where status = 'PENDING' and id in (
        select g.id from ${payments} join guests g on g.order_id = o.id
        where o.status = 'PAID' and o.paid_at = ${now} and (g.id = o.guest_id
          or exists (select 1 from order_seats s where s.order_id = o.id and s.guest_id = g.id)))`),
  }
}
