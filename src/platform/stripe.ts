import type { Stripe } from 'stripe'
import type { ProviderPage, ProviderCheckout, StripePort } from '../kernel/payment-provider.ts'
import { unavailable } from '../kernel/failure.ts'
import { VOUCHER_DAYS, VOUCHERS_WITH_EXPIRY } from '../kernel/payment-methods.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import {
  createCaller,
  formOf,
  responseText,
  type StripeAccess,
  type StripeAnswer,
  type StripeObject,
} from './stripe-http.ts'
import { isSigned, stripeMessage } from './stripe-messages.ts'
import { toStripeAmount } from './stripe-money.ts'
import {
  metadataOf,
  parseStripeRefund,
  toCheckout,
  toDelayedPayment,
  toDispute,
  toMovement,
  toPayment,
} from './stripe-objects.ts'

/**
 * Stripe accepts an `expires_at` between 30 minutes and 24 hours after it creates the session. These stricter limits
 * keep a request valid even if it is retried some minutes later. `endCheckout` closes the session when the order
 * expires.
 */
const MIN_EXPIRY_MS = 45 * MINUTE_MS
const MAX_EXPIRY_MS = 23 * 60 * MINUTE_MS
const PAGE_SIZE = 100
/** A search reads at most 2,000 objects. If a list is longer, the search fails with 503 and is retried later. */
const MAX_PAGES = 20

const orThrow = (answer: StripeAnswer) => {
  if (answer.kind === 'done') return answer.body
  throw unavailable('The payment provider can’t find the requested object.', new Error(`refused: ${answer.why}`))
}

const secondsOf = (at: Instant) => Math.floor(at / SECOND_MS)

/** Filters of all the lists that we read. */
type Filter = Readonly<Record<string, string | string[] | { gte: number }>>
const createdSince = (since: Instant) =>
  ({ created: { gte: secondsOf(since) } }) satisfies Stripe.ChargeListParams & Stripe.DisputeListParams

/** Creates the port of one account. `webhookSecret` signs the messages of that account. */
export const createStripe = (access: StripeAccess, webhookSecret: string | null): StripePort => {
  const call = createCaller(access)

  const page = async <Item>(
    path: string,
    filter: Filter,
    cursor: string | null,
    toItem: (object: StripeObject) => Item,
  ): Promise<ProviderPage<Item>> => {
    const query = formOf({ ...filter, limit: PAGE_SIZE, ...(cursor === null ? {} : { starting_after: cursor }) })
    const { data, has_more: hasMore } = orThrow(await call(`GET ${path}?${query}`))
    const objects = Array.isArray(data) ? (data as StripeObject[]) : []
    const last = responseText(objects.at(-1)?.['id'])
    return { items: objects.map(toItem), next: hasMore === true && last !== '' ? last : null }
  }

  /** Searches the list, newest first, until `isIt` matches or the list ends. */
  const find = async <Item>(
    list: (cursor: string | null) => Promise<ProviderPage<Item>>,
    isIt: (item: Item) => boolean,
  ) => {
    let cursor: string | null = null
    for (let read = 0; read < MAX_PAGES; read += 1) {
      const { items, next }: ProviderPage<Item> = await list(cursor)
      const found = items.find(isIt)
      if (found !== undefined) return found
      if (next === null) return null
      cursor = next
    }
    throw unavailable('The payment provider has more records than we can search. Contact support.')
  }

  const readCheckout = async (sessionId: string) => {
    const answer = await call(`GET /v1/checkout/sessions/${encodeURIComponent(sessionId)}`)
    return answer.kind === 'done' ? toCheckout(answer.body) : null
  }

  return {
    checkoutRequest: (order, now) =>
      formOf({
        mode: 'payment',
        client_reference_id: order.id,
        ...(order.email === null ? {} : { customer_email: order.email }),
        success_url: order.returnUrl,
        cancel_url: order.returnUrl,
        expires_at: secondsOf(Math.min(Math.max(order.expiresAt, now + MIN_EXPIRY_MS), now + MAX_EXPIRY_MS)),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency.toLowerCase(),
              unit_amount: toStripeAmount(order.amount, order.currency),
              product_data: { name: order.title },
            },
          },
        ],
        metadata: { order_id: order.id, ...(order.page === 1 ? {} : { page: order.page }) },
        excluded_payment_method_types: [...order.excludedMethods],
        payment_method_options: Object.fromEntries(
          VOUCHERS_WITH_EXPIRY.filter((method) => !order.excludedMethods.includes(method)).map((method) => [
            method,
            { expires_after_days: VOUCHER_DAYS },
          ]),
        ),
        payment_intent_data: {
          ...(order.applicationFee === 0
            ? {}
            : { application_fee_amount: toStripeAmount(order.applicationFee, order.currency) }),
          metadata: { order_id: order.id },
        },
      } satisfies Stripe.Checkout.SessionCreateParams),

    async openCheckout(orderId, request, number) {
      // Stripe rejects a different request with the same key, so each page of an order has its own.
      const key = number === 1 ? `checkout-${orderId}` : `checkout-${orderId}-${number}`
      const answer = await call('POST /v1/checkout/sessions', { form: request, key })
      return answer.kind === 'refused' ? answer : toCheckout(answer.body)
    },

    readCheckout,

    findCheckout: (orderId, since, number) =>
      find<ProviderCheckout>(
        (cursor) => page('/v1/checkout/sessions', createdSince(since), cursor, toCheckout),
        (checkout) => checkout.orderId === orderId && checkout.page === number,
      ),

    async checkoutOf(payment) {
      const { items } = await page('/v1/checkout/sessions', { payment_intent: payment }, null, toCheckout)
      return items[0] ?? null
    },

    async delayedPayment(payment) {
      const path = `GET /v1/payment_intents/${encodeURIComponent(payment)}?${formOf({ expand: ['payment_method'] } satisfies Stripe.PaymentIntentRetrieveParams)}`
      const answer = await call(path)
      return answer.kind === 'done' ? toDelayedPayment(answer.body) : { method: '', hasFailed: false }
    },

    async endCheckout(sessionId) {
      const path = `POST /v1/checkout/sessions/${encodeURIComponent(sessionId)}/expire`
      const answer = await call(path, { form: '' })
      // Stripe refuses to expire a session that is already paid or expired, so this reads the session's final state.
      return answer.kind === 'done' ? toCheckout(answer.body) : readCheckout(sessionId)
    },

    refundRequest: ({ refundId, payment, amount, currency, hasFee }) =>
      formOf({
        payment_intent: payment,
        amount: toStripeAmount(amount, currency),
        ...(hasFee ? { refund_application_fee: true } : {}),
        metadata: { refund_id: refundId },
      } satisfies Stripe.RefundCreateParams),

    async refund(refundId, request) {
      const answer = await call('POST /v1/refunds', { form: request, key: refundId })
      return answer.kind === 'refused' ? answer : parseStripeRefund(answer.body)
    },

    readRefund: async (reference) =>
      parseStripeRefund(orThrow(await call(`GET /v1/refunds/${encodeURIComponent(reference)}`))),

    findRefund: (payment, refundId) =>
      find(
        (cursor) => page('/v1/refunds', { payment_intent: payment }, cursor, parseStripeRefund),
        (refund) => refund.refundId === refundId,
      ),

    refundsOf: async (payment) => {
      const { items, next } = await page('/v1/refunds', { payment_intent: payment }, null, parseStripeRefund)
      if (next !== null) throw unavailable('This payment has more refunds than we can read. Contact support.')
      return items
    },

    async orderOf(payment) {
      const answer = await call(`GET /v1/payment_intents/${encodeURIComponent(payment)}`)
      return answer.kind === 'done' ? metadataOf(answer.body, 'order_id') : ''
    },

    payments: (since, cursor) => page('/v1/charges', createdSince(since), cursor, toPayment),
    refunds: (since, cursor) => page('/v1/refunds', createdSince(since), cursor, parseStripeRefund),
    disputes: (since, cursor) => page('/v1/disputes', createdSince(since), cursor, toDispute),
    movements: (since, cursor) =>
      page(
        '/v1/balance_transactions',
        { ...createdSince(since), expand: ['data.source'] } satisfies Stripe.BalanceTransactionListParams,
        cursor,
        toMovement,
      ),

    async read(body, signature, now) {
      if (webhookSecret === null) throw unavailable('The payment provider’s webhook isn’t configured.')
      return (await isSigned(body, signature, webhookSecret, now)) ? stripeMessage(body) : null
    },
  }
}
