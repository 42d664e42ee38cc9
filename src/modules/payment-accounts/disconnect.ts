import { owner } from '../../access/demands.ts'
import { refuseStale } from '../../access/fresh-sign-in.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { accessTo, disconnectStatements, endPagesOfAccount, mailOfChange } from '../payments/index.ts'
import { paymentAccountOf, toPaymentAccount } from './payment-accounts.ts'
import { DisconnectedAccount } from './payment-accounts.schema.ts'
import {
  closeToNewOrders,
  countOpenPages,
  endOpenOrders,
  eraseKey,
  listKeysSealedOtherwise,
  listKeysToErase,
  readOpenItems,
  reseal,
} from './payment-accounts.store.ts'

export const disconnectPaymentAccount = operation({
  id: 'paymentAccounts.disconnect',
  summary: 'Disconnect a payment account',
  description:
    'Closes the open checkout pages of the account, then disconnects it. The service can no longer access a CONNECT account: its payments and refunds are then visible only at Stripe. The key of an OWN_KEY account is kept for refunds until its events are over, at most 180 days. Requires a sign-in less than 10 minutes old.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/payment-accounts/:accountId')],
  answer: one(DisconnectedAccount),
  refusals: ['reauthentication_required'],
  async run({ calendar, params, actor }, deps) {
    const account = await paymentAccountOf(calendar, params.accountId, deps)
    const stale = refuseStale(actor, deps.clock())
    if (stale !== null) return stale
    const { openOrders, pendingRefunds, openDisputes } = await readOpenItems(deps.db, account)
    if (account.status !== 'DISCONNECTED') {
      const now = deps.clock()
      await deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: [closeToNewOrders(account.id), endOpenOrders(account.id, now)],
      })
      // An open page could still be paid, and for a connected account we would not be notified.
      await endPagesOfAccount(account.id, deps)
      const { pages } = onlyRow(await rowsFrom(deps.db, countOpenPages(account.id)))
      if (pages > 0 && account.kind === 'CONNECT')
        throw unavailable('Some checkout pages could not be closed. Try again in a minute.')
      await deps.commit({
        calendarId: calendar.id,
        seenBy: 'team',
        statements: disconnectStatements(account, now),
        mails: [mailOfChange(account, 'disconnected', now)],
      })
    }
    const after = await toPaymentAccount(await paymentAccountOf(calendar, account.id, deps), deps)
    return { account: after, openOrders, pendingRefunds, openDisputes }
  },
})

const ACCOUNTS_PER_RUN = 50

/** Erases the keys of disconnected accounts once nothing needs them, and deletes their endpoints at Stripe. */
export const eraseUnneededKeys = async (deps: Deps) => {
  for (const account of await listKeysToErase(deps.db, deps.clock(), ACCOUNTS_PER_RUN)) {
    const access = await accessTo(account, deps)
    await deps.commit({ calendarId: account.calendarId, seenBy: 'team', statements: [eraseKey(account.id)] })
    if (access?.kind !== 'OWN_KEY' || account.webhookEndpoint === null) continue
    try {
      await deps.payments.accounts.closeEndpoint(access.key, account.webhookEndpoint)
    } catch (error) {
      deps.log.warn('a webhook endpoint could not be deleted', { account: account.id, ...describeError(error) })
    }
  }
}

/** Encrypts the keys of accounts again with the newest vault key. */
export const resealAccountKeys = async (deps: Deps) => {
  if (deps.vault.keyName === '') return
  for (const account of await listKeysSealedOtherwise(deps.db, deps.vault.keyName, ACCOUNTS_PER_RUN)) {
    const { sealedKey, sealedWebhookSecret: secret } = account
    if (sealedKey === null) continue
    const again = async (sealed: string) => deps.vault.seal(await deps.vault.open(sealed))
    await reseal(deps.db, account, await again(sealedKey), secret === null ? null : await again(secret))
  }
}
