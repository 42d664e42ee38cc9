import type { Deps } from '../../deps.ts'
import { Failure } from '../../kernel/failure.ts'
import { openCheckout } from '../payments/index.ts'
import { withdrawOrder } from './expire-unpaid.ts'
import type { Placed } from './guests.ts'
import { Taken } from './place-guest.ts'

/** Opens the provider's page for a new order that is paid there. Without a page there is no order and no seat. */
export const withCheckout = async (placed: Placed | Taken, deps: Deps): Promise<Placed | Taken> => {
  if (placed instanceof Taken || placed.order === null) return placed
  const { order } = placed
  if (order.provider !== 'STRIPE' || order.status !== 'PENDING' || order.paymentUrl !== null) return placed
  try {
    return { ...placed, order: await openCheckout(order, deps) }
  } catch (error) {
    if (error instanceof Failure) await withdrawOrder(order, deps)
    throw error
  }
}
