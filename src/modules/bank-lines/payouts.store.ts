import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { inList, rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { lineOfRefund, REFUND_ACCOUNT_WAIT_MS } from '../orders/index.ts'

export interface PayoutRow {
  refundId: string
  orderId: string
  eventId: string
  number: string
  amount: number
  currency: string
  name: string
  iban: string | null
  ibanFrom: 'BANK' | 'BUYER' | null
  usableAt: Instant | null
  reason: string | null
  fileId: string | null
  discardedAt: Instant | null
  createdAt: Instant
}

const MAX_PAYOUTS = 500

/**
 * Account `a`, entered by the buyer of order `o`. If bank line `l` names the account that paid, it takes precedence.
 */
const givenAccount = sql.raw(
  'refund_accounts a on a.order_id = o.id and a.discarded_at is null and l.payer_iban is null',
)
/** Only accounts entered before this instant can be used. */
const usableBefore = (now: Instant) => sql`${now - REFUND_ACCOUNT_WAIT_MS}`
const usableIban = (now: Instant) =>
  sql`coalesce(l.payer_iban, case when a.given_at <= ${usableBefore(now)} then a.iban end)`

const dueRefunds = (calendarId: string, where: SQL, now: Instant) => sql`
  select r.id as refundId, o.id as orderId, o.event_id as eventId, o.number, r.amount, r.currency,
    coalesce(case when a.given_at <= ${usableBefore(now)} then a.holder end, nullif(l.payer_name, ''), o.buyer_first_name || ' ' || o.buyer_last_name) as name,
    ${usableIban(now)} as iban,
    case when l.payer_iban is not null then 'BANK' when a.given_at <= ${usableBefore(now)} then 'BUYER' end as ibanFrom,
    (select d.discarded_at from refund_accounts d where d.order_id = o.id) as discardedAt, case when a.given_at > ${usableBefore(now)} then a.given_at + ${REFUND_ACCOUNT_WAIT_MS} end as usableAt, r.reason,
    r.payout_file as fileId, r.created_at as createdAt
  from refunds r join orders o on o.id = r.order_id left join bank_lines l on l.id = ${lineOfRefund} left join ${givenAccount}
  where r.payout_state = 'DUE' and o.calendar_id = ${calendarId} and ${where}
  order by r.created_at, r.id limit ${sql.raw(String(MAX_PAYOUTS))}`

/** Refunds by bank transfer that have not been transferred yet, longest waiting first. */
export const listDue = (db: Database, calendarId: string, now: Instant): Promise<PayoutRow[]> =>
  rowsFrom(db, statement<PayoutRow>(dueRefunds(calendarId, sql`1`, now)))

export const payoutsIn = (calendarId: string, fileId: string, now: Instant) =>
  statement<PayoutRow>(dueRefunds(calendarId, sql`r.payout_file = ${fileId} and r.payout_file is not null`, now))

interface Filing {
  calendarId: string
  fileId: string
  /** Currency of the paying account. */
  currency: string
  refundIds: readonly string[]
  again: boolean
  now: Instant
}

/** Index of the first refund that isn't due, is in another currency, or whose payer's account is unknown. */
const firstUnfit = ({ calendarId, refundIds, currency, now }: Filing) => sql`(
  select min(i.key) from json_each(${JSON.stringify(refundIds)}) i where not exists (
    select 1 from refunds r join orders o on o.id = r.order_id left join bank_lines l on l.id = ${lineOfRefund} left join ${givenAccount}
    where r.id = i.value and r.payout_state = 'DUE' and o.calendar_id = ${calendarId} and r.currency = ${currency} and ${usableIban(now)} is not null))`

const mayFile = (filing: Filing) =>
  guard([
    unless('validation_failed', sql`${firstUnfit(filing)} is null`, {
      field: {
        field: sql`'refundIds.' || ${firstUnfit(filing)}`,
        message: 'isn’t a refund to transfer in this currency, or its IBAN is unknown or can’t be used yet',
      },
    }),
    unless(
      'refund_in_file',
      sql`${Number(filing.again)} or not exists (select 1 from refunds r where r.id in ${inList(filing.refundIds)} and r.payout_file is not null)`,
    ),
  ])

/** Puts all of the refunds into a file, or none. Concurrent requests never put a refund into two files. */
export const fileRefunds = (filing: Filing) => {
  const rule = mayFile(filing)
  return {
    rule,
    statements: {
      why: statement<Judged>(sql`select ${rule.why} as why`),
      filed: statement<{ id: string }>(sql`
        update refunds set payout_file = ${filing.fileId} where id in ${inList(filing.refundIds)} and ${rule.holds} returning id`),
      payouts: payoutsIn(filing.calendarId, filing.fileId, filing.now),
    },
  }
}

/** Settles the `PAID_TWICE` difference once the second payment was refunded. */
export const settlePaidTwice = (refundId: string, now: Instant) =>
  statement(sql`
    update payment_differences set settled_at = ${now}, status = 'refunded' where settled_at is null
      and id = (select r.payment from refunds r where r.id = ${refundId} and r.payout_state = 'DONE')`)

/** Marks the refund as transferred. Idempotent. */
export const markTransferred = (calendarId: string, refundId: string, now: Instant) => {
  const isOf = sql`exists (select 1 from orders o where o.id = refunds.order_id and o.calendar_id = ${calendarId})`
  return {
    done: statement(sql`
      update refunds set payout_state = 'DONE', paid_out_at = ${now} where id = ${refundId} and payout_state = 'DUE' and ${isOf}`),
    settled: settlePaidTwice(refundId, now),
    seen: statement<{ paidOutAt: Instant | null }>(
      sql`select paid_out_at as paidOutAt from refunds where id = ${refundId} and payout_state is not null and ${isOf}`,
    ),
  }
}

/** Selects the id of the file, provided that the batch inserted it. */
export const fileMade = (fileId: string) =>
  sql`(select r.payout_file from refunds r where r.payout_file = ${fileId} and r.payout_file is not null limit 1)`
