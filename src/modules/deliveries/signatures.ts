import { base64, fromBase64, hex, hmacSha256, utf8 } from '../../kernel/crypto.ts'
import { SECOND_MS, type Instant } from '../../kernel/time.ts'
import type { WebhookEventType, WEBHOOK_FORMS } from '../../kernel/vocabulary.ts'

const PREFIX = 'whsec_'
const STANDARD_BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const USER_AGENT = 'Event-Calendar-Webhooks/1.0'

export interface Signable {
  id: string
  type: WebhookEventType
  body: string
  sentAt: Instant
  /** The current secret first, followed by the previous one while it is still valid after a rotation. */
  secrets: readonly [string, ...string[]]
}

/**
 * Returns the HMAC key for Standard Webhooks: the decoded base64 after `whsec_`, or the UTF-8 bytes of a customer's own
 * secret.
 */
export const standardKeyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  return STANDARD_BASE64.test(encoded) ? fromBase64(encoded) : utf8(secret)
}

const secondsOf = (at: Instant) => String(Math.floor(at / SECOND_MS))

const signCurrent = async ({ type, body, sentAt, secrets }: Signable) => {
  const timestamp = secondsOf(sentAt)
  const signatures = await Promise.all(
    secrets.map(async (secret) => `v1=${hex(await hmacSha256(secret, `${timestamp}.${body}`))}`),
  )
  return {
    'X-Svc-Webhook-Event': type,
    'X-Svc-Webhook-Timestamp': timestamp,
    'X-Svc-Webhook-Signature': [`t=${timestamp}`, ...signatures].join(','),
  }
}

const signStandard = async ({ id, body, sentAt, secrets }: Signable) => {
  const timestamp = secondsOf(sentAt)
  const signatures = await Promise.all(
    secrets.map(
      async (secret) => `v1,${base64(await hmacSha256(standardKeyOf(secret), `${id}.${timestamp}.${body}`))}`,
    ),
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const signTarget = async (signable: Signable) => ({
  'X-Svc-Event': signable.type,
  'X-Svc-Delivery-Id': signable.id,
  'X-Svc-Signature': `sha256=${hex(await hmacSha256(signable.secrets[0], signable.body))}`,
  ...(await signStandard(signable)),
})

/** Returns the headers of one attempt. All attempts share the body, but each has its own timestamp and signature. */
export const headersOf = async (
  form: (typeof WEBHOOK_FORMS)[number],
  signable: Signable,
): Promise<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  ...(form === 'current' ? await signCurrent(signable) : await signTarget(signable)),
})
