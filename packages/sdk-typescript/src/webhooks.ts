import type { Delivery } from './generated/types.ts'

interface VerifyOptions {
  /** Largest difference between the signed time and now. Default: 300. */
  toleranceSeconds?: number
  now?: Date
}

/** The signature is missing, wrong or too old. Respond with 400 and don't read the body. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

type Headers_ = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const encoder = new TextEncoder()

const headerOf = (headers: Headers_, name: string): string | null => {
  if (headers instanceof Headers) return headers.get(name)
  const value = Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : (value?.join(',') ?? null)
}

const hmac = async (key: Uint8Array<ArrayBuffer>, body: Uint8Array<ArrayBuffer>) => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, body))
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** Compares in constant time for texts of one length. */
const isSame = (left: string, right: string) => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

const withPrefix = (prefix: string, body: Uint8Array<ArrayBuffer>) => {
  const head = encoder.encode(prefix)
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}

/** A secret of the service is base64 after `whsec_`. One that the owner chose is the bytes of its text. */
const standardKey = (secret: string) => {
  const [, coded] = /^whsec_([\w+/=-]+)$/.exec(secret) ?? []
  if (coded === undefined) return encoder.encode(secret)
  return Uint8Array.from(atob(coded.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

const isRecent = (timestamp: string, { toleranceSeconds = 300, now = new Date() }: VerifyOptions) =>
  /^\d+$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds

/** `X-Svc-Webhook-Signature: t=…,v1=…` of an event's webhook. For a day after a rotation it has a second `v1`. */
const isFromEvent = async (
  secret: string,
  body: Uint8Array<ArrayBuffer>,
  signature: string,
  options: VerifyOptions,
) => {
  const parts = signature.split(',').map((part) => part.trim().split('=') as [string, string?])
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!isRecent(timestamp, options)) return false
  const expected = hex(await hmac(encoder.encode(secret), withPrefix(`${timestamp}.`, body)))
  return parts.some(([name, value = '']) => name === 'v1' && isSame(value, expected))
}

/** `webhook-signature: v1,…` of a calendar's webhook, as Standard Webhooks defines it. */
const isStandard = async (
  secret: string,
  body: Uint8Array<ArrayBuffer>,
  { id, timestamp, signature }: { id: string; timestamp: string; signature: string },
  options: VerifyOptions,
) => {
  if (!isRecent(timestamp, options)) return false
  const expected = base64(await hmac(standardKey(secret), withPrefix(`${id}.${timestamp}.`, body)))
  return signature.split(' ').some((each) => isSame(each, `v1,${expected}`))
}

const isGenuine = async (secret: string, body: Uint8Array<ArrayBuffer>, headers: Headers_, options: VerifyOptions) => {
  const ofEvent = headerOf(headers, 'x-svc-webhook-signature')
  if (ofEvent !== null) return isFromEvent(secret, body, ofEvent, options)
  const signature = headerOf(headers, 'webhook-signature')
  if (signature !== null) {
    const [id, timestamp] = [headerOf(headers, 'webhook-id') ?? '', headerOf(headers, 'webhook-timestamp') ?? '']
    return isStandard(secret, body, { id, timestamp, signature }, options)
  }
  const plain = headerOf(headers, 'x-svc-signature')
  return plain !== null && isSame(plain, `sha256=${hex(await hmac(encoder.encode(secret), body))}`)
}

export const webhooks = {
  /**
   * Verifies any of the service's three signatures and returns the delivery, or throws a `SignatureError`. Pass the body
   * as it arrived, before it is parsed.
   */
  async verify(
    secret: string,
    rawBody: string | Uint8Array<ArrayBuffer>,
    headers: Headers_,
    options: VerifyOptions = {},
  ): Promise<Delivery> {
    const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
    if (!(await isGenuine(secret, body, headers, options))) {
      throw new SignatureError('The webhook signature is missing, wrong or too old.')
    }
    return JSON.parse(new TextDecoder().decode(body)) as Delivery
  },
}
