import type { Deps } from '../../deps.ts'
import type { ProviderRefund, StripePort } from '../../kernel/payment-provider.ts'
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
import { isDue, EFFECT_LEASE_MS, takeEffect } from './effects.store.ts'
import { findApplicationFee, notePayment } from './payments.store.ts'
import { sourceOfOrder, throughAccounts } from './provider-of.ts'

/**
 * Stores the final result of a refund; the first report wins. If a refund fails after it had `SUCCEEDED`, its amount
 * can be refunded again.
 */
const concludeRefund = async ({ refund, order }: KnownRefund, outcome: RefundOutcome, deps: Deps) => {
  const now = deps.clock()
  const isLost = outcome.status === 'FAILED'
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: {
      noted: isLost ? noteRefundLost({ refund, order }, outcome, now) : [],
      change: settleRefund(deps.db, refund, outcome, now),
      settled: isLost ? [] : settleRefundDifferences(refund, now),
    },
    mails: [mailOfRefund(order, refund.id)],
  })
  if (noted.length > 0) deps.log.error('a refund failed', { refundId: refund.id, orderId: order.id })
}

/** Applies the status that Stripe reports for one of our refunds. */
export const takeInRefund = async (known: KnownRefund, { status, reference }: ProviderRefund, deps: Deps) => {
  if (known.refund.status === status && known.refund.reference === reference) return
  if (status !== 'PENDING') return concludeRefund(known, { status, reference }, deps)
  await deps.commit({
    calendarId: known.order.calendarId,
    seenBy: 'team',
    statements: noteReference(deps.db, known.refund, reference, deps.clock()),
  })
}

/** The payment to refund, or null if Stripe has none. */
const paymentOf = async ({ refund, order }: KnownRefund, stripe: StripePort, deps: Deps) => {
  const known = refund.payment ?? order.payment
  if (known !== null) return known
  // A restored order has no reference: its payment stays with the source.
  if (order.paymentReference === null) return null
  const checkout = await stripe.readCheckout(order.paymentReference)
  if (checkout === null || checkout.payment === '') return null
  await notePayment(deps.db, order.id, checkout.payment)
  return checkout.payment
}

/**
 * Returns the state of a refund at Stripe. If the refund has a `reference`, only reads it. If an earlier response may
 * have been lost, searches the payment's refunds before sending the request again. If Stripe refuses, searches them
 * too: the refusal counts only if the refund isn't there.
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
    // Stripe may already have this refund, so a payment that can't be found must not make it fail: the API key may
    // belong to a different account.
    if (refund.effect !== 'INTENDED') throw unavailable('The payment provider can’t find the payment for this refund.')
    return concludeRefund(known, { status: 'FAILED', reference: null }, deps)
  }
  const hasFee = (await findApplicationFee(deps.db, refund.orderId)) > 0
  const wanted = { refundId: refund.id, payment, amount: refund.amount, currency: refund.currency, hasFee }
  const request = await takeEffect(deps.db, 'refunds', refund, stripe.refundRequest(wanted), deps.clock())
  if (request === null) return
  const outcome = await outcomeOf(known, payment, request, stripe)
  if (outcome === null) await concludeRefund(known, { status: 'FAILED', reference: null }, deps)
  else await takeInRefund(known, outcome, deps)
}

const STILL_PENDING = 'a refund is still pending; the schedule will check again'

/** Sends a stored refund, or asks Stripe for its status. Logs errors; `followUpRefunds` tries again later. */
export const sendRefund = async (refundId: string, deps: Deps) => {
  const known = await findRefund(deps.db, refundId)
  if (known === null || known.refund.status !== 'PENDING') return
  try {
    const source = await sourceOfOrder(known.refund.orderId, deps)
    if (source !== null) await pursue(known, source.stripe, deps)
  } catch (error) {
    deps.log.warn(STILL_PENDING, { refundId, ...describeError(error) })
  }
}

const REFUNDS_PER_RUN = 50

/** Retries refunds that were interrupted or are still `PENDING` at Stripe. */
export const followUpRefunds = async (deps: Deps) => {
  const now = deps.clock()
  const due = await listPendingRefunds(deps.db, isDue(now), now - EFFECT_LEASE_MS / 2, REFUNDS_PER_RUN)
  await throughAccounts(
    due,
    ({ refund }) => refund.orderId,
    (known, { stripe }) => pursue(known, stripe, deps),
    STILL_PENDING,
    deps,
  )
}
