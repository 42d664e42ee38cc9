import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { PaymentAccountRow } from '../../db/rows.ts'
import { paymentAccounts } from '../../db/schema.ts'
import { inOneBatch, onlyRow, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

export const listAccounts = (db: Database, calendarId: string): Promise<PaymentAccountRow[]> =>
  db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.calendarId, calendarId))
    .orderBy(asc(paymentAccounts.createdAt), asc(paymentAccounts.id))

export const findPaymentAccount = async (
  db: Database,
  calendarId: string,
  id: string,
): Promise<PaymentAccountRow | null> => {
  const [row] = await db
    .select()
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.id, id), eq(paymentAccounts.calendarId, calendarId)))
    .limit(1)
  return row ?? null
}

export const findByStripeAccount = async (
  db: Database,
  calendarId: string,
  stripeAccount: string,
): Promise<PaymentAccountRow | null> => {
  const [row] = await db
    .select()
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.calendarId, calendarId), eq(paymentAccounts.stripeAccount, stripeAccount)))
    .limit(1)
  return row ?? null
}

type NewAccount = typeof paymentAccounts.$inferInsert

export const insertPaymentAccount = (db: Database, account: NewAccount) =>
  rowsOf(paymentAccounts, db.insert(paymentAccounts).values(account).onConflictDoNothing().returning())

/** Connects an account again under its old id, or replaces its key, unless another request has done so since `known`. */
export const updatePaymentAccount = (db: Database, account: NewAccount, known: PaymentAccountRow) => {
  const { id, status, mode, sealedKey, keyLast4, sealedWebhookSecret, webhookEndpoint, connectedBy } = account
  const sealed = { sealedKey, keyLast4, sealedWebhookSecret, webhookEndpoint }
  return rowsOf(
    paymentAccounts,
    db
      .update(paymentAccounts)
      .set({ status, mode, ...sealed, connectedBy, refusedAt: null, disconnectedAt: null })
      .where(
        and(
          eq(paymentAccounts.id, id),
          eq(paymentAccounts.kind, account.kind),
          sql`webhook_endpoint is ${known.webhookEndpoint}`,
        ),
      )
      .returning(),
  )
}

/** Makes the account the one that new orders use, if it can take payments. */
export const makeDefault = (calendarId: string, id: string) => {
  const isActive = sql`exists (select 1 from payment_accounts a where a.id = ${id} and a.calendar_id = ${calendarId} and a.status = 'ACTIVE')`
  return [
    statement(sql`update payment_accounts set is_default = 0
      where calendar_id = ${calendarId} and is_default = 1 and id <> ${id} and ${isActive}`),
    statement<{ id: string }>(sql`update payment_accounts set is_default = 1
      where id = ${id} and calendar_id = ${calendarId} and status = 'ACTIVE' returning id`),
  ] as const
}

/** Stops the account from receiving new orders. */
export const closeToNewOrders = (id: string) =>
  statement(sql`update payment_accounts set is_default = 0 where id = ${id}`)

const ordersOf = (id: string) => sql`select z.order_id from order_terms z where z.account_id = ${id}`

/** Orders whose checkout page may be open. A payment that a bank is confirming is followed to its end. */
const isOpenPage = (id: string) => sql`orders.id in (${ordersOf(id)}) and orders.status = 'PENDING' and not exists (
  select 1 from order_terms t where t.order_id = orders.id and t.payment_state = 'PROCESSING')`

/** Makes the orders whose page is open overdue, so that `endCheckouts` closes the pages and frees the seats. */
export const endOpenOrders = (id: string, now: Instant) =>
  statement(
    sql`update orders set expires_at = ${now}, updated_at = ${now} where ${isOpenPage(id)} and expires_at > ${now}`,
  )

export const countOpenPages = (id: string) =>
  statement<{ pages: number }>(
    sql`select count(*) as pages from orders where ${isOpenPage(id)} and effect in ('SENT', 'KNOWN')`,
  )

interface OpenItems {
  openOrders: number
  pendingRefunds: number
  openDisputes: number
}

export interface UnseenOrder {
  orderId: string
  eventId: string
  number: string
  amount: number
  currency: string
}

const MAX_UNSEEN = 50

/** Orders whose payment the service can no longer see: their page may still be open, or a bank is confirming it. */
const unseenOrdersOf = (id: string) =>
  statement<UnseenOrder>(sql`
    select o.id as orderId, o.event_id as eventId, o.number, o.total as amount, o.currency from orders o
    where o.id in (${ordersOf(id)}) and (o.status = 'PENDING' or (o.status = 'EXPIRED' and o.effect in ('SENT', 'KNOWN')))
    order by o.created_at limit ${MAX_UNSEEN}`)

/** Orders and refunds that are still open on the account. */
export const readOpenItems = async (db: Database, { id, kind, status }: PaymentAccountRow) => {
  const isGone = kind === 'CONNECT' && status === 'DISCONNECTED'
  const read = { items: openItemsOf(id), unseen: isGone ? [unseenOrdersOf(id)] : [] }
  const { items, unseen } = await inOneBatch(db, read)
  return { ...onlyRow(items), unseenOrders: unseen.flat() }
}

const openItemsOf = (id: string) =>
  statement<OpenItems>(sql`select
    (select count(*) from orders o where o.id in (${ordersOf(id)}) and o.status = 'PENDING') as openOrders,
    (select count(*) from refunds r where r.order_id in (${ordersOf(id)}) and r.status = 'PENDING') as pendingRefunds,
    (select count(*) from payment_differences d where d.order_id in (${ordersOf(id)}) and d.kind = 'DISPUTED'
      and d.settled_at is null) as openDisputes`)

const KEPT_MS = 180 * DAY_MS

/**
 * Disconnected accounts whose key is no longer needed: after 180 days, or once all events they sold for are over and
 * nothing is pending.
 */
export const listKeysToErase = (db: Database, now: Instant, limit: number): Promise<PaymentAccountRow[]> =>
  db
    .select()
    .from(paymentAccounts)
    .where(
      sql`status = 'DISCONNECTED' and sealed_key is not null and (disconnected_at < ${now - KEPT_MS} or not exists (
        select 1 from order_terms z join orders o on o.id = z.order_id join events e on e.id = o.event_id
        where z.account_id = payment_accounts.id and (e.end_at > ${now} or o.status = 'PENDING'
          or exists (select 1 from refunds r where r.order_id = o.id and r.status = 'PENDING')
          or exists (select 1 from payment_differences d where d.order_id = o.id and d.kind = 'DISPUTED' and d.settled_at is null))))`,
    )
    .limit(limit)

export const eraseKey = (id: string) =>
  statement(sql`update payment_accounts set sealed_key = null, sealed_webhook_secret = null, webhook_endpoint = null
    where id = ${id} and status = 'DISCONNECTED'`)

/** Lists accounts with a key that is not sealed with the vault key `keyName`. */
export const listKeysSealedOtherwise = (db: Database, keyName: string, limit: number): Promise<PaymentAccountRow[]> =>
  db
    .select()
    .from(paymentAccounts)
    .where(
      sql`sealed_key is not null and (substr(sealed_key, 1, ${keyName.length + 1}) <> ${`${keyName}.`}
        or substr(sealed_webhook_secret, 1, ${keyName.length + 1}) <> ${`${keyName}.`})`,
    )
    .limit(limit)

/** Changes nothing if the key has been replaced since it was read. */
export const reseal = (db: Database, seen: PaymentAccountRow, sealedKey: string, sealedWebhookSecret: string | null) =>
  rowsFrom(
    db,
    statement<{
      id: string
    }>(sql`update payment_accounts set sealed_key = ${sealedKey}, sealed_webhook_secret = ${sealedWebhookSecret}
      where id = ${seen.id} and sealed_key = ${seen.sealedKey} returning id`),
  )
