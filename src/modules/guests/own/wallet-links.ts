import type { GuestRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'

/** Where a ticket that opens the door is had for a wallet; with the others that were registered together, where there are any. */
export const walletLinksOf = (
  manageUrl: string,
  { isTicket, partyId }: { isTicket: boolean } & Pick<GuestRow, 'partyId'>,
  { config, wallets }: Pick<Deps, 'config' | 'wallets'>,
) => {
  const at = `${config.baseUrl}/public/registrations/${manageUrl.split('/').at(-1)}`
  const [hasApple, hasGoogle] = [isTicket && wallets.apple !== null, isTicket && wallets.google !== null]
  return {
    appleUrl: hasApple ? `${at}/pass.pkpass` : null,
    appleAllUrl: hasApple && partyId !== null ? `${at}/passes.pkpasses` : null,
    googleUrl: hasGoogle ? `${at}/google-wallet` : null,
  }
}
export type WalletLinks = ReturnType<typeof walletLinksOf>
