import { sql, type SQL } from 'drizzle-orm'
import { actingAs } from '../../db/commit.ts'
import type { Database } from '../../db/database.ts'
import type { PaymentAccountRow } from '../../db/rows.ts'
import { orderTerms, paymentAccounts } from '../../db/schema.ts'
import type { OutgoingMail } from '../../db/outgoing.ts'
import { inList, rowsFrom, statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderAccount } from '../../kernel/payment-provider.ts'
import { MINUTE_MS, type Instant } from '../../kernel/time.ts'

/** True if row `orders` is paid into this account. Null is the deployment's account. */
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

/** Returns the accounts of these orders, by order id. Orders paid into the deployment's account are left out. */
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
 * Records that Stripe rejected the account's key. The second rejection within 10 minutes restricts the account: it takes
 * no new checkouts, and its owners get an email.
 */
export const noteRefusedKey = (account: PaymentAccountRow, deps: Pick<Deps, 'clock' | 'commit'>) => {
  const now = deps.clock()
  const setRefused = sql`update payment_accounts set refused_at = ${now}`
  return actingAs({ type: 'provider', id: 'stripe' }, deps).commit({
    calendarId: account.calendarId,
    seenBy: 'team',
    statements: [
      statement(sql`${setRefused}, status = 'RESTRICTED'
        where id = ${account.id} and status = 'ACTIVE' and refused_at > ${now - REFUSALS_WITHIN_MS}`),
      statement(sql`${setRefused} where id = ${account.id} and status <> 'RESTRICTED'`),
    ],
    mails: [mailOfRestriction(account, now, sql`a.refused_at = ${now}`)],
  })
}

/** Returns the accounts that the service can still access and that have an order with a price since `since`. */
export const listAccountsInUse = (db: Database, since: number) =>
  rowsFrom(
    db,
    statement<{ id: string }>(sql`select a.id from payment_accounts a
      where (a.status <> 'DISCONNECTED' or a.sealed_key is not null) and exists (
        select 1 from orders o join order_terms z on z.order_id = o.id
        where o.calendar_id = a.calendar_id and o.total > 0 and o.created_at >= ${since} and z.account_id = a.id)`),
  )

/**
 * Stores the account's state at Stripe, sets its status to match, and makes it the default if the calendar has none. A
 * disconnected account stays disconnected.
 */
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

/**
 * Ends the pending refunds of a connected account, which the service can no longer access. Refunds not yet sent
 * (`INTENDED`) fail. Those already sent may have succeeded, so each becomes a `REFUND_DIFFERS` difference.
 */
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

export const disconnectStatements = ({ id, kind }: PaymentAccountRow, now: Instant) => [
  ...(kind === 'CONNECT' ? noteLostRefunds(id, now) : []),
  statement<{ id: string }>(sql`update payment_accounts set status = 'DISCONNECTED', is_default = 0,
    disconnected_at = coalesce(disconnected_at, ${now}) where id = ${id} and status <> 'DISCONNECTED' returning id`),
]

const isNow = ({ id }: Pick<PaymentAccountRow, 'id'>, state: SQL) =>
  sql`exists (select 1 from payment_accounts a where a.id = ${id} and ${state})`

export const mailOfRestriction = (account: PaymentAccountRow, now: Instant, where = sql`1`) =>
  mailToOwnersOf(
    account,
    'account-restricted',
    `restricted:${account.id}:${now}`,
    { account: account.stripeAccount },
    isNow(account, sql`a.status = 'RESTRICTED' and ${where}`),
  )

const changedTo = (change: 'connected' | 'disconnected' | 'default', now: Instant) =>
  change === 'connected'
    ? sql`1`
    : change === 'default'
      ? sql`a.is_default = 1 and a.status = 'ACTIVE'`
      : sql`a.disconnected_at = ${now}`

/** Emails the owners only if the change was made, and only once if two requests disconnect an account concurrently. */
export const mailOfChange = (
  account: Pick<PaymentAccountRow, 'id' | 'calendarId' | 'stripeAccount'>,
  change: Parameters<typeof changedTo>[0],
  now: Instant,
) =>
  mailToOwnersOf(
    account,
    'account-changed',
    `${change}:${account.id}:${now}`,
    { account: account.stripeAccount, change },
    isNow(account, changedTo(change, now)),
  )

/** Emails each owner of the calendar once per `cause`, if `when` is true after the change. */
export const mailToOwnersOf = (
  { calendarId }: Pick<PaymentAccountRow, 'calendarId'>,
  kind: 'account-restricted' | 'account-changed' | 'dispute',
  cause: string,
  data: Record<string, string>,
  when = sql`1`,
): OutgoingMail => ({
  kind,
  when,
  cause: sql`${`${cause}:`} || each.email`,
  recipient: sql`each.email`,
  data,
  each: sql`(select distinct email from members where calendar_id = ${calendarId} and role = 'OWNER' and email is not null)`,
})
