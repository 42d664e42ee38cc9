import type { PaymentAccountRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderAccount } from '../../kernel/payment-provider.ts'
import { disconnectStatements, mailOfChange, mailOfRestriction, setState } from './accounts.store.ts'

/**
 * Stores an account's state as reported by the provider. The first account of a calendar that can take payments becomes
 * its default. Owners get an email if the account can no longer take payments.
 */
export const storeState = async (account: PaymentAccountRow, state: ProviderAccount, deps: Deps) => {
  const now = deps.clock()
  await deps.commit({
    calendarId: account.calendarId,
    seenBy: 'team',
    statements: [...setState(account, state)],
    mails: account.status === 'ACTIVE' && !state.chargesEnabled ? [mailOfRestriction(account, now)] : [],
  })
}

/** The organiser ended the connection at the provider. Open pages can no longer be closed; their orders expire. */
export const cutOff = async (account: PaymentAccountRow, deps: Deps) => {
  if (account.status === 'DISCONNECTED') return
  const now = deps.clock()
  await deps.commit({
    calendarId: account.calendarId,
    seenBy: 'team',
    statements: disconnectStatements(account, now),
    mails: [mailOfChange(account, 'disconnected', now)],
  })
}
