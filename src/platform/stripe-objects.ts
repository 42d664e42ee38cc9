import type {
  DelayedPayment,
  ProviderAccount,
  ProviderCheckout,
  ProviderDispute,
  ProviderMovement,
  ProviderPayment,
  ProviderRefund,
} from '../kernel/payment-provider.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { responseText, type StripeObject } from './stripe-http.ts'
import { ofStripeAmount } from './stripe-money.ts'

/** Functions that map Stripe's objects to the types in deps.ts. */

const currencyOf = (object: StripeObject) => responseText(object['currency']).toUpperCase()
const amountIn = (object: StripeObject, field: string) => ofStripeAmount(Number(object[field] ?? 0), currencyOf(object))
export const metadataOf = (object: StripeObject, name: string) =>
  responseText(((object['metadata'] ?? {}) as StripeObject)[name])
/** Stripe returns an id, or the whole object if the request asked to expand it. */
const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? responseText((value as StripeObject)['id']) : responseText(value)

const REFUND_STATUS: Readonly<Record<string, ProviderRefund['status']>> = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
}

export const parseStripeRefund = (object: StripeObject): ProviderRefund => ({
  reference: responseText(object['id']),
  refundId: metadataOf(object, 'refund_id'),
  payment: idOf(object['payment_intent']),
  amount: amountIn(object, 'amount'),
  currency: currencyOf(object),
  status: REFUND_STATUS[responseText(object['status'])] ?? 'PENDING',
})

export const toCheckout = (object: StripeObject): ProviderCheckout => ({
  sessionId: responseText(object['id']),
  url: responseText(object['url']),
  orderId: metadataOf(object, 'order_id'),
  page: Number(metadataOf(object, 'page') || 1),
  payment: idOf(object['payment_intent']),
  amount: amountIn(object, 'amount_total'),
  currency: currencyOf(object),
  isOpen: object['status'] === 'open',
  isPaid: object['payment_status'] === 'paid',
  isOver: object['status'] === 'expired',
  isFinishedUnpaid: object['status'] === 'complete' && object['payment_status'] === 'unpaid',
})

const FAILED_INTENTS = new Set(['requires_payment_method', 'canceled'])

/** Maps a payment intent whose `payment_method` is expanded. */
export const toDelayedPayment = (object: StripeObject): DelayedPayment => ({
  method: responseText(((object['payment_method'] ?? {}) as StripeObject)['type']),
  hasFailed: FAILED_INTENTS.has(responseText(object['status'])),
})

/** Maps a charge. Refunds and disputes refer to its `payment_intent`. */
export const toPayment = (object: StripeObject): ProviderPayment => ({
  payment: idOf(object['payment_intent']),
  orderId: metadataOf(object, 'order_id'),
  amount: amountIn(object, 'amount'),
  refunded: amountIn(object, 'amount_refunded'),
  currency: currencyOf(object),
  isPaid: object['status'] === 'succeeded' && object['paid'] !== false && object['captured'] !== false,
  createdAt: Number(object['created']) * SECOND_MS,
})

const feeIn = (currency: string) => (detail: StripeObject) => ({
  isOfPlatform: detail['type'] === 'application_fee',
  amount: ofStripeAmount(Number(detail['amount'] ?? 0), currency),
})

/** Maps a balance transaction whose `source` is expanded. */
export const toMovement = (object: StripeObject): ProviderMovement => {
  const source = (object['source'] ?? {}) as StripeObject
  const details = (source['payment_method_details'] ?? {}) as StripeObject
  return {
    reference: responseText(object['id']),
    isPayout: responseText(object['type']).startsWith('payout'),
    amount: amountIn(object, 'amount'),
    currency: currencyOf(object),
    fees: ((object['fee_details'] ?? []) as StripeObject[]).map(feeIn(currencyOf(object))),
    payment: idOf(source['payment_intent']),
    method: responseText(details['type']) || null,
    createdAt: Number(object['created']) * SECOND_MS,
  }
}

export const toProviderAccount = (object: StripeObject): ProviderAccount => {
  const { currently_due: due } = (object['requirements'] ?? {}) as { currently_due?: unknown }
  return {
    stripeAccount: responseText(object['id']),
    country: responseText(object['country']) || null,
    defaultCurrency: responseText(object['default_currency']).toUpperCase() || null,
    chargesEnabled: object['charges_enabled'] === true,
    payoutsEnabled: object['payouts_enabled'] === true,
    requirements: Array.isArray(due) ? due.filter((each) => typeof each === 'string') : [],
  }
}

/** Dispute statuses in which the money was returned or never withdrawn. */
const IN_OUR_FAVOUR = new Set(['won', 'warning_closed', 'prevented'])

/** When the account must have answered. Null if Stripe expects no answer. */
const dueByOf = (evidence: unknown) => {
  const seconds = Number(((evidence ?? {}) as StripeObject)['due_by'] ?? 0)
  return seconds > 0 ? seconds * SECOND_MS : null
}

export const toDispute = (object: StripeObject): ProviderDispute => ({
  reference: responseText(object['id']),
  payment: idOf(object['payment_intent']),
  amount: amountIn(object, 'amount'),
  currency: currencyOf(object),
  status: responseText(object['status']),
  reason: responseText(object['reason']) || null,
  dueBy: dueByOf(object['evidence_details']),
  isSettled: IN_OUR_FAVOUR.has(responseText(object['status'])),
})
