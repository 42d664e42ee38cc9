import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import type { OrderRow } from '../../db/rows.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/** How long an account that someone entered with the buyer's link waits for the buyer's objection. */
export const REFUND_ACCOUNT_WAIT_MS = DAY_MS
/** The first account of a day and two corrections. Each entry restarts the wait and sends an email. */
const MAX_ACCOUNTS_A_DAY = 3

/** Bank lines that paid order `o`. Money for an order that was already paid is a surplus and names no account for it. */
const LINES_THAT_PAID = `bank_lines l where l.calendar_id = o.calendar_id and l.amount > 0
  and l.state in ('MATCHED', 'UNDERPAID', 'OVERPAID', 'LATE')
  and exists (select 1 from json_each(l.orders) x where x.value ->> 'orderId' = o.id)`

/**
 * The bank line whose money refund `r` of order `o` returns: the surplus itself, or the last line that paid the order.
 * Null if several accounts paid, because anyone who knows the reference can transfer a cent.
 */
export const lineOfRefund =
  sql.raw(`coalesce((select l.id from bank_lines l where l.id = r.payment and l.calendar_id = o.calendar_id),
  (select l.id from ${LINES_THAT_PAID} and (select count(distinct coalesce(l.payer_iban, '')) from ${LINES_THAT_PAID}) = 1
    order by l.created_at desc, l.id desc limit 1))`)

/** Refund `r` of order `o` is still to be transferred, and the bank didn't name the account that paid. */
const lacksAccount = sql`(r.payout_state = 'DUE'
  and not exists (select 1 from bank_lines l where l.id = ${lineOfRefund} and l.payer_iban is not null))`

/** The organiser has discarded the account of order `o`, for example after the buyer’s objection. */
const isDiscarded = sql.raw(
  'exists (select 1 from refund_accounts d where d.order_id = o.id and d.discarded_at is not null)',
)

export interface RefundAccountRow {
  amount: number
  currency: string | null
  /** 1 if one of the refunds is in a payment file, and no one has discarded its account since. */
  isInFile: 0 | 1
  holder: string | null
  iban: string | null
  givenAt: Instant | null
}

/** The refunds of an order that lack an account, and the account that the buyer has entered. */
const refundAccountOf = (orderId: string) =>
  statement<RefundAccountRow>(sql`
    select coalesce(sum(r.amount), 0) as amount, o.currency, coalesce(max(r.payout_file is not null), 0) and not ${isDiscarded} as isInFile,
      a.holder, a.iban, a.given_at as givenAt
    from orders o left join refund_accounts a on a.order_id = o.id and a.discarded_at is null left join refunds r on r.order_id = o.id and ${lacksAccount}
    where o.id = ${orderId} group by o.id`)

export const findRefundAccount = async (db: Database, orderId: string) => {
  const [row] = await rowsFrom(db, refundAccountOf(orderId))
  return row ?? null
}

interface Giving {
  orderId: string
  holder: string
  iban: string
  now: Instant
}

/** Conditions on order `o`. Once a payment file contains the account, the money may be in transit. */
const mayGiveAccount = ({ holder, iban, now }: Giving) =>
  guard([
    unless(
      'refund_account_unavailable',
      sql`exists (select 1 from refunds r where r.order_id = o.id and ${lacksAccount})
        and (${isDiscarded}
          or not exists (select 1 from refunds r where r.order_id = o.id and ${lacksAccount} and r.payout_file is not null))`,
    ),
    unless(
      'refund_account_changed_often',
      sql`not exists (select 1 from refund_accounts a where a.order_id = o.id
        and (a.holder <> ${holder} or a.iban <> ${iban} or a.discarded_at is not null)
        and a.counted_from > ${now - DAY_MS} and a.counted >= ${sql.raw(String(MAX_ACCOUNTS_A_DAY))})`,
    ),
  ])

/** Stores the account. Entering the same account again changes nothing, so its wait doesn't restart. */
export const giveAccount = (giving: Giving) => {
  const { orderId, holder, iban, now } = giving
  const rule = mayGiveAccount(giving)
  const isSameDay = sql`counted_from > ${now - DAY_MS}`
  return {
    rule,
    statements: {
      why: statement<Judged>(sql`select ${rule.why} as why from orders o where o.id = ${orderId}`),
      given: statement(sql`
        insert into refund_accounts (order_id, holder, iban, given_at, counted_from)
        select o.id, ${holder}, ${iban}, ${now}, ${now} from orders o where o.id = ${orderId} and ${rule.holds}
        on conflict (order_id) do update set holder = excluded.holder, iban = excluded.iban, given_at = excluded.given_at,
          discarded_at = null, counted = iif(${isSameDay}, counted + 1, 1), counted_from = iif(${isSameDay}, counted_from, ${now})
          where holder <> excluded.holder or iban <> excluded.iban or discarded_at is not null`),
      account: refundAccountOf(orderId),
    },
  }
}

/** Discards the account entered for a refund's order. Idempotent. */
export const discardAccount = (calendarId: string, refundId: string, now: Instant) => {
  const isOf = sql`order_id = (select o.id from refunds r join orders o on o.id = r.order_id
    where r.id = ${refundId} and r.payout_state is not null and o.calendar_id = ${calendarId})`
  return {
    done: statement(sql`update refund_accounts set discarded_at = ${now} where discarded_at is null and ${isOf}`),
    seen: statement<{ discardedAt: Instant | null }>(
      sql`select discarded_at as discardedAt from refund_accounts where ${isOf}`,
    ),
  }
}

/** Email to the buyer about the account that was entered at `now`. */
export const mailOfAccount = (
  { id, eventId, guestId, partyId, buyerGuestId }: OrderRow,
  now: Instant,
): OutgoingMail => ({
  kind: 'refund-account',
  cause: `${id}:${now}`,
  recipient: sql`(select o.buyer_email from orders o where o.id = ${id})`,
  eventId,
  guestId:
    partyId === null ? (buyerGuestId ?? guestId) : sql`(select min(m.id) from guests m where m.party_id = ${partyId})`,
  data: { orderId: id },
  isLimited: false,
  when: sql`exists (select 1 from refund_accounts a where a.order_id = ${id} and a.given_at = ${now})`,
})
