import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { PaymentAccountRow } from '../../db/rows.ts'
import { orderTerms, paymentAccounts } from '../../db/schema.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import { inList, rowsFrom, statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderAccount } from '../../kernel/payment-provider.ts'
import { MINUTE_MS, type Instant } from '../../kernel/time.ts'

/** True if the money of order `orders` goes to this account; null is the deployment's. */
export const isOrderOf = (accountId: string | null) =>
  sql`(select z.account_id from order_terms z where z.order_id = orders.id) is ${accountId}`

export const findAccountOfOrder = async (db: Database, orderId: string): Promise<PaymentAccountRow | null> => {
  const [row] = await db
    .select()
    .from(paymentAccounts)
    .where(sql`id = (select z.account_id from order_terms z where z.order_id = ${orderId})`)
    .limit(1)
  return row ?? null
}

/** The accounts of these orders, by order. An order paid into the deployment's account is missing. */
export const listAccountsOfOrders = async (db: Database, orderIds: readonly string[]) => {
  const rows = await db
    .select({ orderId: orderTerms.orderId, accountId: orderTerms.accountId })
    .from(orderTerms)
    .where(sql`order_id in ${inList(orderIds)} and account_id is not null`)
  const ids = [...new Set(rows.map(({ accountId }) => accountId ?? ''))]
  const accounts =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(paymentAccounts)
          .where(sql`id in ${inList(ids)}`)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return new Map(rows.map(({ orderId, accountId }) => [orderId, byId.get(accountId ?? '') ?? null]))
}

export const findConnected = (db: Database, stripeAccount: string) =>
  db
    .select()
    .from(paymentAccounts)
    .where(sql`stripe_account = ${stripeAccount} and kind = 'CONNECT'`)

export const findAccountById = async (db: Database, id: string): Promise<PaymentAccountRow | null> => {
  const [row] = await db
    .select()
    .from(paymentAccounts)
    .where(sql`id = ${id}`)
    .limit(1)
  return row ?? null
}

const REFUSALS_WITHIN_MS = 10 * MINUTE_MS

/**
 * The provider refused the account's key. The second refusal within 10 minutes restricts the account, so that no new
 * checkout page is opened.
 */
export const noteRefusedKey = (id: string, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const now = clock()
  return rowsFrom(
    db,
    statement<{ id: string }>(sql`update payment_accounts set refused_at = ${now},
      status = case when status = 'ACTIVE' and refused_at > ${now - REFUSALS_WITHIN_MS} then 'RESTRICTED' else status end
      where id = ${id} returning id`),
  )
}

/** Accounts that we can still reach and that received the money of an order since `since`. */
export const listAccountsInUse = (db: Database, since: number) =>
  rowsFrom(
    db,
    statement<{ id: string }>(sql`select a.id from payment_accounts a
      where (a.status <> 'DISCONNECTED' or a.sealed_key is not null) and exists (
        select 1 from orders o join order_terms z on z.order_id = o.id
        where o.calendar_id = a.calendar_id and o.total > 0 and o.created_at >= ${since} and z.account_id = a.id)`),
  )

/** Stores the provider's state, and moves the status with it. A disconnected account stays disconnected. */
export const setState = ({ id, calendarId }: PaymentAccountRow, state: ProviderAccount) => [
  statement<{ id: string }>(sql`update payment_accounts set charges_enabled = ${Number(state.chargesEnabled)},
    payouts_enabled = ${Number(state.payoutsEnabled)}, requirements = ${JSON.stringify(state.requirements)}, country = ${state.country},
    default_currency = ${state.defaultCurrency}, refused_at = null,
    status = case when ${Number(state.chargesEnabled)} then 'ACTIVE' when status = 'ONBOARDING' then 'ONBOARDING' else 'RESTRICTED' end
    where id = ${id} and status <> 'DISCONNECTED' returning id`),
  statement<{ id: string }>(sql`update payment_accounts set is_default = 1
    where id = ${id} and status = 'ACTIVE' and not exists (
      select 1 from payment_accounts o where o.calendar_id = ${calendarId} and o.is_default = 1) returning id`),
]

const ordersOf = (id: string) => sql`select z.order_id from order_terms z where z.account_id = ${id}`

/** Refunds of a connected account that can't be followed any more: those that were sent may have succeeded. */
const noteLostRefunds = (id: string, now: Instant) => [
  statement(sql`update orders set refunded = refunded - (select sum(r.amount) from refunds r where r.order_id = orders.id
      and r.status = 'PENDING' and r.effect = 'INTENDED' and r.payment is null), updated_at = ${now},
    status = case when refunded = (select sum(r.amount) from refunds r where r.order_id = orders.id and r.status = 'PENDING'
      and r.effect = 'INTENDED' and r.payment is null) then 'PAID' else 'PARTIALLY_REFUNDED' end
    where id in (${ordersOf(id)}) and exists (select 1 from refunds r where r.order_id = orders.id and r.status = 'PENDING'
      and r.effect = 'INTENDED' and r.payment is null)`),
  statement(sql`update refunds set status = 'FAILED', effect = 'SETTLED', completed_at = ${now}
    where order_id in (${ordersOf(id)}) and status = 'PENDING' and effect = 'INTENDED'`),
  statement(sql`
    insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, noticed_at)
    select r.id || ':account', 'REFUND_DIFFERS', o.event_id, o.id, r.amount, r.currency, 'account_gone', ${now}
    from refunds r join orders o on o.id = r.order_id where r.order_id in (${ordersOf(id)}) and r.status = 'PENDING'
    on conflict (id) do nothing`),
]

/** Disconnects an account. The refunds of a connected account can't be followed any more. */
export const disconnectStatements = ({ id, kind }: PaymentAccountRow, now: Instant) => [
  ...(kind === 'CONNECT' ? noteLostRefunds(id, now) : []),
  statement<{ id: string }>(sql`update payment_accounts set status = 'DISCONNECTED', is_default = 0,
    disconnected_at = coalesce(disconnected_at, ${now}) where id = ${id} and status <> 'DISCONNECTED' returning id`),
]

/** Emails each owner of the calendar, once per cause. */
export const mailToOwnersOf = (
  { calendarId }: Pick<PaymentAccountRow, 'calendarId'>,
  kind: 'account-restricted' | 'account-changed' | 'dispute',
  cause: string,
  data: Record<string, string>,
): OutgoingMail => ({
  kind,
  cause: sql`${`${cause}:`} || each.email`,
  recipient: sql`each.email`,
  data,
  each: sql`(select distinct email from members where calendar_id = ${calendarId} and role = 'OWNER' and email is not null)`,
})
