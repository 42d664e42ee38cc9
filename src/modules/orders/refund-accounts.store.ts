import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import type { OrderRow } from '../../db/rows.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/** How long an account that someone entered with the buyer's link waits for the buyer's objection. */
export const REFUND_ACCOUNT_WAIT_MS = DAY_MS

/** The line that brought the money of refund `r` of order `o`: the surplus itself, or the last line that paid the order. */
export const lineOfRefund =
  sql.raw(`(select l.id from bank_lines l where l.calendar_id = o.calendar_id and (l.id = r.payment
  or (l.amount > 0 and l.state not in ('SUGGESTED', 'UNMATCHED', 'IGNORED')
    and exists (select 1 from json_each(l.orders) x where x.value ->> 'orderId' = o.id)))
  order by l.id = r.payment desc, l.created_at desc limit 1)`)

/** Refund `r` of order `o` is still to be transferred, and the bank didn't name the account that paid. */
const lacksAccount = sql`(r.payout_state = 'DUE'
  and not exists (select 1 from bank_lines l where l.id = ${lineOfRefund} and l.payer_iban is not null))`

export interface RefundAccountRow {
  amount: number
  currency: string | null
  /** 1 if one of the refunds is in a payment file. */
  isInFile: 0 | 1
  holder: string | null
  iban: string | null
  givenAt: Instant | null
}

/** The refunds of an order that lack an account, and the account that the buyer has entered. */
const refundAccountOf = (orderId: string) =>
  statement<RefundAccountRow>(sql`
    select coalesce(sum(r.amount), 0) as amount, o.currency, coalesce(max(r.payout_file is not null), 0) as isInFile,
      a.holder, a.iban, a.given_at as givenAt
    from orders o left join refund_accounts a on a.order_id = o.id left join refunds r on r.order_id = o.id and ${lacksAccount}
    where o.id = ${orderId} group by o.id`)

export const findRefundAccount = async (db: Database, orderId: string) => {
  const [row] = await rowsFrom(db, refundAccountOf(orderId))
  return row ?? null
}

/** Conditions on order `o`. Once a file names the account, the money may be on its way there. */
export const mayGiveAccount = guard([
  unless(
    'refund_account_unavailable',
    sql`exists (select 1 from refunds r where r.order_id = o.id and ${lacksAccount})
      and not exists (select 1 from refunds r where r.order_id = o.id and ${lacksAccount} and r.payout_file is not null)`,
  ),
])

interface Giving {
  orderId: string
  holder: string
  iban: string
  now: Instant
}

/** Stores the account. The same account again changes nothing, so its wait doesn't start anew. */
export const giveAccount = ({ orderId, holder, iban, now }: Giving) => ({
  why: statement<Judged>(sql`select ${mayGiveAccount.why} as why from orders o where o.id = ${orderId}`),
  given: statement(sql`
    insert into refund_accounts (order_id, holder, iban, given_at)
    select o.id, ${holder}, ${iban}, ${now} from orders o where o.id = ${orderId} and ${mayGiveAccount.holds}
    on conflict (order_id) do update set holder = excluded.holder, iban = excluded.iban, given_at = excluded.given_at
      where holder <> excluded.holder or iban <> excluded.iban`),
  account: refundAccountOf(orderId),
})

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
