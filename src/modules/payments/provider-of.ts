import type { Deps } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'

export const requireStripe = ({ payments: { stripe } }: Pick<Deps, 'payments'>) => {
  if (stripe === null) throw unavailable('The payment provider of this order isn’t configured.')
  return stripe
}
