import type { Deps } from '../../../deps.ts'
import { hasSeat } from '../../../kernel/visibility.ts'
import type { Party } from '../../seats/index.ts'

/** Those of a party whose tickets its buyer holds: who has an address of their own has their own. */
export const heldByBuyer = ({ party, members }: Party) =>
  members.filter(({ guest }) => hasSeat(guest.status) && (guest.emailIsBuyers || guest.email === party.buyerEmail))

/** Where a ticket that opens the door is had for a wallet; and all in one file, where one person holds several. */
export const walletLinksOf = (
  manageUrl: string,
  { isTicket, holdsSeveral }: { isTicket: boolean; holdsSeveral: boolean },
  { config, wallets }: Pick<Deps, 'config' | 'wallets'>,
) => {
  const at = `${config.baseUrl}/public/registrations/${manageUrl.split('/').at(-1)}`
  const hasApple = wallets.apple !== null
  return {
    appleUrl: hasApple && isTicket ? `${at}/pass.pkpass` : null,
    appleAllUrl: hasApple && holdsSeveral ? `${at}/passes.pkpasses` : null,
    googleUrl: isTicket && wallets.google !== null ? `${at}/google-wallet` : null,
  }
}
export type WalletLinks = ReturnType<typeof walletLinksOf>
