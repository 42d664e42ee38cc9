import type { PaymentAccountRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { AccountAccess, StripePort } from '../../kernel/payment-provider.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { findAccountOfOrder, listAccountsOfOrders, noteRefusedKey } from './accounts.store.ts'

/**
 * An account at the provider: an organiser's, or the deployment's (`accountId` null). An order is read and changed only
 * through the account that it was created with, because a message from another account can name any order.
 */
export interface PaymentSource {
  accountId: string | null
  stripe: StripePort
}

/** Returns null if the account can't be reached: disconnected, or its key was erased. */
export const accessTo = async (account: PaymentAccountRow, deps: Deps): Promise<AccountAccess | null> => {
  if (account.kind === 'CONNECT')
    return account.status === 'DISCONNECTED' ? null : { kind: 'CONNECT', stripeAccount: account.stripeAccount }
  if (account.sealedKey === null) return null
  const secret = account.sealedWebhookSecret
  return {
    kind: 'OWN_KEY',
    key: await deps.vault.open(account.sealedKey),
    webhookSecret: secret === null ? null : await deps.vault.open(secret),
  }
}

export const sourceOf = async (account: PaymentAccountRow | null, deps: Deps): Promise<PaymentSource | null> => {
  const { payments } = deps
  if (account === null) return payments.stripe === null ? null : { accountId: null, stripe: payments.stripe }
  const access = await accessTo(account, deps)
  const onRefusedKey = () => deps.later(noteRefusedKey(account, deps))
  const stripe = access === null ? null : payments.at(access, onRefusedKey)
  return stripe === null ? null : { accountId: account.id, stripe }
}

export const sourceOfOrder = async (orderId: string, deps: Deps) =>
  sourceOf(await findAccountOfOrder(deps.db, orderId), deps)

/** Whether the organiser's account that received the order's money can't be reached any more. */
export const isAccountGone = async (orderId: string, deps: Deps) => {
  const account = await findAccountOfOrder(deps.db, orderId)
  return account !== null && (await accessTo(account, deps)) === null
}

export const requireSource = async (orderId: string, deps: Deps): Promise<PaymentSource> => {
  const source = await sourceOfOrder(orderId, deps)
  if (source === null) throw unavailable('The payment provider of this order isn’t configured.')
  return source
}

/** After so many failures, a run leaves the other orders of an account to the next run. */
const MAX_FAILURES = 3
const ACCOUNTS_AT_ONCE = 5

/**
 * Runs `work` for each item through the account of its order. Accounts take turns side by side, so that one that doesn't
 * respond doesn't delay the others. Logs errors; the schedule tries again.
 */
export const throughAccounts = async <Item>(
  items: readonly Item[],
  orderIdOf: (item: Item) => string,
  work: (item: Item, source: PaymentSource) => Promise<unknown>,
  failed: string,
  deps: Deps,
) => {
  if (items.length === 0) return
  const accounts = await listAccountsOfOrders(deps.db, items.map(orderIdOf))
  const groups = [...Map.groupBy(items, (item) => accounts.get(orderIdOf(item)) ?? null)]
  const walk = async ([account, own]: [PaymentAccountRow | null, Item[]]) => {
    const source = await sourceOf(account, deps)
    let failures = 0
    for (const item of source === null ? [] : own) {
      if (failures >= MAX_FAILURES) return
      try {
        await work(item, source as PaymentSource)
      } catch (error) {
        failures += 1
        deps.log.warn(failed, { orderId: orderIdOf(item), ...describeError(error) })
      }
    }
  }
  for (let from = 0; from < groups.length; from += ACCOUNTS_AT_ONCE)
    await Promise.all(groups.slice(from, from + ACCOUNTS_AT_ONCE).map(walk))
}
