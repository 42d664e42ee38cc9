import type { Deps, ProviderRefund, StripePort } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { noteRefundLost, settleRefundDifferences } from './differences.store.ts'
import {
  findRefund,
  listPendingRefunds,
  mailOfRefund,
  noteReference,
  settleRefund,
  type KnownRefund,
  type RefundOutcome,
} from '../orders/index.ts'
import { isDue, REST_MS, takeEffect } from './effects.store.ts'
import { notePayment } from './payments.store.ts'

/** A refund is concluded by whoever hears first how it ended; what succeeded and failed after all gives its amount back. */
const concludeRefund = async ({ refund, order }: KnownRefund, outcome: RefundOutcome, deps: Deps) => {
  const now = deps.clock()
  const isLost = outcome.status === 'FAILED'
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: {
      change: settleRefund(deps.db, refund, outcome, now),
      noted: isLost ? noteRefundLost({ refund, order }, outcome.reference, now) : [],
      settled: isLost ? [] : settleRefundDifferences(refund, now),
    },
    mails: [mailOfRefund(order, refund.id)],
  })
  if (noted.length > 0) deps.log.error('a refund failed', { refundId: refund.id, orderId: order.id })
}

/** What the provider says of a refund of ours. */
export const takeInRefund = async (known: KnownRefund, { status, reference }: ProviderRefund, deps: Deps) => {
  if (known.refund.status === status && known.refund.reference === reference) return
  if (status !== 'PENDING') return concludeRefund(known, { status, reference }, deps)
  await deps.commit({
    calendarId: known.order.calendarId,
    seenBy: 'team',
    statements: noteReference(deps.db, known.refund, reference, deps.clock()),
  })
}

/** The payment that a refund goes back from; null where the provider knows of none. */
const paymentOf = async ({ refund, order }: KnownRefund, stripe: StripePort, deps: Deps) => {
  const known = refund.payment ?? order.payment
  if (known !== null) return known
  const checkout = await stripe.readCheckout(order.paymentReference ?? '')
  if (checkout === null || checkout.payment === '') return null
  await notePayment(deps.db, order.id, checkout.payment)
  return checkout.payment
}

/**
 * What became of a refund. A known reference is read, and nothing else. Where an answer was lost, the payment's refunds
 * are looked through before anything is sent again; and a refusal is believed once they are without it.
 */
const outcomeOf = async ({ refund }: KnownRefund, payment: string, request: string, stripe: StripePort) => {
  if (refund.reference !== null && refund.reference !== '') return stripe.readRefund(refund.reference)
  const known = refund.effect === 'INTENDED' ? null : await stripe.findRefund(payment, refund.id)
  if (known !== null) return known
  const sent = await stripe.refund(refund.id, request)
  if (!('kind' in sent)) return sent
  return stripe.findRefund(payment, refund.id)
}

const pursue = async (known: KnownRefund, stripe: StripePort, deps: Deps) => {
  const { refund } = known
  const payment = await paymentOf(known, stripe, deps)
  if (payment === null) {
    // What may have been sent is not given up for a payment that is not found: the key may be another account's.
    if (refund.effect !== 'INTENDED') throw unavailable("The payment provider doesn't have the payment of this refund.")
    return concludeRefund(known, { status: 'FAILED', reference: null }, deps)
  }
  const wanted = { refundId: refund.id, payment, amount: refund.amount, currency: refund.currency }
  const request = await takeEffect(deps.db, 'refunds', refund, stripe.refundRequest(wanted), deps.clock())
  if (request === null) return
  const outcome = await outcomeOf(known, payment, request, stripe)
  if (outcome === null) await concludeRefund(known, { status: 'FAILED', reference: null }, deps)
  else await takeInRefund(known, outcome, deps)
}

/** Pursues a refund that is noted, as far as it goes just now. */
export const sendRefund = async (refundId: string, deps: Deps) => {
  const known = await findRefund(deps.db, refundId)
  const { stripe } = deps.payments
  if (known === null || known.refund.status !== 'PENDING' || stripe === null) return
  try {
    await pursue(known, stripe, deps)
  } catch (error) {
    deps.log.warn('a refund is still pending; the schedule will check again', { refundId, ...describeError(error) })
  }
}

const REFUNDS_PER_RUN = 50

/** Follows up what was interrupted or is still on its way. */
export const followUpRefunds = async (deps: Deps) => {
  if (deps.payments.stripe === null) return
  const now = deps.clock()
  for (const { refund } of await listPendingRefunds(deps.db, isDue(now), now - REST_MS / 2, REFUNDS_PER_RUN)) {
    await sendRefund(refund.id, deps)
  }
}
