import type { PaymentMessage, ProviderCheckout } from '../kernel/payment-provider.ts'
import { equalInConstantTime, hex, hmacSha256 } from '../kernel/crypto.ts'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import { responseText, type StripeObject } from './stripe-http.ts'
import { metadataOf, toProviderAccount, toCheckout, toDispute, toPayment, parseStripeRefund } from './stripe-objects.ts'

const TOLERANCE_MS = 5 * MINUTE_MS

/**
 * Verifies `Stripe-Signature: t=…,v1=…`. While the secret is being rotated, the header contains several `v1`
 * signatures.
 */
export const isSigned = async (body: string, header: string, secret: string, now: number) => {
  const parts = header.split(',').map((part) => part.split('=') as [string, string?])
  const at = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isSafeInteger(at) || Math.abs(now - at * SECOND_MS) > TOLERANCE_MS) return false
  const expected = hex(await hmacSha256(secret, `${at}.${body}`))
  return parts.some(([name, value = '']) => name === 'v1' && equalInConstantTime(value, expected))
}

const kindOfCheckout = (type: string, { isPaid, isFinishedUnpaid }: ProviderCheckout) => {
  if (type === 'checkout.session.expired') return 'ended'
  if (type === 'checkout.session.async_payment_failed') return 'failed'
  if (isPaid) return 'paid'
  return isFinishedUnpaid ? 'processing' : 'other'
}

/**
 * Parses a Stripe event. Returns null for events without an id, and the kind `other` for events unrelated to our
 * payments.
 */
export const stripeMessage = (body: string): PaymentMessage | null => {
  const event = JSON.parse(body) as Record<string, unknown> & { data?: { object?: StripeObject } }
  const [id, type, object] = [responseText(event['id']), responseText(event['type']), event.data?.object ?? {}]
  if (id === '') return null
  const of = { id, type, account: responseText(event['account']), isLive: event['livemode'] === true }
  if (type.startsWith('checkout.session.')) {
    const checkout = toCheckout(object)
    return { ...of, kind: kindOfCheckout(type, checkout), checkout }
  }
  if (type === 'charge.refunded') {
    return { ...of, kind: 'refunded', payment: toPayment(object).payment, orderId: metadataOf(object, 'order_id') }
  }
  if (type.startsWith('charge.dispute.')) return { ...of, kind: 'dispute', dispute: toDispute(object) }
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    return { ...of, kind: 'refund', refund: parseStripeRefund(object) }
  }
  if (type === 'account.updated') return { ...of, kind: 'account', state: toProviderAccount(object) }
  if (type === 'account.application.deauthorized') return { ...of, kind: 'deauthorized' }
  return { ...of, kind: 'other' }
}
