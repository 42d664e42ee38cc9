import type { Deps } from '../../../deps.ts'
import { hasSeat } from '../../../kernel/visibility.ts'
import type { Party } from '../../seats/index.ts'

/** Members whose tickets the buyer holds: the buyer, and members with `email_is_buyers`. All others hold their own. */
export const heldByBuyer = ({ party, members }: Party) =>
  members.filter(({ guest }) => hasSeat(guest.status) && (guest.emailIsBuyers || guest.email === party.buyerEmail))

/**
 * Links to add tickets to a wallet. Only a ticket that admits its guest (`isTicket`) has a pass. `passes.pkpasses`
 * contains all passes that one person holds.
 */
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
