import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { mailAgain, manageUrlOfGuest } from '../guests/index.ts'
import {
  findRefund,
  listPendingRefunds,
  listWithoutCheckout,
  mailOfRefund,
  noteCheckout,
  noteReference,
  settleRefund,
  type RefundOutcome,
} from '../orders/index.ts'

export const requireStripe = ({ payments: { stripe } }: Deps) => {
  if (stripe === null) throw unavailable('The payment provider of this order is not set up here.')
  return stripe
}

/** The provider's page for an order. The order's id makes asking twice the same page. */
export const openCheckout = async (order: OrderRow, deps: Deps): Promise<OrderRow> => {
  const stripe = requireStripe(deps)
  const now = deps.clock()
  const checkout = await stripe.openCheckout(
    {
      id: order.id,
      title: order.ticketName,
      amount: order.total,
      currency: order.currency ?? '',
      email: order.buyerEmail,
      returnUrl: await manageUrlOfGuest(order.guestId, deps),
      expiresAt: order.expiresAt ?? now,
    },
    now,
  )
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: { noted: noteCheckout(deps.db, order.id, checkout, now) },
    mails: [mailAgain({ PENDING: 'pending' }, order, `checkout:${order.id}`)],
  })
  return noted[0] ?? order
}

/** A refund is concluded once, by whoever hears first how it ended. */
export const concludeRefund = async (
  { refund, order }: NonNullable<Awaited<ReturnType<typeof findRefund>>>,
  outcome: RefundOutcome,
  deps: Deps,
) => {
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: settleRefund(deps.db, refund, outcome, deps.clock()),
    mails: [mailOfRefund(order, refund.id)],
  })
}

/** Asks the provider for a refund that is noted. Its id makes asking again harmless. */
export const sendRefund = async (refundId: string, deps: Deps) => {
  const known = await findRefund(deps.db, refundId)
  const { stripe } = deps.payments
  if (known === null || known.refund.status !== 'PENDING' || stripe === null) return
  const { refund, order } = known
  try {
    const answer = await stripe.refund({
      refundId,
      sessionId: order.paymentReference ?? '',
      amount: refund.amount,
    })
    if (answer.status === 'PENDING') await noteReference(deps.db, refundId, answer.reference)
    else await concludeRefund(known, { status: answer.status, reference: answer.reference }, deps)
  } catch (error) {
    deps.log.warn('a refund could not be sent; it is tried again', { refundId, ...describeError(error) })
  }
}

const MOST = 50
/** A request that is asking the provider itself is done by then. */
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

/** Follows up what was interrupted or is still on its way. */
export const followUpRefunds = async (deps: Deps) => {
  if (deps.payments.stripe === null) return
  for (const { refund } of await listPendingRefunds(deps.db, deps.clock() - REST_MS, MOST)) {
    await sendRefund(refund.id, deps)
  }
}
