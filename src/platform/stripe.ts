import type { PaymentMessage, Payments, StripePort } from '../deps.ts'
import { equalInConstantTime, hex, hmacSha256 } from '../kernel/crypto.ts'
import { unavailable } from '../kernel/failure.ts'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import type { Env } from './env.ts'
import { whyNotCharged } from './stripe-money.ts'

const DEFAULT_URL = 'https://api.stripe.com'
const API_VERSION = '2025-03-31.basil'
const TIMEOUT_MS = 10_000
const TOLERANCE_MS = 5 * MINUTE_MS
/** Stripe keeps a checkout open between half an hour and a day, by its own clock. */
const SHORTEST_MS = 31 * MINUTE_MS
const LONGEST_MS = 23 * 60 * MINUTE_MS

type Fields = Record<string, string | number>

interface StripeAnswer {
  status: number
  body: Record<string, unknown>
}

/** The refusal is about this one request: asking again will not change it. */
const isFinal = (status: number) => status === 400 || status === 402 || status === 404

const formOf = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

const createCaller = (env: Env) => {
  const origin = env.STRIPE_API_URL ?? DEFAULT_URL
  return async (line: string, idempotencyKey: string | null, fields?: Fields): Promise<StripeAnswer> => {
    const [method = 'GET', path = ''] = line.split(' ')
    try {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
          'Stripe-Version': API_VERSION,
          ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
          ...(fields === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(fields === undefined ? {} : { body: formOf(fields) }),
      })
      const body = await response.json<Record<string, unknown>>()
      if (response.ok || isFinal(response.status)) return { status: response.status, body }
      throw new Error(`Stripe answered ${response.status}`)
    } catch (cause) {
      throw unavailable('The payment provider does not answer just now.', cause)
    }
  }
}

const refundStatus = (status: unknown) =>
  status === 'succeeded' ? 'SUCCEEDED' : status === 'failed' || status === 'canceled' ? 'FAILED' : 'PENDING'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** `t=…,v1=…`, several `v1` while a secret is being changed. */
const isSigned = async (body: string, header: string, secret: string, now: number) => {
  const parts = header.split(',').map((part) => part.split('=') as [string, string?])
  const at = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isSafeInteger(at) || Math.abs(now - at * SECOND_MS) > TOLERANCE_MS) return false
  const expected = hex(await hmacSha256(secret, `${at}.${body}`))
  return parts.some(([name, value = '']) => name === 'v1' && equalInConstantTime(value, expected))
}

const messageOf = (body: string): PaymentMessage | null => {
  const event = JSON.parse(body) as { id?: unknown; type?: unknown; data?: { object?: Record<string, unknown> } }
  const [id, type, object] = [textOf(event.id), textOf(event.type), event.data?.object ?? {}]
  if (id === '') return null
  const metadata = (object.metadata ?? {}) as Record<string, unknown>
  if (type.startsWith('checkout.session.')) {
    const isOver = type === 'checkout.session.expired' || type === 'checkout.session.async_payment_failed'
    return {
      id,
      type,
      kind: isOver ? 'ended' : object.payment_status === 'paid' ? 'paid' : 'other',
      orderId: textOf(metadata.order_id),
      sessionId: textOf(object.id),
      amount: Number(object.amount_total),
      currency: textOf(object.currency).toUpperCase(),
    }
  }
  if (type === 'refund.updated' || type === 'refund.failed' || type === 'charge.refund.updated') {
    return {
      id,
      type,
      kind: 'refund',
      refundId: textOf(metadata.refund_id),
      reference: textOf(object.id),
      status: refundStatus(object.status),
    }
  }
  return { id, type, kind: 'other', orderId: '', sessionId: '', amount: 0, currency: '' }
}

/** Stripe by its plain HTTP interface; null where no key is set, and then it is not offered. */
export const createStripe = (env: Env): StripePort | null => {
  if (!env.STRIPE_SECRET_KEY) return null
  const call = createCaller(env)
  return {
    async openCheckout(order, now) {
      const endsAt = Math.min(Math.max(order.expiresAt, now + SHORTEST_MS), now + LONGEST_MS)
      const { status, body } = await call('POST /v1/checkout/sessions', `checkout-${order.id}`, {
        mode: 'payment',
        'payment_method_types[0]': 'card',
        client_reference_id: order.id,
        customer_email: order.email,
        success_url: order.returnUrl,
        cancel_url: order.returnUrl,
        expires_at: Math.floor(endsAt / SECOND_MS),
        'line_items[0][quantity]': 1,
        'line_items[0][price_data][currency]': order.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': order.amount,
        'line_items[0][price_data][product_data][name]': order.title,
        'metadata[order_id]': order.id,
        'payment_intent_data[metadata][order_id]': order.id,
      })
      const [sessionId, url] = [textOf(body.id), textOf(body.url)]
      if (status !== 200 || sessionId === '' || url === '') {
        throw unavailable('The payment provider did not open a checkout.', new Error(`Stripe answered ${status}`))
      }
      return { sessionId, url }
    },

    async refund({ refundId, sessionId, amount }) {
      const session = await call(`GET /v1/checkout/sessions/${encodeURIComponent(sessionId)}`, null)
      const paymentIntent = textOf(session.body.payment_intent)
      if (session.status !== 200 || paymentIntent === '') return { status: 'FAILED', reference: '' }
      const { status, body } = await call('POST /v1/refunds', refundId, {
        payment_intent: paymentIntent,
        amount,
        'metadata[refund_id]': refundId,
      })
      if (status !== 200) return { status: 'FAILED', reference: '' }
      return { status: refundStatus(body.status), reference: textOf(body.id) }
    },

    async read(body, signature, now) {
      const secret = env.STRIPE_WEBHOOK_SECRET
      if (!secret) throw unavailable('The payment provider is not set up to be heard here.')
      return (await isSigned(body, signature, secret, now)) ? messageOf(body) : null
    },
  }
}

/** New orders are paid through the provider where one is set up, and by hand where none is. */
export const paymentsBy = (stripe: StripePort | null): Payments =>
  stripe === null ? { payBy: 'OFFLINE', stripe, whyNotCharged: () => null } : { payBy: 'STRIPE', stripe, whyNotCharged }
