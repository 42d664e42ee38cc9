import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { mailAgain, manageUrlOf } from '../guests/index.ts'
import { listWithoutCheckout, noteCheckout } from '../orders/index.ts'

/** The provider's page for an order. The order's id makes asking twice the same page. */
export const openCheckout = async (order: OrderRow, deps: Deps): Promise<OrderRow> => {
  const { stripe } = deps.payments
  if (stripe === null) throw unavailable('The payment provider of this order is not set up here.')
  const now = deps.clock()
  const checkout = await stripe.openCheckout(
    {
      id: order.id,
      title: order.ticketName,
      amount: order.total,
      currency: order.currency ?? '',
      email: order.buyerEmail,
      returnUrl: await manageUrlOf(order.guestId, deps),
      expiresAt: order.expiresAt ?? now,
    },
    now,
  )
  const [rows] = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: [noteCheckout(deps.db, order.id, checkout, now)],
    mails: [mailAgain({ PENDING: 'pending' }, order, `checkout:${order.id}`)],
  })
  return rows[0] ?? order
}

const MOST = 50
/** A request that is opening the page itself is done by then. */
const REST_MS = MINUTE_MS / 2

export const openWaitingCheckouts = async (deps: Deps) => {
  if (deps.payments.stripe === null) return
  for (const order of await listWithoutCheckout(deps.db, deps.clock() - REST_MS, MOST)) {
    try {
      await openCheckout(order, deps)
    } catch (error) {
      deps.log.warn('a checkout could not be opened; it is tried again', { orderId: order.id, ...describeError(error) })
    }
  }
}
