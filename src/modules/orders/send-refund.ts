import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { findRefund, listPendingRefunds, noteReference, settleRefund, type RefundOutcome } from './settle.store.ts'

/** Money that came through a provider goes back through it; without it nothing is promised. */
export const requireProvider = (order: Pick<OrderRow, 'provider'>, { payments }: Deps) => {
  if (order.provider === 'STRIPE' && payments.stripe === null) {
    throw unavailable('The payment provider of this order is not set up here.')
  }
}

export const concludeRefund = async (
  { refund, order }: NonNullable<Awaited<ReturnType<typeof findRefund>>>,
  outcome: RefundOutcome,
  deps: Deps,
) => {
  const [, , told] = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: settleRefund(deps.db, refund, outcome, deps.clock()),
  })
  deps.tell({ mails: told.map(({ id }) => id) })
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

/** Follows up what was interrupted or is still on its way. */
export const followUpRefunds = async (deps: Deps) => {
  if (deps.payments.stripe === null) return
  for (const { refund } of await listPendingRefunds(deps.db, deps.clock() - MINUTE_MS / 2, MOST)) {
    await sendRefund(refund.id, deps)
  }
}
