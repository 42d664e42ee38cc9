import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret, ...parts) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', secret)).digest('hex')
const isSame = (a, b) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Verifies a webhook of one event. Pass the body's unparsed bytes and the X-Svc-Webhook-Signature header. */
export function isFromEventWebhook(secret, rawBody, signature, toleranceSeconds = 300) {
  const parts = signature.split(',').map((part) => part.split('='))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return false
  const expected = hmac(secret, `${timestamp}.`, rawBody)
  return parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected))
}

/** Verifies a webhook of a calendar. Pass the body's unparsed bytes and the X-Svc-Signature header. */
export function isFromCalendarWebhook(secret, rawBody, signature) {
  return isSame(signature, `sha256=${hmac(secret, rawBody)}`)
}
