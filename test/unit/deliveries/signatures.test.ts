import { verify as verifyTarget } from '@octokit/webhooks-methods'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { headersOf, standardKeyOf } from '../../../src/modules/deliveries/signatures.ts'
import { publishedHeaders, publishedSignatures } from '../../contract/published.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"id":"del_1","type":"guest.registered"}'
const signable = { id: 'del_1', type: 'guest.registered' as const, body, sentAt: 1_614_265_330_999 }
const tolerance = Number.MAX_SAFE_INTEGER

const sign = (form: 'current' | 'target', ...secrets: [string, ...string[]]) =>
  headersOf(form, { ...signable, secrets })
const header = (headers: Record<string, string>, name: string) => headers[name] ?? ''

describe('current webhook signature', () => {
  it('sends exactly the published headers and the signature of the test vector', async () => {
    const headers = await sign('current', secret)
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringMatching(/\/1\.0$/),
      'X-Svc-Webhook-Event': 'guest.registered',
      'X-Svc-Webhook-Timestamp': '1614265330',
      'X-Svc-Webhook-Signature': 't=1614265330,v1=bf044febb3ca2181f88560713ff70ed3c4b1e938d1a67af74e3db242028c244c',
    })
    expect(header(headers, publishedHeaders.currentWebhook.signature)).toMatch(publishedSignatures.current.value)
  })

  it('passes the Stripe library with either secret during a rotation', async () => {
    const other = `whsec_${'b'.repeat(32)}`
    const signature = header(await sign('current', secret, other), 'X-Svc-Webhook-Signature')
    expect(signature.match(/v1=/g)).toHaveLength(2)
    for (const known of [secret, other]) {
      expect(new Stripe('sk_test').webhooks.constructEvent(body, signature, known, tolerance)).toMatchObject({
        id: 'del_1',
      })
    }
    const verify = (text: string, key: string) => () =>
      new Stripe('sk_test').webhooks.constructEvent(text, signature, key, tolerance)
    expect(verify(`${body} `, secret)).toThrow(/signature/i)
    expect(verify(body, `${secret}x`)).toThrow(/signature/i)
  })
})

describe('target webhook signature', () => {
  it('sends exactly the published and Standard Webhooks headers, with the signature of the test vector', async () => {
    const headers = await sign('target', secret)
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringMatching(/\/1\.0$/),
      'X-Svc-Event': 'guest.registered',
      'X-Svc-Delivery-Id': 'del_1',
      'X-Svc-Signature': 'sha256=fbd9b5398a86e997d45dbb736591ba7c599e94a9ef451dba29264fe9d822ed1d',
      'webhook-id': 'del_1',
      'webhook-timestamp': '1614265330',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
    expect(header(headers, publishedHeaders.targetWebhook.signature)).toMatch(publishedSignatures.target.value)
  })

  it('passes octokit’s verify only with the newer of two secrets', async () => {
    const signature = header(await sign('target', secret, 'the-older-secret'), 'X-Svc-Signature')
    expect(await verifyTarget(secret, body, signature)).toBe(true)
    expect(await verifyTarget(secret, `${body} `, signature)).toBe(false)
    expect(await verifyTarget('the-older-secret', body, signature)).toBe(false)
  })

  it('passes the Standard Webhooks library with either secret during a rotation', async () => {
    const other = `whsec_${btoa('x'.repeat(32))}`
    const headers = await headersOf('target', { ...signable, sentAt: Date.now(), secrets: [secret, other] })
    for (const known of [secret, other]) {
      expect(new Webhook(known).verify(body, headers)).toMatchObject({ id: 'del_1' })
    }
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(/signature/i)
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'del_2' })).toThrow(/signature/i)
  })
})

describe('standardKeyOf', () => {
  it.each([
    ['whsec_AAEC', [0, 1, 2]],
    ['whsec_AAE=', [0, 1]],
    ['whsec_AA==', [0]],
  ])('decodes the base64 of %s', (text, bytes) => {
    expect([...standardKeyOf(text)]).toEqual(bytes)
  })

  it.each(['a secret of one’s own', 'whsec_', 'whsec_not base64!', 'whsec_AAE', 'AAEC', 'Whsec_AAEC'])(
    'returns the bytes of %j as they are',
    (text) => {
      expect(new TextDecoder().decode(standardKeyOf(text))).toBe(text)
    },
  )
})
