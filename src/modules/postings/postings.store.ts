import { sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { PostingRow, ProviderPostingRow } from '../../db/rows.ts'
import { postings } from '../../db/schema.ts'
import { inList, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

/** From `start`, before `end`. */
export interface Period {
  start: Instant
  end: Instant
}

export interface MoneyTotal {
  currency: string
  method: string
  eventId: string
  title: string | null
  charged: number
  refunded: number
  disputed: number
}

const sumOf = (type: PostingRow['type'], sign: '' | '-') =>
  sql.raw(`sum(case when p.type = '${type}' then ${sign}p.amount else 0 end)`)

/** One row for each currency, method and event. */
export const totalsIn = (calendarId: string, { start, end }: Period) =>
  statement<MoneyTotal>(sql`
    select p.currency, p.method, p.event_id as eventId, e.title, ${sumOf('CHARGE', '')} as charged,
      ${sumOf('REFUND', '-')} as refunded, ${sumOf('DISPUTE', '-')} as disputed
    from postings p left join events e on e.id = p.event_id
    where p.calendar_id = ${calendarId} and p.at >= ${start} and p.at < ${end}
    group by p.currency, p.event_id, p.method order by p.currency, e.start_at, p.event_id, p.method`)

const PAGE = 500

/** The postings of a period by time, page by page. */
export async function* postingsIn(db: Database, calendarId: string, { start, end }: Period) {
  let after: Pick<PostingRow, 'at' | 'id'> = { at: start, id: '' }
  while (true) {
    const page = await rowsFrom(
      db,
      rowsOf(
        postings,
        new QueryBuilder()
          .select()
          .from(postings)
          .where(
            sql`${postings.calendarId} = ${calendarId} and (${postings.at}, ${postings.id}) > (${after.at}, ${after.id}) and ${postings.at} < ${end}`,
          )
          .orderBy(postings.at, postings.id)
          .limit(PAGE),
      ),
    )
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last
  }
}

/** References of a posting: its invoice or credit note, and the payment. */
export interface PostingPapers {
  documentId: string | null
  documentNumber: string | null
  /** The bank account to which the buyer transferred the money. */
  bankAccountId: string | null
  /** Payment at the provider. Null for transfers, and once the order was erased. */
  paymentReference: string | null
}

/** By the id of the posting. A sale has the newest invoice of its order. */
export const papersOf = async (db: Database, calendarId: string, ids: readonly string[]) =>
  new Map(
    (
      await rowsFrom(
        db,
        statement<PostingPapers & { id: string }>(sql`
          select p.id, d.id as documentId, d.series || '-' || printf('%05d', d.number) as documentNumber,
            iif(p.method = 'BANK', b.account, null) as bankAccountId,
            iif(p.method = 'ONLINE', o.payment_reference, null) as paymentReference
          from postings p left join orders o on o.id = p.order_id
            left join documents d on d.id = (select c.id from documents c
              where c.order_id = p.order_id and c.number is not null and p.type <> 'DISPUTE'
                and case when p.refund_id is null then c.kind = 'INVOICE' and c.refund_id is null
                  else c.refund_id = p.refund_id and c.kind = iif(p.amount < 0, 'CREDIT_NOTE', 'INVOICE') end
              order by c.issued_at desc, c.rowid desc limit 1)
            left join (select x.value ->> 'orderId' as order_id, max(l.bank_account_id) as account
              from bank_lines l join json_each(l.orders) x
              where l.calendar_id = ${calendarId} and l.state not in ('SUGGESTED', 'UNMATCHED', 'IGNORED') group by 1) b
              on b.order_id = p.order_id
          where p.calendar_id = ${calendarId} and p.id in ${inList(ids)}`),
      )
    ).map((row) => [row.id, row]),
  )

export interface OtherTotal {
  currency: string
  fees: number
  platformFees: number
  paidOut: number
  unpaid: number
  toPayBack: number
}

/** Fees and payouts of the period, and what is open now. One row for each currency. */
export const otherTotalsIn = (calendarId: string, { start, end }: Period) =>
  statement<OtherTotal>(sql`
    select currency, sum(fee) as fees, sum(platform_fee) as platformFees, sum(paid_out) as paidOut, sum(unpaid) as unpaid,
      sum(to_pay_back) as toPayBack
    from (
      select p.currency, iif(p.type = 'FEE', -p.amount, 0) as fee, iif(p.type = 'PLATFORM_FEE', -p.amount, 0) as platform_fee,
        iif(p.type = 'PAYOUT', -p.amount, 0) as paid_out, 0 as unpaid, 0 as to_pay_back
      from provider_postings p where p.calendar_id = ${calendarId} and p.at >= ${start} and p.at < ${end}
      union all
      select o.currency, 0, 0, 0, o.total - coalesce(z.received, 0), 0
      from orders o left join order_terms z on z.order_id = o.id
      where o.calendar_id = ${calendarId} and o.status = 'PENDING' and o.total > 0
      union all
      select r.currency, 0, 0, 0, 0, r.amount from refunds r join orders o on o.id = r.order_id
      where o.calendar_id = ${calendarId} and r.payout_state = 'DUE' and r.status = 'SUCCEEDED'
    ) group by currency order by currency`)

export interface MethodFees {
  currency: string
  method: string | null
  fees: number
  platformFees: number
}

/** One row for each currency and method of payment. */
export const feesIn = (calendarId: string, { start, end }: Period) =>
  statement<MethodFees>(sql`
    select currency, method, -sum(iif(type = 'FEE', amount, 0)) as fees, -sum(iif(type = 'PLATFORM_FEE', amount, 0)) as platformFees
    from provider_postings where calendar_id = ${calendarId} and at >= ${start} and at < ${end} and type <> 'PAYOUT'
    group by currency, method order by currency, fees desc, method`)

/** Fees and payouts of a period by time, page by page. */
export async function* providerPostingsIn(db: Database, calendarId: string, { start, end }: Period) {
  let after: Pick<ProviderPostingRow, 'at' | 'id'> = { at: start, id: '' }
  while (true) {
    const page = await rowsFrom(
      db,
      statement<ProviderPostingRow & { orderNumber: string | null; eventId: string | null }>(sql`
        select p.id, p.account_id as accountId, p.type, p.method, p.amount, p.currency, p.at, o.number as orderNumber, o.event_id as eventId
        from provider_postings p left join orders o on o.id = p.order_id
        where p.calendar_id = ${calendarId} and (p.at, p.id) > (${after.at}, ${after.id}) and p.at < ${end}
        order by p.at, p.id limit ${sql.raw(String(PAGE))}`),
    )
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last
  }
}
